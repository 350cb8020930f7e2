"""Openings: the first moves of a block's games, the same for every seating.

`random` plays random ones of the largest legal pieces, one for each color; `random:6` six
plies; `none` begins with the empty board; `book:FILE` takes lines of moves, or every record
of a folder, in turn (`book:FOLDER:6` the first six moves of each).
"""

import random
from pathlib import Path

from cornerwise.arena.rows import ArenaError, Plan
from cornerwise.notation import RecordError, load_record
from cornerwise.play import Game, MoveError
from cornerwise.play.chance import random_largest
from cornerwise.rules import Variant

_RECORDS = (".blksgf", ".sgf", ".json")
_BOOK_PLIES = 4
"""Moves taken of a record when the book's argument does not say."""


class Openings:
    """The openings of a plan, by number. `ArenaError` if the plan's words mean none."""

    def __init__(self, plan: Plan) -> None:
        self.variant = plan.rules()
        self.seed = plan.seed
        kind, _, argument = plan.opening.partition(":")
        self.plies = 0
        self.lines: list[list[str]] = []
        if kind == "random":
            self.plies = _number(argument) if argument else len(self.variant.colors)
        elif kind == "book" and argument:
            self.lines = read_book(self.variant, argument)
        elif plan.opening != "none":
            raise ArenaError(f"opening {plan.opening!r}: say random, random:6, none or book:FILE")

    def game(self, number: int) -> Game:
        """A new game after the opening of that number."""
        game = Game(self.variant)
        if self.lines:
            for text in self.lines[number % len(self.lines)]:
                game.play(text)
        generator = random.Random(f"{self.seed}/opening/{number}")
        for _ in range(self.plies):
            if not game.is_over:
                game.play(random_largest(game, generator))
        return game


def read_book(variant: Variant, argument: str) -> list[list[str]]:
    """The lines of a book; every one is checked to be playable."""
    name, _, count = argument.rpartition(":")
    numbered = bool(name) and count.isdigit()
    path = Path(name if numbered else argument)
    plies = int(count) if numbered else None
    try:
        lines = _folder(path, plies or _BOOK_PLIES) if path.is_dir() else _text(path, plies)
    except OSError as error:
        raise ArenaError(f"book {path}: {error.strerror}") from None
    if not lines:
        raise ArenaError(f"book {path}: there is no opening in it")
    for number, line in enumerate(lines, start=1):
        _check(variant, line, f"book {path}, opening {number}")
    return lines


def _text(path: Path, plies: int | None) -> list[list[str]]:
    """One opening a line, moves separated by spaces; `#` begins a comment."""
    lines = [line.partition("#")[0].split() for line in path.read_text("utf-8").splitlines()]
    return [line[:plies] for line in lines if line]


def _folder(path: Path, plies: int) -> list[list[str]]:
    files = sorted(file for file in path.iterdir() if file.suffix in _RECORDS)
    try:
        return [[str(move) for move in load_record(f).game().moves[:plies]] for f in files]
    except RecordError as error:
        raise ArenaError(f"book {path}: {error}") from None


def _check(variant: Variant, line: list[str], where: str) -> None:
    game = Game(variant)
    try:
        for text in line:
            game.play(text)
    except MoveError as error:
        raise ArenaError(f"{where}: {text}: {error}") from None
    if game.is_over:
        raise ArenaError(f"{where}: the game is over at its end")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise ArenaError(f"opening: {text!r} is no number of plies")
    return int(text)
