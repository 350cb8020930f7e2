"""Why an action is refused. Whatever is refused has changed nothing."""

from cornerwise.play import IllegalMove, MoveError
from cornerwise.server.protocol import Error, ErrorCode


class Refusal(Exception):
    """An action that the rules of the table do not allow; becomes an `error` message."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        seq: int | None = None,
        reason: str | None = None,
        rule: str | None = None,
        cell: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        self.seq = seq
        self.reason = reason
        self.rule = rule
        self.cell = cell

    def as_message(self, game: str = "", id: str = "") -> Error:
        """The message for who sent the refused action."""
        return Error(
            code=self.code,
            message=self.message,
            game=game,
            id=id,
            seq=self.seq,
            reason=self.reason,
            rule=self.rule,
            cell=self.cell,
        )


def illegal(error: MoveError) -> Refusal:
    """The refusal for a move that the game did not accept."""
    if isinstance(error, IllegalMove):
        return Refusal("illegal", str(error), reason=error.reason, rule=error.rule, cell=error.cell)
    return Refusal("illegal", str(error), reason="unreadable")
