"""Bodies of requests and answers about puzzles. The page's types are generated from them too."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cornerwise.puzzles.puzzle import Form
from cornerwise.server.bodies import VariantView

Text = Annotated[str, Meta(max_length=120)]
"""A placement: the names of its cells."""


class LyingPiece(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece on the board."""

    color: Annotated[int, Meta(ge=0, le=3)]
    move: Text


class PuzzleSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One puzzle in the list, with a drawing."""

    name: str
    title: dict[str, str]
    """By language: en, fr."""
    task: dict[str, str]
    """What to do, in one sentence."""
    kind: Literal["packing", "play"]
    """`packing`: cover the board, in any order. `play`: every placement is a legal move."""
    descending: bool
    """The sizes of the pieces never increase."""
    figure: bool
    """An outline rather than one of the rulebooks' boards."""
    difficulty: str
    """easy, medium, hard."""
    cells: int
    """To be covered."""
    pieces: int
    outline: str
    """Rows from the top: `#` a square, `A` and `V` triangles, `.` nothing."""
    forms: list[Form]
    """In which it can be done; `name+colored` is a puzzle too."""
    form: Form = "plain"
    """`colored`: no two pieces of one color share an edge. `touching`: and each piece meets a
    corner of its own color."""


class PuzzleView(msgspec.Struct, frozen=True, kw_only=True):
    """One puzzle with all that is needed to draw its board and its pieces."""

    puzzle: PuzzleSummary
    variant: VariantView


class AskSolver(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What lies on the board, and what is asked about it."""

    want: Literal["check", "hint", "solve"]
    pieces: Annotated[list[LyingPiece], Meta(max_length=100)] = []
    """In the order in which they came."""


class SolverAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a position can be completed, and how."""

    answer: Literal["yes", "no", "unknown"]
    """`unknown`: it was not decided in time."""
    reason: str = ""
    """Why not, if the answer is no."""
    moves: list[LyingPiece] = []
    """Pieces of a solution that are still missing: none, one (hint) or all (solve)."""


class AskOutline(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An outline that somebody has drawn."""

    outline: Annotated[str, Meta(max_length=4200)]
    """As in `PuzzleSummary`."""


class OutlinePiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a solution, in columns and rows from the upper left of the outline."""

    color: str
    cells: list[list[int]]
    """Column and row of each."""


class OutlineVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an outline can be filled."""

    answer: Literal["yes", "no", "unknown"]
    reason: str = ""
    """If no: area, pocket, parity or search."""
    message: str = ""
    colors: int = 1
    """How many colors' pieces there are to fill it with."""
    left_over: int = 0
    """Pieces that the solution does not need."""
    pieces: list[OutlinePiece] = []


class ChallengeView(msgspec.Struct, frozen=True, kw_only=True):
    """One question about a position. The answer stays on the server."""

    name: str
    kind: Literal["place-all", "only-move", "block"]
    difficulty: Literal["easy", "medium", "hard"]
    question: dict[str, str]
    variant: str
    setup: list[LyingPiece]
    """Every piece on the board."""
    color: int
    """Who is to find the answer."""
    moves: int
    """Of the answer."""


class AskJudge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attempt at a challenge."""

    moves: Annotated[list[Text], Meta(max_length=30)] = []
    explain: bool = False
    """If it is wrong, look for what refutes it."""
    reveal: bool = False
    """Give up: tell the answer."""


class JudgementView(msgspec.Struct, frozen=True, kw_only=True):
    """What an attempt is worth."""

    right: bool
    """Nothing is wrong so far."""
    done: bool
    """The answer is complete."""
    message: str = ""
    """Why not, if it cannot be played or `explain` was asked for."""
    refutation: list[LyingPiece] = []
    """What shows it: their replies (only-move), a move of each who still has one (block), the
    first piece that lies wrongly (place-all)."""
    answer: list[str] = []
    """If it was asked for."""
