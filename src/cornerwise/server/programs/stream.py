"""The stream of a program: one line of JSON for whatever happens in its games.

It follows every game in which the account holds a seat, so the program counts as present
there. A line that could not be sent is never missed: the games themselves have it all.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from cornerwise.server.accounts.people import CHANGED_IDENTITY
from cornerwise.server.accounts.person import Person
from cornerwise.server.cluster.alone import Unavailable
from cornerwise.server.programs import bodies
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.schema import games, seats
from cornerwise.server.summary import phase

if TYPE_CHECKING:
    from cornerwise.server.rooms import GameRoom, Rooms

log = logging.getLogger(__name__)
WAITING = 1000
"""Lines that may wait for a program that does not read; then the stream ends."""
LOOK = 1.0
"""Seconds between two looks for new games."""
ALIVE = 15.0
"""Seconds without a line after which an empty one is sent."""
MOST_GAMES = 100
LAST = 1_000_000
"""Joins a game at its end: the log is asked for apart."""
_encode = msgspec.json.Encoder().encode


class _Told(msgspec.Struct):
    """What matters of a message to a follower."""

    type: str
    game: str = ""
    events: list[msgspec.Raw] = []


_decode = msgspec.json.Decoder(_Told).decode


class Stream:
    """One open stream; a `Follower` of its rooms."""

    def __init__(self, person: Person, rooms: "Rooms") -> None:
        self.person, self.guest, self.lag = person, person.guest, 0
        self._rooms = rooms
        self._joined: dict[str, GameRoom] = {}
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self._changed: asyncio.Queue[str] = asyncio.Queue()
        self._turns: dict[str, int] = {}
        self._broken = False
        self.look_now = asyncio.Event()

    # As a follower

    def tell(self, message: bytes) -> None:
        """Every event of a game becomes a line."""
        told = _decode(message)
        if told.type not in ("joined", "events"):
            return
        for event in told.events:
            self._send(b'{"type":"event","game":"%s","event":%s}' % (told.game.encode(), event))
        self._changed.put_nowait(told.game)

    def drop(self, code: int) -> None:
        """A room is loaded afresh: leave all and join again. Without a token all ends."""
        if code == CHANGED_IDENTITY:
            self._end()
            return
        self._broken = True
        self.look_now.set()

    def _send(self, line: bytes) -> None:
        try:
            self._lines.put_nowait(line)
        except asyncio.QueueFull:
            self._end()

    def _end(self) -> None:
        """No line more: what waits is forgotten, too."""
        with suppress(asyncio.QueueEmpty):
            while True:
                self._lines.get_nowait()
        self._lines.put_nowait(None)

    # As a response

    async def lines(self) -> AsyncGenerator[bytes]:
        """Lines for as long as somebody reads them."""
        tasks = [asyncio.create_task(self._follow()), asyncio.create_task(self._tell_turns())]
        try:
            yield b"\n"  # the headers go out at once
            while True:
                try:
                    async with asyncio.timeout(ALIVE):
                        line = await self._lines.get()
                except TimeoutError:
                    line = b""
                if line is None:
                    return
                yield line + b"\n"
        finally:
            for task in tasks:
                task.cancel()
            self._leave_all()

    def _leave_all(self) -> None:
        for room in self._joined.values():
            room.leave(self)
        self._joined.clear()

    # Games

    async def _follow(self) -> None:
        while True:
            try:
                await self._look()
            except (Refusal, Unavailable, sa.exc.SQLAlchemyError):
                log.debug("a stream could not follow its games; it tries again")
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self.look_now.wait()
            self.look_now.clear()

    async def _look(self) -> None:
        """Join the games that are new, leave those that are over."""
        if self._broken:
            self._broken = False
            self._leave_all()
        current = await self._rooms.services.store.read(self._running)
        for game in self._joined.keys() - set(current):
            self._joined.pop(game).leave(self)
            self._turns.pop(game, None)
        for game in current:
            with suppress(Refusal):  # one that cannot be read must not hide the others
                await self._join(game)

    async def _join(self, game: str) -> None:
        if game not in self._joined:
            self._joined[game] = await self._rooms.join(game, self, LAST)
            try:
                await self._greet(game)
            except Exception:  # it is joined, and greeted, at the next look
                self._joined.pop(game).leave(self)
                raise

    def _running(self, connection: sa.Connection) -> list[str]:
        query = (
            sa.select(games.c.id)
            .where(games.c.id.in_(sa.select(seats.c.game).where(seats.c.guest == self.guest)))
            .where(games.c.phase != "over")
            .order_by(games.c.changed.desc())
            .limit(MOST_GAMES)
        )
        return list(connection.scalars(query))

    async def _greet(self, game: str) -> None:
        seen = await self._rooms.look(game)
        line = bodies.BotSeats(
            game=game, variant=seen.state.made.variant, seats=seen.seats_of(self.guest),
            phase=phase(seen.state),
        )  # fmt: skip
        self._send(_encode(line))

    async def _tell_turns(self) -> None:
        while True:
            game = await self._changed.get()
            try:
                await self._tell_turn(game)
            except Refusal:
                continue
            except Unavailable:  # the program waits for its turn: look again
                await asyncio.sleep(LOOK)
                self._changed.put_nowait(game)

    async def _tell_turn(self, game: str) -> None:
        seen = await self._rooms.look(game)
        state, mine = seen.state, seen.seats_of(self.guest)
        player = state.game.player
        if state.over is not None:
            self._send(_encode(bodies.BotOver(
                game=game, seats=mine, points=state.over.points, places=state.over.places,
            )))  # fmt: skip
        elif state.is_running and player in mine and self._turns.get(game) != state.turn_seq:
            assert player is not None
            self._turns[game] = state.turn_seq
            self._send(_encode(bodies.BotTurn(
                game=game, variant=state.made.variant, player=player, seq=state.seq,
                clock=state.clocks[player] if state.clocks else None,
            )))  # fmt: skip
