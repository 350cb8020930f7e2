"""How long a solver may work, who may stop it, and what it tells meanwhile."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

SLICE = 0.1
"""Seconds of native work between two looks at the clock, the flag and the listener."""


@dataclass(frozen=True)
class Progress:
    """How far a search has got."""

    covered: int
    """Cells covered at best; of `cells`."""
    cells: int
    steps: int
    found: int = 0
    seconds: float = 0.0


@dataclass
class Effort:
    """A budget. Native work is cut into slices, so that none outlives its limit by more than one.

    >>> Effort(seconds=0.0).is_spent
    True
    """

    seconds: float = 60.0
    stop: threading.Event | None = None
    """Set it from another thread to give up."""
    tell: Callable[[Progress], None] | None = None
    """Called after every slice."""
    seed: int = 0
    begun: float = field(default_factory=time.monotonic)

    @property
    def spent(self) -> float:
        """Seconds since the beginning."""
        return time.monotonic() - self.begun

    @property
    def is_spent(self) -> bool:
        return self.spent >= self.seconds or (self.stop is not None and self.stop.is_set())

    @property
    def slice(self) -> float:
        """Seconds that the next piece of native work may take."""
        return max(0.0, min(SLICE, self.seconds - self.spent))

    def report(self, covered: int, cells: int, steps: int, found: int = 0) -> None:
        if self.tell is not None:
            self.tell(Progress(covered, cells, steps, found, self.spent))

    def part(self, share: float) -> "Effort":
        """A share of what is left, for one of several attempts."""
        left = max(0.0, self.seconds - self.spent)
        return Effort(left * share, self.stop, self.tell, self.seed)
