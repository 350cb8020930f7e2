"""The scale of the ratings: a difference of 400 means odds of ten to one, in every variant.

The model is openskill's Plackett–Luce. Its unit of luck, beta, is chosen for each variant
so that the scale comes out the same for two sides or four, and for sides of one or two.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

from openskill.models import PlackettLuce

from cornerwise.rules import Variant

MEAN = 1500.0
"""A newcomer's rating: that of the computer's level 4."""
DOUBT = 350.0
"""A newcomer's standard deviation."""
DRIFT = 3.5
"""What a game adds to the deviation (as a variance): people change."""
UNIT = 400 / math.log(10)
"""A difference of so much means odds of e to one."""
PROVISIONAL = 110.0
"""A rating with a larger deviation is marked, and on no leaderboard."""
ANCHORED = 1.0
"""The deviation of a computer, whose rating never changes."""


@dataclass(frozen=True)
class Rating:
    """What is known of a player's strength."""

    mu: float = MEAN
    sigma: float = DOUBT

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known yet."""
        return self.sigma > PROVISIONAL


NEWCOMER = Rating()


@lru_cache(maxsize=64)
def model_of(variant: Variant) -> PlackettLuce:
    """The model for a variant.

    Openskill adds the members' ratings and compares sides by `exp(sum / c)`, where without
    doubt about anybody `c = beta * sqrt(sides)`. A side of two whose members are each 400
    ahead shall have the same odds as a single player 400 ahead, so c grows with the members.
    """
    sides, members = len(variant.sides), len(variant.sides[0].players)
    beta = members * UNIT / math.sqrt(sides)
    return PlackettLuce(mu=MEAN, sigma=DOUBT, beta=beta, tau=DRIFT)


def expected_share(difference: float) -> float:
    """The share of wins of who is so much ahead, between two.

    >>> round(expected_share(400), 3)
    0.909
    """
    return 1 / (1 + math.exp(-difference / UNIT))
