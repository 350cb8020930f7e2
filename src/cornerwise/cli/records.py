"""Records from files and from the standard input."""

import sys

from cornerwise.cli.failure import CommandFailed
from cornerwise.notation import Record, RecordError, read_record
from cornerwise.notation.files import load_bytes
from cornerwise.notation.sgf import MAX_BYTES
from cornerwise.play import Game, Resignation


def open_record(path: str) -> Record:
    """The record in a file, or in the standard input for `-`; errors name the file."""
    return parsed(record_bytes(path), path)


def record_bytes(path: str) -> bytes:
    """What a file or the standard input holds, and no more than shows that it is too long."""
    if path == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    if not path:
        raise CommandFailed("a file has no name: write the path of a record, or - for the input")
    return load_bytes(path)


def parsed(data: bytes, path: str) -> Record:
    """The record in the bytes of a file."""
    try:
        return read_record(data)
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


def position_after(game: Game, moves: int | None) -> Game:
    """The game after so many moves, before whatever came next: who gave up then has not yet."""
    if moves is None:
        return game
    if not 0 <= moves <= len(game.moves):
        raise CommandFailed(f"there is no move {moves}: the game has {len(game.moves)}")
    back = game.copy()
    while len(back.moves) > moves or (back.history and isinstance(back.history[-1], Resignation)):
        back.undo()
    return back


def shown(path: str) -> str:
    """A file as messages call it."""
    return "standard input" if path == "-" else path
