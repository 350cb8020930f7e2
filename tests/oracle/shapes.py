"""Boards and pieces from polygons alone: vertices, edges, connected sets of cells.

Nothing here uses the compiler's notion of neighbor, orientation or placement. A set of
cells is recognized as a piece by the distances between its cells, which turning and
flipping do not change.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan2

from cornerwise.rules import Board, Coord

Shape = frozenset[Coord]
Edge = frozenset[Coord]


@dataclass(frozen=True)
class Outline:
    """A shape's cells, vertices and edges, each as the bits of one number."""

    cells: int
    vertices: int
    edges: int


class Plane:
    """A board seen as points and lines."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.polygon = {cell: board.lattice.polygon(cell) for cell in board.cells}
        vertices = sorted({v for polygon in self.polygon.values() for v in polygon})
        edges = sorted({e for cell in board.cells for e in self.edges(cell)}, key=sorted)
        self._vertex_bit = {v: 1 << i for i, v in enumerate(vertices)}
        self._edge_bit = {e: 1 << i for i, e in enumerate(edges)}
        self._cell_bit = {c: 1 << i for i, c in enumerate(board.cells)}
        self._fans: dict[Coord, list[Coord]] = {}

    def edges(self, cell: Coord) -> list[Edge]:
        polygon = self.polygon[cell]
        return [frozenset(pair) for pair in zip(polygon, (*polygon[1:], polygon[0]), strict=True)]

    @cached_property
    def beside(self) -> dict[Coord, list[Coord]]:
        """For each cell, the cells that share an edge with it."""
        by_edge: dict[Edge, list[Coord]] = {}
        for cell in self.board.cells:
            for edge in self.edges(cell):
                by_edge.setdefault(edge, []).append(cell)
        pairs = [cells for cells in by_edge.values() if len(cells) == 2]
        beside: dict[Coord, list[Coord]] = {cell: [] for cell in self.board.cells}
        for a, b in pairs:
            beside[a].append(b)
            beside[b].append(a)
        return beside

    def outline(self, shape: Iterable[Coord]) -> Outline:
        cells = vertices = edges = 0
        for cell in shape:
            cells |= self._cell_bit[cell]
            for vertex in self.polygon[cell]:
                vertices |= self._vertex_bit[vertex]
            for edge in self.edges(cell):
                edges |= self._edge_bit[edge]
        return Outline(cells, vertices, edges)

    def connected_sets(self, largest: int) -> set[Shape]:
        """Every set of up to `largest` cells that hang together by edges."""
        found: set[Shape] = set()
        layer = {frozenset([cell]) for cell in self.board.cells}
        for _ in range(largest):
            found |= layer
            layer = {shape | {cell} for shape in layer for cell in self._around(shape)}
        return found

    def _around(self, shape: Shape) -> set[Coord]:
        return {near for cell in shape for near in self.beside[cell]} - shape

    # Going around a vertex, from one cell to the next, whether or not it is on the board

    def fan(self, vertex: Coord) -> list[Coord]:
        if vertex not in self._fans:
            polygon = self.board.lattice.polygon
            near = [(vertex[0] + dx, vertex[1] + dy) for dx in range(-3, 3) for dy in range(-2, 2)]
            cells = [cell for cell in near if vertex in polygon(cell)]
            self._fans[vertex] = sorted(cells, key=lambda cell: self._angle(vertex, cell))
        return self._fans[vertex]

    def _angle(self, vertex: Coord, cell: Coord) -> float:
        ux, uy = self.board.lattice.unit
        x, y = self.center(cell)
        return atan2((y - vertex[1]) * uy, (x - vertex[0]) * ux)

    def center(self, cell: Coord) -> tuple[float, float]:
        polygon = self.board.lattice.polygon(cell)
        return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)

    def is_straight(self, shape: Shape, vertex: Coord) -> bool:
        """Whether the boundary of the shape runs straight through the vertex (R3.6).

        Going around the vertex, the shape's cells form one run that fills half a turn.
        """
        inside = [cell in shape for cell in self.fan(vertex)]
        changes = sum(a != b for a, b in pairwise([*inside, inside[0]]))
        return 2 * sum(inside) == len(inside) and changes == 2

    def shared_vertices(self, a: Shape, b: Shape) -> set[Coord]:
        return {v for c in a for v in self.polygon[c]} & {v for c in b for v in self.polygon[c]}


def signature(board: Board, shape: Iterable[Coord]) -> tuple[tuple[int, ...], ...]:
    """Each cell's squared distances to all cells, in whole units: the same however turned."""
    ux, uy = board.lattice.unit
    stretch = round((uy / ux) ** 2)
    centers = []
    for cell in shape:
        polygon = board.lattice.polygon(cell)
        centers.append((sum(x for x, _ in polygon), sum(y for _, y in polygon)))
    rows = [
        tuple(sorted((ax - bx) ** 2 + stretch * (ay - by) ** 2 for bx, by in centers))
        for ax, ay in centers
    ]
    return tuple(sorted(rows))
