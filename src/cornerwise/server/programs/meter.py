"""Counts of what happens in a process."""

from collections import Counter
from collections.abc import Sequence

from cornerwise.server.events import Created, Event, Over, Played, StandIn
from cornerwise.server.state import GameState

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds; bounds of the histogram of requests."""
Labels = tuple[tuple[str, str], ...]


class Meter:
    """Counts what happens in this process since its start."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, Labels]] = Counter()
        self.request_seconds = 0.0

    def count(self, name: str, **labels: str) -> None:
        """One more."""
        self.counts[name, tuple(sorted(labels.items()))] += 1

    def hear(self, game: str, state: GameState, events: Sequence[Event]) -> None:
        """A listener of the rooms."""
        for event in events:
            match event:
                case Created():
                    self.count("games_created", variant=event.variant)
                case Played():
                    self.count("moves", by=event.by)
                case StandIn():
                    self.count("stand_ins", reason=event.reason)
                case Over():
                    self.count("games_over", variant=state.made.variant)

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """An HTTP request was answered."""
        self.count("requests", route=route, method=method, status=str(status))
        for bound in BUCKETS:
            if seconds <= bound:
                self.count("request_buckets", le=str(bound))
        self.count("request_buckets", le="+Inf")
        self.request_seconds += seconds
