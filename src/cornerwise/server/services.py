"""What rooms need from outside, in one place: tests put their own time or workers here."""

import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cornerwise.server.accounts.people import People
from cornerwise.server.cluster.alone import Alone, Cluster
from cornerwise.server.cluster.bus import Bus, LocalBus
from cornerwise.server.events import Event
from cornerwise.server.guests import Keeper
from cornerwise.server.jobs import JobPool
from cornerwise.server.mail import Mailer
from cornerwise.server.state import GameState
from cornerwise.server.store import Store
from cornerwise.server.table.stand_ins import DEFAULT_LEVEL

log = logging.getLogger(__name__)


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class Timings:
    """How long the last actions took, from their receipt to the answer in the queues."""

    recent: deque[float] = field(default_factory=lambda: deque(maxlen=20_000))
    """Milliseconds."""
    count: int = 0

    def add(self, milliseconds: float) -> None:
        """One more action."""
        self.recent.append(milliseconds)
        self.count += 1

    def percentile(self, share: float) -> float:
        """Milliseconds within which a share of them was answered; 0 before the first."""
        ordered = sorted(self.recent)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


async def default_level(guest: str, variant: str) -> int:
    """While nobody's strength is known."""
    return DEFAULT_LEVEL


Listener = Callable[[str, GameState, Sequence[Event]], None]
"""Takes a game, its state and what has just happened in it, already safe on disk."""


@dataclass(frozen=True)
class Services:
    """The parts that every room shares."""

    store: Store
    jobs: JobPool
    keeper: Keeper
    now: Callable[[], int] = wall_clock
    """Milliseconds since 1970."""
    timings: Timings = field(default_factory=Timings)
    listeners: list[Listener] = field(default_factory=list)
    """Told after each commit of a room of this process. They must not wait or raise."""
    level_for: Callable[[str, str], Awaitable[int]] = default_level
    """The computer's level nearest to a guest's strength in a variant. A room waits for it."""
    mailer: Mailer | None = None
    """Sends mails; None when mail is not configured."""
    bus: Bus = field(default_factory=LocalBus)
    """What the servers tell each other; alone, a server talks to itself."""
    cluster: Cluster = field(default_factory=Alone)
    """Who owns which game."""

    @cached_property
    def people(self) -> People:
        """Who somebody is."""
        return People(self.store, self.keeper, self.now, self.bus)

    def tell_listeners(self, game: str, state: GameState, events: Sequence[Event]) -> None:
        """What a room has written. One listener's trouble is not the game's."""
        for listener in self.listeners:
            try:
                listener(game, state, events)
            except Exception:
                log.exception("a listener failed over game %s", game)
