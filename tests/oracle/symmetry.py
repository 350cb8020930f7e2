"""Symmetries of a variant: turns and flips of the board that keep its start rule.

Turning a board may have to go with passing the colors on: Classic's assigned corners turn
into each other, so a turned game is one that another color begins.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from cornerwise.rules import Board, Variant
from cornerwise.rules.lattice import Matrix
from cornerwise.tables import Tables, compile_tables


@dataclass(frozen=True)
class Symmetry:
    """A map of cells, and a number of places to pass each color on."""

    cells: tuple[int, ...]
    """Where each cell goes."""
    shift: int
    colors: int
    placements: NDArray[np.int64]
    """Where each placement goes."""

    def color(self, color: int) -> int:
        return (color + self.shift) % self.colors


@cache
def symmetries_of(variant: Variant) -> list[Symmetry]:
    tables = compile_tables(variant)
    colors = len(variant.colors)
    found = []
    for matrix in variant.board.lattice.symmetries:
        cells = _turned(variant.board, matrix)
        shifts = [s for s in range(colors) if cells and _keeps_starts(tables, cells, s)]
        if shifts:
            placements = _turned_placements(tables, cells)
            found += [Symmetry(cells, shift, colors, placements) for shift in shifts]
    return found


def _turned(board: Board, matrix: Matrix) -> tuple[int, ...]:
    """Where each cell goes when the board is turned and put back; empty if it does not fit."""
    turned = [board.lattice.turn(cell, matrix) for cell in board.cells]
    for origin in (board.cells[0], *board.cells[:40]):
        dx, dy = _step(min(turned, key=lambda c: (c[1], c[0])), origin)
        moved = [(x + dx, y + dy) for x, y in turned]
        if set(moved) == set(board.cells):
            return tuple(board.number[cell] for cell in moved)
    return ()


def _step(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return b[0] - a[0], b[1] - a[1]


def _keeps_starts(tables: Tables, cells: tuple[int, ...], shift: int) -> bool:
    """Whether each color's starts, and what it leaves to others, become the next color's."""
    starts = tables.start_cells.tolist()
    if {cells[s] for s in starts} != set(starts):
        return False
    to = [starts.index(cells[s]) for s in starts]
    n = tables.n_colors

    def turn(bits: int) -> int:
        return sum(1 << to[s] for s in range(len(starts)) if bits >> s & 1)

    return all(
        turn(int(tables.start_open[c])) == int(tables.start_open[(c + shift) % n])
        and all(
            turn(int(tables.start_leaves[c, s, other]))
            == int(tables.start_leaves[(c + shift) % n, to[s], (other + shift) % n])
            for s in range(len(starts))
            for other in range(n)
            if other != c
        )
        for c in range(n)
    )


def _turned_placements(tables: Tables, cells: tuple[int, ...]) -> NDArray[np.int64]:
    """Found among all placements by their cells in order, each row of them as one word."""
    turned = np.sort(np.array([*cells, tables.n_cells])[tables.cells], axis=1)
    words, sought = _words(np.sort(tables.cells, axis=1)), _words(turned)
    order = np.argsort(words)
    found: NDArray[np.int64] = order[np.searchsorted(words, sought, sorter=order)]
    assert (words[found] == sought).all()
    return found


def _words(rows: NDArray[np.integer]) -> NDArray[np.bytes_]:
    plain = np.ascontiguousarray(rows, dtype=">u2")
    return plain.view(f"S{plain.itemsize * plain.shape[1]}").ravel()
