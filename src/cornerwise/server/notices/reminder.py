"""The room's part in notices: it waits a little for the person, then asks to have them told."""

import asyncio
from typing import TYPE_CHECKING

from cornerwise.server.notices.words import awaited

if TYPE_CHECKING:
    from cornerwise.server.room import Room

DELAY = 30.0
"""Seconds: who sits before the board just now, or comes back at once, needs no notice."""


class Reminder:
    """One timer for the turn of a game of days. After a restart it is set once more."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._turn_seq = -1
        self._timer: asyncio.TimerHandle | None = None

    def follow_turn(self) -> None:
        """Look at the state: a new turn gets a new timer."""
        turn = awaited(self._room.id, self._room.state)
        seq = -1 if turn is None else turn.seq
        if seq == self._turn_seq:
            return
        self.stop()
        self._turn_seq = seq
        if turn is not None:
            self._timer = asyncio.get_running_loop().call_later(DELAY, self._ring)

    def stop(self) -> None:
        """Tell nobody."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        self._timer = None
        self._room.spawn(self.remind())

    async def remind(self) -> None:
        """Tell the person, unless a page of theirs shows the game."""
        room = self._room
        turn = awaited(room.id, room.state)
        if turn is not None and not room.attendance.is_here(turn.player):
            await room.services.notices.tell(turn)
