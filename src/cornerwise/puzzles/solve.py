"""The solvers behind one door: a solution, all of them, or the honest answer that time is over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cornerwise.puzzles.catalogue import PuzzleError
from cornerwise.puzzles.effort import Effort
from cornerwise.puzzles.packing import DONE, FOUND, find_packing, list_packings
from cornerwise.puzzles.playing import SYMMETRIES, find_game
from cornerwise.puzzles.proof import obstacle, prove
from cornerwise.puzzles.puzzle import Placed, Puzzle
from cornerwise.puzzles.solution import Solution, lying_fault, solved
from cornerwise.puzzles.symmetry import Distinct

Answer = Literal["yes", "no", "unknown"]
ENDING = 14
"""Pieces left, of all colors, from which on trying everything comes first."""


@dataclass(frozen=True)
class Outcome:
    """What a search has found out."""

    answer: Answer
    solution: Solution | None = None
    """There if the answer is yes."""
    reason: str = ""
    """Why not, if the answer is no."""
    seconds: float = 0.0
    steps: int = 0


@dataclass(frozen=True)
class Count:
    """How many solutions there are."""

    found: int
    """Solutions, those that differ only by an exchange of color names counted once."""
    distinct: int
    """The same, turned and mirrored copies counted once too."""
    complete: bool
    """Whether these are all."""
    seconds: float


def solve(
    puzzle: Puzzle,
    pieces: Sequence[Placed] = (),
    *,
    effort: Effort | None = None,
    symmetry: str = "none",
) -> Outcome:
    """A solution that contains the pieces on the board (for `play`: that goes on from the moves).

    >>> from cornerwise.puzzles.catalogue import PUZZLES
    >>> outcome = solve(PUZZLES["tetra"])
    >>> outcome.answer, len(outcome.solution.pieces)
    ('yes', 20)
    """
    effort = effort or Effort()
    if symmetry not in SYMMETRIES or (symmetry != "none" and puzzle.kind != "play"):
        raise PuzzleError(f"{puzzle.name} has no symmetry {symmetry!r}")
    if symmetry != "none" and pieces:
        raise PuzzleError("a symmetric game must be searched for from its beginning")
    if puzzle.kind == "play":
        return _solve_play(puzzle, pieces, effort, symmetry)
    fault = lying_fault(puzzle, pieces)
    if fault:
        return Outcome("no", None, fault, effort.spent)
    status, found, steps = find_packing(puzzle, pieces, effort)
    if status == FOUND:
        return Outcome("yes", solved(puzzle, found), "", effort.spent, steps)
    if status == DONE:
        return Outcome("no", None, "every way to fill the rest was tried", effort.spent, steps)
    return Outcome("unknown", None, "", effort.spent, steps)


def _solve_play(puzzle: Puzzle, moves: Sequence[Placed], effort: Effort, symmetry: str) -> Outcome:
    reason = obstacle(puzzle, moves)
    if reason:
        return Outcome("no", None, reason, effort.spent)
    left = len(puzzle.variant.pieces) * len(puzzle.variant.colors) - len(moves)
    # Near the end trying everything is quick and certain; before, a search finds what there is.
    share = 0.0 if left <= ENDING else 0.5
    found = find_game(puzzle, moves, effort.part(share), symmetry)
    if not found and moves:
        proof = prove(puzzle, moves, effort.part(0.5))
        if proof.answer == "no":
            return Outcome("no", None, proof.reason, effort.spent)
        found = list(proof.pieces)
    found = found or find_game(puzzle, moves, effort, symmetry)
    if found:
        return Outcome("yes", solved(puzzle, found), "", effort.spent)
    return Outcome("unknown", None, "", effort.spent)


def solutions(puzzle: Puzzle, effort: Effort) -> Iterator[Solution | None]:
    """All packings, one after another; a last None says that time was over before the end."""
    if puzzle.kind == "play":
        raise PuzzleError(f"the games of {puzzle.name} are too many to list")
    for found in list_packings(puzzle, effort):
        yield None if found is None else solved(puzzle, found)


def count(puzzle: Puzzle, effort: Effort) -> Count:
    """How many packings there are; `complete` says whether time was enough."""
    if puzzle.kind == "play":
        raise PuzzleError(f"the games of {puzzle.name} are too many to count")
    distinct = Distinct(puzzle)
    found, complete = 0, True
    for pieces in list_packings(puzzle, effort):
        complete = pieces is not None
        if pieces is not None:
            found += 1
            distinct.add(pieces)
    return Count(found, len(distinct), complete, effort.spent)
