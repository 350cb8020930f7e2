"""What can be wrong with a move, each with its own name (R3, R4)."""

from functools import partial
from typing import Any


class MoveError(ValueError):
    """A move was refused; the game is as it was."""


class UnreadableMove(MoveError):
    """The text or number is no placement of this game at all."""


class NothingToUndo(MoveError):
    """There is no move to take back."""


class IllegalMove(MoveError):
    """The placement exists, but a rule forbids it here."""

    def __init__(self, message: str, *, reason: str, rule: str, cell: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        """One word for programs: over, turn, stock, occupied, edge, side, start, corner."""
        self.rule = rule
        """The rule it breaks, as docs/rules.md numbers them."""
        self.cell = cell
        """Where, if one cell shows it."""

    def __reduce__(self) -> tuple[Any, ...]:
        """With what it needs to be made again: a pool of processes waits for ever for the answer
        of a worker whose error it cannot read."""
        what = partial(type(self), reason=self.reason, rule=self.rule, cell=self.cell)
        return what, self.args
