"""Outlines: a drawing becomes a board, or a sentence that says where the drawing is wrong.

..##..        squares            .A.A.       triangles: A points up, V down;
.####.        `#` a cell         AVAVA       a neighbor in the row points the other way
######        `.` nothing        VAVAV
"""

from functools import partial
from typing import Any

from cornerwise.rules import SQUARES, TRIANGLES, Board, Coord, Lattice, PieceShape
from cornerwise.rules.pieces import POLYIAMONDS, POLYOMINOES
from cornerwise.tables.checks import MAX_GRID
from cornerwise.tables.grid import board_grid, orientations

MAX_CELLS = 440
"""The largest outline that any set can fill: four sets of triangles."""
MAX_SIDE = 64
"""Columns and rows of a drawing."""
LATTICES = {lattice.name: lattice for lattice in (SQUARES, TRIANGLES)}
SETS: dict[str, tuple[PieceShape, ...]] = {"squares": POLYOMINOES, "triangles": POLYIAMONDS}
"""The pieces of one color, by lattice: what an outline is filled with."""


class OutlineError(ValueError):
    """A drawing that is no outline; the message says where."""

    def __init__(self, message: str, *, reason: str) -> None:
        super().__init__(message)
        self.reason = reason
        """One word for programs: unreadable, empty, large."""

    def __reduce__(self) -> tuple[Any, ...]:
        """With its reason, so that it comes back from another process."""
        return partial(type(self), reason=self.reason), self.args


def parse_outline(text: str) -> Board:
    """The board of a drawing.

    >>> parse_outline("#. / ##".replace(" / ", chr(10))).names
    ('a1', 'b1', 'a2')
    """
    rows = [row.rstrip() for row in text.rstrip().splitlines()]
    marks = {
        (x, len(rows) - 1 - y): mark
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark not in ". "
    }
    lattice = _lattice_of(marks, len(rows))
    first, glyph = next(iter(marks.items()))
    shift = (lattice.kind(first) - lattice.glyphs.index(glyph)) % len(lattice.glyphs)
    for (x, y), mark in marks.items():
        if lattice.glyphs[lattice.kind((x + shift, y))] != mark:
            raise OutlineError(
                f"line {len(rows) - y}, column {x + 1}: a triangle here must point the other way "
                f"than {mark!r}: neighbors in a row and in a column alternate A and V",
                reason="unreadable",
            )
    return outline_board(lattice, {(x + shift, y) for x, y in marks})


def _lattice_of(marks: dict[Coord, str], rows: int) -> Lattice:
    if not marks:
        raise OutlineError("the drawing has no cells: draw # or A and V", reason="empty")
    found = None
    for (x, y), mark in marks.items():
        lattice = next((each for each in LATTICES.values() if mark in each.glyphs), None)
        where = f"line {rows - y}, column {x + 1}"
        if lattice is None:
            raise OutlineError(
                f"{where}: cannot read {mark!r}; a cell is # or A or V, the rest is . or a space",
                reason="unreadable",
            )
        if found not in (None, lattice):
            raise OutlineError(f"{where}: squares and triangles do not mix", reason="unreadable")
        found = lattice
    assert found is not None
    return found


def outline_board(lattice: Lattice, cells: set[Coord]) -> Board:
    """A board of these cells, moved to the origin; refused if it is too large for anything."""
    if not cells:
        raise OutlineError("the outline has no cells", reason="empty")
    if len(cells) > MAX_CELLS:
        raise OutlineError(
            f"{len(cells)} cells are more than the largest set covers ({MAX_CELLS})", reason="large"
        )
    normal = lattice.normal(cells)
    board = Board(lattice, tuple(sorted(normal, key=lambda cell: (cell[1], cell[0]))))
    if max(board.size) > MAX_SIDE:
        raise OutlineError(f"the outline is over {MAX_SIDE} columns or rows", reason="large")
    # Each side may be long, but not both: the core numbers the places of the whole box.
    if board_grid(board, orientations(lattice, SETS[lattice.name])).size > MAX_GRID:
        columns, rows = board.size
        raise OutlineError(
            f"{columns} columns by {rows} rows are more than the solver holds: "
            "draw the parts nearer to each other",
            reason="large",
        )
    return board


def format_outline(board: Board) -> str:
    """The drawing of a board; `parse_outline` reads it back."""
    x0, y0 = board.origin
    width, height = board.size
    grid = [["."] * width for _ in range(height)]
    for x, y in board.cells:
        kind = board.lattice.kind((x, y))
        grid[height - 1 - (y - y0)][x - x0] = board.lattice.glyphs[kind]
    return "\n".join("".join(row) for row in grid)
