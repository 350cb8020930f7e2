"""Whole games: found from any seed and position, replayed, refused when tampered with."""

import itertools
from concurrent.futures import Future, wait
from dataclasses import replace

import pytest

from cornerwise.notation import read_json
from cornerwise.play import Game, Move
from cornerwise.puzzles import PUZZLES, Effort, PuzzleError, Solution, SolutionError, solve, solved
from cornerwise.puzzles.proof import prove
from cornerwise.puzzles.shipped import (
    from_text,
    is_record,
    shipped,
    shipped_names,
    symmetry_of,
    to_text,
)

GAMES = ["eighty-four", "eighty-four-descending", "eighty-eight"]
FILES = [(name, file) for name in PUZZLES for file in shipped_names(PUZZLES[name])]


def found(name: str, seed: int, symmetry: str = "none") -> Solution:
    solution = solve(PUZZLES[name], effort=Effort(60, seed=seed), symmetry=symmetry).solution
    assert solution is not None
    return solution


@pytest.mark.parametrize("seed", [3, 1234])
@pytest.mark.parametrize("name", GAMES)
def test_every_piece_is_placed_from_any_seed(name: str, seed: int) -> None:
    game = found(name, seed).game
    assert game.is_over
    assert all(score >= 15 for score in game.scores)


@pytest.mark.parametrize(
    ("name", "symmetry", "kept"),
    [
        ("eighty-four", "quarter", 4),
        ("eighty-four", "half", 2),
        ("eighty-four-descending", "quarter", 4),
        ("eighty-eight", "half", 2),
        ("eighty-eight", "none", 1),
    ],
)
def test_a_game_has_the_symmetry_that_was_asked_for(name: str, symmetry: str, kept: int) -> None:
    assert symmetry_of(found(name, 8, symmetry)) == kept


def test_descending_sizes_never_increase() -> None:
    sizes = [move.size for move in found("eighty-four-descending", 2).game.moves]
    assert sizes == sorted(sizes, reverse=True)


def test_every_color_can_end_on_its_single_cell() -> None:
    puzzle = replace(PUZZLES["eighty-four"], single_last=True)
    solution = solve(puzzle, effort=Effort(60, seed=6)).solution
    assert solution is not None
    assert solution.game.scores == (20, 20, 20, 20)


@pytest.mark.parametrize(
    ("name", "symmetry"),
    [("tetra", "half"), ("eighty-eight", "quarter"), ("eighty-four-20x18", "quarter")],
)
def test_a_symmetry_that_a_puzzle_does_not_have_is_refused(name: str, symmetry: str) -> None:
    with pytest.raises(PuzzleError):
        solve(PUZZLES[name], symmetry=symmetry)


def test_a_symmetric_game_begins_at_the_beginning() -> None:
    with pytest.raises(PuzzleError, match="beginning"):
        solve(PUZZLES["eighty-four"], ending(80), symmetry="quarter")


@pytest.mark.parametrize(("name", "file"), FILES)
def test_shipped_solutions_hold(name: str, file: str) -> None:
    solution = shipped(PUZZLES[name], file)
    kept = {"none": 1, "half": 2, "quarter": 4}[file.split(".")[2].split("-")[0]]
    assert symmetry_of(solution) == kept
    if "-20" in file:
        assert set(solution.game.scores) == {20}


def test_what_must_be_shipped_is() -> None:
    names = [file for _, file in FILES]
    for game in GAMES:
        assert any(file.startswith(f"{game}.") and ".none" in file for file in names)
    assert any(file.startswith("eighty-four.") and "-20" in file for file in names)


@pytest.mark.parametrize("name", ["eighty-four", "eighty-four-19x19"])
def test_a_solution_survives_its_text(name: str) -> None:
    solution = shipped(PUZZLES[name], shipped_names(PUZZLES[name])[0])
    assert from_text(PUZZLES[name], to_text(solution)).pieces == solution.pieces
    if is_record(PUZZLES[name]):
        assert read_json(to_text(solution)).game() == solution.game


def tampered() -> list[tuple[str, list[tuple[int, int]], str]]:
    solution = shipped(PUZZLES["eighty-four"], shipped_names(PUZZLES["eighty-four"])[0])
    pieces = [(move.color, move.placement) for move in solution.pieces]
    moved = [(color, p + 1 if i == 50 else p) for i, (color, p) in enumerate(pieces)]
    recolored = [(3 - color if i == 20 else color, p) for i, (color, p) in enumerate(pieces)]
    doubled = [*pieces[:-4], *pieces[:4]]
    return [
        ("short", pieces[:-1], "left over"),
        ("moved", moved, "move "),
        ("recolored", recolored, "move 21"),
        ("doubled", doubled, "move "),
    ]


@pytest.mark.parametrize(("what", "pieces", "message"), tampered(), ids=lambda x: str(x)[:12])
def test_a_tampered_solution_is_refused(
    what: str, pieces: list[tuple[int, int]], message: str
) -> None:
    with pytest.raises(SolutionError, match=message):
        solved(PUZZLES["eighty-four"], pieces)


def test_a_game_that_does_not_descend_is_refused_as_descending() -> None:
    solution = shipped(PUZZLES["eighty-four"], "eighty-four.2.none.json")
    pieces = [(move.color, move.placement) for move in solution.pieces]
    with pytest.raises(SolutionError, match="a piece of"):
        solved(PUZZLES["eighty-four-descending"], pieces)


def test_a_tampered_text_is_refused() -> None:
    puzzle = PUZZLES["eighty-four-19x19"]
    text = to_text(shipped(puzzle, shipped_names(puzzle)[0]))
    for wrong in (text.replace("blue", "red", 1), text[:-3], text.replace("eighty", "ninety")):
        with pytest.raises(SolutionError):
            from_text(puzzle, wrong)


def test_a_game_goes_on_from_moves_already_played() -> None:
    puzzle = PUZZLES["eighty-four"]
    game = Game(puzzle.variant)
    for _ in range(12):
        game.play(max(game.legal_moves, key=lambda move: (move.size, move.placement)))
    moves = [(move.color, move.placement) for move in game.moves]
    solution = solve(puzzle, moves, effort=Effort(60)).solution
    assert solution is not None
    assert [(m.color, m.placement) for m in solution.pieces[:12]] == moves


LEFT = 5


def ending(left: int) -> list[tuple[int, int]]:
    """A solution without its last moves."""
    solution = shipped(PUZZLES["eighty-four"], "eighty-four.2.none.json")
    return [(move.color, move.placement) for move in solution.pieces[:-left]]


def test_an_ending_is_proved_by_trying() -> None:
    proof = prove(PUZZLES["eighty-four"], ending(5), Effort(20))
    assert proof.answer == "yes"
    assert solved(PUZZLES["eighty-four"], proof.pieces)


def test_a_color_that_is_out_means_no() -> None:
    puzzle = PUZZLES["eighty-four"]
    game = Game(puzzle.variant)
    while not any(game.out):
        game.play(game.legal_moves[0])
    moves = [(move.color, move.placement) for move in game.moves]
    proof = prove(puzzle, moves, Effort(5))
    assert proof.answer == "no"
    assert "holds pieces" in proof.reason


def test_a_four_before_the_last_five_means_no_in_descending() -> None:
    puzzle = PUZZLES["eighty-four-descending"]
    game = Game(puzzle.variant)
    four = next(move for move in game.legal_moves if move.size == 4)
    proof = prove(puzzle, [(four.color, four.placement)], Effort(5))
    assert proof.answer == "no"
    assert "larger" in proof.reason


def test_ctrl_c_ends_the_trying(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would take as long as it may: nothing is said about an empty board."""
    waits = iter([KeyboardInterrupt])

    def press(trying: list[Future[bool]], seconds: float) -> object:
        for pressed in waits:
            raise pressed
        return wait(trying, seconds)

    monkeypatch.setattr("cornerwise.puzzles.proof.wait", press)
    with pytest.raises(KeyboardInterrupt):
        prove(PUZZLES["eighty-four"], [], Effort(3600))


def test_an_ending_without_a_way_is_proved_to_have_none() -> None:
    # Among the ways to go wrong in an ending, every proof of "no" is checked by playing it out.
    puzzle = PUZZLES["eighty-four"]
    game = Game(puzzle.variant)
    for color, placement in ending(LEFT):
        game.play(Move(game.tables, color, placement))
    answers = set()
    for move in itertools.islice(game.legal_moves, 25):
        moves = [*ending(LEFT), (move.color, move.placement)]
        answers.add(proof := prove(puzzle, moves, Effort(20)).answer)
        game.play(move)
        assert (proof == "yes") == _completes(game)
        game.undo()
    assert answers == {"yes", "no"}


def _completes(game: Game) -> bool:
    if not any(any(game.position.stock(color)) for color in range(4)):
        return True
    for move in game.legal_moves:
        game.play(move)
        done = _completes(game)
        game.undo()
        if done:
            return True
    return False
