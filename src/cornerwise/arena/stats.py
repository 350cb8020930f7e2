"""How sure a match result is: means of blocks, their interval, and Elo.

A *block* is all seatings of one opening (for two sides: a color-swapped pair). The games of
a block share the luck of the opening and the advantage of the first seat, so the block's
mean score is one sample, and the variance is taken between blocks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

PRIOR_BLOCKS = 1.0
"""Weight, in blocks, of half a win and half a loss that nobody played: a few blocks that
happen to be equal must not claim to be certain."""


@dataclass(frozen=True)
class Estimate:
    """A mean with its confidence interval."""

    value: float
    low: float
    high: float
    blocks: int
    """Samples behind it."""

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def elo_of_score(score: float) -> float:
    """The rating difference that expects a score; infinite at 0 and 1.

    >>> round(elo_of_score(0.75), 2)
    190.85
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """The score that a rating difference expects.

    >>> round(score_of_elo(100), 4)
    0.6401
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def score_interval(scores: Sequence[float], confidence: float = 0.95) -> Estimate:
    """The mean of block scores between 0 and 1, with Wilson's interval for as many
    independent games as would scatter like these blocks."""
    n = len(scores)
    if n == 0:
        return Estimate(0.5, 0.0, 1.0, 0)
    mean = math.fsum(scores) / n
    weight = n + PRIOR_BLOCKS
    middle = (n * mean + PRIOR_BLOCKS / 2) / weight
    squares = math.fsum((score - middle) ** 2 for score in scores)
    squares += PRIOR_BLOCKS / 2 * (middle**2 + (1 - middle) ** 2)
    games = weight * middle * (1 - middle) / (squares / n)
    return Estimate(mean, *_wilson(mean, games, student(confidence, n)), n)


def _wilson(mean: float, games: float, z: float) -> tuple[float, float]:
    """Never outside [0, 1], and never empty at its ends."""
    center = mean + z * z / (2 * games)
    reach = z * math.sqrt(mean * (1 - mean) / games + (z / (2 * games)) ** 2)
    scale = 1 + z * z / games
    return max(0.0, (center - reach) / scale), min(1.0, (center + reach) / scale)


def plain_interval(values: Sequence[float], confidence: float = 0.95) -> Estimate:
    """The mean of any values (margins, seconds) with a Student interval."""
    n = len(values)
    mean = math.fsum(values) / n if n else 0.0
    if n < 2:
        return Estimate(mean, -math.inf, math.inf, n)
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    reach = student(confidence, n - 1) * math.sqrt(variance / n)
    return Estimate(mean, mean - reach, mean + reach, n)


def elo_interval(score: Estimate) -> Estimate:
    """The same estimate on the rating scale."""
    ends = (elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high))
    return Estimate(*ends, score.blocks)


def student(confidence: float, freedom: int) -> float:
    """Two-sided quantile of Student's distribution (Cornish–Fisher; within 1% from 4 on)."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    v = freedom
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    )
