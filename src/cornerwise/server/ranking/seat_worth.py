"""What a seat is worth: measured from games, taken out of the ratings.

Whoever begins in Duo wins most games between strong players and few more than half between
beginners; that is the seat's merit. So a seat has a worth for average players, and what it
gains as they get stronger. The model is the ratings' own: sides win in proportion to
exp((strength + worth) / unit).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from cornerwise.rules import Variant
from cornerwise.server.ranking.scale import MEAN, UNIT

PRIOR = 100.0
"""Standard deviation of a worth before anything is measured, in points of rating."""
GROWTH_PRIOR = 50.0
"""Likewise of its growth."""
SPAN = 400.0
"""Points of strength for which the growth is given."""
FARTHEST = 2.5
"""Spans from the middle beyond which nothing grows any more: nothing is measured there."""
STEPS = 30
"""Of Newton's method: far more than it needs."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SeatWorth:
    """What a seat is worth in points of rating."""

    base: float = 0.0
    """Between average players."""
    growth: float = 0.0
    """More for each `SPAN` that the players are stronger."""

    def among(self, strength: float) -> float:
        """Between players of a mean strength."""
        return self.base + self.growth * spans(strength)


def spans(strength: float) -> float:
    """How far a strength is from the middle."""
    return max(-FARTHEST, min(FARTHEST, (strength - MEAN) / SPAN))


@dataclass(frozen=True)
class Sample:
    """One game for the fit, by side."""

    strengths: tuple[float, ...]
    """Mean rating of the members."""
    places: tuple[int, ...]


@lru_cache(maxsize=1)
def shipped() -> dict[str, list[SeatWorth]]:
    """By variant and player: what was measured when this version was made."""
    text = (resources.files("cornerwise.server.ranking") / "data" / "seats.json").read_text()
    return {
        name: [SeatWorth(*pair) for pair in zip(entry["worth"], entry["growth"], strict=True)]
        for name, entry in json.loads(text)["variants"].items()
    }


def worth_of(variant: Variant, fitted: Mapping[int, SeatWorth] | None = None) -> list[SeatWorth]:
    """By player; what was fitted here goes before what was shipped."""
    if fitted:
        return [fitted.get(player, SeatWorth()) for player in range(variant.players)]
    return list(shipped().get(variant.name, [SeatWorth()] * variant.players))


# Fitting


def fit(samples: Sequence[Sample], prior: Sequence[SeatWorth]) -> list[SeatWorth]:
    """By side: the most likely worth, drawn towards `prior` where games are few.

    Plackett–Luce: the winner is drawn among all, the second among the rest, and so on;
    who share a place share the draw. Worths and growths add up to nothing.
    """
    sides = len(prior)
    center = np.array([w.base for w in prior] + [w.growth for w in prior]) / UNIT
    widths = np.array([PRIOR] * sides + [GROWTH_PRIOR] * sides) / UNIT
    found = center.copy()
    draws = [draw for sample in samples for draw in _draws(sample)]
    for _ in range(STEPS):
        gradient = (center - found) / widths**2
        curvature = np.diag(1 / widths**2)
        for draw in draws:
            _add(draw, found, gradient, curvature)
        found = found + np.linalg.solve(curvature, gradient)
    base, growth = found[:sides] * UNIT, found[sides:] * UNIT
    base, growth = base - base.mean(), growth - growth.mean()
    return [SeatWorth(float(b), float(g)) for b, g in zip(base, growth, strict=True)]


@dataclass(frozen=True)
class _Draw:
    """One place of a game: who was among, and each one's share of it."""

    strengths: Floats
    span: float
    among: npt.NDArray[np.bool_]
    wins: Floats


def _add(draw: _Draw, found: Floats, gradient: Floats, curvature: Floats) -> None:
    """What a draw says about the worths, added to the sums of Newton's method."""
    sides = len(draw.wins)
    worth = found[:sides] + draw.span * found[sides:]
    chances = np.where(draw.among, np.exp(draw.strengths + worth), 0.0)
    chances /= chances.sum()
    total = draw.wins.sum()
    pull = draw.wins - total * chances
    gradient += np.concatenate([pull, draw.span * pull])
    bend = total * (np.diag(chances) - np.outer(chances, chances))
    curvature += np.kron([[1.0, draw.span], [draw.span, draw.span**2]], bend)


def _draws(sample: Sample) -> list[_Draw]:
    places = np.array(sample.places)
    strengths = np.array(sample.strengths, dtype=np.float64)
    span = spans(float(strengths.mean()))
    relative = (strengths - strengths.mean()) / UNIT
    found = []
    for place in sorted(set(sample.places)):
        among, drawn = places >= place, places == place
        share = drawn / drawn.sum() if drawn.all() else drawn.astype(np.float64)
        if among.sum() > 1:
            found.append(_Draw(relative, span, among, share))
    return found


def error_of(games: int, sides: int) -> float:
    """About how far off a worth from so many even games is, one standard deviation."""
    return float(UNIT / np.sqrt(max(1, games) * (1 / sides) * (1 - 1 / sides)))
