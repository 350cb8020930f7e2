"""Sequential test: play until one of two hypotheses about the Elo difference is accepted.

The generalized ratio test on block results (Van den Bergh): under each hypothesis the most
likely distribution of block scores with that mean is taken, and the log ratio of the two
likelihoods is compared with Wald's bounds. No model of draws or of first-seat advantage
is needed, and pairs count as pairs.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cornerwise.arena.stats import PRIOR_BLOCKS, score_of_elo

_STEPS = 100  # of bisection: far below the precision of a float
MOST_ELO = 4000
"""A score of one in ten billion; at 6400 a float takes it for certain."""


@dataclass(frozen=True, kw_only=True)
class Sprt:
    """The test of `elo0` against `elo1` with its error rates."""

    elo0: float = 0.0
    """The difference of the null hypothesis, Elo."""
    elo1: float = 20.0
    """The difference that would be worth having, Elo; above elo0."""
    alpha: float = 0.05
    """Chance to accept elo1 where elo0 is true."""
    beta: float = 0.05
    """Chance to accept elo0 where elo1 is true."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 ({self.elo0:g}) must be below elo1 ({self.elo1:g})")
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise ValueError(f"Elo differences go from {-MOST_ELO} to {MOST_ELO}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta must be between 0 and 0.5, such as 0.05")

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first, elo0 is accepted; at or above the second, elo1."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Sequence[float]) -> float:
        """The log likelihood ratio of elo1 to elo0 for block scores."""
        if not scores:
            return 0.0
        shares = _shares(scores)
        first = likeliest(shares, score_of_elo(self.elo0))
        second = likeliest(shares, score_of_elo(self.elo1))
        logs = (share * math.log(second[x] / first[x]) for x, share in shares.items())
        return len(scores) * math.fsum(logs)

    def accepted(self, scores: Sequence[float]) -> str | None:
        """`elo0`, `elo1`, or None while it is undecided."""
        ratio = self.ratio(scores)
        lower, upper = self.bounds
        if ratio <= lower:
            return "elo0"
        return "elo1" if ratio >= upper else None


def _shares(scores: Sequence[float]) -> dict[float, float]:
    """How often each score occurred; 0 and 1 always a little, as in the interval."""
    counts = Counter({0.0: PRIOR_BLOCKS / 2, 1.0: PRIOR_BLOCKS / 2})
    for score in scores:
        counts[round(score, 9)] += 1
    total = math.fsum(counts.values())
    return {score: count / total for score, count in counts.items()}


def likeliest(shares: Mapping[float, float], mean: float) -> dict[float, float]:
    """Of the distributions on the same scores with a given mean, the one that makes the
    observed shares most likely: p / (1 + t (x − mean)), t so that the mean comes out.

    >>> {x: round(p, 3) for x, p in likeliest({0.0: 0.5, 1.0: 0.5}, 0.6).items()}
    {0.0: 0.4, 1.0: 0.6}
    """
    low, high = -1 / (max(shares) - mean), 1 / (mean - min(shares))
    for _ in range(_STEPS):
        t = (low + high) / 2
        slope = math.fsum(p * (x - mean) / (1 + t * (x - mean)) for x, p in shares.items())
        low, high = (t, high) if slope > 0 else (low, t)
    return {x: p / (1 + t * (x - mean)) for x, p in shares.items()}
