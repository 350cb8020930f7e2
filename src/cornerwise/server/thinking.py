"""The computer at a room's table: it thinks when it is its turn, and stops when the turn goes."""

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from cornerwise.engine.levels import HIGHEST
from cornerwise.server import protocol as say
from cornerwise.server.computer import LargestPiece
from cornerwise.server.jobs import Busy
from cornerwise.server.queueing import JobFailed, Priority, Ticket
from cornerwise.server.refusal import Refusal
from cornerwise.server.table.messages import HintView
from cornerwise.server.worker import HintTask, MoveTask, SentGame

if TYPE_CHECKING:
    from cornerwise.server.room import Follower, Room

log = logging.getLogger(__name__)
MAX_HINTS = 3
"""Of one person at one game under way: the line of jobs is everybody's."""


class Thinking:
    """One search at a time for the computer to play, and hints for people."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._ticket: Ticket | None = None
        self._turn_seq = -1
        self._since = 0
        self._hints: dict[Ticket, str] = {}
        """Hints under way, and who asked for them."""

    def follow_turn(self) -> None:
        """Begin to think if it is a computer's turn; drop a search for a turn that has gone."""
        state = self._room.state
        level = state.computer_level
        if self._ticket is not None and (level is None or self._turn_seq != state.turn_seq):
            self.stop()
        if level is None or self._ticket is not None:
            return
        jobs = self._room.services.jobs
        priority = Priority.STRONG if level == HIGHEST else Priority.QUICK
        self._ticket = jobs.submit(self._room.id, self._task(level, state.made.seed), priority)
        self._turn_seq = state.turn_seq
        self._since = self._room.services.now()
        self._room.broadcast(self._message(level))
        self._room.spawn(self._finish(self._ticket, state.turn_seq))

    async def _finish(self, ticket: Ticket, turn_seq: int) -> None:
        try:
            move = await ticket.result
        except asyncio.CancelledError:
            return
        except JobFailed as error:
            # A seat never dies: any legal move is better than a game that stands still.
            log.error("game %s: the computer could not think: %s", self._room.id, error)
            move = str(LargestPiece().choose(self._room.state.game))
        finally:
            if self._ticket is ticket:
                self._ticket = None
        await self._room.computer_moves(turn_seq, move)

    def move_now(self) -> None:
        """Play the best move found so far."""
        if self._ticket is not None:
            self._room.services.jobs.hurry(self._ticket)

    def stop(self) -> None:
        """Forget the search."""
        if self._ticket is not None:
            self._room.services.jobs.cancel(self._ticket)
            self._ticket = None

    def close(self) -> None:
        """Think no more, for nobody: what waits for an answer would keep the server from ending."""
        self.stop()
        for ticket in list(self._hints):
            self._room.services.jobs.cancel(ticket)

    def tell(self, follower: "Follower") -> None:
        """Let a newcomer know that the computer thinks."""
        level = self._room.state.computer_level
        if self._ticket is not None and level is not None:
            follower.tell(msgspec.json.encode(self._message(level)))

    def _message(self, level: int) -> say.Thinking:
        player = self._room.state.game.player
        assert player is not None
        return say.Thinking(game=self._room.id, player=player, level=level, since=self._since)

    # Hints

    def hint(self, follower: "Follower", id: str) -> None:
        """Think for a person who is to play; the answer goes to that person alone."""
        room = self._room
        player = room.state.game.player
        if not room.state.is_running or player not in room.seats_of(follower.guest):
            raise Refusal("not_yours", "a hint is for who is to play")
        if room.state.made.rated or room.state.made.tournament:
            raise Refusal("not_now", "there are no hints in a rated game or a tournament")
        if list(self._hints.values()).count(follower.guest) >= MAX_HINTS:
            raise Refusal("too_fast", "your last hints are still being thought about; wait a bit")
        game = SentGame.of(room.state.game)
        try:
            ticket = room.services.jobs.submit(room.id, HintTask(game=game), Priority.HINT)
        except Busy as error:
            raise Refusal("busy", str(error)) from error
        self._hints[ticket] = follower.guest
        ticket.result.add_done_callback(lambda _: self._hints.pop(ticket))
        room.spawn(self._hinted(ticket, follower, id, room.state.seq))

    async def _hinted(self, ticket: Ticket, follower: "Follower", id: str, seq: int) -> None:
        try:
            found = msgspec.json.decode(await ticket.result, type=HintView)
        except JobFailed:
            sorry = Refusal("busy", "the computer could not find a hint; try again")
            follower.tell(msgspec.json.encode(sorry.as_message(self._room.id, id)))
            return
        hint = say.Hint(game=self._room.id, id=id, seq=seq, **msgspec.structs.asdict(found))
        follower.tell(msgspec.json.encode(hint))

    def _task(self, level: int, seed: int | None = None) -> MoveTask:
        return MoveTask(game=SentGame.of(self._room.state.game), level=level, seed=seed)
