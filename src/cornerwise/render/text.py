"""A position in characters: a letter for each color, or colored cells in a terminal.

A cell is one place of a grid of columns and rows, on every lattice; a column is as wide
as the cells' shape asks for, so that the picture keeps its proportions.
"""

from collections.abc import Sequence
from typing import Unpack

from cornerwise.play import Game
from cornerwise.render.look import brightness, paints, theme
from cornerwise.render.scene import Scene, scene
from cornerwise.render.style import TextSettings, TextStyle
from cornerwise.render.terminal import paint
from cornerwise.rules import Coord
from cornerwise.rules.board import column_name


def text(game: Game, **settings: Unpack[TextSettings]) -> str:
    """A game as it stands, in characters. Settings are the fields of `TextStyle`.

    >>> game = Game("duo")
    >>> move = game.play("e10,e11,f11")
    >>> print("\\n".join(text(game).splitlines()[3:6]))
    11 . . . . p p . . . . . . . .
    10 . . . . p . . . . . . . . .
     9 . . . . . . . . . . . . . .
    """
    return draw_text(scene(game), TextStyle(**settings))


def draw_text(what: Scene, style: TextStyle) -> str:
    """A scene in characters."""
    signs = _Signs(what, style)
    board = what.board
    columns, rows = board.size
    x0, y0 = board.origin
    margin = len(str(rows)) + 1 if style.coordinates else 0
    lines = []
    for row in reversed(range(rows)):
        cells = "".join(signs.at((x0 + x, y0 + row)) for x in range(columns))
        number = str(row + 1).rjust(margin - 1) + " " if style.coordinates else ""
        lines.append((number + cells).rstrip())
    if style.coordinates:
        lines += _column_names(columns, signs.width, margin)
    return "\n".join(lines)


def letters(colors: Sequence[str]) -> list[str]:
    """A capital for each color, no two the same.

    >>> letters(["blue", "brown", "red"])
    ['B', 'R', 'E']
    """
    taken: list[str] = []
    for name in colors:
        wanted = [c for c in (name + "ABCDEFGHIJKLMNOPQRSTUVWXYZ").upper() if c.isalpha()]
        taken.append(next(c for c in wanted if c not in taken))
    return taken


class _Signs:
    """What stands at each place of the grid."""

    def __init__(self, what: Scene, style: TextStyle) -> None:
        self.style, self.scene = style, what
        self.theme = theme(style.theme)
        self.paints = paints(style.palette, what.colors)
        self.letters = letters(what.colors)
        unit = what.board.lattice.unit
        # A character is about twice as high as it is wide.
        self.width = max(1, round(2 * unit[0] / unit[1]))
        self.piece_at = {cell: piece for piece in what.pieces for cell in piece.cells}
        self.start_at = {start.cell: start for start in what.starts} if style.starts else {}
        self.last = what.last if style.last_move else None

    def at(self, place: Coord) -> str:
        cell = self.scene.board.number.get(place)
        if cell is None:
            return " " * self.width
        return self._plain(cell) if self.style.color == "none" else self._colored(cell)

    def _plain(self, cell: int) -> str:
        piece = self.piece_at.get(cell)
        if piece:
            letter = self.letters[piece.color]
            sign = letter.lower() if piece is self.last else letter
        else:
            empty = "·" if self.style.unicode else "."
            sign = "+" if cell in self.start_at else empty
        return sign.ljust(self.width)

    def _colored(self, cell: int) -> str:
        piece = self.piece_at.get(cell)
        depth = self.style.color
        if piece is None:
            return self._empty(cell)
        tones = self.paints[piece.color]
        ink = "#1d2027" if brightness(tones.face) > 0.62 else "#ffffff"
        if piece is self.last:
            return paint(self._mark("●", "*"), depth, ink=ink, ground=tones.face, bold=True)
        if self.style.palette == "safe":
            return paint(self._mark(self.letters[piece.color]), depth, ink=ink, ground=tones.face)
        return paint(self._mark(self._shape(cell), " "), depth, ink=tones.facet, ground=tones.face)

    def _empty(self, cell: int) -> str:
        depth, start = self.style.color, self.start_at.get(cell)
        if start is None:
            return paint(self._mark("·", "."), depth, ink=self.theme.rim, ground=self.theme.well)
        ink = self.theme.soft if start.color is None else self.paints[start.color].face
        return paint(self._mark("●", "+"), depth, ink=ink, ground=self.theme.well, bold=True)

    def _mark(self, sign: str, ascii_sign: str = "") -> str:
        return (sign if self.style.unicode or not ascii_sign else ascii_sign).ljust(self.width)

    def _shape(self, cell: int) -> str:
        """▲ or ▼ where a cell has a point above or below; nothing where it has neither."""
        heights = [y for _, y in self.scene.board.lattice.polygon(self.scene.board.cells[cell])]
        top, bottom = heights.count(max(heights)), heights.count(min(heights))
        return " " if top == bottom else "▲" if top < bottom else "▼"


def _column_names(columns: int, width: int, margin: int) -> list[str]:
    """The letters below, one under the other where a name is wider than its column."""
    names = [column_name(i) for i in range(columns)]
    depth = max(len(name) for name in names)
    return [
        (" " * margin + "".join(name.ljust(depth)[i].ljust(width) for name in names)).rstrip()
        for i in range(depth)
    ]
