"""The computer's ratings, from its measured strength. They are fixed: the anchors of the scale.

`data/computers.json` has the matches between neighboring levels of docs/strength.md.
"""

import json
import math
from functools import lru_cache
from importlib import resources

from cornerwise.engine.levels import HIGHEST, LOWEST, leveled_like
from cornerwise.rules import Variant
from cornerwise.server.ranking.scale import ANCHORED, MEAN, UNIT, Rating

ZERO_LEVEL = 4
"""This level has a newcomer's rating."""
DESIGN_SHARE, DESIGN_GAMES = 0.7, 40
"""What the levels are made for, counted like so many games more: few games prove little."""


@lru_cache(maxsize=64)
def computer_ratings(variant: Variant) -> dict[int, Rating]:
    """By level.

    >>> from cornerwise.rules import variant
    >>> computer_ratings(variant("duo"))[4].mu
    1500.0
    """
    measured = _measured(variant.name)
    heights = {LOWEST: 0.0}
    for level in range(LOWEST + 1, HIGHEST + 1):
        share, games = measured.get(level, (DESIGN_SHARE, 0))
        heights[level] = heights[level - 1] + step(share, games)
    zero = MEAN - heights[ZERO_LEVEL]
    return {level: Rating(zero + height, ANCHORED) for level, height in heights.items()}


def step(share: float, games: int) -> float:
    """The difference that a share of the wins over a neighbor shows."""
    wins = share * games + DESIGN_SHARE * DESIGN_GAMES
    losses = (1 - share) * games + (1 - DESIGN_SHARE) * DESIGN_GAMES
    return UNIT * math.log(wins / losses)


def _measured(name: str) -> dict[int, tuple[float, int]]:
    """Share and games by level, as measured in the variant whose levels this one has."""
    text = (resources.files("cornerwise.server.ranking") / "data" / "computers.json").read_text()
    matches: dict[str, dict[str, list[float]]] = json.loads(text)["matches"]
    rows = matches.get(leveled_like(name), {})
    return {int(k): (share, int(games)) for k, (share, games) in rows.items()}


def fitting_level(variant: Variant, rating: Rating) -> int:
    """The level nearest to a person's strength; below the last one, which takes its time."""
    ratings = computer_ratings(variant)
    levels = range(LOWEST, HIGHEST)
    return min(levels, key=lambda level: (abs(ratings[level].mu - rating.mu), level))
