"""Outlines are merged polygons, on any lattice."""

from math import isclose

import pytest

from cornerwise.render import inset, outline
from cornerwise.rules import SQUARES, TRIANGLES, VARIANTS


def area(loop):
    pairs = zip(loop, loop[1:] + loop[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def shape(lattice, cells):
    return outline([lattice.polygon(cell) for cell in cells])


def test_a_hole_is_a_loop_of_its_own_that_runs_the_other_way():
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    outer, hole = sorted(shape(SQUARES, ring), key=area, reverse=True)
    assert sorted(outer) == [(0, 0), (0, 3), (3, 0), (3, 3)]
    assert area(hole) == -1


def test_cells_that_meet_in_one_vertex_stay_two_loops():
    assert len(shape(SQUARES, [(0, 0), (1, 1)])) == 2


def test_six_triangles_make_a_hexagon():
    (hexagon,) = shape(TRIANGLES, [(0, 1), (1, 1), (2, 1), (0, 0), (1, 0), (2, 0)])
    assert len(hexagon) == 6


@pytest.mark.parametrize("name", VARIANTS)
def test_every_piece_has_one_outline_around_all_of_its_cells(name):
    variant = VARIANTS[name]
    lattice = variant.board.lattice
    one = area(list(lattice.polygon(variant.board.cells[0])))
    for piece in variant.pieces:
        (loop,) = shape(lattice, piece.cells)
        assert isclose(area(loop), one * piece.size)


def test_an_inset_moves_every_side_by_the_same_distance():
    (loop,) = shape(SQUARES, [(0, 0), (1, 0), (0, 1)])
    # Three squares of side 1 without a border of 0.1: perimeter 8, five outer and one inner corner.
    assert isclose(area(inset(loop, 0.1)), 3 - 0.1 * 8 + 0.01 * (5 - 1))
