"""Seconds a move: tables, the account with the opponent, profiles."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cornerwise.arena import ArenaError
from cornerwise.arena.pace import (
    LEAST,
    UNKNOWN,
    FixedPace,
    Ledger,
    OpponentPace,
    TablePace,
    read_table,
)
from cornerwise.arena.specs import CommandSpec, OwnSpec, SimpleSpec, parse_spec
from cornerwise.cli import main


def ledger(*spent: list[float]) -> Ledger:
    made = Ledger(len(spent))
    made.spent = list(spent)
    return made


def test_fixed_pace() -> None:
    assert FixedPace(0.5).seconds(ledger([9.0], []), 0, [0]) == 0.5


def test_table_pace_spends_what_is_left_but_not_at_once() -> None:
    pace = TablePace((1.0, 2.0, 1.0))
    assert pace.seconds(ledger([], []), 0, [0]) == 1.0
    assert pace.seconds(ledger([0.5], []), 0, [0]) == 2.5
    assert pace.seconds(ledger([0.0] * 9, []), 0, [0]) == 3.0
    assert pace.seconds(ledger([9.0], []), 0, [0]) == LEAST


def test_opponent_pace_uses_as_much_as_the_other() -> None:
    pace = OpponentPace()
    assert pace.seconds(ledger([], []), 0, [0]) == UNKNOWN
    assert pace.seconds(ledger([1.0], [2.0]), 0, [0]) == 3.0
    assert pace.seconds(ledger([1.0, 3.0], [2.0, 4.0]), 0, [0]) == 6.0
    # a new game: the first move is as long as the other's first was
    assert pace.seconds(ledger([], []), 0, [0]) == 2.0


def test_opponent_pace_balances_a_whole_game() -> None:
    pace, book = OpponentPace(), ledger([], [])
    for move in range(20):
        book.spent[0].append(0.8 * pace.seconds(book, 0, [0]))  # the machine is busy
        book.spent[1].append(1.0 + move % 3)
    assert sum(book.spent[0]) == pytest.approx(sum(book.spent[1]), rel=0.1)


def test_opponents_are_the_other_engines_seats() -> None:
    pace = OpponentPace()
    assert pace.seconds(ledger([], [9.0], [1.0], [3.0]), 0, [0, 1]) == 2.0


def test_table_files(tmp_path: Path) -> None:
    path = tmp_path / "times.json"
    path.write_text('{"duo": [1, 0.5]}')
    assert read_table(str(path), "duo") == TablePace((1.0, 0.5))
    with pytest.raises(ArenaError, match="no times for classic"):
        read_table(str(path), "classic")
    path.write_text("[]")
    with pytest.raises(ArenaError, match="not a file of times"):
        read_table(str(path), "duo")


def test_specs() -> None:
    assert parse_spec("largest") == SimpleSpec("largest")
    assert parse_spec("time:0.5,threads:2") == OwnSpec(time="0.5", threads=2)
    assert parse_spec("time:9,memory:2048") == OwnSpec(time="9", memory=2048)
    assert parse_spec("time:like-opponent,first:70") == OwnSpec(time="like-opponent", first=70)
    assert parse_spec("engine --time 5") == CommandSpec("engine --time 5")
    apart = ("level:7,level:7", "level:3,time:1", "level:3,memory:64", "time:1,first:9")
    for text in ("sims:0", "sims:10,depth:3", "", "threads:2", "sims:9,memory:0", *apart):
        with pytest.raises(ArenaError):
            parse_spec(text)


def test_profile_measures_an_engine(tmp_path: Path, fake: Callable[..., str]) -> None:
    out = tmp_path / "times.json"
    out.write_text('{"trigon": [3.0]}')
    arguments = ["--profile", fake("good"), "--games", "2", "--out", str(out)]
    assert main(["arena", "--variant", "duo", *arguments]) == 0
    data = json.loads(out.read_text())
    assert data["trigon"] == [3.0]
    assert 8 <= len(data["duo"]) <= 21
    assert all(seconds >= 0 for seconds in data["duo"])


def test_profile_of_an_engine_that_fails(tmp_path: Path, fake: Callable[..., str]) -> None:
    arguments = ["--profile", fake("illegal", 4), "--games", "1", "--out", str(tmp_path / "t")]
    assert main(["arena", "--variant", "duo", *arguments]) == 1
    arguments[1] = fake("resign", 8)
    assert main(["arena", "--variant", "duo", *arguments]) == 0
