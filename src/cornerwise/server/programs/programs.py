"""What lives for programs while the server runs: tokens and open streams."""

from collections.abc import Callable, Sequence

from cornerwise.server.accounts.people import People
from cornerwise.server.events import Event, Sat, Started
from cornerwise.server.programs.stream import Stream
from cornerwise.server.programs.tokens import Tokens
from cornerwise.server.state import GameState
from cornerwise.server.store import Store

MOST_STREAMS = 4
"""Of one account."""


class Programs:
    """Keeps the streams; hears when a game begins, so that they need not wait for their look."""

    def __init__(self, store: Store, people: People, now: Callable[[], int]) -> None:
        self.tokens = Tokens(store, people, now)
        self.streams: set[Stream] = set()
        self._people = people
        people.token_holder, people.living_tokens = self.tokens.holder, self.tokens.living

    def open(self, stream: Stream) -> bool:
        """A place for one more stream of its account, if there is one; until `close`."""
        if sum(other.guest == stream.guest for other in self.streams) >= MOST_STREAMS:
            return False
        self.streams.add(stream)
        self._people.connected(stream)
        return True

    def close(self, stream: Stream) -> None:
        """It is read no more."""
        self.streams.discard(stream)
        self._people.disconnected(stream)

    def hear(self, game: str, state: GameState, events: Sequence[Event]) -> None:
        """A listener of the rooms."""
        if any(isinstance(event, Started | Sat) for event in events):
            for stream in self.streams:
                stream.look_now.set()
