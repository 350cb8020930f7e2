"""Figures: outlines to be filled, those that come with the program and any that are drawn."""

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

from cornerwise.puzzles.catalogue import packing_variant
from cornerwise.puzzles.effort import Effort
from cornerwise.puzzles.feasible import refusal
from cornerwise.puzzles.outline import SETS, parse_outline
from cornerwise.puzzles.puzzle import Puzzle
from cornerwise.puzzles.solution import Solution
from cornerwise.puzzles.solve import Answer, solve
from cornerwise.rules import Board

HEADER = "=="
"""Begins the line before a figure: == name | English | French | difficulty | effort"""


@dataclass(frozen=True)
class Verdict:
    """Whether an outline can be filled."""

    answer: Answer
    reason: str = ""
    """One word if the answer is no: area, parity, pocket, search."""
    message: str = ""
    cell: str | None = None
    solution: Solution | None = None
    left_over: tuple[str, ...] = ()
    """Pieces that the solution does not need."""
    colors: int = 1
    """How many colors' pieces there are to fill it with."""
    seconds: float = 0.0


def figure(board: Board, *, name: str = "", colors: int | None = None) -> Puzzle:
    """The puzzle of filling an outline: with one color's pieces if they suffice, else with four.

    When the outline has as many cells as the pieces, all of them are needed.
    """
    pieces = SETS[board.lattice.name]
    one = sum(piece.size for piece in pieces)
    sets = colors or (1 if len(board.cells) <= one else 4)
    # Tables are kept by name, so the name holds the outline.
    digest = hashlib.sha256(repr((board.lattice.name, board.cells)).encode()).hexdigest()[:16]
    titles = {"en": "A figure", "fr": "Une figure"}
    return Puzzle(
        name=name or f"figure-{digest}",
        title=titles,
        task=_task(board, len(pieces) * sets),
        variant=packing_variant(f"figure-{digest}-{sets}", board, pieces, sets),
        whole=len(board.cells) == one * sets,
        figure=True,
    )


def _task(board: Board, pieces: int) -> dict[str, str]:
    cells = len(board.cells)
    return {
        "en": f"Fill the outline of {cells} cells with pieces out of {pieces}.",
        "fr": f"Remplissez la figure de {cells} cases en choisissant parmi les {pieces} pièces.",
    }


def check_outline(board: Board, effort: Effort, *, colors: int | None = None) -> Verdict:
    """Whether an outline can be filled, and what is left over; honest when time was too short."""
    puzzle = figure(board, colors=colors)
    sets = len(puzzle.variant.colors)
    against = refusal(puzzle)
    if against:
        return Verdict("no", against.reason, against.message, against.cell, colors=sets)
    outcome = solve(puzzle, effort=effort)
    if outcome.solution is None:
        reason = "search" if outcome.answer == "no" else ""
        message = outcome.reason or f"not decided in {effort.seconds:g} s"
        return Verdict(outcome.answer, reason, message, colors=sets, seconds=effort.spent)
    left = tuple(outcome.solution.left_over)
    return Verdict(
        "yes", solution=outcome.solution, left_over=left, colors=sets, seconds=effort.spent
    )


@lru_cache(maxsize=1)
def figures() -> dict[str, Puzzle]:
    """The figures that come with the program, by name."""
    text = files("cornerwise.puzzles").joinpath("data/figures.txt").read_text(encoding="utf-8")
    return {puzzle.name: puzzle for puzzle in parse_figures(text)}


def parse_figures(text: str) -> list[Puzzle]:
    """The figures of a file: a header line each, then the drawing."""
    found = []
    for part in text.split("\n" + HEADER)[1:]:
        header, _, drawing = part.partition("\n")
        name, english, french, difficulty, effort = (field.strip() for field in header.split("|"))
        puzzle = figure(parse_outline(drawing), name=name)
        titles = {"en": english, "fr": french}
        found.append(
            replace(puzzle, title=titles, difficulty=difficulty, effort=int(effort or "0"))
        )
    return found
