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

from cornerwise._native import Search
from cornerwise.play import Game, Move

LOWEST, HIGHEST = 1, 10


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


class LevelError(ValueError):
    """There is no such level."""


@lru_cache(maxsize=1)
def levels() -> dict[int, Level]:
    """All levels, by number."""
    text = (resources.files("cornerwise.engine") / "data" / "levels.json").read_text("utf-8")
    return {row["number"]: Level(**row) for row in json.loads(text)}


def level_of(number: int) -> Level:
    """The level with this number.

    >>> level_of(3).number
    3
    """
    if number not in levels():
        raise LevelError(f"there is no level {number}; levels go from {LOWEST} to {HIGHEST}")
    return levels()[number]


def choose_by_level(level: Level, game: Game, search: Search, rng: random.Random) -> Move:
    """The move a level plays."""
    search.resume()
    limit = max(level.simulations, 1)
    solve = 50_000 if not level.sight else 0
    search.run(
        game.position,
        simulations=limit,
        seconds=level.seconds,
        stop_when_decided=not level.sight,
        solve_positions=solve,
    )
    report = search.report(1 if not level.sight else 100_000, 0)
    if not level.sight:
        return game.move(int(report[0]["placement"]))
    seen = _seen(level, report, rng)
    if level.simulations == 0:
        return game.move(seen[0])
    return game.move(_judge(level, game, search, seen, rng))


def _seen(level: Level, report: list[dict], rng: random.Random) -> list[int]:  # type: ignore[type-arg]
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


def _judge(
    level: Level, game: Game, search: Search, seen: list[int], rng: random.Random
) -> int:
    """Of the moves it sees, the one that looks best after a few playouts each, with doubt."""
    player = game.player or 0
    values = search.judge(game.position, seen, max(1, level.simulations // len(seen)))
    noisy = [
        (value[player] + rng.gauss(0.0, level.doubt), placement)
        for value, placement in zip(values, seen, strict=True)
    ]
    return max(noisy)[1]
