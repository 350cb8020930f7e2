"""`cornerwise analyse` and `cornerwise review`: tables for people, JSON for programs."""

import json
from pathlib import Path

import pytest

from cornerwise.cli import main
from cornerwise.notation import Record, save_record
from cornerwise.rules import VARIANTS
from oracle.games import random_game

QUICK = ["--seconds", "0.02", "--no-net", "--seed", "1"]


@pytest.fixture
def stored(tmp_path: Path) -> str:
    path = tmp_path / "game.blksgf"
    save_record(Record.of(random_game(VARIANTS["duo"], 4)), path)
    return str(path)


def call(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    try:
        status = main(argv)
    except SystemExit as leaving:
        status = int(leaving.code or 0)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_analyse(capsys: pytest.CaptureFixture[str], stored: str) -> None:
    # Long enough to look at three moves, however busy the machine is.
    long = [*QUICK, "--seconds", "0.5"]
    status, out, err = call(capsys, "analyse", stored, "--move", "6", "--most", "3", *long)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("purple to play, move 7; ")
    assert lines[1].split() == ["visits", "result", "purple", "orange", "piece", "move"]
    assert len(lines) == 6
    assert lines[5].startswith("expected: ")


def test_analyse_for_programs(capsys: pytest.CaptureFixture[str], stored: str) -> None:
    _, out, _ = call(capsys, "analyse", stored, "--move", "20", "--json", *QUICK)
    found = json.loads(out)
    assert (found["variant"], found["move_number"], found["player"]) == ("duo", 21, 1)
    best = found["moves"][0]
    assert len(best["values"]) == len(best["scores"]) == 2
    assert {"move", "piece", "visits", "proven", "line"} <= best.keys()


def test_analyse_without_time(capsys: pytest.CaptureFixture[str], stored: str) -> None:
    status, out, _ = call(capsys, "analyse", stored, "--move", "6", "--seconds", "1e-7")
    assert (status, out.splitlines()[-1].split()[0]) == (0, "expected:")


def test_analyse_where_there_is_nothing(capsys: pytest.CaptureFixture[str], stored: str) -> None:
    assert "choose an earlier position with --move" in call(capsys, "analyse", stored)[2]
    assert "there is no move 99" in call(capsys, "analyse", stored, "--move", "99")[2]


def test_analyse_where_somebody_gave_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "resigned.blksgf"
    path.write_text("(;GM[Blokus Duo];B[e10];W[j5];CWRESIGN[1])")
    status, out, _ = call(capsys, "analyse", str(path), "--move", "2", *QUICK)
    assert (status, out.split(";")[0]) == (0, "purple to play, move 3")
    path.write_text("(;GM[Blokus];1[a20];2[t20];CWRESIGN[3];4[a1])")
    status, out, _ = call(capsys, "analyse", str(path), "--move", "2", *QUICK)
    assert (status, out.split(";")[0]) == (0, "red to play, move 3")


def test_review(capsys: pytest.CaptureFixture[str], stored: str) -> None:
    status, out, err = call(capsys, "review", stored, *QUICK)
    assert (status, err) == (0, "")
    head, first, *_, one, two = out.splitlines()
    assert head.split() == ["color", "piece", "result", "lost", "points", "move"]
    assert first.split()[:2] == ["1", "purple"]
    assert one.startswith("player 1: ")
    assert two.startswith("player 2: ")
    assert "better: " in out


def test_review_for_programs(capsys: pytest.CaptureFixture[str], stored: str) -> None:
    _, out, _ = call(capsys, "review", stored, "--player", "2", "--json", *QUICK)
    rows = json.loads(out)
    assert {row["player"] for row in rows} == {2}
    assert all(row["lost"] >= 0 and row["best"]["move"] for row in rows)


def test_review_of_nobody(capsys: pytest.CaptureFixture[str], stored: str) -> None:
    status, _, err = call(capsys, "review", stored, "--player", "3")
    assert status == 2
    assert "players 1 to 2" in err
