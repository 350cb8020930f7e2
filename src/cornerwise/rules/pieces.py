"""The pieces, drawn: `#` is a square, `A` a triangle that points up, `V` one that points down."""

from dataclasses import dataclass

from cornerwise.rules.lattice import SQUARES, TRIANGLES, Coord, Lattice


@dataclass(frozen=True)
class PieceShape:
    """One shape of a set, in the orientation of its drawing."""

    name: str
    cells: frozenset[Coord]
    lattice: Lattice
    """Its cells alone do not tell: a row of three is a piece of squares and of triangles."""

    @property
    def size(self) -> int:
        """Number of cells."""
        return len(self.cells)


def draw(lattice: Lattice, name: str, picture: str) -> PieceShape:
    """Read a drawing: rows from the top, `/` between rows, `.` for an empty place.

    >>> sorted(draw(SQUARES, "V3", "#. / ##").cells)
    [(0, 0), (0, 1), (1, 0)]
    """
    rows = [row.strip() for row in picture.split("/")]
    marks = {
        (x, len(rows) - 1 - y): mark
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != "."
    }
    if not marks or not set(marks.values()) <= set(lattice.glyphs):
        glyphs = " and ".join(lattice.glyphs)
        raise ValueError(f"piece {name}: {picture!r} is not drawn with {glyphs}")
    first, glyph = next(iter(marks.items()))
    shift = (lattice.kind(first) - lattice.glyphs.index(glyph)) % len(lattice.glyphs)
    cells = {(x + shift, y): mark for (x, y), mark in marks.items()}
    for cell, mark in cells.items():
        if lattice.glyphs[lattice.kind(cell)] != mark:
            raise ValueError(f"piece {name}: {mark!r} cannot stand there in {picture!r}")
    return PieceShape(name, lattice.normal(cells), lattice)


def _set(lattice: Lattice, pictures: dict[str, str]) -> tuple[PieceShape, ...]:
    return tuple(draw(lattice, name, picture) for name, picture in pictures.items())


POLYOMINOES = _set(
    SQUARES,
    {
        "1": "#",
        "2": "##",
        "I3": "###",
        "V3": "#. / ##",
        "I4": "####",
        "L4": "### / #..",
        "O": "## / ##",
        "T4": "### / .#.",
        "Z4": "##. / .##",
        "F": ".## / ##. / .#.",
        "I5": "#####",
        "L5": "#### / #...",
        "N": "##.. / .###",
        "P": "## / ## / #.",
        "T5": "### / .#. / .#.",
        "U": "#.# / ###",
        "V5": "#.. / #.. / ###",
        "W": "#.. / ##. / .##",
        "X": ".#. / ### / .#.",
        "Y": "#### / .#..",
        "Z5": "##. / .#. / .##",
    },
)
"""All polyominoes of one to five cells: 89 cells."""

POLYIAMONDS = _set(
    TRIANGLES,
    {
        "1": "A",
        "2": "AV",
        "I3": "AVA",
        "A4": ".A. / AVA",
        "C4": "AV / VA",
        "I4": "AVAV",
        "C5": "AV. / VAV",
        "I5": "AVAVA",
        "L5": ".A / AV / VA",
        "P5": ".A. / AVA / V..",
        "A6": ".A. / AVA / V.V",
        "F": "AV. / VAV / .V.",
        "G": ".A. / AV. / VAV",
        "I6": "AVAVAV",
        "L6": ".AV / AV. / VA.",
        "O": "AVA / VAV",
        "P6": "..A. / .AVA / AV..",
        "S": "AV / VA / AV",
        "V": "VA... / .VAVA",
        "W": "..A.. / VAVAV",
        "X": "VAV / AVA",
        "Y": "A.. / VAV / AV.",
    },
)
"""All polyiamonds of one to six cells: 110 cells."""


def named(pieces: tuple[PieceShape, ...], names: str) -> tuple[PieceShape, ...]:
    """The pieces with these names, in the order of the set; a name it does not have is an error."""
    wanted = names.split()
    known = [piece.name for piece in pieces]
    if unknown := [name for name in wanted if name not in known]:
        raise ValueError(f"there is no piece {unknown[0]!r}; there are: {', '.join(known)}")
    return tuple(piece for piece in pieces if piece.name in wanted)
