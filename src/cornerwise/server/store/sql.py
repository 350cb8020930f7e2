"""The store on SQL: the same statements on SQLite and PostgreSQL."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import sqlalchemy as sa

from cornerwise.server.events import Event
from cornerwise.server.store.checkpoint import Checkpointer
from cornerwise.server.store.engine import make_engine
from cornerwise.server.store.interface import (
    Also,
    Append,
    Change,
    Conflict,
    GamePhase,
    Head,
    Listed,
    NewGame,
    StoredGame,
)
from cornerwise.server.store.migrate import upgrade
from cornerwise.server.store.schema import events, games, premoves, seats
from cornerwise.server.store.writer import Writer

T = TypeVar("T")
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Event).decode
READERS = 2


class SqlStore:
    """Games in a SQL database: one writer thread, a few readers."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._writer = Writer(engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        is_sqlite = engine.dialect.name == "sqlite"
        self._checkpoints = Checkpointer(engine) if is_sqlite else None

    async def commit(self, *changes: Change) -> None:
        """All of the changes in one transaction."""
        # The events become text here, so that the writer thread has little to do.
        rows = [(change, _rows(change)) for change in changes]
        await self.write(lambda connection: _apply(connection, rows))

    async def write(self, work: Callable[[sa.Connection], None]) -> None:
        """Run `work` in a transaction; returns when it is committed."""
        await self._writer.write(work)

    async def load(self, game: str) -> StoredGame | None:
        """A game with all its events."""
        return await self.read(lambda connection: _load(connection, game))

    async def games_of(self, guest: str, limit: int) -> list[Listed]:
        """Games with a seat of the guest's."""
        return await self.read(lambda connection: _games_of(connection, guest, limit))

    async def waiting_for_server(self) -> list[str]:
        """Games that need the server now."""
        query = sa.select(games.c.id).where(games.c.acts).order_by(games.c.changed)
        return await self.read(lambda connection: list(connection.scalars(query)))

    async def close(self) -> None:
        """Wait for the last write."""
        await asyncio.to_thread(self._writer.close)
        if self._checkpoints is not None:
            await asyncio.to_thread(self._checkpoints.close)
        self._readers.shutdown()
        self.engine.dispose()

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Run a query in a reader's thread; for the tables of other parts too."""

        def run() -> T:
            with self.engine.connect() as connection:
                return query(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)


def open_store(url: str | Path, *, sync: str = "normal") -> SqlStore:
    """Open a database and bring it up to date. A path is a SQLite file."""
    engine = make_engine(url, sync=sync)
    upgrade(engine)
    return SqlStore(engine)


# Writing

HEAD = ("phase", "seq", "acts", "changed", "summary", "public", "rated", "open")
_insert_game = sa.insert(games)
_insert_event = sa.insert(events)
_insert_seat = sa.insert(seats)
_update_game = (
    sa.update(games)
    .where(games.c.id == sa.bindparam("the_game"), games.c.seq == sa.bindparam("before"))
    .values({name: sa.bindparam(name) for name in HEAD})
)


def _rows(change: Change) -> list[dict[str, Any]]:
    if isinstance(change, Also):
        return []
    guest, action = (change.guest, change.id) if isinstance(change, Append) else ("", "")
    return [
        {
            "game": change.game,
            "seq": event.seq,
            "guest": guest,
            "action": "" if number else action,
            "body": _encode(event).decode(),
        }
        for number, event in enumerate(change.events)
    ]


def _head(head: Head) -> dict[str, Any]:
    return {
        "phase": head.phase,
        "seq": head.seq,
        "acts": head.acts,
        "changed": head.changed,
        "summary": head.summary.decode(),
        "public": head.public,
        "rated": head.rated,
        "open": head.open,
    }


def _apply(connection: sa.Connection, changes: list[tuple[Change, list[dict[str, Any]]]]) -> None:
    for change, rows in changes:
        if isinstance(change, Also):
            change.work(connection)
            continue
        if isinstance(change, NewGame):
            _create(connection, change)
        else:
            _append(connection, change)
        connection.execute(_insert_event, rows)


def _create(connection: sa.Connection, new: NewGame) -> None:
    created = new.events[0].time
    row = {"id": new.game, "variant": new.variant, "created": created, **_head(new.head)}
    connection.execute(_insert_game, row)
    held = [
        {"game": new.game, "player": player, "guest": guest}
        for player, guest in enumerate(new.holders)
        if guest is not None
    ]
    if held:
        connection.execute(_insert_seat, held)


def _append(connection: sa.Connection, more: Append) -> None:
    before = more.events[0].seq - 1
    found = connection.execute(
        _update_game, {"the_game": more.game, "before": before, **_head(more.head)}
    )
    if found.rowcount != 1:
        raise Conflict(f"game {more.game} is not at event {before}")
    for player, guest in more.holders.items():
        own = (seats.c.game == more.game) & (seats.c.player == player)
        connection.execute(sa.delete(seats).where(own))
        if guest:
            connection.execute(_insert_seat, {"game": more.game, "player": player, "guest": guest})


# Reading


def _load(connection: sa.Connection, game: str) -> StoredGame | None:
    query = sa.select(events.c.seq, events.c.guest, events.c.action, events.c.body)
    rows = connection.execute(query.where(events.c.game == game).order_by(events.c.seq)).all()
    if not rows:
        return None
    held = sa.select(seats.c.player, seats.c.guest).where(seats.c.game == game)
    return StoredGame(
        game=game,
        events=[_decode(row.body) for row in rows],
        holders={row.player: row.guest for row in connection.execute(held)},
        actions={(row.guest, row.action): row.seq for row in rows if row.action},
        premoves=_premoves(connection, game),
    )


def _premoves(connection: sa.Connection, game: str) -> dict[tuple[int, int], tuple[str, ...]]:
    found = connection.execute(sa.select(premoves).where(premoves.c.game == game))
    return {(row.player, row.color): tuple(msgspec.json.decode(row.moves)) for row in found}


def _games_of(connection: sa.Connection, guest: str, limit: int) -> list[Listed]:
    mine = sa.select(seats.c.game, seats.c.player).where(seats.c.guest == guest).subquery("mine")
    last = (
        sa.select(games.c.id, games.c.phase, games.c.summary, games.c.changed)
        .where(games.c.id.in_(sa.select(mine.c.game)))
        .order_by(games.c.changed.desc())
        .limit(limit)
        .subquery("last")
    )
    query = (
        sa.select(last, mine.c.player)
        .join(mine, mine.c.game == last.c.id)
        .order_by(last.c.changed.desc(), last.c.id, mine.c.player)
    )
    found: dict[str, Listed] = {}
    for row in connection.execute(query):
        listed = Listed(row.id, cast(GamePhase, row.phase), row.summary.encode(), [])
        found.setdefault(row.id, listed).mine.append(row.player)
    return list(found.values())
