"""Lattices, pieces and names of cells (R1, R2), against polygons and published counts."""

import pytest

from cornerwise.rules import SQUARES, TRIANGLES, Board, Coord, Lattice, hexagon, rectangle, variant
from cornerwise.rules.pieces import POLYIAMONDS, POLYOMINOES, PieceShape, draw, named
from oracle.shapes import Plane, signature

BY_PIECE = {
    "squares": "1:1 2:2 I3:2 V3:4 I4:2 L4:8 O:1 T4:4 Z4:4 F:8 I5:2 L5:8 N:8 P:8 T5:4 U:4 V5:4 "
    "W:4 X:1 Y:8 Z5:4",
    "triangles": "1:2 2:3 I3:6 A4:2 C4:6 I4:6 C5:6 I5:6 L5:12 P5:12 A6:6 F:12 G:12 I6:6 L6:12 "
    "O:1 P6:12 S:6 V:6 W:6 X:3 Y:12",
}
SETS = [
    pytest.param(SQUARES, POLYOMINOES, rectangle(9, 9), 91, id="squares"),
    pytest.param(TRIANGLES, POLYIAMONDS, hexagon(5), 155, id="triangles"),
]


@pytest.mark.parametrize(("lattice", "pieces", "board", "total"), SETS)
def test_orientations_by_piece(
    lattice: Lattice, pieces: tuple[PieceShape, ...], board: Board, total: int
) -> None:
    counts = {piece.name: len(lattice.orientations(piece.cells)) for piece in pieces}
    assert " ".join(f"{name}:{n}" for name, n in counts.items()) == BY_PIECE[lattice.name]
    assert sum(counts.values()) == total


@pytest.mark.parametrize(("lattice", "pieces", "board", "total"), SETS)
def test_the_sets_are_complete(
    lattice: Lattice, pieces: tuple[PieceShape, ...], board: Board, total: int
) -> None:
    """All connected shapes of a size, up to turning: each is one piece, and no two are the same."""
    largest = max(piece.size for piece in pieces)
    shapes = {signature(board, shape) for shape in Plane(board).connected_sets(largest)}
    assert shapes == {signature(board, piece.cells) for piece in pieces}
    assert len(shapes) == len(pieces)


def test_pieces_by_name() -> None:
    assert [piece.name for piece in named(POLYOMINOES, "I3 1")] == ["1", "I3"]
    with pytest.raises(ValueError, match="there is no piece 'I33'; there are: 1, 2, I3,"):
        named(POLYOMINOES, "1 2 I33")


@pytest.mark.parametrize(
    ("lattice", "edges", "corners"),
    [(SQUARES, 4, 4), (TRIANGLES, 3, 9)],
    ids=["squares", "triangles"],
)
def test_neighbors_share_two_vertices_or_one(lattice: Lattice, edges: int, corners: int) -> None:
    here = set(lattice.polygon((10, 10)))
    near = [(x, y) for x in range(21) for y in range(21) if (x, y) != (10, 10)]
    shared = [len(here & set(lattice.polygon(cell))) for cell in near]
    assert (shared.count(2), shared.count(1)) == (edges, corners)
    assert max(shared) == 2


@pytest.mark.parametrize(("lattice", "order"), [(SQUARES, 8), (TRIANGLES, 12)])
def test_symmetries_keep_shapes(lattice: Lattice, order: int) -> None:
    assert len(set(lattice.symmetries)) == order
    cells = [(0, 0), (1, 0), (2, 0), (2, 1)]
    board = Board(lattice, tuple(cells))
    for matrix in lattice.symmetries:
        turned = [lattice.turn(cell, matrix) for cell in cells]
        assert signature(board, turned) == signature(board, cells)


@pytest.mark.parametrize(
    ("picture", "symmetries", "turns"),
    [
        ("###", 4, 2),
        ("##. / .##", 2, 2),
        ("AV / VA", 2, 1),
        ("AVA / VAV", 12, 6),
        ("VAV / AVA", 4, 2),
        (".AVA / AVA.", 1, 1),
        ("AVA. / .AVA", 1, 1),
    ],
)
def test_a_board_is_kept_by_what_keeps_its_neighbors(
    picture: str, symmetries: int, turns: int
) -> None:
    """A triangle that points up is no image of itself under half a turn, wherever it stands."""
    lattice = SQUARES if "#" in picture else TRIANGLES
    cells = draw(lattice, "board", picture).cells
    board = Board(lattice, tuple(sorted(cells, key=lambda cell: (cell[1], cell[0]))))
    assert len(board.symmetries) == symmetries
    assert len(board.turns) == turns
    shared = {
        (a, b): len({*lattice.polygon(board.cells[a])} & {*lattice.polygon(board.cells[b])})
        for a in range(len(cells))
        for b in range(len(cells))
    }
    for image in board.symmetries:
        assert all(shared[image[a], image[b]] == number for (a, b), number in shared.items())


def test_names_of_cells_on_squares() -> None:
    board = rectangle(20, 20)
    assert board.names[0] == "a1"
    assert board.names[-1] == "t20"
    assert board.cells[board.by_name["b3"]] == (1, 2)


@pytest.mark.parametrize("side", [1, 2, 8, 9])
def test_a_hexagon_of_triangles(side: int) -> None:
    """2s rows, 4s − 1 columns; row r holds columns s−1−e … 3s−1+e with e = min(r−1, 2s−r)."""
    board = hexagon(side)
    assert len(board.cells) == 6 * side * side
    assert board.size == (4 * side - 1, 2 * side)
    x0, y0 = board.origin
    for row in range(1, 2 * side + 1):
        columns = [x - x0 for x, y in board.cells if y - y0 == row - 1]
        reach = min(row - 1, 2 * side - row)
        assert columns == list(range(side - 1 - reach, 3 * side + reach))


@pytest.mark.parametrize("side", [8, 9])
def test_which_way_triangles_point(side: int) -> None:
    """The triangle in column x (a = 0) and row r (from 1) points up when x + r + s is odd."""
    board = hexagon(side)
    x0, y0 = board.origin
    for cell in board.cells:
        column, row = cell[0] - x0, cell[1] - y0 + 1
        assert _points_up(cell) == ((column + row + side) % 2 == 1)


def _points_up(cell: Coord) -> bool:
    rows = [y for _, y in TRIANGLES.polygon(cell)]
    return rows.count(min(rows)) == 2


def test_start_cells_are_where_the_rules_put_them() -> None:
    """Trigon's six starts go over into each other by turning the board by 60 degrees."""
    game = variant("trigon")
    plane = Plane(game.board)
    ux, uy = game.board.lattice.unit
    centers = [plane.center(game.board.cells[game.board.by_name[n]]) for n in game.start_rule.cells]
    middle_x = sum(x for x, _ in centers) / 6
    middle_y = sum(y for _, y in centers) / 6
    reach = [((x - middle_x) * ux) ** 2 + ((y - middle_y) * uy) ** 2 for x, y in centers]
    assert reach == pytest.approx([reach[0]] * 6)


def test_drawings_are_checked() -> None:
    with pytest.raises(ValueError, match="piece 2: 'A' cannot stand there in 'AA'"):
        draw(TRIANGLES, "2", "AA")
    for picture in ("", "...", "A", "x#"):
        with pytest.raises(ValueError, match="is not drawn with #"):
            draw(SQUARES, "2", picture)


def test_named_pieces_keep_the_order_of_the_set() -> None:
    assert [piece.name for piece in named(POLYOMINOES, "O 1 V3")] == ["1", "V3", "O"]
