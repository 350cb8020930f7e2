"""Pieces turned every way, and the padded grid that they move on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from cornerwise.rules import Board, Coord, Lattice, PieceShape
from cornerwise.tables.geometry import Surroundings, surroundings


@dataclass(frozen=True)
class Orientation:
    """A piece turned some way, as steps from its first cell (lowest, then leftmost)."""

    piece: int
    kind: int
    """Kind of the first cell: a triangle moves only to places of its own kind."""
    cells: tuple[Coord, ...]
    around: Surroundings


@dataclass(frozen=True)
class Grid:
    """The bounding box of a board with a margin."""

    width: int
    size: int
    start: int
    """Grid place of the box's lower left."""

    def offset(self, step: Coord) -> int:
        return step[1] * self.width + step[0]


@lru_cache(maxsize=16)
def orientations(
    lattice: Lattice, pieces: tuple[PieceShape, ...], *, corners_only: bool = False
) -> tuple[Orientation, ...]:
    """All orientations of all pieces, piece by piece."""
    turned = []
    for piece, shape in enumerate(pieces):
        for cells in lattice.orientations(shape.cells):
            home = min(cells, key=_name_order)
            around = surroundings(lattice, cells, corners_only)
            turned.append(
                Orientation(
                    piece,
                    lattice.kind(home),
                    tuple(_step(home, c) for c in sorted(cells, key=_name_order)),
                    Surroundings(
                        frozenset(_step(home, c) for c in around.halo),
                        frozenset(_step(home, c) for c in around.attach),
                        frozenset(_step(home, c) for c in around.shun),
                    ),
                )
            )
    return tuple(turned)


def _name_order(cell: Coord) -> Coord:
    return cell[1], cell[0]


def _step(home: Coord, cell: Coord) -> Coord:
    return cell[0] - home[0], cell[1] - home[1]


def board_grid(board: Board, turned: Sequence[Orientation]) -> Grid:
    """A margin wide enough that every offset from a cell of the board stays in the array.

    Rows share their margins: what leaves on the right enters the left margin of the
    next row, which is outside the board all the same.
    """
    steps = [s for o in turned for s in (*o.cells, *o.around.halo, *o.around.attach)]
    reach = max(len(o.cells) for o in turned)
    margin_x = max(reach, *(abs(x) for x, _ in steps))
    margin_y = max(reach, *(abs(y) for _, y in steps))
    columns, rows = board.size
    width = columns + margin_x
    start = margin_y * width + margin_x
    return Grid(width, start + (rows + margin_y) * width, start)
