"""What the server owes a game: clocks that run out, people who are gone, seats to fill."""

import asyncio
from typing import TYPE_CHECKING

from cornerwise.server import protocol as say
from cornerwise.server.lobby.filling import fill_time, filled
from cornerwise.server.table import stand_ins
from cornerwise.server.table.messages import CallStandIn, HandOver
from cornerwise.server.table.stand_ins import DEFAULT_LEVEL, UNKNOWN, Absence

if TYPE_CHECKING:
    from cornerwise.server.room import Room

AGAIN = 1.0
"""Seconds after which a duty that could not be done, the database being away, is tried again."""


class Duties:
    """One timer for whatever comes first. `check` must run under the room's lock."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self.timer: asyncio.TimerHandle | None = None

    # When

    def set_timer(self) -> None:
        """Wake up when something is due, as the state and the followers are now."""
        self.stop()
        due = self._due()
        if due is not None:
            self._ring_in(max(0, due - self._room.services.now()) / 1000)

    def stop(self) -> None:
        """Sleep."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _due(self) -> int | None:
        """When the server has to look at the clock, or for who has gone."""
        state, attendance = self._room.state, self._room.attendance
        deadline, leaves = state.deadline(), attendance.due()
        if deadline is not None:
            deadline += state.lag_for(attendance.lag_of(state.game.player))
        times = (deadline, leaves, fill_time(state))
        return min((time for time in times if time is not None), default=None)

    def _ring_in(self, seconds: float) -> None:
        if not self._room.is_broken:
            self.timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self.timer = None
        self._room.spawn(self._after_ring())

    async def _after_ring(self) -> None:
        try:
            await self._room.check_clock()
        except Exception:
            self.stop()
            self._ring_in(AGAIN)  # nobody else would look, and the game would stand still
            raise
        if not self._room.is_broken and self.timer is None:
            self.set_timer()  # the timer may ring a little early

    # What

    async def check(self) -> None:
        """Let the computer play for who has no time left or has gone, where others wait."""
        room = self._room
        player, now = room.state.game.player, room.services.now()
        if not room.state.started:
            await self._fill(now)
        if player is None or not room.state.is_running:
            return
        lag, leaves = room.attendance.lag_of(player), room.attendance.due()
        if stand_ins.overdue(room.state, now, lag) is not None:
            level = await self._level_for(player)
            await room.write(stand_ins.fallen(room.state, player, room.holders, level, now))
        elif leaves is not None and now >= leaves:
            level = await self._level_for(player)
            await room.write(stand_ins.stand_in(room.state, player, level, "left", now))

    async def _fill(self, now: int) -> None:
        """Computers take the seats that nobody took in time."""
        room = self._room
        due = fill_time(room.state)
        if due is None or now < due:
            return
        people = [player for player, holder in enumerate(room.holders) if holder]
        level = await self._level_for(people[0]) if people else DEFAULT_LEVEL
        await room.write(filled(room.state, level, now))

    async def absence(self, action: say.Action) -> Absence:
        """Of whom an action would let the computer play."""
        room = self._room
        if not isinstance(action, HandOver | CallStandIn) or action.player >= len(room.holders):
            return UNKNOWN
        level = await self._level_for(action.player)
        return Absence(level, room.attendance.absent_for(action.player))

    async def _level_for(self, player: int) -> int:
        """The computer's level that is nearest to a person's strength."""
        holder = self._room.holders[player]
        if holder is None:
            return DEFAULT_LEVEL
        return await self._room.services.level_for(holder, self._room.state.game.variant.name)
