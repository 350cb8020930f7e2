"""What `cornerwise bench` measures: each figure per second of CPU time, on one thread."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cornerwise.play import Game
from cornerwise.rules import VARIANTS, Variant
from cornerwise.tables import compile_tables

SEED = 1
MAX_LEAVES = 10_000_000
MIDDLES = 8
"""Mid-game positions to take the mean of: single ones differ tenfold."""


@dataclass(frozen=True)
class Measure:
    """One figure."""

    name: str
    variant: str
    value: float
    unit: str
    who: str = "cornerwise"
    """Whose figure it is: ours or a rival's."""


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much work is done in a CPU second; `work` says how much it did."""
    work()  # compiles tables and warms caches
    done, start = 0, time.process_time()
    while True:
        done += work()
        spent = time.process_time() - start
        if spent >= seconds:
            return done / spent


def boards() -> list[str]:
    """The first variant of each board and piece set: the others run at the same speed."""
    first: dict[object, str] = {}
    for name, variant in VARIANTS.items():
        first.setdefault((variant.board.cells, variant.pieces, variant.copies), name)
    return list(first.values())


def midgame(variant: Variant, seed: int) -> Game:
    """A position half through a random game."""
    game, chance = Game(variant), random.Random(seed)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves))
    for _ in range(len(game.moves) // 2):
        game.undo()
    return game


def native(variant: Variant, seconds: float) -> list[Measure]:
    """The core by itself."""
    first = Game(variant)
    middles = [midgame(variant, seed) for seed in range(MIDDLES)]
    depth = perft_depth(variant)
    games = 200
    per_game = first.position.random_games(games, SEED)["plies"] / games
    random_games = rate(lambda: _games(first, games), seconds)
    figures = [
        (f"perft {depth}", rate(lambda: first.position.perft(depth), seconds), "leaves/s"),
        ("generate, first position", rate(lambda: _generate([first]), seconds), "positions/s"),
        ("generate, mid-game", rate(lambda: _generate(middles), seconds), "positions/s"),
        ("random games, native", random_games, "games/s"),
        ("random games, native", random_games * per_game, "plies/s"),
    ]
    return [Measure(name, variant.name, value, unit) for name, value, unit in figures]


def _games(game: Game, games: int) -> int:
    game.position.random_games(games, SEED)
    return games


def _generate(games: list[Game], times: int = 100) -> int:
    for game in games:
        game.position.generate(times)
    return times * len(games)


def perft_depth(variant: Variant) -> int:
    """The deepest count from the first position that stays under ten million leaves."""
    position, depth, leaves = Game(variant).position, 1, 1
    deeper = position.perft(1)
    while deeper * deeper / leaves < MAX_LEAVES:
        depth += 1
        leaves, deeper = deeper, position.perft(depth)
    return depth


def python_games(variant: Variant, seconds: float) -> Measure:
    """Random games through the public library: list the moves, choose one, play it."""
    chance = random.Random(SEED).random

    def play() -> int:
        game = Game(variant)
        while not game.is_over:
            moves = game.legal_moves
            game.play(moves[int(chance() * len(moves))])
        return len(game.history)

    return Measure("random games, from Python", variant.name, rate(play, seconds), "plies/s")


def rival_games(variant: Variant, seconds: float) -> Measure | None:
    """The same through blokus-rl, if it is installed and plays this variant."""
    try:
        from blokus_rl import BlokusEnv
    except ImportError:
        return None
    rival, chance = BlokusEnv(), np.random.default_rng(SEED)
    orientations, *size = rival.action_grid_shape
    same = (
        orientations == len(compile_tables(variant).orientation_piece)
        and tuple(size) == variant.board.size
        and len(rival.possible_agents)
        == variant.players
        == len(variant.colors)
        == len(variant.sides)
    )
    if not same:
        return None

    def play() -> int:
        rival.reset()
        plies = 0
        while rival.agents:
            seen, _, ended, _, _ = rival.last()
            if ended:
                rival.step(None)
                continue
            legal = np.flatnonzero(seen["action_mask"])
            rival.step(int(legal[int(chance.random() * len(legal))]))
            plies += 1
        return plies

    value = rate(play, seconds)
    return Measure("random games, from Python", variant.name, value, "plies/s", "blokus-rl")
