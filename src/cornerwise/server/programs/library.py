"""All public games, to be taken along: streamed one by one, whatever their number."""

import asyncio
import logging
import sys
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from starlette.responses import Response

from cornerwise.notation import write_blksgf, write_json
from cornerwise.rules import VARIANTS
from cornerwise.server.damage import Damaged, reading
from cornerwise.server.http import Call, Parameter, Route
from cornerwise.server.programs.paced import PacedResponse
from cornerwise.server.ranking.schema import finished_games, outcomes
from cornerwise.server.records import record_of
from cornerwise.server.refusal import Refusal
from cornerwise.server.state import GameState
from cornerwise.server.store import Store, StoredGame

log = logging.getLogger(__name__)
PAGE = 100
"""Games whose ids are in memory at once."""
AT_ONCE = 4
"""Downloads that may run in one server."""
SLOWEST = 8192
"""Bytes that earn one more second: who reads slower for long is let go."""
FORMATS = {"blksgf": "application/x-blksgf", "jsonl": "application/x-ndjson"}
_running: set[object] = set()


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Which games."""

    variant: str = ""
    since: int = 0
    until: int = sys.maxsize
    guest: str = ""
    """Only games with this person."""

    def page(self, connection: sa.Connection, after: tuple[int, str]) -> list[sa.Row[Any]]:
        """The next games in the order of their end."""
        table = finished_games
        later = (table.c.time == after[0]) & (table.c.game > after[1])
        query = (
            sa.select(table)
            .where(table.c.public, (table.c.time > after[0]) | later)
            .where(table.c.time >= self.since, table.c.time < self.until)
            .order_by(table.c.time, table.c.game)
            .limit(PAGE)
        )
        if self.variant:
            query = query.where(table.c.variant == self.variant)
        if self.guest:
            own = sa.select(outcomes.c.game).where(outcomes.c.guest == self.guest)
            query = query.where(table.c.game.in_(own))
        return list(connection.execute(query).all())


async def texts(store: Store, selection: Selection, format: str) -> AsyncGenerator[bytes]:
    """Each game as text, one after the other."""
    after = (-1, "")
    while True:
        place = after
        rows = await store.read(lambda c, place=place: selection.page(c, place))  # type: ignore[misc]
        for row in rows:
            if text := await _read(store, row, format):
                yield text
        if len(rows) < PAGE:
            return
        after = (rows[-1].time, rows[-1].game)


async def _read(store: Store, row: sa.Row[Any], format: str) -> bytes:
    """A game as text; nothing for one that cannot be read, which must not end the download."""
    try:
        with reading(row.game):
            stored = await store.load(row.game)
            # In a thread: replaying a game takes milliseconds that the sockets need.
            return b"" if stored is None else await asyncio.to_thread(_text, row, stored, format)
    except Damaged as damage:
        log.error("%s; it is left out of a download", damage)
        return b""


def _text(row: sa.Row[Any], stored: StoredGame, format: str) -> bytes:
    state = GameState(stored.events)
    record = record_of(state)
    if format == "blksgf":
        return write_blksgf(record).strip().encode() + b"\n\n"
    line = {
        "game": row.game,
        "ended": row.time,
        "speed": row.speed,
        "rated": row.rated,
        "accounts": [seat.account for seat in state.seats],
        "levels": [seat.level for seat in state.seats],
        "places": state.over.places if state.over else [],
        "record": msgspec.Raw(msgspec.json.format(write_json(record).encode(), indent=-1)),
    }
    return msgspec.json.encode(line) + b"\n"


# The route


async def _download(call: Call) -> Response:
    format = call.path("format")
    if format not in FORMATS:
        raise Refusal("unknown_game", f"there is no such format; there are {', '.join(FORMATS)}")
    selection = await _selection(call)
    if len(_running) >= AT_ONCE:
        raise Refusal("busy", "too many downloads just now; try again in a minute")
    ticket = object()
    _running.add(ticket)
    return PacedResponse(
        texts(call.rooms.services.store, selection, format),
        FORMATS[format],
        end=lambda: _running.discard(ticket),
        headers={"content-disposition": f'attachment; filename="cornerwise-games.{format}"'},
        slowest=SLOWEST,
    )


async def _selection(call: Call) -> Selection:
    variant, player = call.query("variant") or "", call.query("player") or ""
    if variant and variant not in VARIANTS:
        raise Refusal("unreadable", f"there is no variant {variant[:40]!r}")
    guest = await call.rooms.services.people.guest_of(player) if player else ""
    if guest is None:
        raise Refusal("unknown_game", "there is no such player")
    return Selection(
        variant=variant,
        since=call.number("since", 0, range(10**15)),
        until=call.number("until", sys.maxsize, range(10**15)),
        guest=guest,
    )


_time = {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}
LIBRARY_ROUTES = (
    Route(
        method="GET", path="/api/downloads/games.{format}", access="anybody", handler=_download,
        media=tuple(FORMATS.values()), refusals=(400, 404, 503),
        parameters=(
            Parameter("format", {"type": "string", "enum": list(FORMATS)}, "Kind", in_path=True),
            Parameter("variant", {"type": "string", "enum": list(VARIANTS)}, "Only this one"),
            Parameter("since", _time, "Ended then or later, in milliseconds since 1970"),
            Parameter("until", _time, "Ended before"),
            Parameter("player", {"type": "string", "minLength": 1, "maxLength": 40}, "An account"),
        ),
        summary="All public games that are over, in the order of their end",
    ),
)  # fmt: skip
