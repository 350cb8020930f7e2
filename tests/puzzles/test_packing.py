"""Packings: found, counted, refused; two native solvers and a naive one agree."""

import threading
import time
from dataclasses import replace

import pytest

from cornerwise._native import Cover, Scan
from cornerwise.play import MoveError
from cornerwise.puzzles import PUZZLES, Effort, Puzzle, count, parse_outline, solutions, solve
from cornerwise.puzzles.catalogue import packing_variant
from cornerwise.puzzles.figures import figure
from cornerwise.puzzles.packing import DONE, FOUND, MORE, Packing
from cornerwise.rules import Board, rectangle
from cornerwise.rules.pieces import POLYIAMONDS, POLYOMINOES, named


def small(board: Board, names: str, colors: int, **conditions: bool) -> Puzzle:
    pieces = POLYOMINOES if board.lattice.name == "squares" else POLYIAMONDS
    name = f"test-{board.lattice.name}-{board.size}-{names}-{colors}"
    variant = packing_variant(name, board, named(pieces, names), colors)
    return Puzzle(name=name, title={}, task={}, variant=variant, **conditions)


COUNTED: dict[str, int] = {}


def naive_count(puzzle: Puzzle) -> int:
    """Colored packings by plain recursion over sets, divided by the color names."""
    key = f"{puzzle.name} {puzzle.apart} {puzzle.touch}"
    if key not in COUNTED:
        COUNTED[key] = _naive_count(puzzle)
    return COUNTED[key]


def _naive_count(puzzle: Puzzle) -> int:
    tables = puzzle.tables
    colors = range(len(puzzle.variant.colors))
    shapes = [frozenset(tables.cells_of(p)) for p in range(tables.n_placements)]
    every = frozenset(range(tables.n_cells))

    def fill(empty: frozenset[int], lying: list[tuple[int, int]]) -> int:
        if not empty:
            return all(_holds(puzzle, lying, color, p) for color, p in lying)
        first = min(empty)
        return sum(
            fill(empty - shapes[p], [*lying, (color, p)])
            for p in range(len(shapes))
            if first in shapes[p] and shapes[p] <= empty
            for color in colors
            if all((c, tables.piece[q]) != (color, tables.piece[p]) for c, q in lying)
        )

    names = 1
    for color in colors:
        names *= color + 1
    return fill(every, []) // names


def _holds(puzzle: Puzzle, lying: list[tuple[int, int]], color: int, placement: int) -> bool:
    tables = puzzle.tables
    own = {cell for c, p in lying if c == color and p != placement for cell in tables.cells_of(p)}
    apart = not own & set(tables.halo_of(placement))
    touch = bool(own & set(tables.attach_of(placement)))
    return (apart or not puzzle.apart) and (touch or not puzzle.touch)


CASES = [
    small(rectangle(4, 3), "1 2 V3", 2, apart=True),
    small(rectangle(4, 3), "1 2 V3", 2, apart=True, touch=True),
    small(rectangle(5, 4), "2 L4 O", 2, apart=True),
    small(rectangle(4, 3), "1 V3", 3, apart=True),
    small(rectangle(3, 3), "1 2", 3, apart=True),
    small(parse_outline("..A..\n.AVA.\nAVAVA"), "1 2", 3, apart=True),
]


@pytest.mark.parametrize("puzzle", CASES, ids=lambda p: p.name)
def test_both_solvers_count_what_plain_recursion_counts(puzzle: Puzzle) -> None:
    packing = Packing(puzzle)
    scan, cover = packing.scan(), packing.cover(0, restarts=False)
    assert isinstance(scan, Scan)
    assert isinstance(cover, Cover)
    assert scan.run(30, True) == cover.run(30, True) == DONE
    assert scan.found == cover.found == naive_count(puzzle)


def test_the_cases_are_not_all_empty() -> None:
    assert sum(naive_count(puzzle) for puzzle in CASES) > 50


@pytest.mark.parametrize("colored", [False, True])
@pytest.mark.parametrize("name", ["tetra", "tetra-square", "penta"])
def test_the_rulebooks_packings_are_solved(name: str, colored: bool) -> None:
    puzzle = PUZZLES[name].colored() if colored else PUZZLES[name]
    outcome = solve(puzzle, effort=Effort(60, seed=5))
    assert outcome.answer == "yes"
    assert outcome.solution is not None
    assert (outcome.solution.game.owners >= 0).all()
    assert not outcome.solution.left_over


def test_the_same_seed_gives_the_same_packing() -> None:
    first, second, other = (
        solve(PUZZLES["tetra"], effort=Effort(60, seed=seed)).solution for seed in (1, 1, 2)
    )
    assert first is not None
    assert second is not None
    assert other is not None
    assert first.pieces == second.pieces != other.pieces


def test_a_solution_contains_what_lies_there() -> None:
    puzzle = PUZZLES["tetra"].colored()
    whole = solve(puzzle).solution
    assert whole is not None
    lying = [(move.color, move.placement) for move in whole.pieces[5:9]]
    again = solve(puzzle, lying, effort=Effort(60, seed=9)).solution
    assert again is not None
    assert set(lying) <= {(move.color, move.placement) for move in again.pieces}


def test_a_corner_cut_off_means_no() -> None:
    # The cell a1 is shut in by pieces of four cells that leave one cell.
    tetra = PUZZLES["tetra"]
    number = tetra.variant.board.by_name

    def placed(color: int, text: str) -> tuple[int, int]:
        placement = tetra.tables.placement_of(sorted(number[name] for name in text.split(",")))
        assert placement is not None
        return color, placement

    outcome = solve(tetra, [placed(0, "b1,c1,d1,e1"), placed(1, "a2,a3,a4,a5")])
    assert outcome.answer == "no"
    assert outcome.reason


def test_pieces_that_overlap_are_refused() -> None:
    with pytest.raises(MoveError):
        solve(PUZZLES["tetra"], [(0, 0), (1, 0)])


def test_same_color_neighbors_on_the_table_mean_no() -> None:
    tetra = PUZZLES["tetra"].colored()
    tables = tetra.tables
    other = next(
        p
        for p in range(tables.n_placements)
        if tables.piece[p] != tables.piece[0]
        and not set(tables.cells_of(p)) & set(tables.cells_of(0))
        and set(tables.cells_of(p)) & set(tables.halo_of(0))
    )
    outcome = solve(tetra, [(0, 0), (0, other)])
    assert outcome.answer == "no"
    assert "shares an edge" in outcome.reason


def test_all_solutions_of_a_small_board_are_different_and_counted() -> None:
    puzzle = CASES[0]
    every = list(solutions(puzzle, Effort(30)))
    counted = count(puzzle, Effort(30))
    assert None not in every
    assert counted.complete
    assert counted.found == len(every) == naive_count(puzzle)
    assert 0 < counted.distinct < counted.found


def test_symmetric_copies_are_counted_once() -> None:
    puzzle = small(rectangle(2, 2), "2", 2)
    counted = count(puzzle, Effort(30))
    assert (counted.found, counted.distinct) == (2, 1)  # two lying, two standing


def test_an_outline_that_no_turn_keeps_has_no_copies() -> None:
    """Its places read the same from both ends; but half a turn would stand triangles on their
    points."""
    counted = count(figure(parse_outline(".AVA\nAVA."), name="steps"), Effort(10))
    assert (counted.found, counted.distinct) == (11, 11)


def test_holes_stay_empty() -> None:
    puzzle = replace(small(rectangle(3, 3), "L4 O", 1), holes=1)
    outcome = solve(puzzle)
    assert outcome.solution is not None
    assert int((outcome.solution.game.owners < 0).sum()) == 1


def test_a_solver_keeps_its_time_limit() -> None:
    hard = PUZZLES["tetra"].colored(touch=True)
    begun = time.monotonic()
    counted = count(hard, Effort(0.3))
    assert not counted.complete
    assert time.monotonic() - begun < 5  # one slice and the making of tables, on a busy machine


def test_a_solver_stops_when_told() -> None:
    stop = threading.Event()
    stop.set()
    assert solve(PUZZLES["penta"].colored(), effort=Effort(60, stop)).answer == "unknown"


def test_native_work_can_be_stopped_from_another_thread() -> None:
    scan = Packing(PUZZLES["tetra"].colored(touch=True)).scan()
    assert scan is not None
    answer: list[int] = []
    worker = threading.Thread(target=lambda: answer.append(scan.run(120, True)))
    worker.start()
    while worker.is_alive():  # it may not have begun when it is first told
        scan.stop()
        worker.join(0.01)
    assert answer == [MORE]
    assert FOUND not in answer
