"""Solutions: a puzzle and what lies where. None is believed before it has been replayed."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cornerwise.play import Game, Move, MoveError
from cornerwise.puzzles.puzzle import Placed, Puzzle

FORMAT = "cornerwise solution 1"


class SolutionError(ValueError):
    """What was given does not solve the puzzle; the message says at which piece, and why."""


@dataclass(frozen=True)
class Solution:
    """A puzzle that is done. Made by `solved` only, so that every one has been replayed."""

    puzzle: Puzzle
    game: Game
    """The pieces: as moves for `play`, as a setup for a packing."""

    @property
    def pieces(self) -> list[Move]:
        """The pieces, in the order in which they were placed."""
        return [*self.game.setup, *self.game.moves]

    @property
    def left_over(self) -> list[str]:
        """Pieces that were not needed, over all colors."""
        colors = range(len(self.puzzle.variant.colors))
        return [name for c in colors for name, n in self.game.stock(c).items() for _ in range(n)]


def solved(puzzle: Puzzle, pieces: Sequence[Placed]) -> Solution:
    """Replay the pieces one by one and look at the whole; `SolutionError` if it is no solution."""
    game = _played(puzzle, pieces) if puzzle.kind == "play" else _packed(puzzle, pieces)
    colors = range(len(puzzle.variant.colors))
    held = [f"{puzzle.variant.colors[c]} {name}" for c in colors for name in game.stock(c)]
    if puzzle.whole and held:
        raise SolutionError(f"pieces are left over: {', '.join(held)}")
    return Solution(puzzle, game)


def format_solution(solution: Solution) -> str:
    """The text of a solution, one piece a line; `read_solution` reads it back."""
    name = json.dumps(solution.puzzle.name)
    pieces = ",\n".join(f'  ["{move.color_name}", "{move}"]' for move in solution.pieces)
    return f'{{"format": "{FORMAT}", "puzzle": {name}, "pieces": [\n{pieces}\n]}}\n'


def read_solution(puzzle: Puzzle, text: str) -> Solution:
    """The solution in a JSON text, replayed."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or data["puzzle"] != puzzle.name:
            raise SolutionError(f"this is no {FORMAT!r} of {puzzle.name}")
        named = [(str(color), str(cells)) for color, cells in data["pieces"]]
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, SolutionError):
            raise
        raise SolutionError(f"this is no {FORMAT!r}: {error}") from None
    reader = Game(puzzle.variant)
    pieces = []
    for number, (color, cells) in enumerate(named, start=1):
        if color not in puzzle.variant.colors:
            raise SolutionError(f"piece {number}: there is no color {color!r}")
        try:
            move = reader.move(cells, puzzle.variant.colors.index(color))
        except MoveError as error:
            raise SolutionError(f"piece {number}: {error}") from None
        pieces.append((move.color, move.placement))
    return solved(puzzle, pieces)


def _played(puzzle: Puzzle, pieces: Sequence[Placed]) -> Game:
    game = Game(puzzle.variant)
    last = max(piece.size for piece in puzzle.variant.pieces)
    for number, (color, placement) in enumerate(pieces, start=1):
        try:
            move = game.play(Move(game.tables, color, placement))
        except MoveError as error:
            raise SolutionError(f"move {number}: {error}") from None
        if puzzle.descending and move.size > last:
            raise SolutionError(f"move {number}: a piece of {move.size} after one of {last}")
        last = move.size
    if puzzle.single_last and any(
        score != puzzle.variant.bonus.single_last for score in game.scores
    ):
        raise SolutionError("a color did not place its single cell last")
    return game


def _packed(puzzle: Puzzle, pieces: Sequence[Placed]) -> Game:
    game = Game(puzzle.variant)
    for number, (color, placement) in enumerate(pieces, start=1):
        move = Move(game.tables, color, placement)
        if not game.position.place(color, placement):
            raise SolutionError(f"piece {number}: {move.color_name} {move} does not fit there")
        game.setup.append(move)
    empty = int((game.owners < 0).sum())
    if empty != puzzle.holes:
        raise SolutionError(f"{empty} cells are empty, not {puzzle.holes}")
    for number, move in enumerate(game.setup, start=1):
        fault = contact_fault(puzzle, game, move)
        if fault:
            raise SolutionError(f"piece {number}: {fault}")
    return game


def lying_fault(puzzle: Puzzle, pieces: Sequence[Placed]) -> str:
    """What pieces that lie there already break; `MoveError` if they cannot lie there at all."""
    game = Game(puzzle.variant, setup=pieces)
    keep = replace(puzzle, touch=False)  # a corner may still come
    faults = (contact_fault(keep, game, move) for move in game.setup)
    return next((fault for fault in faults if fault), "")


def contact_fault(puzzle: Puzzle, game: Game, move: Move) -> str:
    """What a piece of a packing breaks of the colored conditions; empty if nothing."""
    owners = game.owners
    name = f"{move.color_name} {move}"
    if puzzle.apart and (owners[game.tables.halo_of(move.placement)] == move.color).any():
        return f"{name} shares an edge with its own color"
    if puzzle.touch and not (owners[game.tables.attach_of(move.placement)] == move.color).any():
        return f"{name} meets no corner of its own color"
    return ""
