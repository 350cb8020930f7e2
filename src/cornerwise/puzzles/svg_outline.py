"""Outlines from SVG drawings: closed polygons whose edges follow one of the lattices.

Reads `polygon`, `polyline`, `rect` and the straight part of `path` (M L H V Z, either case).
The edge of a cell is the attribute `data-edge` of the drawing, or else the longest length that
divides every edge. A cell belongs to the outline when its center lies inside an odd number of
polygons, so that a polygon inside another is a hole.
"""

import math
import re
from collections.abc import Iterator
from xml.etree import ElementTree

from cornerwise.puzzles.outline import MAX_SIDE, OutlineError, outline_board
from cornerwise.rules import SQUARES, TRIANGLES, Board, Coord, Lattice

Point = tuple[float, float]
MAX_BYTES = 1 << 20
MAX_LOOPS = 1000
"""Polygons in one drawing: more than there are cells to cover."""
MAX_LENGTH = 1e9
"""Of a coordinate: beyond it, sums of lengths are no longer exact enough to tell cells apart."""
MAX_PARTS = 21
"""Cells along the shortest edge."""
_TOKEN = re.compile(r"[MLHVZmlhvz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_OTHER = re.compile(r"[^MLHVZmlhvzeE\d\s.,+-]")
_CLOSE = 0.02
"""How far, in edges or in parts of a right angle, a drawing may be off."""


def parse_svg(text: str) -> Board:
    """The board of an SVG drawing; `OutlineError` says what is wrong with it."""
    loops = _loops(text)
    edges = [(b[0] - a[0], b[1] - a[1]) for loop in loops for a, b in _sides(loop)]
    lattice = _lattice(edges)
    unit = _edge_attribute(text) or _common(sorted(math.hypot(*edge) for edge in edges))
    left = min(x for loop in loops for x, _ in loop)
    bottom = max(y for loop in loops for _, y in loop)  # pictures count downward
    scaled = [[((x - left) / unit, (bottom - y) / unit) for x, y in loop] for loop in loops]
    return outline_board(lattice, _cells(lattice, scaled))


def _loops(text: str) -> list[list[Point]]:
    if len(text) > MAX_BYTES or "<!ENTITY" in text:
        raise OutlineError("the drawing is too large or not plain SVG", reason="unreadable")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, UnicodeError) as error:
        raise OutlineError(f"this is no SVG: {error}", reason="unreadable") from None
    loops: list[list[Point]] = []
    moves = set()
    for element, moved in _elements(root):
        drawn = [loop for loop in _drawn(element) if len(_sides(loop)) > 2]
        loops.extend(drawn)
        moves.update([moved] if drawn else [])
    if not loops:
        raise OutlineError("the drawing has no polygon, rect or path around cells", reason="empty")
    if len(loops) > MAX_LOOPS:
        raise OutlineError(f"the drawing has over {MAX_LOOPS} polygons", reason="large")
    if len(moves) > 1:
        raise OutlineError(
            "a transform moves a part of the drawing: draw the part where it belongs",
            reason="unreadable",
        )
    return loops


def _elements(root: ElementTree.Element) -> Iterator[tuple[ElementTree.Element, int]]:
    """Every element, with a number that is the same where the same transforms are in force: what
    moves the whole drawing changes no outline, what moves a part of it does."""
    waiting = [(root, 0)]
    while waiting:
        element, moved = waiting.pop()
        transform = element.get("transform")
        moved = hash((moved, transform)) if transform else moved
        yield element, moved
        waiting.extend((child, moved) for child in reversed(element))


def _drawn(element: ElementTree.Element) -> list[list[Point]]:
    """The loops of one element; none if it is no shape."""
    name = str(element.tag).rpartition("}")[2]
    if name in ("polygon", "polyline"):
        numbers = [_number(n, f"a {name}") for n in _TOKEN.findall(element.get("points", ""))]
        return [list(zip(numbers[::2], numbers[1::2], strict=False))]
    if name == "rect":
        return [_rectangle(element)]
    return _path(element.get("d", "")) if name == "path" else []


def _rectangle(element: ElementTree.Element) -> list[Point]:
    keys = ("x", "y", "width", "height")
    x, y, w, h = (_number(element.get(key, "0"), f"the {key} of a rect") for key in keys)
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def _number(text: str, where: str) -> float:
    """A plain number. How long a millimeter or a percent is, the drawing alone does not say."""
    try:
        number = float(text)
    except ValueError:
        number = math.inf
    if not abs(number) < MAX_LENGTH:
        raise OutlineError(
            f"{where}: cannot use {text[:40]!r}; lengths are plain numbers, without a unit",
            reason="unreadable",
        )
    return number


def _path(data: str) -> list[list[Point]]:
    """The loops of a path of straight lines."""
    if _OTHER.search(data):
        raise OutlineError("a path may only have straight lines: M L H V Z", reason="unreadable")
    loops: list[list[Point]] = []
    tokens = _TOKEN.findall(data)
    command, at, i = "M", (0.0, 0.0), 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command, i = tokens[i], i + 1
            if command in "Zz":
                at = loops[-1][0] if loops else at
                continue
        try:
            at, i = _step(command, tokens, i, at)
        except (IndexError, ValueError):
            raise OutlineError(f"cannot read the path {data[:40]!r}", reason="unreadable") from None
        if command in "Mm":
            loops.append([])
            command = "L" if command == "M" else "l"
        elif not loops:
            raise OutlineError("a path begins with M", reason="unreadable")
        loops[-1].append(at)
    return loops


def _step(command: str, tokens: list[str], i: int, at: Point) -> tuple[Point, int]:
    x, y = at if command.islower() else (0.0, 0.0)
    first = _number(tokens[i], "a path")
    if command in "Hh":
        return (x + first, at[1]), i + 1
    if command in "Vv":
        return (at[0], y + first), i + 1
    return (x + first, y + _number(tokens[i + 1], "a path")), i + 2


def _sides(loop: list[Point]) -> list[tuple[Point, Point]]:
    sides = zip(loop, loop[1:] + loop[:1], strict=True)
    return [(a, b) for a, b in sides if math.dist(a, b) > 1e-6]


def _lattice(edges: list[Point]) -> Lattice:
    """The lattice that all edges run along."""
    for lattice, turn in ((SQUARES, math.pi / 2), (TRIANGLES, math.pi / 3)):
        off = (abs(math.remainder(math.atan2(y, x), turn)) for x, y in edges)
        if max(off) < _CLOSE:
            return lattice
    raise OutlineError(
        "the edges run neither along squares nor along triangles with a level side",
        reason="unreadable",
    )


def _edge_attribute(text: str) -> float:
    value = ElementTree.fromstring(text).get("data-edge", "0")
    try:
        return max(0.0, float(value))
    except ValueError:
        raise OutlineError(f"data-edge is no number: {value!r}", reason="unreadable") from None


def _common(lengths: list[float]) -> float:
    """The longest length that divides all."""
    for parts in range(1, MAX_PARTS):
        unit = lengths[0] / parts
        if all(abs(math.remainder(length, unit)) < _CLOSE * unit for length in lengths):
            return unit
    raise OutlineError("the edges have no common length: draw whole cells", reason="unreadable")


def _cells(lattice: Lattice, loops: list[list[Point]]) -> set[Coord]:
    """Cells whose center is inside. Where the drawing's lower left lies on the lattice of
    triangles is not known; it is right when every corner of the drawing is one of a cell."""
    ux, uy = lattice.unit
    width = max(x for loop in loops for x, _ in loop)
    height = max(y for loop in loops for _, y in loop)
    if width / ux > MAX_SIDE + 1 or height / uy > MAX_SIDE + 1:
        raise OutlineError(f"the outline is over {MAX_SIDE} columns or rows", reason="large")
    grid = [(x, y) for x in range(-2, int(width / ux) + 3) for y in range(int(height / uy) + 2)]
    for shift in range(len(lattice.glyphs)):
        cells = {cell for cell in grid if _inside(_center(lattice, cell, shift), loops)}
        corners = {(round(x / ux) + shift, round(y / uy)) for loop in loops for x, y in loop}
        if corners <= {corner for cell in cells for corner in lattice.polygon(cell)}:
            return cells
    raise OutlineError("the drawing does not follow whole cells", reason="unreadable")


def _center(lattice: Lattice, cell: Coord, shift: int) -> Point:
    corners = lattice.polygon(cell)
    ux, uy = lattice.unit
    x = sum(u - shift for u, _ in corners) / len(corners)
    return x * ux, sum(v for _, v in corners) / len(corners) * uy


def _inside(point: Point, loops: list[list[Point]]) -> bool:
    x, y = point
    crossings = 0
    for loop in loops:
        if len(loop) < 5 and not min(p[0] for p in loop) < x < max(p[0] for p in loop):
            continue  # most drawings are many small polygons; most of them are elsewhere
        for (ax, ay), (bx, by) in _sides(loop):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                crossings += 1
    return crossings % 2 == 1


def outline_svg(board: Board, edge: float = 20.0) -> str:
    """A drawing of an outline that `parse_svg` reads back: one polygon for each cell."""
    ux, uy = board.lattice.unit
    polygons = [board.lattice.polygon(cell) for cell in board.cells]
    left = min(u for corners in polygons for u, _ in corners)
    top = max(v for corners in polygons for _, v in corners)
    right = max(u for corners in polygons for u, _ in corners)
    low = min(v for corners in polygons for _, v in corners)
    size = f"{(right - left) * ux * edge:.2f} {(top - low) * uy * edge:.2f}"
    shapes = "\n".join(
        '<polygon points="'
        + " ".join(f"{(u - left) * ux * edge:.3f},{(top - v) * uy * edge:.3f}" for u, v in corners)
        + '"/>'
        for corners in polygons
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" data-edge="{edge:g}" viewBox="0 0 {size}">\n'
        f"{shapes}\n</svg>\n"
    )
