"""Levels 1 to 10: from a child's first opponent to all the strength there is.

A level is made of plain things: how many simulations it may use, how sure its eye is (it
sees a handful of plausible moves, drawn from the prior at a temperature) and how sharply it
tells them apart. A weak level is weak the way people are: it looks at few moves and
misjudges their worth; it never plays a good move on purpose and then throws one away.
`docs/strength.md` has the matches between neighbors.
"""

import json
import math
import random
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from cornerwise._native import Search
from cornerwise.engine.limits import Limits
from cornerwise.play import Game, Move
from cornerwise.rules import Variant

LOWEST, HIGHEST = 1, 10
SHAPES = 100_000
"""More moves than any position has."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """What makes one level. The values are data (engine/data/levels.json)."""

    number: int
    simulations: int
    """Most simulations for one move; 0: the eye alone decides."""
    seconds: float
    """Most seconds for one move, for slow machines."""
    sight: int
    """How many moves it sees at all; 0: every move."""
    temperature: float
    """Of the eye: the larger, the less what it sees is what matters."""
    doubt: float
    """How far apart two values must be to be told apart, 0 to 1."""
    net: bool
    """Whether a net judges where there is one; without one, playouts do."""

    @property
    def limits(self) -> Limits:
        """Of the search, for a level that sees every move."""
        return Limits(simulations=max(1, self.simulations), seconds=self.seconds)


class LevelError(ValueError):
    """There is no such level."""


def level_of(number: int, variant: Variant | None = None) -> Level:
    """The level with this number, as it is in a variant.

    >>> level_of(3).number
    3
    """
    if isinstance(number, bool) or number not in range(LOWEST, HIGHEST + 1):
        raise LevelError(f"there is no level {number}; levels go from {LOWEST} to {HIGHEST}")
    names = (variant.board.lattice.name, variant.name) if variant is not None else ()
    return _levels(names)[number]


@lru_cache(maxsize=64)
def _levels(names: tuple[str, ...]) -> dict[int, Level]:
    """All levels, with what is different for the first of these names, then the next."""
    text = (resources.files("cornerwise.engine") / "data" / "levels.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    rows: dict[int, dict[str, Any]] = {row["number"]: row for row in data["levels"]}
    for name in names:
        for number, changes in data["changes"].get(name, {}).items():
            rows[int(number)] |= changes
    return {number: Level(**row) for number, row in rows.items()}


def choose_by_eye(level: Level, game: Game, search: Search, rng: random.Random) -> Move:
    """The move of a level that does not see every move."""
    search.run(game.position, simulations=1, seconds=level.seconds, solve_positions=0)
    seen = _seen(level, search.report(SHAPES, 0), rng)
    if level.simulations == 0 or len(seen) == 1:
        return game.move(seen[0])
    return game.move(_judge(level, game, search, seen, rng))


def _seen(level: Level, report: list[dict[str, Any]], rng: random.Random) -> list[int]:
    """Some moves, likelier the likelier the prior has them (Gumbel top-k at a temperature)."""
    keyed = [
        (
            math.log(max(move["prior"], 1e-9)) / level.temperature
            - math.log(-math.log(rng.random() or 1e-12)),
            int(move["placement"]),
        )
        for move in report
    ]
    keyed.sort(reverse=True)
    return [placement for _, placement in keyed[: level.sight]]


def _judge(level: Level, game: Game, search: Search, seen: list[int], rng: random.Random) -> int:
    """Of the moves it sees, the one that looks best after a few playouts each, with doubt."""
    player = game.player or 0
    values = search.judge(game.position, seen, max(1, level.simulations // len(seen)))
    noisy = [
        (value[player] + rng.gauss(0.0, level.doubt), placement)
        for value, placement in zip(values, seen, strict=True)
    ]
    return max(noisy)[1]
