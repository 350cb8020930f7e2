"""What a seat is worth: measured from games, taken out of the ratings.

Whoever begins in Duo wins most games between strong players; that is the seat's merit. The
model is the ratings' own: sides win in proportion to exp((strength + worth) / unit).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

import numpy as np
import numpy.typing as npt

from cornerwise.rules import Variant
from cornerwise.server.ranking.scale import UNIT

PRIOR = 100.0
"""Standard deviation of a worth before anything is measured, in points of rating."""
STEPS = 30
"""Of Newton's method: far more than it needs."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sample:
    """One game for the fit, by side."""

    strengths: tuple[float, ...]
    """Mean rating of the members."""
    places: tuple[int, ...]


@lru_cache(maxsize=1)
def shipped() -> dict[str, list[float]]:
    """By variant and player: what was measured when this version was made."""
    text = (resources.files("cornerwise.server.ranking") / "data" / "seats.json").read_text()
    return {name: entry["worth"] for name, entry in json.loads(text)["variants"].items()}


def worth_of(variant: Variant, fitted: Mapping[int, float] | None = None) -> list[float]:
    """By player, in points of rating; what was fitted here goes before what was shipped."""
    if fitted:
        return [fitted.get(player, 0.0) for player in range(variant.players)]
    return list(shipped().get(variant.name, [0.0] * variant.players))


def fit(samples: Sequence[Sample], prior: Sequence[float]) -> list[float]:
    """By side: the most likely worth, drawn towards `prior` where games are few.

    Plackett–Luce: the winner is drawn among all, the second among the rest, and so on;
    who share a place share the draw. The worths add up to nothing.
    """
    center = np.array(prior, dtype=np.float64) / UNIT
    worth = center.copy()
    draws = [draw for sample in samples for draw in _draws(sample)]
    precision = (UNIT / PRIOR) ** 2
    for _ in range(STEPS):
        gradient = -precision * (worth - center)
        curvature = precision * np.eye(len(worth))
        for strengths, among, wins in draws:
            chances = np.where(among, np.exp(strengths + worth), 0.0)
            chances /= chances.sum()
            total = wins.sum()
            gradient += wins - total * chances
            curvature += total * (np.diag(chances) - np.outer(chances, chances))
        worth = worth + np.linalg.solve(curvature, gradient)
    return [float(value) for value in (worth - worth.mean()) * UNIT]


def _draws(sample: Sample) -> list[tuple[Floats, npt.NDArray[np.bool_], Floats]]:
    """The draws of a game: strengths, who was among, and each one's share of the draw."""
    places = np.array(sample.places)
    strengths = np.array(sample.strengths, dtype=np.float64) / UNIT
    strengths -= strengths.mean()
    found = []
    for place in sorted(set(sample.places)):
        among, drawn = places >= place, places == place
        if among.sum() > 1 and not drawn.all():
            found.append((strengths, among, drawn.astype(np.float64)))
        elif drawn.all():
            found.append((strengths, among, drawn / drawn.sum()))
    return found


def error_of(samples: Sequence[Sample], sides: int) -> float:
    """About how far off a fit from so many even games is, one standard deviation."""
    games = max(1, len(samples))
    return float(UNIT / np.sqrt(games * (1 / sides) * (1 - 1 / sides)))
