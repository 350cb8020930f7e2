"""The moves sent early in one room: kept in the store, told to their sender alone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from cornerwise.server import events as ev
from cornerwise.server import outcomes
from cornerwise.server.store import Also
from cornerwise.server.table import keeping, premoves
from cornerwise.server.table.messages import Premove, Premoves

if TYPE_CHECKING:
    from cornerwise.server.room import Follower, Room


class Plans:
    """The lists of a game. They change with the log, in the same transaction."""

    def __init__(self, room: "Room", lists: premoves.Lists) -> None:
        self._room = room
        self._lists = dict(lists)

    async def change(self, follower: "Follower", wish: Premove) -> None:
        """Keep a new list. If its turn has come in the meantime it is an ordinary move."""
        room = self._room
        seats = frozenset(room.seats_of(follower.guest))
        moves = premoves.checked(room.state, wish, seats)
        key = (wish.player, wish.color)
        if moves and premoves.due(room.state, {key: moves}) is not None:
            move = premoves.first_legal(room.state, moves) or moves[0]
            lag = room.state.lag_for(follower.lag)
            events = outcomes.played(room.state, move, room.services.now(), lag=lag)
            await room.write(events, follower.guest, wish.id)
            return
        await self._keep({**self._lists, key: moves})

    async def play_due(self) -> None:
        """Play the list whose turn has come; one without a legal move is forgotten."""
        room = self._room
        while (key := premoves.due(room.state, self._lists)) is not None:
            move = premoves.first_legal(room.state, self._lists[key])
            if move is None:
                await self._keep({**self._lists, key: ()})
                continue
            now = room.services.now()
            await room.write(outcomes.played(room.state, move, now, premove=True))

    @property
    def are_due(self) -> bool:
        """Whether a list's turn has come."""
        return premoves.due(self._room.state, self._lists) is not None

    # With the log

    def left_after(self, events: Sequence[ev.Event]) -> premoves.Lists:
        """The lists that stay when the events, already in the state, are written."""
        return premoves.left(self._room.state, events, self._lists) if self._lists else {}

    def changes(self, lists: premoves.Lists) -> list[Also]:
        """What the store has to do for it."""
        if lists == self._lists:
            return []
        game = self._room.id
        return [Also(lambda connection: keeping.save_lists(connection, game, lists))]

    def settle(self, lists: premoves.Lists) -> None:
        """It is stored: tell those whose lists are different now."""
        changed = {
            player for player, color in {*lists, *self._lists}
            if lists.get((player, color)) != self._lists.get((player, color))
        }  # fmt: skip
        self._lists = dict(lists)
        guests = {self._room.holders[player] for player in changed}
        for follower in self._room.followers:
            if follower.guest in guests:
                self._tell(follower)

    async def _keep(self, lists: premoves.Lists) -> None:
        kept = {key: moves for key, moves in lists.items() if moves}
        changes = self.changes(kept)
        if changes:
            await self._room.services.store.commit(*changes)
        self.settle(kept)

    # To followers

    def greet(self, follower: "Follower") -> None:
        """Somebody joined: remind of what was planned."""
        if premoves.as_seen(self._lists, self._room.seats_of(follower.guest)):
            self._tell(follower)

    def _tell(self, follower: "Follower") -> None:
        lists = premoves.as_seen(self._lists, self._room.seats_of(follower.guest))
        follower.tell(msgspec.json.encode(Premoves(game=self._room.id, lists=lists)))
