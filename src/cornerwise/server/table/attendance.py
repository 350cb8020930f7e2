"""Who has a page open at a room's table, and since when somebody has not."""

from typing import TYPE_CHECKING

from cornerwise.server.table import stand_ins

if TYPE_CHECKING:
    from cornerwise.server.room import Room


class Attendance:
    """Kept in memory alone: after a restart everybody has the whole grace time to come back."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._gone: dict[str, int] = {}
        """By guest: when the last page was closed."""
        self.look()

    def look(self) -> None:
        """Somebody came, went or took a seat."""
        here = {follower.guest for follower in self._room.followers}
        holders = {holder for holder in self._room.holders if holder}
        now = self._room.services.now()
        self._gone = {guest: self._gone.get(guest, now) for guest in holders - here}

    def lag_of(self, player: int | None) -> int:
        """The slowest line of a player's open pages, in milliseconds."""
        holder = None if player is None else self._room.holders[player]
        lines = [f.lag for f in self._room.followers if holder is not None and f.guest == holder]
        return max(lines, default=0)

    def is_here(self, player: int) -> bool:
        """Whether a page of the player's is open."""
        holder = self._room.holders[player]
        return holder is not None and holder not in self._gone

    def absent_for(self, player: int) -> int:
        """Milliseconds since the player's last page was closed; 0 while one is open."""
        gone = self._gone.get(self._room.holders[player] or "")
        return 0 if gone is None else self._room.services.now() - gone

    def due(self) -> int | None:
        """When the computer takes over for an absent person; None while nobody waits for one."""
        player = stand_ins.may_be_replaced(self._room.state, self._room.holders)
        if player is None:
            return None
        gone = self._gone.get(self._room.holders[player] or "")
        return None if gone is None else gone + stand_ins.GRACE
