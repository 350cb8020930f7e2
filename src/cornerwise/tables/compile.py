"""Variant → `Tables`, in small steps: grid, orientations, placements, walk, starts."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cornerwise.rules import Coord, Variant
from cornerwise.tables.checks import check_extent, check_shapes, check_variant
from cornerwise.tables.geometry import neighbors
from cornerwise.tables.grid import Orientation, board_grid, orientations
from cornerwise.tables.layout import Ints, Ragged, Tables
from cornerwise.tables.walk import compile_walk


@lru_cache(maxsize=64)
def compile_tables(variant: Variant) -> Tables:
    """The arrays of a variant (compiled once, then shared)."""
    check_variant(variant)
    board, lattice = variant.board, variant.board.lattice
    turned = orientations(lattice, variant.pieces, corners_only=variant.contact == "alternate")
    check_shapes(variant, turned)
    grid = board_grid(board, turned)
    x0, y0 = board.origin
    place = np.array([grid.start + grid.offset((x - x0, y - y0)) for x, y in board.cells], np.int32)
    kind = np.array([lattice.kind(cell) for cell in board.cells], np.int32)
    cells, orientation = _placements(variant, turned)
    check_extent(variant, grid=grid.size, placements=len(cells))
    placement_at = np.full((len(turned), grid.size), -1, np.int32)
    placement_at[orientation, place[cells[:, 0]]] = np.arange(len(cells), dtype=np.int32)
    near = [neighbors(lattice, cell) for cell in board.cells]
    number = board.number

    def cell_lists(which: int) -> Ragged:
        return _ragged([sorted(number[c] for c in n[which] if c in number) for n in near])

    def offset_lists(groups: list[list[Coord]]) -> Ragged:
        return _ragged([[grid.offset(step) for step in group] for group in groups])

    rule = variant.start_rule
    return Tables(
        variant=variant,
        grid_width=grid.width,
        grid_size=grid.size,
        grid=place,
        kind=kind,
        central=_central(variant),
        edges=cell_lists(0),
        corners=cell_lists(1),
        piece_size=np.array([piece.size for piece in variant.pieces], np.int32),
        orientation_piece=np.array([o.piece for o in turned], np.int32),
        orientation_cells=offset_lists([list(o.cells) for o in turned]),
        orientation_halo=offset_lists([sorted(o.around.halo) for o in turned]),
        orientation_attach=offset_lists([sorted(o.around.attach) for o in turned]),
        orientation_shun=offset_lists([sorted(o.around.shun) for o in turned]),
        cells=cells,
        orientation=orientation,
        placement_at=placement_at,
        walk=compile_walk(
            [(o.piece, o.kind, o.cells) for o in turned],
            len(lattice.glyphs),
            lattice.kind,
            grid.offset,
        ),
        start_cells=np.array([board.by_name[name] for name in rule.cells], np.int32),
        start_open=np.array([_bits(variant, names) for names in rule.open], np.int32),
        start_leaves=_start_leaves(variant),
        controllers=_ragged([list(players) for players in variant.controllers]),
        counts=_counts(variant),
        bonus=(variant.bonus.all_placed, variant.bonus.single_last),
        single=next((i for i, p in enumerate(variant.pieces) if p.size == 1), -1),
    )


def _placements(variant: Variant, turned: Sequence[Orientation]) -> tuple[Ints, Ints]:
    """All placements as cells and orientation, sorted by (piece, cells)."""
    board = variant.board
    x0, y0 = board.origin
    columns, rows = board.size
    largest = max(piece.size for piece in variant.pieces)
    reach = max(abs(number) for turn in turned for step in turn.cells for number in step)
    lookup = np.full((rows + 2 * reach, columns + 2 * reach), -1, np.int32)
    at = np.array(board.cells, np.int32) - (x0 - reach, y0 - reach)
    lookup[at[:, 1], at[:, 0]] = np.arange(len(at), dtype=np.int32)
    kinds = np.array([board.lattice.kind(cell) for cell in board.cells])
    rows_of_cells, orientations = [], []
    for o, turn in enumerate(turned):
        home = at[kinds == turn.kind]
        steps = np.array(turn.cells, np.int32)
        covered = lookup[home[:, None, 1] + steps[None, :, 1], home[:, None, 0] + steps[None, :, 0]]
        covered = covered[(covered >= 0).all(1)]
        row = np.full((len(covered), largest), len(at), np.int32)
        row[:, : len(steps)] = covered
        rows_of_cells.append(row)
        orientations.append(np.full(len(covered), o, np.int32))
    cells, orientation = np.concatenate(rows_of_cells), np.concatenate(orientations)
    piece = np.array([turn.piece for turn in turned])[orientation]
    order = np.lexsort((*cells.T[::-1], piece))
    return np.ascontiguousarray(cells[order]), orientation[order]


def _central(variant: Variant) -> NDArray[np.float32]:
    lattice = variant.board.lattice
    middles = np.array([np.mean(lattice.polygon(cell), axis=0) for cell in variant.board.cells])
    away = np.linalg.norm((middles - middles.mean(axis=0)) * lattice.unit, axis=1)
    farthest = away.max() or 1.0  # a board of one cell is all middle
    central: NDArray[np.float32] = (1 - away / farthest).astype(np.float32)
    return central


def _ragged(lists: list[list[int]]) -> Ragged:
    starts = np.cumsum([0, *(len(group) for group in lists)]).astype(np.int32)
    return Ragged(starts, np.array([v for group in lists for v in group], np.int32))


def _bits(variant: Variant, names: tuple[str, ...]) -> int:
    return sum(1 << variant.start_rule.cells.index(name) for name in names)


def _start_leaves(variant: Variant) -> Ints:
    rule, colors = variant.start_rule, len(variant.colors)
    all_starts = _bits(variant, rule.cells)
    leaves = np.full((colors, len(rule.cells), colors), all_starts, np.int32)
    for (color, cell), left in rule.leaves.items():
        for other, names in left.items():
            leaves[color, rule.cells.index(cell), other] = _bits(variant, names)
    return leaves


def _counts(variant: Variant) -> Ints:
    counts = np.zeros((variant.players, len(variant.colors)), np.int32)
    for side in variant.sides:
        for player in side.players:
            counts[player, list(side.colors)] = 1
    return counts
