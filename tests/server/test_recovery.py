"""When the store fails in mid-game: nothing is told that is not stored, and the game goes on."""

import asyncio
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from cornerwise.server.app import make_app
from cornerwise.server.cluster.alone import Unavailable
from cornerwise.server.room import Room
from cornerwise.server.rooms import LOOK_AGAIN
from cornerwise.server.settings import Settings
from cornerwise.server.store.schema import events
from server.table import COMPUTER, HERE, ME, Clock, Table

ALONE = pytest.mark.parametrize("table", ["alone"], indirect=True)
"""For tests that look into the one server that owns the game."""
NO_TEXT = sa.text("CAST(X'7BFF' AS TEXT)")
"""A bit of the disk has flipped: `{` and a byte that begins no character."""


@ALONE
def test_a_game_that_is_stored_is_made_though_nobody_can_say_who_owns_it(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is told that it failed would make another."""
    guest, rooms = table.guest(), table.server.rooms

    async def fail(games: Any) -> dict[str, str | None]:
        raise Unavailable("Redis is away")

    with monkeypatch.context() as broken:
        broken.setattr(rooms.services.cluster, "claim", fail)
        game = guest.make("duo", COMPUTER, ME)["game"]
    assert len(rooms) == 0
    table.call(rooms.adopt)
    assert [room.id for room in rooms.here()] == [game]


@ALONE
def test_a_write_that_fails_is_told_to_nobody(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    store = table.server.rooms.services.store

    async def fail(*changes: Any) -> None:
        raise OSError("the disk is full")

    with guest.page() as page, table.guest().page() as watcher:
        page.join(game)
        watcher.join(game)
        with monkeypatch.context() as broken:
            broken.setattr(store, "commit", fail)
            page.send("play", game=game, id="m", seq=2, move="e10")
            assert [page.closed(), watcher.closed()] == [1012, 1012]
    with guest.page() as page:
        assert page.join(game)["seq"] == 2
        # The page sends again what was not answered, with the same id.
        assert page.act("play", game, 2, id="m", move="e10")["type"] == "done"
        assert page.join(game)["seq"] == 3


@ALONE
def test_two_owners_of_one_game_cannot_both_write(table: Table) -> None:
    """Another process has written in between: this room notices, lets go and loads again."""
    from cornerwise.server.rooms import Rooms

    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]

    async def other_server_plays() -> None:
        rooms = Rooms(table.server.rooms.services)
        room = await rooms.get(game)
        await room.write(_played(room))

    def _played(room: Any) -> Any:
        from cornerwise.server.outcomes import played

        return played(room.state, "e10", room.services.now())

    with guest.page() as page:
        page.join(game)
        table.call(other_server_plays)
        page.send("play", game=game, id="m", seq=2, move="e10,f10")
        assert page.closed() == 1012
    with guest.page() as page:
        events = page.join(game)["events"]
        assert events[-1]["move"] == "e10"
        assert page.act("play", game, 2, id="m", move="e10,f10")["code"] == "stale"


def test_postgresql_going_away_in_mid_game(tmp_path: Path, postgres_url: str, clock: Clock) -> None:
    app = make_app(Settings(data=tmp_path, database=postgres_url, eager=False), clock)
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        table = Table(client, app.state.server, clock)
        guest = table.guest()
        game = guest.make("duo", ME, HERE)["game"]
        with guest.page() as page:
            page.join(game)
            assert page.act("play", game, 2, move="e10")["type"] == "done"
            with psycopg.connect(postgres_url, autocommit=True) as admin:
                admin.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            page.send("play", game=game, id="m", seq=3, move="j5")
            assert page.closed() == 1012
        with guest.page() as page:
            assert page.join(game)["seq"] == 3
            assert page.act("play", game, 3, id="m", move="j5")["type"] == "done"


@pytest.mark.parametrize("body", ["{", NO_TEXT], ids=["no JSON", "no text"])
def test_one_unreadable_game_does_not_keep_the_server_from_starting(
    settings: Settings, clock: Clock, caplog: pytest.LogCaptureFixture, body: Any
) -> None:
    app = make_app(settings, clock)
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        table = Table(client, app.state.server, clock)
        guest = table.guest()
        games = [guest.make("duo", ME, HERE, clock={"initial": 60})["game"] for _ in range(3)]
        table.call(_damage, table, games[1], body)
    app = make_app(settings, clock)
    with TestClient(app) as client:
        rooms = app.state.server.rooms
        assert {room.id for room in rooms.here()} == {games[0], games[2]}
        Table(client, app.state.server, clock).call(rooms.adopt)
    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(told) == 1, "not again at every look"
    assert f"game {games[1]} cannot be read" in told[0]


@ALONE
def test_who_asks_for_an_unreadable_game_is_told_and_not_sent_away_again_and_again(
    table: Table,
) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    table.call(_damage, table, game)
    answer = guest.get(f"/api/games/{game}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")
    assert "can no longer be read" in answer.json()["message"]
    with guest.page() as page:
        assert page.join(game)["code"] == "unknown_game"
        assert page.join(guest.make("duo", ME, HERE)["game"])["seq"] == 2, "the line is open still"


@ALONE
def test_a_game_that_is_restored_goes_on_asked_or_unasked(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    guest, rooms = table.guest(), table.server.rooms
    games = [guest.make("duo", ME, HERE, clock={"initial": 600})["game"] for _ in range(2)]
    bodies = [table.call(_damage, table, game) for game in games]
    for game in games:
        table.forget(game)
    table.call(rooms.adopt)
    assert [rooms.is_unreadable(game) for game in games] == [True, True]
    for game, body in zip(games, bodies, strict=True):
        table.call(_damage, table, game, body)
    assert guest.get(f"/api/games/{games[0]}").status_code == 200, "at once, for who asks"
    table.call(rooms.adopt)
    assert {room.id for room in rooms.here()} == {games[0]}
    table.clock.time += LOOK_AGAIN
    table.call(rooms.adopt)
    assert {room.id for room in rooms.here()} == set(games)
    assert not any(rooms.is_unreadable(game) for game in games)
    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(told) == 2, "once for each"


@ALONE
def test_a_game_that_cannot_go_on_holds_up_no_other(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the reason: it is tried again, and does not stand still as if nothing were wrong."""
    guest, rooms, resume = table.guest(), table.server.rooms, Room.resume
    games = [guest.make("duo", ME, HERE, clock={"initial": 600})["game"] for _ in range(3)]
    for game in games:
        table.forget(game)

    def fails(room: Room) -> None:
        if room.id == games[1]:
            raise RuntimeError("no more threads")
        resume(room)

    def going_on() -> set[str]:
        return {room.id for room in rooms.here() if not room.is_broken}

    with monkeypatch.context() as trouble:
        trouble.setattr(Room, "resume", fails)
        table.call(rooms.adopt)
        assert going_on() == {games[0], games[2]}
    table.call(rooms.adopt)
    assert going_on() == set(games)


@ALONE
def test_a_server_that_ends_takes_up_no_game(table: Table) -> None:
    """Its computer would think on, and the server wait for the end of that."""
    game = table.guest().make("duo", COMPUTER, COMPUTER)["game"]
    table.forget(game)
    rooms = table.server.rooms

    async def ends_meanwhile() -> None:
        loading = asyncio.create_task(rooms.get(game))
        await asyncio.sleep(0)
        await rooms.close()
        with pytest.raises(Unavailable):
            await loading

    table.call(ends_meanwhile)


async def _damage(table: Table, game: str, body: Any = "{") -> str:
    """Write another body over an event; the one that was there."""
    one = (events.c.game == game) & (events.c.seq == 2)
    store = table.server.rooms.services.store
    before: str = await store.read(lambda c: c.scalars(sa.select(events.c.body).where(one)).one())
    await store.write(lambda c: c.execute(sa.update(events).where(one).values(body=body)))
    return before


@ALONE
def test_rooms_that_nobody_needs_leave_memory(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    timed = guest.make("duo", ME, HERE, clock={"initial": 60})["game"]
    with guest.page() as page:
        page.join(game)
        page.join(timed)
        table.call(_sweep, table)
        assert len(table.server.rooms) == 2
    with guest.page() as page:  # the first socket has left by the time the second is answered
        page.send("ping")
        page.receive()
        table.call(_sweep, table)
        assert len(table.server.rooms) == 1, "the one whose clock runs stays"
        assert page.join(game)["seq"] == 2


async def _sweep(table: Table) -> None:
    table.server.rooms.sweep()
