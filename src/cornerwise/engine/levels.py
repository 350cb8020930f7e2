"""Levels 1 to 10: from a child's first opponent to all the strength there is.

Where a quick net plays the variant, a level is made of it: the low ones draw their move from
the net's policy at a temperature, the high ones from the visits of a search of so many
simulations. Elsewhere a linear prior and playouts take the net's place, and the middle levels
see a handful of moves only. A weak level is weak the way people are: it does not tell a good
move from a plausible one; it never plays a good move on purpose and then throws one away.
`docs/strength.md` has the matches between neighbors.
"""

import json
import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Any

from cornerwise._native import QuickNet, Search
from cornerwise.engine.limits import SOLVE_POSITIONS, Limits
from cornerwise.engine.quick import quick_for
from cornerwise.play import Game, Move
from cornerwise.rules import Variant

LOWEST, HIGHEST = 1, 10
SHAPES = 100_000
"""More moves than any position has."""
CANDIDATES = 32
"""Moves of a search among which a level draws."""
SOLVE = 250
"""Positions of an ending looked through for each simulation: who looks ahead little, does so
in the end, too."""

Weighed = Iterable[tuple[int, float]]
"""Placements, each with the logarithm of its weight."""


@dataclass(frozen=True, kw_only=True)
class Level:
    """What makes one level. The values are data (engine/data/levels.json)."""

    number: int
    net: bool
    """Whether a net judges; otherwise playouts and the linear prior do."""
    simulations: int
    """Most simulations for one move; 0: what it takes to be likely decides alone."""
    seconds: float
    """Most seconds for one move, for slow machines."""
    sight: int
    """How many moves it sees at all, to try each in playouts; 0: it searches among all."""
    temperature: float
    """Of the draw, by likelihood or by visits: the larger, the more chance; 0: the best move."""

    @property
    def searches(self) -> bool:
        """Whether a search decides, not what looks likely or a few playouts."""
        return bool(self.simulations and not self.sight)

    @property
    def limits(self) -> Limits:
        """Of its search; one simulation where something else decides."""
        simulations = self.simulations if self.searches else 0
        solve = SOLVE * simulations
        if self.number < HIGHEST:  # the highest one ends by its clock alone
            solve = min(solve, SOLVE_POSITIONS)
        return Limits(simulations=max(1, simulations), seconds=self.seconds, solve_positions=solve)


class LevelError(ValueError):
    """There is no such level."""


def level_of(number: int, variant: Variant | None = None, *, use_net: bool = True) -> Level:
    """The level with this number, as it is in a variant: made of a quick net if one plays it.

    >>> level_of(3).number
    3
    """
    if isinstance(number, bool) or number not in range(LOWEST, HIGHEST + 1):
        raise LevelError(f"there is no level {number}; levels go from {LOWEST} to {HIGHEST}")
    if variant is None:
        return _levels((), False)[number]
    has_net = use_net and quick_for(variant) is not None
    return _levels((variant.board.lattice.name, variant.name), has_net)[number]


def leveled_like(name: str) -> str:
    """The variant that the levels of a variant, or of all those of a lattice, were made for.

    >>> leveled_like("junior"), leveled_like("duo")
    ('duo', 'duo')
    """
    like: dict[str, str] = _data()["like"]
    return like.get(name, name)


@lru_cache(maxsize=1)
def _data() -> dict[str, Any]:
    text = (resources.files("cornerwise.engine") / "data" / "levels.json").read_text("utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@lru_cache(maxsize=64)
def _levels(names: tuple[str, ...], has_net: bool) -> dict[int, Level]:
    """All levels, with what is different for the first of these names, then the next: first what
    the one that it is like has, then its own."""
    data = _data()
    rows: dict[int, dict[str, Any]] = {row["number"]: dict(row) for row in data["levels"]}
    different = data["nets" if has_net else "changes"]
    for name in names:
        for source in dict.fromkeys((leveled_like(name), name)):
            for number, changes in different.get(source, {}).items():
                rows[int(number)] |= changes
    return {number: Level(**row) for number, row in rows.items()}


def choose(
    level: Level, game: Game, search: Search, quick: QuickNet | None, rng: random.Random
) -> Move:
    """The move of a level, after the search within its limits (none where a quick net's policy
    is all it asks)."""
    if level.searches:
        report = search.report(CANDIDATES, 0)
        if not level.temperature or report[0]["proven"]:
            return game.move(int(report[0]["placement"]))
        visited = [row for row in report if row["visits"]]
        weighed: Weighed = ((row["placement"], math.log(row["visits"])) for row in visited)
    elif quick is not None:
        weighed = zip(game.legal_moves.ids, quick.evaluate(game.position)[3], strict=True)
    else:
        report = search.report(SHAPES, 0)
        weighed = ((row["placement"], math.log(max(row["prior"], 1e-9))) for row in report)
    seen = _drawn(weighed, level.temperature, max(1, level.sight), rng)
    return game.move(seen[0] if len(seen) == 1 else _best(level, game, search, seen))


def _drawn(weighed: Weighed, temperature: float, count: int, rng: random.Random) -> list[int]:
    """So many moves, likelier the more they weigh (Gumbel top-k at a temperature); at 0 those
    that weigh most."""
    if not temperature:
        keyed = [(float(weight), int(placement)) for placement, weight in weighed]
        return [placement for _, placement in sorted(keyed, reverse=True)[:count]]
    keyed = [
        (float(weight) / temperature - math.log(-math.log(rng.random() or 1e-12)), int(placement))
        for placement, weight in weighed
    ]
    keyed.sort(reverse=True)
    return [placement for _, placement in keyed[:count]]


def _best(level: Level, game: Game, search: Search, seen: list[int]) -> int:
    """Of the moves it sees, the one that looks best after a few playouts each."""
    player = game.player or 0
    values = search.judge(game.position, seen, max(1, level.simulations // len(seen)))
    return max(zip((value[player] for value in values), seen, strict=True))[1]
