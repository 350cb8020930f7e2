"""Outlines and figures: read, refused with the reason, filled."""

import math
import pickle
import threading

import pytest

from cornerwise.play import native_tables
from cornerwise.puzzles import (
    Effort,
    OutlineError,
    count,
    format_outline,
    parse_outline,
    solve,
)
from cornerwise.puzzles.catalogue import PuzzleError
from cornerwise.puzzles.figures import check_outline, figure, figures
from cornerwise.puzzles.names import find_puzzle, outline_name
from cornerwise.puzzles.svg_outline import outline_svg, parse_svg

NAMES = list(figures())
EVERY_FOURTH = NAMES[::4]


def test_there_are_figures_of_every_kind() -> None:
    kinds = {(p.variant.board.lattice.name, p.cells) for p in figures().values()}
    assert len(figures()) >= 30
    assert kinds == {("squares", 89), ("squares", 356), ("triangles", 110), ("triangles", 440)}
    assert {p.difficulty for p in figures().values()} == {"easy", "medium", "hard"}


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_named_measured_and_needs_every_piece(name: str) -> None:
    puzzle = figures()[name]
    assert puzzle.title["en"]
    assert puzzle.title["fr"]
    assert puzzle.effort > 0
    assert puzzle.whole
    assert puzzle.cells == puzzle.stock_cells


@pytest.mark.parametrize("name", EVERY_FOURTH)
def test_a_figure_can_be_filled(name: str) -> None:
    outcome = solve(figures()[name], effort=Effort(30, seed=17))
    assert outcome.solution is not None
    assert not outcome.solution.left_over


def test_figures_are_all_different() -> None:
    drawings = {format_outline(puzzle.variant.board) for puzzle in figures().values()}
    assert len(drawings) == len(figures())


@pytest.mark.parametrize("name", NAMES)
def test_a_drawing_survives_text_and_svg(name: str) -> None:
    board = figures()[name].variant.board
    drawing = format_outline(board)
    assert format_outline(parse_outline(drawing)) == drawing
    assert format_outline(parse_svg(outline_svg(board, edge=7.5))) == drawing


def test_a_puzzle_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match="no puzzle 'tetris'"):
        find_puzzle("tetris")


def test_a_name_can_hold_a_form_or_an_outline() -> None:
    assert find_puzzle("tetra+touching").touch
    assert find_puzzle("tetra+plain") == find_puzzle("tetra")
    with pytest.raises(PuzzleError, match="no form 'touching'"):
        find_puzzle("penta+touching")
    with pytest.raises(PuzzleError, match="no form 'colored'"):
        find_puzzle("parallelogram+colored")
    for drawing in ("###\n#.#\n###", "AVA\n..V"):
        puzzle = find_puzzle(outline_name(parse_outline(drawing)))
        assert format_outline(puzzle.variant.board) == drawing
        assert find_puzzle(puzzle.name) == puzzle
    with pytest.raises(PuzzleError, match="no outline"):
        find_puzzle("~xAx")


@pytest.mark.parametrize(
    ("drawing", "reason", "message"),
    [
        ("", "empty", "no cells"),
        ("...\n...", "empty", "no cells"),
        ("##\n#x", "unreadable", "line 2, column 2: cannot read 'x'"),
        ("\n\n##\n#x\n\n", "unreadable", "line 4, column 2: cannot read 'x'"),
        ("##\nA.", "unreadable", "do not mix"),
        ("AA", "unreadable", "line 1, column 2: a triangle here must point the other way"),
        ("#" * 65, "large", "over 64 columns"),
        ("\n".join(["#" * 30] * 15), "large", "450 cells are more than"),
        ("#" * 40 + "\n#" * 39, "large", "40 columns by 40 rows are more than the solver holds"),
    ],
)
def test_a_drawing_that_is_no_outline_is_refused(drawing: str, reason: str, message: str) -> None:
    with pytest.raises(OutlineError, match=message) as caught:
        parse_outline(drawing)
    assert caught.value.reason == reason


def test_a_refusal_comes_back_from_another_process() -> None:
    with pytest.raises(OutlineError) as caught:
        parse_outline("#A")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.reason) == (str(caught.value), "unreadable")


@pytest.mark.parametrize(
    ("row", "column"), [("#" * 64, "#" * 19), ("#" * 40, "#" * 35), ("AV" * 30, "AV" * 9)]
)
def test_the_largest_outlines_fit_the_core(row: str, column: str) -> None:
    """An angle of one row and one column; with one cell more it is refused."""
    board = parse_outline("\n".join([row, *column[1:]]))
    assert native_tables(figure(board).variant)
    with pytest.raises(OutlineError, match="are more than the solver holds"):
        parse_outline("\n".join([row, *column[1:], column[0]]))


def test_too_large_an_area_is_refused_at_once() -> None:
    verdict = check_outline(parse_outline("\n".join(["#" * 20] * 18)), Effort(30))
    assert (verdict.answer, verdict.reason, verdict.solution) == ("no", "area", None)
    assert "4 too many" in verdict.message


def test_too_many_up_triangles_are_refused_at_once() -> None:
    # Rows of single up triangles joined at corners: nothing points down.
    board = parse_outline("A.A.A.A.A.A.A.A")
    verdict = check_outline(board, Effort(30))
    assert (verdict.answer, verdict.reason) == ("no", "pocket")
    # A triangle of side 9 has nine more up than down; two sets of threes cannot balance 44.
    strip = "\n".join(["AVA." * 14, "...." * 14, "AVA." * 13 + "...."])
    verdict = check_outline(parse_outline(strip), Effort(30), colors=1)
    assert (verdict.answer, verdict.reason) == ("no", "parity")
    assert "pointing up and down" in verdict.message


def test_a_chessboard_imbalance_is_refused_at_once() -> None:
    crosses = "\n".join([".#." * 5, "###" * 5, ".#." * 5])
    board = parse_outline(crosses)
    assert check_outline(board, Effort(30)).answer in ("yes", "no")
    plus = "\n".join([".#.." * 12, "###." * 12, ".#.." * 12])
    verdict = check_outline(parse_outline(plus), Effort(30), colors=1)
    assert (verdict.answer, verdict.reason) == ("no", "parity")


def test_two_pockets_of_one_cell_are_refused_with_the_cell() -> None:
    verdict = check_outline(parse_outline("#.####.#"), Effort(30))
    assert (verdict.answer, verdict.reason, verdict.cell) == ("no", "pocket", "h1")


def test_one_pocket_of_one_cell_can_be_filled() -> None:
    verdict = check_outline(parse_outline("#.####"), Effort(30))
    assert verdict.answer == "yes"
    assert len(verdict.left_over) == 19 or len(verdict.left_over) == 18


def test_an_outline_that_only_a_search_refutes() -> None:
    # Two separate bars of five: there is one straight five, but 1 + I4, 2 + I3 fill the others;
    # four of them are too many for the straight pieces.
    bars = "\n".join(["#####", "....."] * 4)
    verdict = check_outline(parse_outline(bars), Effort(30))
    assert (verdict.answer, verdict.reason) == ("no", "search")


@pytest.mark.parametrize(
    ("drawing", "found"),
    [("#", 1), ("A", 1), ("#.##", 1), ("#" * 15, 120), ("AV" * 10 + "A", 720)],
    ids=["cell", "triangle", "two parts", "row", "row of triangles"],
)
def test_the_few_pieces_that_fit_may_fill_an_outline_exactly(drawing: str, found: int) -> None:
    """A row of 15 takes each straight piece once, in any order; no other piece fits at all."""
    puzzle = figure(parse_outline(drawing))
    assert solve(puzzle, effort=Effort(30)).answer == "yes"
    counted = count(puzzle, Effort(30))
    assert (counted.found, counted.complete) == (found, True)


def test_left_over_pieces_are_told() -> None:
    verdict = check_outline(parse_outline("##\n##"), Effort(30))
    assert verdict.answer == "yes"
    assert verdict.solution is not None
    used = sum(move.size for move in verdict.solution.pieces)
    assert used == 4
    assert len(verdict.left_over) + len(verdict.solution.pieces) == 21


def test_an_undecided_outline_is_called_unknown() -> None:
    stop = threading.Event()
    stop.set()
    verdict = check_outline(figures()["sail"].variant.board, Effort(60, stop))
    assert verdict.answer == "unknown"
    assert verdict.solution is None


def test_an_svg_path_is_an_outline() -> None:
    board = parse_svg('<svg><path d="M0 0 h90 v80 h-40 v10 h-50 z"/></svg>')
    assert format_outline(board).splitlines() == ["#########"] * 8 + ["#####...."]


def test_an_svg_hole_stays_out() -> None:
    board = parse_svg('<svg><path d="M0,0 L3,0 3,3 0,3 Z M1,1 L1,2 2,2 2,1 z"/></svg>')
    assert format_outline(board) == "###\n#.#\n###"


def test_an_svg_of_triangles() -> None:
    height = math.sqrt(3) / 2
    points = f"0,0 11,0 {11 + 2.5},{-5 * height} 2.5,{-5 * height}"
    board = parse_svg(f'<svg><polygon points="{points}"/></svg>')
    wanted = figures()["parallelogram"].variant.board
    assert format_outline(board) == format_outline(wanted)


@pytest.mark.parametrize(
    ("svg", "message"),
    [
        ("<svg", "no SVG"),
        ("<svg></svg>", "no polygon"),
        ('<svg><path d="M0 0 C1 1 2 2 3 3z"/></svg>', "straight"),
        ('<svg><polygon points="0,0 3,1 1,4"/></svg>', "neither"),
        ('<svg><rect width="1" height="2.71828"/></svg>', "common length"),
        ('<svg data-edge="x"><rect width="1" height="2"/></svg>', "no number"),
        ('<svg data-edge="0.001"><rect width="1" height="2"/></svg>', "over 64"),
        ('<svg><rect width="20mm" height="20"/></svg>', "width of a rect: cannot use '20mm'"),
        ('<svg><rect width="2" height="100%"/></svg>', "height of a rect: cannot use '100%'"),
        ('<svg><rect width="nan" height="1"/></svg>', "cannot use 'nan'"),
        ('<svg><rect width="0" height="0"/></svg>', "no polygon, rect or path around cells"),
        ('<svg><polygon points="M0 0 2 0 2 2"/></svg>', "a polygon: cannot use 'M'"),
        ('<svg><polygon points="0,0 1e400,0 2,2 0,2"/></svg>', "cannot use '1e400'"),
        ("<svg>\ud800</svg>", "no SVG"),
        (
            '<svg><rect width="2" height="2"/>'
            '<g transform="translate(5)"><rect x="2" width="1" height="1"/></g></svg>',
            "a transform moves a part of the drawing",
        ),
    ],
)
def test_an_svg_that_is_no_outline_is_refused(svg: str, message: str) -> None:
    with pytest.raises(OutlineError, match=message):
        parse_svg(svg)


def test_an_svg_that_is_moved_as_a_whole_stays_the_same_outline() -> None:
    shapes = '<rect width="2" height="1"/><path d="M0 1h1v1h-1z"/>'
    moved = f'<svg><g transform="translate(9,9)"><g>{shapes}</g></g></svg>'
    assert format_outline(parse_svg(moved)) == "##\n#."


def test_two_outlines_of_one_shape_are_one_puzzle() -> None:
    first, second = (figure(parse_outline(text)) for text in ("##", "..##"))
    assert first.name == second.name
