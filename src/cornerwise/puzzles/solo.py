"""A puzzle on somebody's table: what lies there, what may be placed, and help when asked."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from cornerwise.play import Game, Move
from cornerwise.puzzles.catalogue import PuzzleError
from cornerwise.puzzles.effort import Effort
from cornerwise.puzzles.feasible import refusal
from cornerwise.puzzles.puzzle import Placed, Puzzle
from cornerwise.puzzles.shipped import shipped, shipped_names
from cornerwise.puzzles.solution import Solution, SolutionError, solved
from cornerwise.puzzles.solve import Outcome, solve


class Solo:
    """The state of one puzzle. Pieces of a packing may be placed and taken up in any order; a
    `play` puzzle is a game of all colors, and what was played is only taken back in turn.

    >>> from cornerwise.puzzles.catalogue import PUZZLES
    >>> solo = Solo(PUZZLES["tetra"])
    >>> piece = solo.place("a1,b1,c1,d1", color=2)
    >>> solo.covered, solo.check(Effort(10)).answer, solo.undo() == piece, solo.covered
    (4, 'yes', True, 0)
    """

    def __init__(self, puzzle: Puzzle, pieces: Sequence[Placed] = ()) -> None:
        self.puzzle = puzzle
        self.game = Game(puzzle.variant)
        self._pieces: list[Move] = []
        self._known: Solution | None = None  # the last one found: often it still fits
        for color, placement in pieces:
            self.place(placement, color)

    # What lies there

    @property
    def pieces(self) -> list[Move]:
        """What lies there, in the order in which it came."""
        return list(self._pieces)

    @property
    def placed(self) -> list[Placed]:
        """The same as plain numbers; `Solo(puzzle, placed)` is this state again."""
        return [(move.color, move.placement) for move in self._pieces]

    @property
    def covered(self) -> int:
        """Cells covered, of `puzzle.cells`."""
        return sum(move.size for move in self._pieces)

    @property
    def to_play(self) -> int | None:
        """The color whose turn it is, where there are turns and the game is not over."""
        return self.game.to_play if self.puzzle.kind == "play" else None

    @property
    def is_solved(self) -> bool:
        """Whether the puzzle is done."""
        try:
            solved(self.puzzle, self.placed)
        except SolutionError:
            return False
        return True

    def stock(self, color: int) -> dict[str, int]:
        """Pieces that a color still holds."""
        return self._table().stock(color)

    # What may be placed

    def placements(self, color: int) -> NDArray[np.int64]:
        """Every placement that the color may make now."""
        if self.puzzle.kind == "play":
            return self._moves(color)
        table, tables = self._table(), self.game.tables
        owners = np.append(table.owners, np.int8(-1))  # one more: places a smaller piece leaves
        free = (owners[tables.cells] < 0).all(1)
        free &= np.array(table.position.stock(color))[tables.piece] > 0
        ids = np.flatnonzero(free)
        if not self.puzzle.apart:
            return ids
        own = table.owners == color
        return np.array([p for p in ids.tolist() if not own[tables.halo_of(p)].any()], np.int64)

    def _moves(self, color: int) -> NDArray[np.int64]:
        if color != self.game.to_play:
            return np.zeros(0, np.int64)
        ids = self.game.legal_moves.ids.astype(np.int64)
        return ids[self.game.tables.size[ids] <= self._largest]

    @property
    def _largest(self) -> int:
        """The largest size that may be played."""
        if self.puzzle.descending and self._pieces:
            return self._pieces[-1].size
        return int(self.game.tables.piece_size.max())

    # Changes, in pairs

    def place(self, placement: int | str, color: int | None = None) -> Move:
        """Put a piece down; `MoveError` or `PuzzleError` says why it may not lie there."""
        mover = self.to_play if color is None else color
        if mover is None:
            raise PuzzleError("which color? a packing has no turns")
        move = self.game.move(placement, mover)
        if self.puzzle.kind == "play":
            self._play(move)
        elif move.placement not in self.placements(mover):
            raise PuzzleError(f"{move.color_name} {move} does not fit there")
        self._pieces.append(move)
        return move

    def _play(self, move: Move) -> None:
        if move.size > self._largest:
            raise PuzzleError(f"a piece of {move.size} may not follow one of {self._largest}")
        self.game.play(move)

    def undo(self) -> Move:
        """Take the last piece up again."""
        if not self._pieces:
            raise PuzzleError("nothing lies there")
        if self.puzzle.kind == "play":
            self.game.undo()
        return self._pieces.pop()

    def take(self, cell: str) -> Move:
        """Take the piece on a cell up again, whenever it came (packings only)."""
        if self.puzzle.kind == "play":
            raise PuzzleError("what was played is taken back in turn: undo")
        for i, move in enumerate(self._pieces):
            if cell in move.cell_names:
                return self._pieces.pop(i)
        raise PuzzleError(f"no piece lies on {cell}")

    def _table(self) -> Game:
        if self.puzzle.kind == "play":
            return self.game
        return Game(self.puzzle.variant, setup=self.placed)

    # Help

    def check(self, effort: Effort) -> Outcome:
        """Whether this can still be completed: yes, no with a reason, or honestly unknown."""
        if self._known is not None and self._fits(self._known):
            return Outcome("yes", self._known)
        against = None if self.puzzle.kind == "play" else refusal(self.puzzle)
        if against:
            return Outcome("no", None, against.message)
        outcome = self._from_shipped() or solve(self.puzzle, self.placed, effort=effort)
        self._known = outcome.solution
        return outcome

    def hint(self, effort: Effort) -> Move | None:
        """One piece that is right: some solution has it. None if no solution is known."""
        return next(self.solve(effort), None)

    def solve(self, effort: Effort) -> Iterator[Move]:
        """The pieces of a solution that are still missing, one after another."""
        solution = self.check(effort).solution
        if solution is None:
            return
        there = {(move.color, move.placement) for move in self._pieces}
        for move in solution.pieces:
            if (move.color, move.placement) not in there:
                yield move

    def _fits(self, solution: Solution) -> bool:
        """Whether what lies there is part of the solution (in a game: its beginning)."""
        pieces = [(move.color, move.placement) for move in solution.pieces]
        if self.puzzle.kind == "play":
            return pieces[: len(self._pieces)] == self.placed
        return set(self.placed) <= set(pieces)

    def _from_shipped(self) -> Outcome | None:
        """Before the first move a solution may be at hand."""
        names = shipped_names(self.puzzle) if not self._pieces else []
        return Outcome("yes", shipped(self.puzzle, names[0])) if names else None
