"""What `cornerwise bench` says of the search: its speed, and one number for its behavior."""

import time
from dataclasses import replace
from typing import Any

from cornerwise.cli.measures import MIDDLES, SEED, Measure, boards, midgame, rate
from cornerwise.engine import Engine, Limits
from cornerwise.play import Game
from cornerwise.rules import VARIANTS, Variant

BATCH = 500
"""Simulations of one search: few enough that the tree is young, as it mostly is."""
SIGNED_NODES = 1000
HASH, PRIME, WORD = 14695981039346656037, 1099511628211, (1 << 64) - 1


def searches(variant: Variant, seconds: float) -> list[Measure]:
    """Simulations a second on one thread, and what a second thread adds."""
    first = Game(variant)
    middles = [midgame(variant, seed) for seed in range(MIDDLES)]
    figures = [
        ("search, first position", rate(lambda: _simulations([first]), seconds), "sims/s"),
        ("search, mid-game", rate(lambda: _simulations(middles), seconds), "sims/s"),
        ("search, two threads", 100 * _second_thread(first, seconds), "% of one"),
    ]
    return [Measure(name, variant.name, value, unit) for name, value, unit in figures]


def _simulations(games: list[Game]) -> int:
    return sum(_search(game, Limits(simulations=BATCH)).simulations for game in games)


def _search(game: Game, limits: Limits) -> Any:
    """A search from nothing with the playouts, which the figures are about."""
    fixed = replace(limits, early_stop=False, solve_positions=0)
    return Engine(limits=fixed, seed=SEED, use_net=False).think(game, fixed)


def _second_thread(game: Game, seconds: float) -> float:
    """Simulations of two threads over those of one, by the wall clock."""
    done: list[float] = []
    for threads in (1, 2):
        begin = time.perf_counter()
        search = _search(game, Limits(seconds=seconds, threads=threads))
        done.append(search.simulations / (time.perf_counter() - begin))
    return done[1] / done[0]


def signature() -> int:
    """One number over the trees of a few positions: fixed seed, one thread, node limit.

    It changes when, and only when, the search behaves differently.
    """
    value = HASH
    for name in boards():
        variant = VARIANTS[name]
        for game in (Game(variant), midgame(variant, SEED)):
            tree = _search(game, Limits(nodes=SIGNED_NODES)).signature
            value = (value ^ tree) * PRIME & WORD
    return value
