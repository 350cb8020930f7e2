"""Packings as exact cover: rows for the native solvers, and solutions from their answers."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cornerwise._native import Cover, Scan
from cornerwise.puzzles.effort import Effort
from cornerwise.puzzles.paint import paint
from cornerwise.puzzles.puzzle import Placed, Puzzle
from cornerwise.tables.layout import Ragged, Tables

MORE, FOUND, DONE = range(3)
"""What the native solvers answer: time is over; a solution; there are no more."""
SCAN_CELLS = 128
"""The largest board that `Scan` holds."""


class Packing:
    """One packing problem in the native solver's numbers.

    Cells are numbered along the shorter side of the board, which keeps the border between
    full and empty short. With `colored`, every placement is a row for each color; otherwise
    the colors' pieces are one stock and are told apart only in the end.
    """

    def __init__(
        self, puzzle: Puzzle, lying: Sequence[Placed] = (), *, colored: bool | None = None
    ) -> None:
        self.puzzle = puzzle
        self.tables = puzzle.tables
        self.colored = puzzle.is_colored if colored is None else colored
        self.lying = list(lying)
        self.colors = len(puzzle.variant.colors) if self.colored else 1
        self.number = _numbering(self.tables)
        self.stock = self._stock()
        self.rows = self.tables.n_placements

    @property
    def _copies(self) -> int:
        return self.puzzle.variant.copies * len(self.puzzle.variant.colors)

    def _stock(self) -> list[int]:
        """How many of each piece there are, of one color or of all."""
        each = self.puzzle.variant.copies if self.colored else self._copies
        return [each] * len(self.tables.piece_size)

    def cover(self, seed: int, *, restarts: bool = True) -> Cover:
        """A solver that can begin from pieces on the board."""
        fixed = [[p, color if self.colored else 0] for color, p in self.lying]
        return Cover(
            *self._lists(), **self._conditions(), restarts=restarts, fixed=fixed, seed=seed
        )

    def scan(self) -> Scan | None:
        """The faster lister of colored packings, where it can be used."""
        if self.lying or len(self.number) > SCAN_CELLS or self.puzzle.holes:
            return None
        return Scan(*self._lists(), **self._conditions())

    def pieces(self, rows: Sequence[Sequence[int]]) -> list[Placed]:
        """A native solution as pieces of colors, in the order of the board."""
        found = [(color, row) for row, color in rows if row < self.rows]
        if not self.colored:
            found = paint(self.puzzle, self.lying, [row for _, row in found])
        first = {row: int(self.number[self.tables.cells_of(row)].min()) for _, row in found}
        return sorted(found, key=lambda piece: first[piece[1]])

    def _conditions(self) -> dict[str, Any]:
        apart, touch = self.puzzle.apart, self.puzzle.touch
        return dict(colors=self.colors, apart=apart and self.colored, touch=touch and self.colored)

    def _lists(self) -> tuple[int, Ragged, Ragged, Ragged, Ragged, list[int], list[int]]:
        tables, number = self.tables, self.number
        placements = range(tables.n_placements)
        holes = [[int(cell)] for cell in number] if self.puzzle.holes else []
        empty: list[list[int]] = [[] for _ in holes]
        halo, attach = list(empty), list(empty)
        if self.colored:
            halo = [number[tables.halo_of(p)].tolist() for p in placements] + halo
            attach = [number[tables.attach_of(p)].tolist() for p in placements] + attach
        else:
            halo, attach = [[] for _ in placements] + halo, [[] for _ in placements] + attach
        cells = [number[tables.cells_of(p)].tolist() for p in placements] + holes
        edges = [number[tables.edges[int(c)]].tolist() for c in np.argsort(number)]
        piece = [*tables.piece.tolist(), *(len(self.stock) for _ in holes)]
        stock = [*self.stock, self.puzzle.holes] if holes else self.stock
        lists = (_ragged(cells), _ragged(halo), _ragged(attach), _ragged(edges))
        return len(number), *lists, piece, stock


def _numbering(tables: Tables) -> np.ndarray:
    """The solver's number of each cell."""
    board = tables.variant.board
    columns, rows = board.size
    width = columns * board.lattice.unit[0]
    if width <= rows * board.lattice.unit[1]:
        return np.arange(tables.n_cells)
    order = sorted(range(tables.n_cells), key=lambda cell: board.cells[cell])
    number = np.empty(tables.n_cells, np.int64)
    number[order] = np.arange(tables.n_cells)
    return number


def _ragged(lists: list[list[int]]) -> Ragged:
    starts = np.cumsum([0, *(len(group) for group in lists)]).astype(np.int32)
    return Ragged(starts, np.array([v for group in lists for v in group], np.int32))


def find_packing(
    puzzle: Puzzle, lying: Sequence[Placed], effort: Effort
) -> tuple[int, list[Placed], int]:
    """One packing that contains the pieces that lie there: status, pieces, steps."""
    packing = Packing(puzzle, lying)
    solver = packing.cover(effort.seed)
    status = MORE
    while status == MORE and not effort.is_spent:
        status = solver.run(effort.slice)
        effort.report(solver.deepest, puzzle.cells, solver.nodes)
    return status, packing.pieces(solver.solution()) if status == FOUND else [], solver.nodes


def list_packings(puzzle: Puzzle, effort: Effort) -> Iterator[list[Placed] | None]:
    """Every packing once (each choice of color names once); ends with None if time was over."""
    packing = Packing(puzzle)
    solver = (packing.scan() if puzzle.is_colored else None) or packing.cover(0, restarts=False)
    while not effort.is_spent:
        status = solver.run(effort.slice)
        if status == DONE:
            return
        if status == FOUND:
            yield packing.pieces(solver.solution())
        share = solver.done if isinstance(solver, Scan) else 0.0
        effort.report(int(share * puzzle.cells), puzzle.cells, solver.nodes, solver.found)
    yield None
