"""A match on disk: `games.jsonl`, to which finished games are appended, and their records.

The first line is the plan, each further line a game. A line that was cut short when the
machine stopped is dropped, and its game is played again.
"""

import os
from pathlib import Path
from typing import TypeVar

import msgspec

from cornerwise.arena.rows import ArenaError, GameRow, Plan
from cornerwise.arena.seating import LETTERS
from cornerwise.notation import Record, save_record
from cornerwise.play import Game

GAMES = "games.jsonl"
RECORDS = "records"

Kind = TypeVar("Kind", Plan, GameRow)


class Store:
    """The folder of a match. Opening it with another plan is refused."""

    def __init__(self, folder: str | Path, *, suffix: str = ".blksgf") -> None:
        self.folder = Path(folder)
        self.path = self.folder / GAMES
        self.suffix = suffix
        """The format of the records: `.blksgf` or `.json`."""

    def load(self) -> tuple[Plan, dict[str, GameRow]]:
        """The plan and the finished games by key."""
        try:
            lines = self.path.read_bytes().splitlines(keepends=True)
        except OSError as error:
            raise ArenaError(f"{self.path}: {error.strerror}: no match was played there") from None
        whole = [line for line in lines if line.endswith(b"\n")]
        if not lines:
            raise ArenaError(f"{self.path}: the file is empty: no match was played there")
        if not whole:
            raise ArenaError(
                f"{self.path}: not a file of games: its only line has no end; "
                "remove it, or choose another folder"
            )
        plan = self._decode(whole[0], 1, Plan)
        rows = [self._decode(line, n, GameRow) for n, line in enumerate(whole[1:], start=2)]
        return plan, {row.job.key: row for row in rows}

    def _decode(self, line: bytes, number: int, kind: type[Kind]) -> Kind:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.DecodeError as error:
            text = f"{self.path}: not a file of games: line {number}: {error}"
            raise ArenaError(text) from None

    def begin(self, plan: Plan) -> dict[str, GameRow]:
        """Make the folder ready for a plan; the games that it has already. A file of that name
        that is something else is left alone."""
        rows: dict[str, GameRow] = {}
        if not self._holds_no_more_than(_line(plan)):
            before, rows = self.load()
            if before != plan:
                raise ArenaError(f"{self.folder} holds another match: {_difference(before, plan)}")
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / RECORDS).mkdir(exist_ok=True)
        self._drop_what_was_cut_short()
        if not self.path.exists() or not self.path.stat().st_size:
            self._append(plan)
        return rows

    def _holds_no_more_than(self, first: bytes) -> bool:
        """Whether there is no file, or one of which not even the first line was written whole."""
        if not self.path.exists():
            return True
        with self.path.open("rb") as file:
            begun = file.read(len(first))
        return len(begun) < len(first) and first.startswith(begun)

    def _drop_what_was_cut_short(self) -> None:
        if self.path.exists():
            data = self.path.read_bytes()
            os.truncate(self.path, data.rfind(b"\n") + 1)

    def add(self, plan: Plan, row: GameRow) -> None:
        """Keep a finished game: its record first, so that every row has one."""
        name = f"{row.opening:05}-{row.seating}{self.suffix}"
        save_record(record_of(plan, row), self.folder / RECORDS / name)
        self._append(row)

    def _append(self, data: Plan | GameRow) -> None:
        with self.path.open("ab") as file:
            file.write(_line(data))


def _line(data: Plan | GameRow) -> bytes:
    return msgspec.json.encode(data) + b"\n"


def _difference(before: Plan, plan: Plan) -> str:
    """The first thing that two plans do not agree about."""
    old, new = msgspec.to_builtins(before), msgspec.to_builtins(plan)
    key = next(key for key in new if new[key] != old[key])
    return f"{key}: {old[key]!r} before, {new[key]!r} now; choose another --out"


def record_of(plan: Plan, row: GameRow) -> Record:
    """The game as a record; a forfeit is a resignation with its note."""
    variant = plan.rules()
    game = Game(variant)
    for move in row.moves:
        game.play(move)
    for forfeit in row.forfeits:
        for player in variant.sides[forfeit.side].players:
            if not game.is_over:
                game.resign(player)
    names = [""] * variant.players
    for side, letter in zip(variant.sides, row.seating, strict=True):
        for player in side.players:
            names[player] = plan.players[LETTERS.index(letter)]
    notes = [f"{row.seating[f.side]} forfeits: {f.note}" for f in row.forfeits]
    about = "\n".join([f"opening: {row.opening_plies} plies", *notes])
    return Record.of(game, players=names, round=row.job.key, comment=about)
