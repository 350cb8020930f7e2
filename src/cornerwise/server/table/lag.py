"""Time that the way through the net takes is given back to the player, within limits.

The server measures the round trip of each socket itself: a mark goes out with `pong` and the
page sends it back. A page can only seem slower than it is, and wins at most the quota by that:
one second a move, and a stock for the whole game that fills up slowly.
"""

import secrets
import time
from collections.abc import Callable
from statistics import median

from cornerwise.server.seats import ClockSpec

MAX_MOVE = 1_000
"""Milliseconds given back for one move at most."""
MAX_QUOTA = 3_000
"""Milliseconds in a player's stock at most; a fortieth of the expected time if that is less."""
REFILLS = 15
"""Own moves after which an empty stock is full again."""
MOVES = 20
"""Of one player in a game, roughly: so often the increment is added."""
SAMPLES = 5


def quota(clock: ClockSpec | None) -> int:
    """A player's whole stock in milliseconds; none where there is no clock, or days."""
    if clock is None or clock.days:
        return 0
    return min(MAX_QUOTA, 1000 * (clock.initial + MOVES * clock.increment) // 40)


def refilled(left: int, clock: ClockSpec | None) -> int:
    """The stock after one more move."""
    full = quota(clock)
    return min(full, left + full // REFILLS)


def allowance(measured: int, left: int) -> int:
    """What a player may get back for a move, by the measured round trip and the stock."""
    return max(0, min(measured, MAX_MOVE, left))


class RoundTrip:
    """Measures how long a message to the page and back takes: the median of the last few."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._sent: tuple[str, float] | None = None
        self._samples: tuple[int, ...] = ()

    def mark(self) -> str:
        """A new mark to be sent; one that was not answered is forgotten."""
        mark = secrets.token_urlsafe(6)
        self._sent = (mark, self._now())
        return mark

    def answered(self, mark: str) -> None:
        """The page has sent a mark back. A wrong or old one says nothing."""
        if self._sent is not None and self._sent[0] == mark:
            sample = round(1000 * (self._now() - self._sent[1]))
            self._samples = (*self._samples[1 - SAMPLES :], sample)
            self._sent = None

    @property
    def milliseconds(self) -> int:
        """Zero before the first answer."""
        return int(median(self._samples)) if self._samples else 0
