"""What can be wrong with a record, with its place in the input."""

_SHOWN = 60  # characters of bad input that a message quotes


class RecordError(ValueError):
    """A record cannot be read, or what it tells cannot be played. Nothing was changed."""

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        move: int | None = None,
    ) -> None:
        places = []
        if line is not None:
            places.append(f"line {line}, column {column}")
        if move is not None:
            places.append(f"move {move}")
        super().__init__(": ".join([*places, message]))
        self.line = line
        """Line in the input, from 1."""
        self.column = column
        """Character in the line, from 1."""
        self.move = move
        """Number of the move that cannot be played, from 1."""


def quote(text: str) -> str:
    """Bad input for a message: in quotation marks, cut when it is long."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
