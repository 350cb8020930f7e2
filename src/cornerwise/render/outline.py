"""The outline of a set of cells as merged polygons, from the cells' polygons alone.

Edges that two cells share cancel; what is left is chained into loops. A loop runs
counterclockwise around the shape (as lattice polygons do) and clockwise around a hole.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import atan2, hypot, pi

Point = tuple[float, float]
Loop = list[Point]


def outline(polygons: Iterable[Sequence[Point]]) -> list[Loop]:
    """The boundary loops of a union of cells; straight runs are one edge.

    >>> outline([[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 0), (2, 0), (2, 1), (1, 1)]])
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    after: dict[Point, list[Point]] = defaultdict(list)
    for start, end in _free_edges(polygons):
        after[start].append(end)
    loops = []
    while after:
        loops.append(_simplified(_chain(after)))
    return loops


def _free_edges(polygons: Iterable[Sequence[Point]]) -> list[tuple[Point, Point]]:
    edges: dict[tuple[Point, Point], None] = {}
    for polygon in polygons:
        for edge in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            if (edge[1], edge[0]) in edges:
                del edges[edge[1], edge[0]]
            else:
                edges[edge] = None
    return list(edges)


def _chain(after: dict[Point, list[Point]]) -> Loop:
    """Follow free edges from the lowest vertex until it comes again; uses the edges up."""
    start = min(after)
    loop, here, came_from = [start], start, None
    while True:
        ends = after[here]
        # Where a shape meets itself in one vertex, the left-most turn keeps its loops apart.
        end = ends[0] if came_from is None else _leftmost(came_from, here, ends)
        ends.remove(end)
        if not ends:
            del after[here]
        if end == start:
            return loop
        loop.append(end)
        here, came_from = end, here


def _leftmost(before: Point, here: Point, ends: list[Point]) -> Point:
    return max(ends, key=lambda end: _angle(before, here, end))


def _angle(before: Point, here: Point, after: Point) -> float:
    """How far a path turns left at `here`, between −π and π."""
    coming = atan2(here[1] - before[1], here[0] - before[0])
    going = atan2(after[1] - here[1], after[0] - here[0])
    return (going - coming + pi) % (2 * pi) - pi


def _simplified(loop: Loop) -> Loop:
    """Without the vertices through which the boundary runs straight."""
    return [
        here
        for i, here in enumerate(loop)
        if abs(_angle(loop[i - 1], here, loop[(i + 1) % len(loop)])) > 1e-9
    ]


def inset(loop: Loop, by: float) -> Loop:
    """The loop with every edge moved to its left (into the shape) by a distance.

    >>> inset([(0, 0), (4, 0), (4, 4), (0, 4)], 1)
    [(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)]
    """
    moved = []
    for i, (x, y) in enumerate(loop):
        ax, ay = _normal(loop[i - 1], (x, y))
        bx, by_ = _normal((x, y), loop[(i + 1) % len(loop)])
        # The corner of two moved edges lies along the sum of their normals.
        scale = by / (1 + ax * bx + ay * by_)
        moved.append((x + (ax + bx) * scale, y + (ay + by_) * scale))
    return moved


def _normal(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    return -dy / length, dx / length


def center(polygon: Sequence[Point]) -> Point:
    """The mean of the vertices.

    >>> center([(0, 0), (2, 0), (1, 3)])
    (1.0, 1.0)
    """
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)
