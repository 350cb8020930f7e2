"""What rooms need from outside, in one place: tests put their own time or workers here."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from cornerwise.server.accounts.people import People
from cornerwise.server.cluster.alone import Alone, Cluster
from cornerwise.server.cluster.bus import Bus, LocalBus
from cornerwise.server.events import Event
from cornerwise.server.guests import Keeper
from cornerwise.server.lobby.lobby import Lobby
from cornerwise.server.mail import Mailer
from cornerwise.server.notices.notices import Notices
from cornerwise.server.programs.meter import Meter
from cornerwise.server.programs.programs import Programs
from cornerwise.server.queueing import Jobs
from cornerwise.server.ranking.ranking import Ranking
from cornerwise.server.seats import ClockSpec
from cornerwise.server.state import GameState
from cornerwise.server.store import Store
from cornerwise.server.tournaments.director import Director

log = logging.getLogger(__name__)


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass
class Timings:
    """How long the last actions took, from their receipt to the answer in the queues.

    Each is counted once, by the server to which its socket or request came.
    """

    recent: deque[float] = field(default_factory=lambda: deque(maxlen=10_000))
    """Milliseconds."""
    count: int = 0

    @contextmanager
    def timed(self) -> Iterator[None]:
        """One more action, if it is not refused."""
        received = time.perf_counter()
        yield
        self.recent.append(1000 * (time.perf_counter() - received))
        self.count += 1

    def percentile(self, share: float) -> float:
        """Milliseconds within which a share of them was answered; 0 before the first."""
        ordered = sorted(self.recent)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


Listener = Callable[[str, GameState, Sequence[Event]], None]
"""Takes a game, its state and what has just happened in it, already safe on disk."""


@dataclass(frozen=True)
class Services:
    """The parts that every room shares."""

    store: Store
    jobs: Jobs
    keeper: Keeper
    now: Callable[[], int] = wall_clock
    """Milliseconds since 1970."""
    timings: Timings = field(default_factory=Timings)
    meter: Meter = field(default_factory=Meter)
    """Counts for Prometheus."""
    listeners: list[Listener] = field(default_factory=list)
    """Told after each commit of a room of this process. They must not wait or raise."""
    mailer: Mailer | None = None
    """Sends mails; None when mail is not configured."""
    push_hosts: tuple[str, ...] = ()
    """Push services beside the browsers' own."""
    bus: Bus = field(default_factory=LocalBus)
    """What the servers tell each other; alone, a server talks to itself."""
    cluster: Cluster = field(default_factory=Alone)
    """Who owns which game."""

    @cached_property
    def people(self) -> People:
        """Who somebody is."""
        return People(self.store, self.keeper, self.now, self.bus)

    @cached_property
    def notices(self) -> Notices:
        """Tells people that it is their turn."""
        return Notices(self, self.push_hosts)

    @cached_property
    def lobby(self) -> Lobby:
        """Where people meet."""
        return Lobby(self)

    @cached_property
    def ranking(self) -> Ranking:
        """Who is how strong."""
        return Ranking(self.store, self.now)

    @cached_property
    def director(self) -> Director:
        """Runs the tournaments."""
        return Director(self.store, self.now)

    @cached_property
    def programs(self) -> Programs:
        """Tokens and streams of programs."""
        return Programs(self.store, self.people, self.now)

    async def level_for(self, guest: str, variant: str) -> int:
        """The computer's level nearest to a guest's strength in a variant. A room waits for it."""
        return await self.ranking.level_for(guest, variant)

    async def rating_of(self, guest: str, variant: str, clock: ClockSpec | None) -> float | None:
        """A guest's rating in a variant at a clock; None for who has none."""
        return await self.ranking.rating_of(guest, variant, clock)

    def tell_listeners(self, game: str, state: GameState, events: Sequence[Event]) -> None:
        """What a room has written. One listener's trouble is not the game's."""
        for listener in self.listeners:
            try:
                listener(game, state, events)
            except Exception:
                log.exception("a listener failed over game %s", game)
