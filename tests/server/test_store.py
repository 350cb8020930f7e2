"""The store, the same tests on SQLite and PostgreSQL."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from cornerwise.rules import variant
from cornerwise.server import events as ev
from cornerwise.server.making import Table
from cornerwise.server.manners.messages import ChatLine
from cornerwise.server.room import new_game
from cornerwise.server.seats import SeatView
from cornerwise.server.state import GameState
from cornerwise.server.store import Append, Conflict, NewGame, SqlStore, open_store
from cornerwise.server.store.engine import StoreError, make_engine
from cornerwise.server.store.migrate import (
    MIGRATIONS,
    downgrade,
    is_newest,
    newest,
    upgrade,
)
from cornerwise.server.store.schema import metadata
from cornerwise.server.summary import head
from server.stores import with_store

NOW = 1_800_000_000_000


def a_game(*holders: str | None, seats: str = "person") -> NewGame:
    people = tuple(SeatView(kind=seats) for _ in holders)  # type: ignore[arg-type]
    return new_game(Table(variant("duo"), people, holders), NOW)


def a_move(new: NewGame, move: str, **more: Any) -> Append:
    """The move that follows the game's first events."""
    state = GameState(new.events)
    event = ev.Played(
        seq=state.seq + 1, time=NOW + 5, color=0, player=0, move=move, ply=1, id=more.get("id", "")
    )
    state.apply(event)
    return Append(new.game, [event], head(new.game, state), **more)


def test_what_is_written_is_read_back(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        new = a_game("ada", "bo")
        await store.commit(new)
        await store.commit(a_move(new, "e10", guest="ada", id="one", holders={1: "cem"}))
        stored = await store.load(new.game)
        assert stored is not None
        assert stored.events[:2] == list(new.events)
        assert isinstance(stored.events[2], ev.Played)
        assert stored.holders == {0: "ada", 1: "cem"}
        assert stored.actions == {("ada", "one"): 3}
        assert await store.load("nothing") is None

    with_store(database, body)


def test_a_number_can_be_written_once(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        new = a_game("ada", "bo")
        await store.commit(new)
        await store.commit(a_move(new, "e10"))
        with pytest.raises(Conflict):
            await store.commit(a_move(new, "e10,f10"))
        with pytest.raises(Conflict):
            await store.commit(new)
        stored = await store.load(new.game)
        assert stored is not None
        assert [getattr(event, "move", None) for event in stored.events] == [None, None, "e10"]

    with_store(database, body)


def test_of_many_writers_at_once_one_wins(database: str | Path) -> None:
    """They share a transaction; who conflicts is undone alone."""

    async def body(store: SqlStore) -> None:
        games = [a_game("ada", "bo") for _ in range(10)]
        await asyncio.gather(*(store.commit(new) for new in games))
        writes = [store.commit(a_move(new, move)) for new in games for move in ("e10", "e10,f10")]
        outcomes = await asyncio.gather(*writes, return_exceptions=True)
        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [False, True] * 10
        for new in games:
            stored = await store.load(new.game)
            assert stored is not None
            assert [event.seq for event in stored.events] == [1, 2, 3]

    with_store(database, body)


def test_changes_that_belong_together_are_all_or_nothing(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        one, other = a_game("ada", "bo"), a_game("ada", "bo")
        await store.commit(one)
        await store.commit(a_move(one, "e10"))
        with pytest.raises(Conflict):
            await store.commit(other, a_move(one, "e10,f10"))
        assert await store.load(other.game) is None

    with_store(database, body)


def test_lists_of_games(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        one, two, other = a_game("ada", "ada"), a_game("bo", "ada"), a_game("bo", "bo")
        for new in (one, two, other):
            await store.commit(new)
        await store.commit(a_move(one, "e10"))
        mine = await store.games_of("ada", 10)
        assert [game.mine for game in mine] == [[0, 1], [1]]
        assert one.game.encode() in mine[0].summary
        assert len(await store.games_of("ada", 1)) == 1
        assert await store.games_of("nobody", 10) == []

    with_store(database, body)


def test_games_that_wait_for_the_server(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        people = a_game("ada", "bo")
        seats = (SeatView(kind="computer", level=1), SeatView(kind="person"))
        computer = new_game(Table(variant("duo"), seats, (None, "ada")), NOW)
        await store.commit(people)
        await store.commit(computer)
        assert await store.waiting_for_server() == [computer.game]

    with_store(database, body)


def test_a_store_that_is_closed_has_written_everything(database: str | Path) -> None:
    games = [a_game("ada", "bo") for _ in range(50)]

    async def write(store: SqlStore) -> None:
        tasks = [asyncio.create_task(store.commit(new)) for new in games]
        await asyncio.sleep(0)  # they are queued, not yet awaited
        await store.close()
        await asyncio.gather(*tasks)

    async def read(store: SqlStore) -> None:
        assert len(await store.games_of("ada", 100)) == 50

    store = open_store(database)
    asyncio.run(write(store))
    with_store(database, read)


# The schema


def test_migrations_go_up_down_and_up_again(database: str | Path) -> None:
    engine = make_engine(database)
    assert not is_newest(engine)
    upgrade(engine)
    assert {"games", "events", "seats"} <= set(sa.inspect(engine).get_table_names())
    assert is_newest(engine)
    upgrade(engine)
    downgrade(engine, "-1")
    assert not is_newest(engine)
    downgrade(engine)
    assert sa.inspect(engine).get_table_names() == ["alembic_version"]
    assert not is_newest(engine)
    upgrade(engine)
    assert is_newest(engine)
    engine.dispose()


OLD_EVIDENCE = [
    {"type": "chat_line", "game": "g", "number": number, "time": 5, "room": "players", "player": 0,
     "name": "", "account": "Bo", "text": text, "phrase": None, "mine": False, "id": ""}
    for number, text in ((7, "rude"), (8, "ruder"))
]  # fmt: skip


def test_evidence_of_old_reports_finds_its_speakers(database: str | Path) -> None:
    """Line 8 has been deleted since, and the number given to another."""
    engine = make_engine(database)
    upgrade(engine, "0008")
    old = sa.MetaData()
    old.reflect(engine)
    game = {"id": "g", "variant": "duo", "created": 1, "changed": 1, "phase": "over", "seq": 1}
    game |= {"acts": False, "summary": "{}", "public": False, "rated": False, "open": False}
    line = {"game": "g", "room": "players", "action": "", "name": "", "text": "", "phrase": ""}
    report = {"id": 3, "reporter": "a", "person": "b", "label": "", "reason": "chat", "text": ""}
    report |= {"game": "g", "line": 7, "time": 9, "state": "open"}
    with engine.begin() as connection:
        connection.execute(sa.insert(old.tables["games"]), game)
        for number, time, guest in ((7, 5, "b"), (8, 6, "c")):
            row = {"number": number, "time": time, "guest": guest, "public_name": guest}
            connection.execute(sa.insert(old.tables["chat"]), line | row)
        text = msgspec.json.encode(OLD_EVIDENCE).decode()
        connection.execute(sa.insert(old.tables["reports"]), report | {"evidence": text})
    upgrade(engine)
    said = sa.text("SELECT guest, public_name, text FROM evidence ORDER BY number")
    with engine.connect() as connection:
        assert connection.execute(said).all() == [("b", "Bo", "rude"), ("", "", "ruder")]
        assert connection.scalar(sa.text("SELECT said FROM games")) == 8, "the count goes on there"
    downgrade(engine, "0008")
    with engine.connect() as connection:
        text = connection.scalar(sa.text("SELECT evidence FROM reports"))
    lines = msgspec.json.decode(text or "", type=list[ChatLine])
    assert [(line.account, line.text) for line in lines] == [("Bo", "rude"), ("", "ruder")]
    engine.dispose()


def test_the_newest_revision_is_the_head_of_all() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [newest()]


def test_migrations_make_what_the_schema_says(database: str | Path) -> None:
    engine = make_engine(database)
    upgrade(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_sqlite_is_in_the_mode_we_rely_on(tmp_path: Path) -> None:
    for sync, number in (("normal", 1), ("full", 2)):
        engine = make_engine(tmp_path / "a.sqlite3", sync=sync)
        with engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == number
            assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        engine.dispose()


def test_a_database_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot use the database"):
        make_engine("mysql://localhost/x")
    with pytest.raises(StoreError, match="CORNERWISE_SYNC is normal or full"):
        make_engine(tmp_path / "x", sync="off")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="cannot make the folder"):
        make_engine(tmp_path / "file" / "games.sqlite3")
    with pytest.raises(StoreError, match="cannot open the database"):
        open_store("postgresql://nobody@127.0.0.1:1/nothing")


@pytest.mark.parametrize("place", ["host:port", "host:1:2", "[::1"])
def test_an_address_that_cannot_be_read_is_said_without_its_password(place: str) -> None:
    with pytest.raises(StoreError, match="the database's address cannot be read") as told:
        make_engine(f"postgresql://user:hidden@{place}/name")
    assert "hidden" not in str(told.value)


def test_a_damaged_database_says_so(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"half a backup, or the wrong file " * 100)
    with pytest.raises(StoreError, match="file is not a database; if it is damaged, restore a"):
        open_store(path)


def test_a_database_of_the_future_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    engine = make_engine(path)
    upgrade(engine)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="a newer Cornerwise, whose schema is 9999"):
        open_store(path)


def test_a_part_that_fails_harms_nobody_else(database: str | Path) -> None:
    """Others' writes of the same batch are committed; the fault comes back to who made it."""

    async def body(store: SqlStore) -> None:
        new = a_game("ada", "bo")

        def fail(connection: sa.Connection) -> None:
            connection.execute(sa.text("DELETE FROM events"))
            raise KeyError("a mistake")

        outcomes = await asyncio.gather(
            store.commit(new), store.write(fail), store.commit(a_game("cy", "di")),
            return_exceptions=True,
        )  # fmt: skip
        assert [type(outcome) for outcome in outcomes] == [type(None), KeyError, type(None)]
        assert await store.load(new.game) is not None

    with_store(database, body)
