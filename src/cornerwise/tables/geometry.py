"""What surrounds a set of cells, from the polygons alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from cornerwise.rules import Coord, Lattice


@cache
def cells_around(lattice: Lattice, vertex: Coord) -> tuple[Coord, ...]:
    """The cells that have this vertex. On both lattices they lie within two units of it."""
    u, v = vertex
    near = [(u + dx, v + dy) for dx in (-2, -1, 0) for dy in (-1, 0)]
    return tuple(cell for cell in near if vertex in lattice.polygon(cell))


def neighbors(lattice: Lattice, cell: Coord) -> tuple[set[Coord], set[Coord]]:
    """Edge neighbors (two vertices shared) and corner neighbors (exactly one)."""
    shared: dict[Coord, int] = {}
    for vertex in lattice.polygon(cell):
        for other in cells_around(lattice, vertex):
            shared[other] = shared.get(other, 0) + 1
    del shared[cell]
    edges = {other for other, n in shared.items() if n == 2}
    return edges, set(shared) - edges


@dataclass(frozen=True)
class Surroundings:
    """The three kinds of places around a shape (R3)."""

    halo: frozenset[Coord]
    attach: frozenset[Coord]
    shun: frozenset[Coord]


def surroundings(lattice: Lattice, cells: Iterable[Coord], corners_only: bool) -> Surroundings:
    """Halo, attach and shun of a shape under either contact rule."""
    shape = set(cells)
    edges: set[Coord] = set()
    corners: set[Coord] = set()
    for cell in shape:
        edge, corner = neighbors(lattice, cell)
        edges |= edge
        corners |= corner
    halo = edges - shape
    shun = straight_places(lattice, shape) - halo if corners_only else set()
    halo |= shun
    return Surroundings(frozenset(halo), frozenset(corners - shape - halo), frozenset(shun))


def straight_places(lattice: Lattice, shape: set[Coord]) -> set[Coord]:
    """Cells that meet the shape at a vertex where its boundary runs straight through (R3.6).

    There the shape has half of the cells around the vertex, one beside the other.
    """
    places: set[Coord] = set()
    for vertex in {v for cell in shape for v in lattice.polygon(cell)}:
        around = cells_around(lattice, vertex)
        mine = [cell for cell in around if cell in shape]
        if 2 * len(mine) == len(around) and _consecutive(lattice, mine):
            places |= set(around) - shape
    return places


def _consecutive(lattice: Lattice, mine: list[Coord]) -> bool:
    """Whether cells around one vertex form one run: a run of n cells has n − 1 shared edges."""
    links = sum(b in neighbors(lattice, a)[0] for i, a in enumerate(mine) for b in mine[i + 1 :])
    return links == len(mine) - 1
