"""The rules word by word over polygons: no tables, no orientations, no attach cells.

Every possible placement of a board is found by growing connected sets of cells (once per
board), and each is judged by R3 as it is written.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from cornerwise.rules import Board, Coord, Variant
from oracle.shapes import Outline, Plane, Shape, signature


@lru_cache(maxsize=2)
def plane(board: Board) -> Plane:
    return Plane(board)


@lru_cache(maxsize=2)
def all_shapes(board: Board, pieces: tuple[tuple[str, Shape], ...]) -> dict[Shape, str]:
    """Every set of cells that is one of the pieces, with the piece's name."""
    names = {signature(board, cells): name for name, cells in pieces}
    largest = max(len(cells) for _, cells in pieces)
    shapes = plane(board).connected_sets(largest)
    found = ((shape, names.get(signature(board, shape))) for shape in shapes)
    return {shape: name for shape, name in found if name is not None}


@lru_cache(maxsize=2)
def all_outlines(
    board: Board, pieces: tuple[tuple[str, Shape], ...]
) -> list[tuple[Shape, str, Outline]]:
    shapes = all_shapes(board, pieces)
    return [(shape, name, plane(board).outline(shape)) for shape, name in shapes.items()]


class NaiveGame:
    """One game, kept as the list of what was placed."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.plane = plane(variant.board)
        self._pieces = tuple((piece.name, piece.cells) for piece in variant.pieces)
        self.placed: list[list[Shape]] = [[] for _ in variant.colors]
        self.out: set[int] = set()
        self.to_play: int | None = 0

    # R3

    def legal(self, color: int) -> set[Shape]:
        """All legal placements of a color."""
        covered = self.plane.outline(c for shapes in self.placed for s in shapes for c in s).cells
        own = self.plane.outline(c for shape in self.placed[color] for c in shape)
        stock = self._stock(color)
        starts = self.plane.outline(self._open_starts(color)).cells
        first = not self.placed[color]
        return {
            shape
            for shape, name, outline in all_outlines(self.variant.board, self._pieces)
            if stock[name] > 0
            and not outline.cells & covered
            and (outline.cells & starts if first else outline.vertices & own.vertices)
            and not outline.edges & own.edges
            and (self.variant.contact == "base" or self._meets_corners_only(color, shape))
        }

    def _stock(self, color: int) -> Counter[str]:
        shapes = all_shapes(self.variant.board, self._pieces)
        held = Counter({name: self.variant.copies for name, _ in self._pieces})
        held.subtract(shapes[shape] for shape in self.placed[color])
        return held

    def _meets_corners_only(self, color: int, shape: Shape) -> bool:
        """R3.6: wherever the piece meets one of its color, the vertex is a corner of both."""
        return not any(
            self.plane.is_straight(shape, vertex) or self.plane.is_straight(other, vertex)
            for other in self.placed[color]
            for vertex in self.plane.shared_vertices(shape, other)
        )

    # R5

    def _open_starts(self, color: int) -> list[Coord]:
        ring = self._start_cells()
        taken = {other: self._start_of(other) for other in range(len(self.placed))}
        if self.variant.start == "assigned":
            return [ring[color]]
        open_cells = [cell for cell in ring if cell not in taken.values()]
        if self.variant.start == "symmetric":
            return [c for c in open_cells if self._is_symmetric(color, c, taken)]
        if self.variant.start == "spaced":
            return [c for c in open_cells if self._is_spaced(ring, c, taken)]
        return open_cells

    def _is_symmetric(self, color: int, cell: Coord, taken: dict[int, Coord | None]) -> bool:
        """The partner is opposite, or has not begun and finds the opposite cell free."""
        partner = next(
            other
            for side in self.variant.sides
            if color in side.colors
            for other in side.colors
            if other != color
        )
        opposite = self._opposite(cell)
        if taken[partner] is not None:
            return taken[partner] == opposite
        return opposite not in taken.values()

    def _is_spaced(self, ring: list[Coord], cell: Coord, taken: dict[int, Coord | None]) -> bool:
        """No start beside it is used, nor one across: a free start between any two."""
        at = ring.index(cell)
        return all((ring.index(t) - at) % 2 == 0 for t in taken.values() if t is not None)

    def _start_cells(self) -> list[Coord]:
        board = self.variant.board
        return [board.cells[board.by_name[name]] for name in self.variant.start_rule.cells]

    def _start_of(self, color: int) -> Coord | None:
        """The start cell under the color's first piece."""
        if not self.placed[color]:
            return None
        return next(cell for cell in self._start_cells() if cell in self.placed[color][0])

    def _opposite(self, cell: Coord) -> Coord:
        """The cell where half a turn about the middle of the board carries this one."""
        vertices = {v for polygon in self.plane.polygon.values() for v in polygon}
        total_x = min(x for x, _ in vertices) + max(x for x, _ in vertices)
        total_y = min(y for _, y in vertices) + max(y for _, y in vertices)
        turned = {(total_x - x, total_y - y) for x, y in self.plane.polygon[cell]}
        return next(c for c, polygon in self.plane.polygon.items() if set(polygon) == turned)

    # R4

    def play(self, shape: Iterable[Coord]) -> None:
        """The color to play places a shape (which must be legal); the turn passes."""
        color = self.to_play
        assert color is not None
        self.placed[color].append(frozenset(shape))
        self.to_play = None
        n = len(self.placed)
        for after in ((color + i) % n for i in range(1, n + 1)):
            if after not in self.out and self.legal(after):
                self.to_play = after
                return
            self.out.add(after)

    # R6

    def score(self, color: int) -> int:
        stock = self._stock(color)
        left = sum(stock[name] * len(cells) for name, cells in self._pieces)
        if left > 0:
            return -left
        single_last = len(self.placed[color][-1]) == 1
        bonus = self.variant.bonus
        return bonus.single_last if single_last else bonus.all_placed
