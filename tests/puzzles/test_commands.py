"""`cornerwise solve` and `cornerwise puzzles`, as people call them."""

import json
from pathlib import Path

import pytest

from cornerwise.cli import main
from cornerwise.puzzles import PUZZLES, figures
from cornerwise.puzzles.shipped import from_text

Capture = pytest.CaptureFixture[str]


def test_puzzles_lists_everything(capsys: Capture) -> None:
    assert main(["puzzles"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == [*PUZZLES, *figures()]


def test_puzzles_speaks_json_and_french(capsys: Capture) -> None:
    assert main(["puzzles", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {p["kind"] for p in listed} == {"packing", "play", "figure"}
    assert main(["puzzles", "heart", "--language", "fr"]) == 0
    assert capsys.readouterr().out.startswith("Cœur : ")


def test_the_puzzle_of_a_day(capsys: Capture) -> None:
    assert main(["puzzles", "2026-11-15", "--answer"]) == 0
    shown = capsys.readouterr().out
    assert "You hold" in shown
    assert "Answer" in shown
    assert main(["puzzles", "2026-11-15", "--json"]) == 0
    assert "answer" not in json.loads(capsys.readouterr().out)


def test_the_puzzle_of_a_day_is_french_throughout(capsys: Capture) -> None:
    assert main(["puzzles", "2026-11-17", "--answer", "--language", "fr"]) == 0
    asked, held, answered = capsys.readouterr().out.splitlines()[-3:]
    assert asked.startswith("Vous êtes violet (facile). ")
    assert held.startswith("Il vous reste : ")
    assert answered.startswith("Réponse : ")
    assert main(["puzzles", "--language", "fr"]) == 0
    listed = capsys.readouterr().out
    assert " facile " in listed
    assert " cells " not in listed


def test_another_solution_by_any_seed(capsys: Capture) -> None:
    assert main(["solve", "tetra", "--seed", str(2**62)]) == 0
    assert "solved" in capsys.readouterr().err


def test_a_file_that_is_no_drawing(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "picture.txt"
    path.write_bytes(b"\xff\xd8")
    assert main(["solve", str(path)]) == 1
    assert "picture.txt: not a text; an outline is drawn" in capsys.readouterr().err
    path.write_bytes(b"#" * (1 << 21))
    assert main(["solve", str(path)]) == 1
    assert "picture.txt: longer than 1 MB" in capsys.readouterr().err


def test_solve_draws_a_packing(capsys: Capture) -> None:
    assert main(["solve", "tetra", "--colored"]) == 0
    shown = capsys.readouterr()
    assert len([line for line in shown.out.splitlines() if set("BYRG") & set(line)]) == 8
    assert "solved in" in shown.err


def test_solve_draws_a_letter_for_each_piece_of_one_color(capsys: Capture) -> None:
    assert main(["solve", "parallelogram"]) == 0
    letters = set(capsys.readouterr().out) - set(".\n")
    assert len(letters) == 22


@pytest.mark.parametrize("name", ["eighty-four", "eighty-four-descending", "tetra"])
def test_solve_writes_a_record(name: str, tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    assert main(["solve", name, "--format", "record", "-o", str(path)]) == 0
    assert from_text(PUZZLES[name], path.read_text("utf-8"))


def test_solve_writes_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "solution.svg"
    assert (
        main(["solve", "eighty-eight", "--symmetry", "half", "--format", "svg", "-o", str(path)])
        == 0
    )
    assert path.read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("ending", "more", "begins"),
    [
        ("svg", [], "<svg"),
        ("JSON", [], '{"format": "cornerwise solution 1"'),
        ("txt", [], "8 "),
        ("out", ["--format", "svg"], "<svg"),
        ("svg", ["--format", "text"], "8 "),
    ],
)
def test_solve_writes_the_format_of_the_ending(
    ending: str, more: list[str], begins: str, tmp_path: Path
) -> None:
    path = tmp_path / f"tetra.{ending}"
    assert main(["solve", "tetra", "-o", str(path), *more]) == 0
    assert path.read_text("utf-8").startswith(begins)


def test_solve_fills_an_outline_from_a_file(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "ring.txt"
    path.write_text("###\n#.#\n###\n", "utf-8")
    assert main(["solve", str(path)]) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines()[1][1] == "."
    assert "left over" in shown.err


def test_solve_counts_and_lists(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "box.txt"
    path.write_text("###\n###\n", "utf-8")
    assert main(["solve", str(path), "--count"]) == 0
    found = int(capsys.readouterr().out.splitlines()[1].split()[0])
    assert main(["solve", str(path), "--all"]) == 0
    shown = capsys.readouterr()
    assert f"{found} solutions" in shown.err
    assert len(shown.out.splitlines()) == 2 * found


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("#.#\n", "it cannot be filled: a pocket of 1 cell at c1"),
        ("#x\n", "line 1, column 2: cannot read 'x'"),
        ("", "no cells"),
        ("\n".join(["#####", "....."] * 4), "has no solution: every way"),
    ],
)
def test_solve_says_why_not(drawing: str, message: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(drawing, "utf-8")
    assert main(["solve", str(path)]) == 1
    assert message in capsys.readouterr().err


def test_solve_says_when_time_is_over(capsys: Capture) -> None:
    assert main(["solve", "tetra", "--touch", "--count", "--seconds", "0.2"]) == 3
    assert "so far" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "tetris"],
        ["solve", "heart", "--colored"],
        ["solve", "tetra", "--single-last"],
        ["solve", "tetra", "--seconds", "-1"],
        ["solve", "tetra", "--all", "--count"],
        ["solve", "tetra", "--count", "-o", "tetra.svg"],
        ["solve", "tetra", "--count", "--symmetry", "half"],
        ["puzzles", "tetra", "--answer"],
        ["puzzles", "--answer"],
    ],
)
def test_wrong_usage_is_told(words: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert "error:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "nowhere.txt"],
        ["solve", "tetra", "-o", "tetra.png"],
        ["solve", "eighty-four", "--count"],
        ["puzzles", "tetris"],
    ],
)
def test_what_cannot_be_done_is_told(words: list[str], capsys: Capture) -> None:
    assert main(words) == 1
    assert capsys.readouterr().err.startswith("cornerwise ")
