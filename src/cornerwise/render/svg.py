"""A position as an SVG picture: paper, wells, and pieces that are objects.

One recipe for every lattice: a face with a deep outline around the *piece*, a lighter
facet on each cell, a soft shadow. Colors are attributes and not
style sheets, so that many pictures can stand in one page without touching each other.
"""

from html import escape
from typing import Unpack

from cornerwise.play import Game
from cornerwise.render.look import Paint, Theme, brightness, paints, theme
from cornerwise.render.outline import Loop, center, inset, outline
from cornerwise.render.patterns import pattern
from cornerwise.render.scene import Piece, Plan, Scene, scene
from cornerwise.render.style import Settings, Style
from cornerwise.rules.board import column_name

EDGE = 40.0
"""Picture units of a cell's edge; sizes below are in the same units."""
FONT = "Inter, system-ui, 'Segoe UI', 'Liberation Sans', 'DejaVu Sans', sans-serif"


def svg(game: Game, **settings: Unpack[Settings]) -> str:
    """A game as it stands, as SVG. Settings are the fields of `Style`.

    >>> svg(Game("duo"), theme="dark", size=320)[:38]
    '<svg xmlns="http://www.w3.org/2000/svg'
    """
    return draw(scene(game), Style(**settings))


def draw(what: Scene, style: Style) -> str:
    """A scene as SVG."""
    picture = _Picture(what, style)
    return picture.whole()


class _Picture:
    """The parts of one picture, from the ground up."""

    def __init__(self, what: Scene, style: Style) -> None:
        self.scene, self.style = what, style
        self.theme: Theme = theme(style.theme)
        self.paints = paints(style.palette, what.colors)
        self.plan = Plan(what.board, EDGE)
        self.prefix = f"cw-{style.theme}-{style.palette}"

    def whole(self) -> str:
        margin = EDGE * (0.95 if self.style.coordinates else 0.5)
        width, height = self.plan.width + 2 * margin, self.plan.height + 2 * margin
        pixels = self.style.size, round(self.style.size * height / width)
        title = escape(self.scene.title)
        layers = [self._plate(), self._starts(), self._pieces(), self._numbers(), self._names()]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{pixels[0]}" height="{pixels[1]}" '
            f'viewBox="{-margin:g} {-margin:g} {width:.2f} {height:.2f}" role="img" '
            f'font-family="{FONT}"><title>{title}</title>{self._definitions()}'
            f'<rect x="{-margin:g}" y="{-margin:g}" width="{width:.2f}" height="{height:.2f}" '
            f'rx="14" fill="{self.theme.ground}"/>' + "".join(layers) + "</svg>"
        )

    def _definitions(self) -> str:
        shown = {(self._pattern_id(p), p) for p in self.paints if p.pattern != "plain"}
        patterns = "".join(pattern(i, p) for i, p in sorted(shown, key=str))
        return f"<defs>{patterns}</defs>" if patterns else ""

    def _shadow(self, shape: str, fall: float, spread: float, copies: int) -> str:
        """A soft shadow: the shape again and again, ever wider.

        Blur filters looked the same and took 90% of a PNG's time.
        """
        strength = 0.8 * self.theme.shadow / copies
        paths = "".join(
            f'<path d="{shape}" stroke-width="{spread * (i + 0.5) / copies:.2f}"/>'
            for i in range(copies)
        )
        return (
            f'<g transform="translate(0 {fall:g})" stroke="#000" stroke-linejoin="round" '
            f'fill-opacity="{strength:.3f}" stroke-opacity="{strength:.3f}">{paths}</g>'
        )

    def _pattern_id(self, paint: Paint) -> str:
        return f"{self.prefix}-{paint.face[1:]}"

    def _plate(self) -> str:
        edge = "".join(_path(inset(loop, -5)) for loop in outline(self.plan.polygons))
        wells = "".join(_path(inset(p, 3)) for p in self.plan.polygons)
        t = self.theme
        return (
            self._shadow(edge, 3, 16, 7)
            + f'<path d="{edge}" fill="{t.plate}" stroke="{t.rim}" stroke-width="3" '
            'stroke-linejoin="round"/>'
            f'<path d="{wells}" fill="{t.well}" stroke="{t.well}" stroke-width="3" '
            'stroke-linejoin="round"/>'
        )

    def _starts(self) -> str:
        if not self.style.starts:
            return ""
        dots = []
        radius, halo = self.plan.reach * 0.2 + 1.6, self.plan.reach * 0.12 + 2
        for start in self.scene.starts:
            x, y = center(self.plan.polygons[start.cell])
            fill = self.theme.soft if start.color is None else self.paints[start.color].face
            dots.append(
                f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" fill="{fill}" '
                f'stroke="{fill}" stroke-opacity=".25" stroke-width="{halo:.2f}" '
                'fill-opacity=".85"/>'
            )
        return "".join(dots)

    def _pieces(self) -> str:
        last = self.scene.last if self.style.last_move else None
        shapes = [self._shape(piece, 1.1) for piece in self.scene.pieces]
        shadow = self._shadow("".join(shapes), 1.6, 4, 3) if shapes else ""
        drawn = map(self._piece, self.scene.pieces, shapes)
        return shadow + "".join(drawn) + (self._last(last) if last else "")

    def _shape(self, piece: Piece, by: float) -> str:
        """The outline of a piece, a little inside its cells: neighbors keep a seam."""
        polygons = [self.plan.polygons[cell] for cell in piece.cells]
        return "".join(_path(inset(loop, by)) for loop in outline(polygons))

    def _piece(self, piece: Piece, shape: str) -> str:
        paint = self.paints[piece.color]
        polygons = [self.plan.polygons[cell] for cell in piece.cells]
        facets = "".join(_path(inset(p, 1.6 + self.plan.reach * 0.2)) for p in polygons)
        facet = f'<path d="{facets}" fill="{paint.facet}" fill-opacity=".55"/>'
        if paint.pattern != "plain":
            facet += f'<path d="{facets}" fill="url(#{self._pattern_id(paint)})"/>'
        return (
            f'<g><path d="{shape}" fill="{paint.face}" stroke="{paint.deep}" stroke-width="2" '
            f'stroke-linejoin="round"/>{facet}</g>'
        )

    def _last(self, piece: Piece) -> str:
        shape = self._shape(piece, 1.6)
        deep = self.paints[piece.color].deep
        return (
            f'<path d="{shape}" fill="none" stroke="{deep}" stroke-width="6" '
            'stroke-linejoin="round"/>'
            f'<path d="{shape}" fill="none" stroke="#fff" stroke-width="3.4" '
            'stroke-linejoin="round"/>'
        )

    def _numbers(self) -> str:
        if not self.style.move_numbers:
            return ""
        return "".join(self._number(piece) for piece in self.scene.pieces if piece.number)

    def _number(self, piece: Piece) -> str:
        centers = [center(self.plan.polygons[cell]) for cell in piece.cells]
        mx, my = center(centers)
        x, y = min(centers, key=lambda c: (c[0] - mx) ** 2 + (c[1] - my) ** 2)
        face = self.paints[piece.color].face
        ink = "#1d2027" if brightness(face) > 0.62 else "#ffffff"
        size = self.plan.reach * (0.95 if piece.number < 100 else 0.75)
        return _text(x, y, str(piece.number), size, ink, weight=600)

    def _names(self) -> str:
        """Letters under the board's columns, numbers at the left end of its rows."""
        if not self.style.coordinates:
            return ""
        board, plan = self.scene.board, self.plan
        x0, y0 = board.origin
        columns: dict[int, float] = {}
        rows: dict[int, tuple[float, float]] = {}
        for (x, y), polygon in zip(board.cells, plan.polygons, strict=True):
            left, middle = min(p[0] for p in polygon), [p[1] for p in polygon]
            columns.setdefault(x, (left + max(p[0] for p in polygon)) / 2)
            rows.setdefault(y, (left, (min(middle) + max(middle)) / 2))
        soft = self.theme.soft
        size = min(15.0, 0.62 * plan.width / len(columns))
        below = [
            _text(at, plan.height + 22, column_name(x - x0), size, soft)
            for x, at in columns.items()
        ]
        beside = [
            _text(left - 15, at, str(y - y0 + 1), min(15.0, size * 1.15), soft, anchor="end")
            for y, (left, at) in rows.items()
        ]
        return "".join(below + beside)


def _path(loop: Loop) -> str:
    # A tenth of a unit is a quarter of a percent of an edge: finer would only make files larger.
    return "M" + "L".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in loop) + "Z"


def _text(
    x: float, y: float, text: str, size: float, fill: str, anchor: str = "middle", weight: int = 500
) -> str:
    # The middle of a digit is 0.36 em above the baseline; not every program knows
    # `dominant-baseline`.
    return (
        f'<text x="{x:.2f}" y="{y + 0.36 * size:.2f}" font-size="{size:.1f}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
    )
