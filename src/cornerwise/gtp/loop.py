"""The loop between two streams and a session."""

import contextlib
import os
import sys
from typing import TextIO

from cornerwise.exits import INTERRUPTED
from cornerwise.gtp.players import Player
from cornerwise.gtp.session import Session
from cornerwise.rules import Variant


def run(
    stdin: TextIO,
    stdout: TextIO,
    *,
    variant: Variant | str = "Blokus",
    player: Player | None = None,
) -> int:
    """Answer commands until `quit` or the end of the input; the exit status.

    A reader who goes away ends the conversation quietly.
    """
    session = Session(variant, player)
    with contextlib.suppress(BrokenPipeError):
        for line in stdin:
            answer = session.answer(line)
            if answer:
                stdout.write(answer)
                stdout.flush()
            if session.is_over:
                break
    return 0


def main(*, variant: Variant | str = "Blokus", player: Player | None = None) -> int:
    """`run` on the process's own streams."""
    # Bytes that are no text make a command unknown, not the program fail.
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        return run(sys.stdin, sys.stdout, variant=variant, player=player)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        _close_quietly()


def _close_quietly() -> None:
    """Without a reader, the interpreter would complain when it flushes at the end."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
