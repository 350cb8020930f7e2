"""Colors for a packing that was found without them, so that neighbors differ where they can."""

from collections.abc import Sequence

import numpy as np

from cornerwise.puzzles.puzzle import Placed, Puzzle

PATIENCE = 500
"""Steps before some neighbors of one color will do."""


def paint(puzzle: Puzzle, lying: Sequence[Placed], placements: Sequence[int]) -> list[Placed]:
    """A color for each placement, within each color's stock; those that lie there keep theirs."""
    colors = len(puzzle.variant.colors)
    if colors == 1:
        return [(0, p) for p in placements]
    painter = _Painter(puzzle, placements)
    for color, placement in lying:
        painter.give(placements.index(placement), color)
    if not painter.paint():
        painter.fill()
    return [(painter.color[i], p) for i, p in enumerate(placements)]


class _Painter:
    """Backtracking over the piece with the fewest colors left."""

    def __init__(self, puzzle: Puzzle, placements: Sequence[int]) -> None:
        tables = puzzle.tables
        self.colors = range(len(puzzle.variant.colors))
        self.piece = [int(tables.piece[p]) for p in placements]
        self.left = {(p, c): puzzle.variant.copies for p in set(self.piece) for c in self.colors}
        self.color = [-1] * len(placements)
        at = np.full(tables.n_cells, -1, np.int64)
        for i, p in enumerate(placements):
            at[tables.cells_of(p)] = i
        self.near = [set(at[tables.halo_of(p)].tolist()) - {-1} for p in placements]
        self.steps = 0

    def give(self, i: int, color: int) -> None:
        self.color[i] = color
        self.left[self.piece[i], color] -= 1

    def take(self, i: int) -> None:
        self.left[self.piece[i], self.color[i]] += 1
        self.color[i] = -1

    def choices(self, i: int) -> list[int]:
        used = {self.color[j] for j in self.near[i]}
        return [c for c in self.colors if self.left[self.piece[i], c] and c not in used]

    def paint(self) -> bool:
        open_pieces = [i for i, color in enumerate(self.color) if color < 0]
        if not open_pieces:
            return True
        self.steps += 1
        if self.steps > PATIENCE:
            return False
        choices, i = min(((self.choices(i), i) for i in open_pieces), key=lambda x: len(x[0]))
        for color in choices:
            self.give(i, color)
            if self.paint():
                return True
            self.take(i)
        return False

    def fill(self) -> None:
        """Colors that the stock allows, with few neighbors alike."""
        given = [i for i, color in enumerate(self.color) if color < 0]
        for i in given:
            able = [c for c in self.colors if self.left[self.piece[i], c]]
            self.give(i, min(able, key=lambda c: self.clashes(i, c)))
        improved = True
        while improved:
            improved = sum(self.exchange(i, j) for i in given for j in given if i < j) > 0

    def clashes(self, i: int, color: int) -> int:
        return sum(self.color[j] == color for j in self.near[i])

    def exchange(self, i: int, j: int) -> bool:
        """Whether two pieces of one shape are better off with each other's color; then they are."""
        a, b = self.color[i], self.color[j]
        if self.piece[i] != self.piece[j] or a == b:
            return False
        before = self.clashes(i, a) + self.clashes(j, b)
        self.color[i], self.color[j] = b, a
        if self.clashes(i, b) + self.clashes(j, a) < before:
            return True
        self.color[i], self.color[j] = a, b
        return False
