"""Outlines that cannot be filled, seen at once and with the reason."""

from collections import Counter
from dataclasses import dataclass

from cornerwise.puzzles.puzzle import Puzzle
from cornerwise.rules import Coord
from cornerwise.tables import Tables

SMALL = 2
"""Separate regions up to this size ask for pieces of exactly their shape."""


@dataclass(frozen=True)
class Refusal:
    """Why an outline cannot be filled."""

    reason: str
    """One word for programs: area, parity, pocket."""
    message: str
    cell: str | None = None
    """Where, if one cell shows it."""


def refusal(puzzle: Puzzle) -> Refusal | None:
    """The first simple reason against a packing; None proves nothing."""
    return _area(puzzle) or _pocket(puzzle) or _parity(puzzle)


def _area(puzzle: Puzzle) -> Refusal | None:
    cells, stock = puzzle.cells, puzzle.stock_cells
    if cells > stock:
        text = f"the outline has {cells} cells, the pieces only {stock}: {cells - stock} too many"
        return Refusal("area", text)
    if puzzle.whole and cells < stock:
        text = f"the outline has {cells} cells, the pieces {stock}: {stock - cells} too few"
        return Refusal("area", text)
    return None


def _parity(puzzle: Puzzle) -> Refusal | None:
    """Color the cells like a chessboard (triangles: up and down). A piece covers so many more of
    one kind; turned or moved, of the other. Their sum must be able to give the outline's."""
    if puzzle.holes:
        return None
    balance = _balance(list(puzzle.variant.board.cells))
    if (puzzle.cells, balance) in _reachable(puzzle):
        return None
    up, down = (puzzle.cells + balance) // 2, (puzzle.cells - balance) // 2
    kinds = (
        "pointing up and down"
        if len(puzzle.variant.board.lattice.glyphs) > 1
        else ("of the two chessboard colors")
    )
    return Refusal(
        "parity", f"there are {up} and {down} cells {kinds}: no choice of pieces has so many"
    )


def _balance(cells: list[Coord]) -> int:
    return sum(1 if (x + y) % 2 == 0 else -1 for x, y in cells)


def _reachable(puzzle: Puzzle) -> set[tuple[int, int]]:
    """All (cells, balance) that some of the pieces can have."""
    reached = {(0, 0)}
    for shape in puzzle.variant.pieces:
        size, tilt = shape.size, abs(_balance(list(shape.cells)))
        for _ in range(puzzle.variant.copies * len(puzzle.variant.colors)):
            more = {(n + size, b + t) for n, b in reached for t in {tilt, -tilt}}
            reached |= {pair for pair in more if pair[0] <= puzzle.cells}
    return reached


def _pocket(puzzle: Puzzle) -> Refusal | None:
    """Small regions apart from the rest ask for pieces of their own."""
    if puzzle.holes:
        return None
    tables = puzzle.tables
    names = puzzle.variant.board.names
    each = puzzle.variant.copies * len(puzzle.variant.colors)
    by_size = Counter(shape.size for shape in puzzle.variant.pieces for _ in range(each))
    asked: Counter[int] = Counter()
    for region in regions(tables):
        if len(region) > SMALL:
            continue
        asked[len(region)] += 1
        # Two separate cells can be one piece of two or two of one; one cell only a piece of one.
        singles = asked[1] + 2 * max(0, asked[2] - by_size[2])
        if singles > by_size[1]:
            there = f"a pocket of {len(region)} cell{'s' if len(region) > 1 else ''} at"
            text = f"{there} {names[region[0]]} needs a piece of which there is none left"
            return Refusal("pocket", text, names[region[0]])
    bare = sorted(set(range(tables.n_cells)) - set(tables.cells.ravel().tolist()))
    if bare:
        return Refusal("pocket", f"no piece fits over {names[bare[0]]}", names[bare[0]])
    return None


def regions(tables: Tables) -> list[list[int]]:
    """The parts of a board that hang together by edges."""
    left = set(range(tables.n_cells))
    found = []
    while left:
        region = [min(left)]
        left.discard(region[0])
        for cell in region:
            near = [n for n in tables.edges[cell].tolist() if n in left]
            left.difference_update(near)
            region.extend(near)
        found.append(sorted(region))
    return found
