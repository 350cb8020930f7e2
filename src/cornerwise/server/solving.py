"""What a worker does for puzzles: solvers with a time limit that can be stopped at any time."""

import threading
from typing import Literal

import msgspec

from cornerwise.play import Move, MoveError
from cornerwise.puzzles import (
    Effort,
    PuzzleError,
    Solo,
    Verdict,
    check_outline,
    find_puzzle,
    parse_outline,
)
from cornerwise.server.solo_bodies import LyingPiece, OutlinePiece, OutlineVerdict, SolverAnswer

SECONDS = 15.0
"""How long any question may take."""


class SolveTask(msgspec.Struct, frozen=True, kw_only=True, tag="solve"):
    """Complete a puzzle from what lies there. The answer is a `Solved` in JSON."""

    puzzle: str
    want: Literal["check", "hint", "solve"]
    pieces: list[LyingPiece]


class OutlineTask(msgspec.Struct, frozen=True, kw_only=True, tag="outline"):
    """Fill an outline. The answer is a `Solved` in JSON."""

    outline: str


class Solved(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, or why the question makes no sense."""

    wrong: str = ""
    solver: SolverAnswer | None = None
    outline: OutlineVerdict | None = None


class Solver:
    """One question and its limit."""

    def __init__(self) -> None:
        self._end = threading.Event()

    def stop(self) -> None:
        """From another thread: answer now, with `unknown` if need be."""
        self._end.set()

    def work(self, task: SolveTask | OutlineTask) -> str:
        """The answer in JSON."""
        effort = Effort(SECONDS, self._end)
        try:
            if isinstance(task, SolveTask):
                solved = Solved(solver=_completed(task, effort))
            else:
                solved = Solved(outline=_filled(task, effort))
        except (MoveError, PuzzleError) as error:
            solved = Solved(wrong=str(error))
        return msgspec.json.encode(solved).decode()


def _completed(task: SolveTask, effort: Effort) -> SolverAnswer:
    solo = Solo(find_puzzle(task.puzzle))
    for piece in task.pieces:
        if piece.color >= len(solo.puzzle.variant.colors):
            raise PuzzleError(f"this puzzle has no color {piece.color}")
        if solo.to_play is not None and piece.color != solo.to_play:
            raise PuzzleError(f"{piece.move}: another color is to play")
        solo.place(piece.move, piece.color)
    outcome = solo.check(effort)
    moves: list[Move] = [] if task.want == "check" else list(solo.solve(effort))
    if task.want == "hint":
        moves = moves[:1]
    shown = [LyingPiece(color=move.color, move=str(move)) for move in moves]
    return SolverAnswer(answer=outcome.answer, reason=outcome.reason, moves=shown)


def _filled(task: OutlineTask, effort: Effort) -> OutlineVerdict:
    verdict = check_outline(parse_outline(task.outline), effort)
    return OutlineVerdict(
        answer=verdict.answer,
        reason=verdict.reason,
        message=verdict.message,
        colors=verdict.colors,
        left_over=len(verdict.left_over),
        pieces=_pieces(verdict),
    )


def _pieces(verdict: Verdict) -> list[OutlinePiece]:
    """Where the pieces of the solution lie, in the drawing's columns and rows."""
    if verdict.solution is None:
        return []
    board = verdict.solution.puzzle.variant.board
    (x0, y0), (_, height) = board.origin, board.size
    return [
        OutlinePiece(
            color=move.color_name,
            cells=[
                [x - x0, height - 1 - (y - y0)]
                for x, y in (board.cells[cell] for cell in move.cells)
            ],
        )
        for move in verdict.solution.pieces
    ]
