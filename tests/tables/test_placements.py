"""The placement table against the geometry oracle: connected sets of cells and polygons."""

import itertools
from hashlib import sha256

import numpy as np
import pytest

from cornerwise.rules import VARIANTS, Board, Variant, hexagon, rectangle, variant
from cornerwise.rules.pieces import POLYIAMONDS, POLYOMINOES, named
from cornerwise.rules.starts import assigned
from cornerwise.tables import LAYOUT_VERSION, Tables, compile_tables
from oracle.catalogue import every_game, label
from oracle.naive import all_shapes, plane
from oracle.shapes import Plane, Shape

PUBLISHED = {
    "classic": 30433,
    "classic_2": 30433,
    "classic_3": 30433,
    "classic_teams": 30433,
    "duo": 13729,
    "junior": 7217,
    "trigon": 32131,
    "trigon_2": 32131,
    "trigon_3": 24859,
    "trigon_teams": 32131,
}


@pytest.mark.parametrize("name", VARIANTS)
def test_published_counts(name: str) -> None:
    assert compile_tables(variant(name)).n_placements == PUBLISHED[name]


def shapes_of(tables: Tables) -> list[Shape]:
    cells = tables.variant.board.cells
    return [frozenset(cells[c] for c in tables.cells_of(p)) for p in range(tables.n_placements)]


@pytest.mark.parametrize("name", ["duo", "junior", "classic", "trigon_3", "trigon"])
def test_placements_are_the_connected_sets(name: str) -> None:
    """And each placement has the piece that its distances say it is."""
    tables = compile_tables(variant(name))
    pieces = tuple((piece.name, piece.cells) for piece in tables.variant.pieces)
    expected = all_shapes(tables.variant.board, pieces)
    names = [tables.variant.pieces[p].name for p in tables.piece.tolist()]
    assert dict(zip(shapes_of(tables), names, strict=True)) == expected
    assert tables.n_placements == len(expected)


@pytest.mark.parametrize("name", VARIANTS)
def test_cells_find_their_placement(name: str) -> None:
    tables = compile_tables(variant(name))
    for placement in range(tables.n_placements):
        assert tables.placement_of(tables.cells_of(placement)) == placement


@pytest.mark.parametrize(("name", "size"), [("junior", 3), ("trigon_3", 2)])
def test_other_cells_find_none(name: str, size: int) -> None:
    """Also those whose numbers in the grid look like a piece that leaves the board on one side
    and comes in on the other."""
    tables = compile_tables(variant(name))
    known = {tuple(tables.cells_of(p)) for p in range(tables.n_placements)}
    every = itertools.combinations(range(tables.n_cells), size)
    found = {cells for cells in every if tables.placement_of(cells) is not None}
    assert found == {cells for cells in known if len(cells) == size}


def small(board: Board, sizes: int) -> Variant:
    squares = board.lattice.name == "squares"
    pieces = tuple(p for p in (POLYOMINOES if squares else POLYIAMONDS) if p.size <= sizes)
    like = variant("duo")
    return Variant(
        name=f"small {board.size} {sizes}",
        title={"en": "small"},
        sgf="",
        board=board,
        pieces=pieces,
        colors=like.colors,
        controllers=like.controllers,
        sides=like.sides,
        start_rules=(assigned(board.names[0], board.names[-1]),),
    )


@pytest.mark.parametrize("sizes", [1, 3, 5])
@pytest.mark.parametrize(
    "board",
    [rectangle(1, 7), rectangle(3, 4), rectangle(6, 5), hexagon(1), hexagon(2), hexagon(3)],
    ids=lambda board: f"{board.lattice.name}-{board.size[0]}x{board.size[1]}",
)
def test_small_boards(board: Board, sizes: int) -> None:
    tables = compile_tables(small(board, sizes))
    assert set(shapes_of(tables)) == Plane(board).connected_sets(sizes)


@pytest.mark.parametrize("name", VARIANTS)
def test_ids_are_sorted_by_piece_and_cells(name: str) -> None:
    """Records and nets depend on this order: a change needs a new layout version."""
    tables = compile_tables(variant(name))
    keys = [(p, row) for p, row in zip(tables.piece.tolist(), tables.cells.tolist(), strict=True)]
    assert keys == sorted(keys)
    assert LAYOUT_VERSION == 1


LAYOUT_1 = {
    # an example from the middle of the table, and the whole of it
    "classic": (15216, "q15,q16,q17,q18,r18", "573ffde3185c58d5"),
    "duo": (6864, "d10,e10,e11,e12,e13", "2f286a2696890f0a"),
    "junior": (3608, "d7,c8,d8,e8", "4a865bbe6349fff9"),
    "trigon_3": (12429, "h10,i10,g11,h11,i11,h12", "c55e4f7f099a5aad"),
    "trigon": (16065, "aa11,z12,aa12,ab12,aa13,ab13", "1f45a590031d339c"),
}


@pytest.mark.parametrize("name", LAYOUT_1)
def test_ids_of_layout_1(name: str) -> None:
    placement, cells, digest = LAYOUT_1[name]
    tables = compile_tables(variant(name))
    names = tables.variant.board.names
    assert ",".join(names[c] for c in tables.cells_of(placement)) == cells
    assert sha256(tables.cells.astype("<i4").tobytes()).hexdigest()[:16] == digest


SAMPLED = [v for v in every_game() if v.name in ("duo", "trigon", "trigon_3")]


@pytest.mark.parametrize("game", SAMPLED, ids=label)
def test_halo_attach_and_shun(game: Variant) -> None:
    """Against polygons: what shares an edge, what shares a corner, what meets a straight side."""
    tables = compile_tables(game)
    for placement in range(0, tables.n_placements, 61):
        halo, attach, shun = _surroundings(tables, placement)
        assert set(tables.halo_of(placement)) == halo
        assert set(tables.attach_of(placement)) == attach
        assert set(tables.shun_of(placement)) == shun


def _surroundings(tables: Tables, placement: int) -> tuple[set[int], set[int], set[int]]:
    board, geometry = tables.variant.board, plane(tables.variant.board)
    cells = tables.cells_of(placement)
    shape = frozenset(board.cells[c] for c in cells)
    outline = geometry.outline(shape)
    halo, attach, shun = set(), set(), set()
    for number, cell in enumerate(board.cells):
        other = geometry.outline([cell])
        if number in cells or not outline.vertices & other.vertices:
            continue
        shared = geometry.shared_vertices(shape, frozenset([cell]))
        if outline.edges & other.edges:
            halo.add(number)
        elif tables.variant.contact == "alternate" and any(
            geometry.is_straight(shape, vertex) for vertex in shared
        ):
            shun.add(number)
        else:
            attach.add(number)
    return halo | shun, attach, shun


@pytest.mark.parametrize("name", VARIANTS)
def test_the_walk_meets_every_placement_once_from_each_of_its_cells(name: str) -> None:
    tables = compile_tables(variant(name))
    met = np.zeros(tables.n_placements, np.int64)
    walk = tables.walk
    leaves = np.flatnonzero(walk.orientation >= 0)
    kinds = np.searchsorted(walk.starts, leaves, side="right") - 1
    for leaf, kind in zip(leaves.tolist(), kinds.tolist(), strict=True):
        first = tables.grid[tables.kind == kind] + walk.first[leaf]
        placements = tables.placement_at[walk.orientation[leaf], first]
        np.add.at(met, placements[placements >= 0], 1)
    assert (met == tables.size).all()


def test_pieces_of_a_set_can_be_left_out() -> None:
    game = variant("junior")
    assert game.pieces == named(POLYOMINOES, "1 2 I3 V3 I4 L4 O T4 Z4 I5 L5 P")
