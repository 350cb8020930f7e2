"""Boards: which cells of a lattice are in play, and their names (R1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from cornerwise.rules.lattice import SQUARES, TRIANGLES, Coord, Lattice, Matrix


@dataclass(frozen=True, repr=False)
class Board:
    """A finite set of cells, in the order of their names: a1, b1, …, a2, b2, …

    >>> rectangle(14, 14), hexagon(9)
    (<Board of 196 squares, 14×14>, <Board of 486 triangles, 35×18>)
    """

    lattice: Lattice
    cells: tuple[Coord, ...]
    """Row by row from below, left to right; a cell's place here is its number."""

    @cached_property
    def origin(self) -> Coord:
        """The lower left of the bounding box: column a, row 1."""
        return min(x for x, _ in self.cells), min(y for _, y in self.cells)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Columns and rows of the bounding box."""
        x0, y0 = self.origin
        return max(x for x, _ in self.cells) - x0 + 1, max(y for _, y in self.cells) - y0 + 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every cell, in cell order."""
        x0, y0 = self.origin
        return tuple(f"{column_name(x - x0)}{y - y0 + 1}" for x, y in self.cells)

    @cached_property
    def number(self) -> dict[Coord, int]:
        """The number of every cell."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def by_name(self) -> dict[str, int]:
        """The number of the cell with a name."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Where each cell goes under the symmetries of the lattice that keep the board.

        >>> len(rectangle(14, 14).symmetries), len(rectangle(8, 10).symmetries)
        (8, 4)
        """
        return self._kept_by(self.lattice.symmetries)

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """The same under those that are no mirrors."""
        return self._kept_by(self.lattice.turns)

    def _kept_by(self, symmetries: Iterable[Matrix]) -> tuple[tuple[int, ...], ...]:
        found = []
        for matrix in symmetries:
            images = [self.lattice.turn(cell, matrix) for cell in self.cells]
            dx = self.origin[0] - min(x for x, _ in images)
            dy = self.origin[1] - min(y for _, y in images)
            cells = tuple(self.number.get((x + dx, y + dy), -1) for x, y in images)
            # A step of this kind must carry each cell to one of its own.
            if -1 not in cells and self.lattice.kind((dx, dy)) == 0:
                found.append(cells)
        return tuple(found)

    def __repr__(self) -> str:
        columns, rows = self.size if self.cells else (0, 0)
        return f"<Board of {len(self.cells):,} {self.lattice.name}, {columns}×{rows}>"


def column_name(column: int) -> str:
    """a, b, …, z, aa, ab, …

    >>> column_name(0), column_name(25), column_name(26), column_name(34)
    ('a', 'z', 'aa', 'ai')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _in_order(cells: set[Coord]) -> tuple[Coord, ...]:
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def rectangle(width: int, height: int) -> Board:
    """A board of squares."""
    return Board(SQUARES, _in_order({(x, y) for x in range(width) for y in range(height)}))


def hexagon(side: int) -> Board:
    r"""A hexagon of triangles with a flat top: 2·side rows, 6·side² cells.

    A hexagon of side 2, whose lowest row begins with a down triangle:

          /\/\/
         /\/\/\/      (drawn small: each row is one half edge longer
         \/\/\/\       at both ends, up to the middle)
          \/\/\
    """
    shift = side % 2  # makes "up when x + y is even" true of this hexagon's own columns
    cells = set()
    for row in range(2 * side):
        reach = min(row, 2 * side - 1 - row)
        for column in range(side - 1 - reach, 3 * side + reach):
            cells.add((column + shift, row))
    return Board(TRIANGLES, _in_order(cells))
