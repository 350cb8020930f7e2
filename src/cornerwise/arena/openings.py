"""Openings: the first moves of a block's games, the same for every seating.

`random` plays random ones of the largest legal pieces, one for each color; `random:6` six
plies; `balanced` and `balanced:6` draw such openings until our engine takes one for near to
even (`balance.py`); `none` begins with the empty board; `book:FILE` takes lines of moves, or
every record of a folder, in turn (`book:FOLDER:6` the first six moves of each).
"""

import random
from collections.abc import Iterable
from itertools import count
from pathlib import Path

from cornerwise.arena.balance import Balance
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

    def __init__(self, plan: Plan, balance: Balance | None = None) -> None:
        """`balance` says how `balanced` openings are judged, if not as usual."""
        self.variant = plan.rules()
        self.seed = plan.seed
        kind, _, argument = plan.opening.partition(":")
        self.plies = 0
        self.lines: list[list[str]] = []
        self.balance = (balance or Balance()) if kind == "balanced" else None
        self._chosen: dict[int, Game] = {}
        if kind in ("random", "balanced"):
            self.plies = _number(argument) if argument else len(self.variant.colors)
        elif kind == "book" and argument:
            self.lines = read_book(self.variant, argument)
        elif plan.opening != "none":
            raise ArenaError(
                f"opening {plan.opening!r}: say random, random:6, balanced, balanced:6, none "
                "or book:FILE"
            )
        if kind in ("random", "balanced"):
            self._check_plies(plan.opening)

    def game(self, number: int) -> Game:
        """A new game after the opening of that number."""
        if self.lines:
            return self.replay(self.lines[number % len(self.lines)])
        if self.balance:
            return self._balanced(number, self.balance)
        return self._drawn(f"{self.seed}/opening/{number}")

    def replay(self, moves: Iterable[str]) -> Game:
        """A new game after these moves."""
        game = Game(self.variant)
        for text in moves:
            game.play(text)
        return game

    def _drawn(self, seed: str) -> Game:
        """A new game after large pieces by chance."""
        game = Game(self.variant)
        generator = random.Random(seed)
        for _ in range(self.plies):
            if not game.is_over:
                game.play(random_largest(game, generator))
        return game

    def _balanced(self, number: int, balance: Balance) -> Game:
        """Remembered, for the other games of the block."""
        if number not in self._chosen:
            seeds = (f"{self.seed}/opening/{number}/{attempt}" for attempt in count())
            self._chosen[number] = balance.choose(map(self._drawn, seeds))
        return self._chosen[number].copy()

    def _check_plies(self, opening: str) -> None:
        """With too many there is no game left; without, all candidates of a choice are one."""
        if self.balance and not self.plies:
            raise ArenaError(f"opening {opening!r}: give at least one ply to choose")
        if self._drawn(f"{self.seed}/opening/0/0").is_over:
            raise ArenaError(f"opening {opening!r}: the game is over at its end")


def read_book(variant: Variant, argument: str) -> list[list[str]]:
    """The lines of a book; every one is checked to be playable."""
    name, _, end = argument.rpartition(":")
    numbered = bool(name) and end.isdigit()
    path = Path(name if numbered else argument)
    plies = _number(end) if numbered else None
    try:
        lines = _folder(path, plies or _BOOK_PLIES) if path.is_dir() else _text(path, plies)
    except OSError as error:
        raise ArenaError(f"book {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ArenaError(
            f"book {path}: not a text; a book is lines of moves, or a folder of records"
        ) from None
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
