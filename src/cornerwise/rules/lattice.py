"""The two lattices, each given by the polygon of a cell and its symmetries.

A cell is named by a coordinate `(x, y)`: the left end and the bottom of its
polygon. Everything else (who is whose neighbor, how a piece turns, what a
page draws) follows from the polygons.

    squares                 triangles: x counts half edges, so that the
                            triangles of a row differ by one
      +---+---+
      |0,1|1,1|                   / \\0,1/ \\
      +---+---+                  /0,0\\ /2,0\\        up when x + y is even
      |0,0|1,0|                 +-----+-----+
      +---+---+
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt

Coord = tuple[int, int]
"""A cell or a vertex of a lattice."""

Matrix = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True, repr=False)
class Lattice:
    """A tiling by one polygon and its images. Two lattices are enough for the family."""

    name: str
    polygon: Callable[[Coord], tuple[Coord, ...]]
    """The vertices of a cell, counterclockwise, in whole lattice units."""
    symmetries: tuple[Matrix, ...]
    """Linear maps of the vertices, in units of 1/`divisor`."""
    divisor: int
    unit: tuple[float, float]
    """Size of one lattice unit when drawn, so that the edge of a cell is 1 long."""
    glyphs: tuple[str, ...]
    """What a cell looks like in an ASCII drawing, by its kind (see `kind`)."""

    def turn(self, cell: Coord, matrix: Matrix) -> Coord:
        """The cell that a symmetry (about the origin) carries `cell` to.

        >>> TRIANGLES.turn((0, 0), TRIANGLES.symmetries[0])
        (0, 0)
        """
        (a, b), (c, d) = matrix
        turned = [
            ((a * u + b * v) // self.divisor, (c * u + d * v) // self.divisor)
            for u, v in self.polygon(cell)
        ]
        return min(u for u, _ in turned), min(v for _, v in turned)

    @property
    def turns(self) -> tuple[Matrix, ...]:
        """The symmetries that are no mirrors."""
        return tuple(m for m in self.symmetries if m[0][0] * m[1][1] > m[0][1] * m[1][0])

    def kind(self, cell: Coord) -> int:
        """Which translation class of the lattice a cell is in (a triangle points up or down)."""
        return sum(cell) % len(self.glyphs)

    def normal(self, cells: Iterable[Coord]) -> frozenset[Coord]:
        """The same set of cells, moved to a standard place near the origin."""
        group = list(cells)
        dx = min(x for x, _ in group)
        dy = min(y for _, y in group)
        dx -= self.kind((dx, dy))  # a translation must carry each cell to one of its own kind
        return frozenset((x - dx, y - dy) for x, y in group)

    def orientations(self, cells: Iterable[Coord]) -> list[frozenset[Coord]]:
        """The distinct orientations of a set of cells, in a fixed order."""
        group = list(cells)
        turned = {self.normal(self.turn(cell, m) for cell in group) for m in self.symmetries}
        return sorted(turned, key=sorted)

    def __repr__(self) -> str:
        return f"<Lattice of {self.name}>"


def _closure(generators: list[Matrix], divisor: int) -> tuple[Matrix, ...]:
    """All products of the generators: the symmetry group they make."""
    identity: Matrix = ((divisor, 0), (0, divisor))
    found, todo = [identity], [identity]
    while todo:
        (a, b), (c, d) = todo.pop(0)
        for (e, f), (g, h) in generators:
            product: Matrix = (
                ((a * e + b * g) // divisor, (a * f + b * h) // divisor),
                ((c * e + d * g) // divisor, (c * f + d * h) // divisor),
            )
            if product not in found:
                found.append(product)
                todo.append(product)
    return tuple(found)


def _square(cell: Coord) -> tuple[Coord, ...]:
    x, y = cell
    return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)


def _triangle(cell: Coord) -> tuple[Coord, ...]:
    x, y = cell
    if (x + y) % 2 == 0:
        return (x, y), (x + 2, y), (x + 1, y + 1)
    return (x + 1, y), (x + 2, y + 1), (x, y + 1)


SQUARES = Lattice(
    name="squares",
    polygon=_square,
    symmetries=_closure([((0, -1), (1, 0)), ((-1, 0), (0, 1))], 1),
    divisor=1,
    unit=(1.0, 1.0),
    glyphs=("#",),
)

# A turn by 60 degrees maps the half-edge (1, 0) to (1/2, 1/2) and (0, 1) to (-3/2, 1/2).
TRIANGLES = Lattice(
    name="triangles",
    polygon=_triangle,
    symmetries=_closure([((1, -3), (1, 1)), ((-2, 0), (0, 2))], 2),
    divisor=2,
    unit=(0.5, sqrt(3) / 2),
    glyphs=("A", "V"),
)
