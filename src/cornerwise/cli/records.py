"""Records from files and from the standard input."""

import sys

from cornerwise.cli.failure import CommandFailed
from cornerwise.notation import Record, RecordError, load_record, read_record
from cornerwise.play import Game

MAX_BYTES = 64 * 1024 * 1024
"""Of the standard input, which can be endless."""


def open_record(path: str) -> Record:
    """The record in a file, or in the standard input for `-`; errors name the file."""
    try:
        if path == "-":
            return read_record(sys.stdin.buffer.read(MAX_BYTES))
        return load_record(path)
    except RecordError as error:
        raise CommandFailed(f"{shown(path)}: {error}") from None


def open_game(path: str) -> Game:
    """The game of a record's main line; errors name the file."""
    return played(open_record(path), path)


def played(record: Record, path: str) -> Game:
    """The game of a record that came from a file."""
    try:
        return record.game()
    except RecordError as error:
        raise CommandFailed(f"{shown(path)}: {error}") from None


def shown(path: str) -> str:
    """A file as messages call it."""
    return "standard input" if path == "-" else path
