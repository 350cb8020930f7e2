"""Measure a ladder of settings against one another and say where the levels belong on it.

Each rung plays the next ones; a fit of all results (Bradley–Terry) gives their Elo, and the
levels are put on the ladder at even steps. Games begin from random openings, each opening once
with the sides exchanged.

    python tools/fit_levels.py duo --games 60 --top 600
"""

import argparse
import math
import random
import sys
import time
from dataclasses import asdict, dataclass, replace
from itertools import pairwise

import numpy as np

from cornerwise.engine import Engine
from cornerwise.engine.levels import Level, choose_by_eye
from cornerwise.gtp import LargestPiece
from cornerwise.play import Game, Move
from cornerwise.rules import VARIANTS, Variant

STEP = 150.0
"""Elo between two levels."""
FIRST = -310.0
"""Elo of level 1 beside a player of random large pieces: it scores about 15% against it."""
REACH = 2
"""How many rungs up each rung plays."""
TEMPERATURES = (10.0, 6.0, 4.0, 2.8, 2.0, 1.4, 1.0, 0.7)
GLANCES = ((3, 3), (4, 8), (6, 24), (8, 64), (12, 200))
"""Moves seen, playouts for all of them."""
SIMULATIONS = (30, 60, 120, 240, 500, 1000, 2000, 4000)


@dataclass(frozen=True)
class Rung:
    """One setting, or the player of random large pieces."""

    name: str
    level: Level | None


def ladder(top: int, every: int) -> list[Rung]:
    """Settings from weak to strong, up to so many simulations; all, or every second, …"""
    blank = Level(
        number=1, simulations=0, seconds=60.0, sight=1, temperature=1.0, doubt=0.0, net=False
    )
    eyes = [replace(blank, temperature=t) for t in TEMPERATURES]
    glances = [replace(blank, sight=s, simulations=n) for s, n in GLANCES]
    searches = [replace(blank, sight=0, simulations=n) for n in SIMULATIONS if n <= top]
    return [Rung(_name(level), level) for level in (eyes + glances + searches)[::every]]


def _name(level: Level) -> str:
    if not level.sight:
        return f"search {level.simulations}"
    return (
        f"look {level.sight}/{level.simulations}"
        if level.simulations
        else (f"eye {level.temperature:g}")
    )


class Seat:
    """A rung that plays one game."""

    def __init__(self, rung: Rung, seed: int) -> None:
        self._level = rung.level
        self._engine = Engine(1, seed=seed, use_net=False)
        self._largest = LargestPiece(seed)
        self._random = random.Random(seed)

    def choose(self, game: Game) -> Move:
        if self._level is None:
            return self._largest.choose(game)
        if self._level.sight:
            search = self._engine.search_for(game)
            return choose_by_eye(self._level, game, search, self._random)
        return self._engine.choose(game, replace(self._level.limits, seconds=None))


def seatings(sides: int) -> list[str]:
    """Who sits where: A and B equally often at every side."""
    if sides == 2:
        return ["AB", "BA"]
    return ["AAB", "BBA", "ABA", "BAB", "BAA", "ABB"] if sides == 3 else ["ABAB", "BABA"]


def play(variant: Variant, a: Rung, b: Rung, seating: str, seed: int) -> float:
    """A's share of the win, as if each sat at half of the sides."""
    game, opening = Game(variant), LargestPiece(seed)
    for _ in variant.colors:
        game.play(opening.choose(game))
    players = {"A": Seat(a, 2 * seed + 1), "B": Seat(b, 2 * seed + 2)}
    side_of = {p: i for i, side in enumerate(variant.sides) for p in side.players}
    while not game.is_over:
        game.play(players[seating[side_of[game.player or 0]]].choose(game))
    shares = game.result.win_shares
    wins = {
        w: sum(
            shares[side.players[0]]
            for s, side in zip(seating, variant.sides, strict=True)
            if s == w
        )
        / seating.count(w)
        for w in "AB"
    }
    return wins["A"] / (wins["A"] + wins["B"])


def match(variant: Variant, a: Rung, b: Rung, games: int, seed: int) -> float:
    """A's mean score."""
    order = seatings(len(variant.sides))
    blocks = max(1, games // len(order))
    return float(
        np.mean([play(variant, a, b, s, seed * 10_000 + i) for i in range(blocks) for s in order])
    )


def fit(n: int, results: dict[tuple[int, int], tuple[float, int]]) -> list[float]:
    """Elo of each rung, the last one 0; half a game is added to each side of each match."""
    elo = np.zeros(n)
    for _ in range(4000):
        slope = np.zeros(n)
        for (i, j), (score, games) in results.items():
            expected = 1 / (1 + 10 ** ((elo[j] - elo[i]) / 400))
            won = score * games + 0.5 - expected * (games + 1)
            slope[i] += won
            slope[j] -= won
        elo += slope * 400 / (math.log(10) * 10 * max(g for _, g in results.values()))
    return [float(value - elo[-1]) for value in elo]


def placed(rungs: list[Rung], elo: list[float], wanted: float) -> Level | None:
    """The setting with this Elo, between two rungs of one kind or at the nearer of two kinds."""
    for (low, below), (high, above) in pairwise(zip(rungs, elo, strict=True)):
        if low.level is None or high.level is None or not below <= wanted <= above:
            continue
        share = (wanted - below) / max(1.0, above - below)
        return _between(low.level, high.level, share)
    return None


def _between(low: Level, high: Level, share: float) -> Level:
    if (low.sight == 0) != (high.sight == 0) or (low.simulations == 0) != (high.simulations == 0):
        return low if share < 0.5 else high

    def mean(a: float, b: float) -> float:
        return a ** (1 - share) * b**share if a > 0 and b > 0 else 0.0

    return replace(
        low,
        temperature=round(mean(low.temperature, high.temperature), 2),
        simulations=round(mean(low.simulations, high.simulations)),
        sight=round(mean(low.sight, high.sight)),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=list(VARIANTS))
    parser.add_argument("--games", type=int, default=60, help="a pair of rungs")
    parser.add_argument("--top", type=int, default=800, help="most simulations of a rung")
    parser.add_argument("--every", type=int, default=1, help="2: every second rung")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    variant = VARIANTS[args.variant]
    rungs = [*ladder(args.top, args.every), Rung("largest", None)]
    results: dict[tuple[int, int], tuple[float, int]] = {}
    pairs = [
        (i, j)
        for i in range(len(rungs) - 1)
        for j in range(i + 1, i + 1 + REACH)
        if j < len(rungs) - 1
    ]
    pairs += [
        (i, len(rungs) - 1)
        for i, r in enumerate(rungs)
        if r.name in ("eye 4", "eye 2.8", "eye 2", "eye 1.4", "eye 1")
    ]
    begin = time.process_time()
    for i, j in pairs:
        score = match(variant, rungs[j], rungs[i], args.games, args.seed)
        results[j, i] = score, args.games
        print(f"{rungs[j].name:12} {score:6.1%} against {rungs[i].name}", file=sys.stderr)
    elo = fit(len(rungs), results)
    for rung, value in zip(rungs, elo, strict=True):
        print(f"{rung.name:12} {value:+6.0f}")
    for number in range(1, 11):
        level = placed(rungs, elo, FIRST + STEP * (number - 1))
        if level is not None:
            kept = asdict(replace(level, number=number))
            print({k: kept[k] for k in ("number", "simulations", "sight", "temperature")})
    print(f"{time.process_time() - begin:.0f} CPU seconds", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
