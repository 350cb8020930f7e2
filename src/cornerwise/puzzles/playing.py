"""Whole games that place every piece, found by the native search and ordered into turns."""

import random
from collections.abc import Sequence
from functools import lru_cache

from cornerwise._native import Arrange
from cornerwise.play import Game, Move, native_tables
from cornerwise.puzzles.catalogue import PuzzleError
from cornerwise.puzzles.effort import Effort
from cornerwise.puzzles.puzzle import Placed, Puzzle
from cornerwise.rules import Variant
from cornerwise.tables import compile_tables

SYMMETRIES = {"none": 0, "half": 2, "quarter": 4}
"""Turns of the board that carry a game to itself, and how many images a piece then has."""
PATIENCE = 8.0
"""Seconds with one choice of start cells before another is tried."""


class Playing:
    """A search for one complete game that goes on from some moves."""

    def __init__(
        self, puzzle: Puzzle, moves: Sequence[Placed] = (), *, seed: int = 0, symmetry: str = "none"
    ) -> None:
        self.puzzle, self.moves = puzzle, list(moves)
        variant = puzzle.variant
        colors = len(variant.colors)
        images = SYMMETRIES[symmetry]
        self.roots = choose_roots(puzzle, self.moves, random.Random(seed), images)
        shift = colors // images if images else colors
        self.native = Arrange(
            native_tables(variant),
            self.roots,
            shift,
            turned(variant, tuple(self.roots), shift)[1] if images else [],
            puzzle.descending,
            puzzle.single_last,
            [list(move) for move in self.moves],
            seed=seed,
        )

    def in_turns(self) -> list[Placed]:
        """The pieces in the order of a game, the given moves first."""
        game = Game(self.puzzle.variant)
        for color, placement in self.moves:
            game.play(Move(game.tables, color, placement))
        queues = [list(order) for order in self.native.order()]
        while game.to_play is not None and queues[game.to_play]:
            game.play(queues[game.to_play].pop(0))
        return [(move.color, move.placement) for move in game.moves]


def find_game(
    puzzle: Puzzle, moves: Sequence[Placed], effort: Effort, symmetry: str = "none"
) -> list[Placed]:
    """A complete game that begins with the moves; empty if none was found in time."""
    seed = effort.seed
    free = len(puzzle.variant.start_rule.open[0]) > 1
    while not effort.is_spent:
        search = Playing(puzzle, moves, seed=seed, symmetry=symmetry)
        turn = Effort(effort.part(1).seconds if not free else PATIENCE)
        while not effort.is_spent and not turn.is_spent:
            done = search.native.run(effort.slice)
            best = puzzle.cells - search.native.best
            effort.report(best, puzzle.cells, search.native.rounds)
            if done:
                return search.in_turns()
        seed += 1
    return []


def choose_roots(
    puzzle: Puzzle, moves: Sequence[Placed], chance: random.Random, images: int
) -> list[int]:
    """The start cell of each color: where it has begun, or one that is still open to it.

    Under a symmetry, colors that are images of each other start on images of one cell.
    """
    tables = puzzle.tables
    starts = tables.start_cells.tolist()
    roots: dict[int, int] = {}
    covered: set[int] = set()
    for color, placement in moves:
        cells = set(tables.cells_of(placement))
        covered |= cells
        if color not in roots:
            roots[color] = next(cell for cell in starts if cell in cells)
    for color in range(tables.n_colors):
        open_to = [s for i, s in enumerate(starts) if tables.start_open[color] >> i & 1]
        free = [s for s in open_to if s not in covered and s not in roots.values()]
        if color in roots or not free:
            roots.setdefault(color, open_to[0])
            continue
        roots[color] = chance.choice(free)
        if images == 2 and len(free) > 1:  # the opposite start is kept for its partner
            opposite = starts[(starts.index(roots[color]) + len(starts) // 2) % len(starts)]
            roots[color + tables.n_colors // 2] = opposite
    return [roots[color] for color in range(tables.n_colors)]


@lru_cache(maxsize=16)
def turned(variant: Variant, roots: tuple[int, ...], shift: int) -> tuple[list[int], list[int]]:
    """The turn of the board that carries each color's start to that of color + shift.

    As a permutation of cells and of placements; `PuzzleError` if there is none.
    """
    tables = compile_tables(variant)
    wanted = [roots[(c + shift) % len(roots)] for c in range(len(roots))]
    for cells in variant.board.turns:
        if [cells[root] for root in roots] == wanted:
            return list(cells), tables.carried(cells).tolist()
    raise PuzzleError(f"no such turn of {variant.name} carries starts to starts")
