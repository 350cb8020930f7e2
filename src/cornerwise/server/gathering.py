"""Who is around a game: the holders of its seats, and everybody who follows it."""

from typing import Protocol

import msgspec

from cornerwise.server import protocol as say
from cornerwise.server.accounts.person import Person
from cornerwise.server.refusal import Refusal
from cornerwise.server.services import Services
from cornerwise.server.state import GameState
from cornerwise.server.store import StoredGame

encode = msgspec.json.Encoder().encode


class Follower(Protocol):
    """Who follows a game: a socket."""

    guest: str
    person: Person
    lag: int
    """The measured round trip of its connection in milliseconds; 0 while it is not known."""

    def tell(self, message: bytes) -> None:
        """Queue a message; never waits."""

    def drop(self, code: int) -> None:
        """Close: the follower shall come back and join again."""


class Gathering:
    """The reading half of a room: a committed log, seats and followers. It writes nothing."""

    def __init__(self, stored: StoredGame, services: Services) -> None:
        self.id = stored.game
        self.services = services
        self.events = list(stored.events)
        """What is committed."""
        self.state = GameState(self.events)
        self.holders: list[str | None] = [
            stored.holders.get(player) for player in range(len(self.state.seats))
        ]
        self.followers: dict[Follower, None] = {}
        self.watchers = 0

    def seats_of(self, guest: str) -> list[int]:
        """Players whose seats a guest holds."""
        return [player for player, holder in enumerate(self.holders) if guest and holder == guest]

    def join(self, follower: Follower, seq: int, key: str = "") -> None:
        """Follow the game from after event `seq`; a private one needs a seat or the key."""
        seats = self.seats_of(follower.guest)
        if self.state.made.private and not seats and not self.services.keeper.is_key(self.id, key):
            raise Refusal("unknown_game", "there is no such game")
        joined = say.Joined(
            game=self.id,
            events=self.events[seq:],
            seq=len(self.events),
            seats=seats,
            kept=self._kept(),
            key=self._key_for(seats),
            time=self.services.now(),
            clock_since=None if self.state.deadline() is None else self.state.since,
        )
        self._tell_rematch_key(follower)
        follower.tell(encode(joined))
        self.followers[follower] = None
        self._greet(follower)
        self._tell_presence()

    def leave(self, follower: Follower) -> None:
        """Follow it no longer."""
        if follower in self.followers:
            del self.followers[follower]
            self._tell_presence()

    def broadcast(self, message: say.ServerMessage) -> None:
        """To everybody who follows the game."""
        text = encode(message)
        for follower in list(self.followers):
            follower.tell(text)

    # What a room has to add

    def _greet(self, follower: Follower) -> None:
        """More that a newcomer should know."""

    def _look_around(self) -> None:
        """Somebody came, went or took a seat."""

    # Inside

    def _tell_presence(self) -> None:
        self._look_around()
        guests = {follower.guest for follower in self.followers}
        players = [p for p, holder in enumerate(self.holders) if holder and holder in guests]
        self.watchers = sum(not self.seats_of(follower.guest) for follower in self.followers)
        self.broadcast(say.Presence(game=self.id, players=players, watchers=self.watchers))

    def _hand_over(self, takes: dict[int, str]) -> None:
        """Seats change hands (an empty guest: nobody holds it); who gave or got one is told."""
        for player, guest in takes.items():
            before = self.holders[player] or ""
            if before == guest:
                continue
            self.holders[player] = guest or None
            for follower in self.followers:
                if follower.guest and follower.guest in (before, guest):
                    self._tell_seats(follower)
            self._tell_presence()

    def _tell_seats(self, follower: Follower) -> None:
        seats = self.seats_of(follower.guest)
        follower.tell(encode(say.Seats(game=self.id, seats=seats, key=self._key_for(seats))))

    def _kept(self) -> list[int]:
        free = [player for player, seat in enumerate(self.state.seats) if seat.kind == "free"]
        return [player for player in free if self.holders[player]]

    def _tell_rematch_key(self, *followers: Follower) -> None:
        """Who follows a private game has shown a seat or its key: its rematch is theirs to follow.

        Where a game is not private, anybody may follow, and a key would give away free seats.
        """
        if self.state.made.private and self.state.rematch is not None:
            key = self.services.keeper.key(self.state.rematch)
            for follower in followers:
                follower.tell(encode(say.RematchKey(game=self.id, key=key)))

    def _key_for(self, seats: list[int]) -> str:
        return self.services.keeper.key(self.id) if seats else ""
