"""A match that was interrupted goes on where it stopped; no process is left behind."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cornerwise.arena import ArenaError, Plan, Store, Tournament, make_plan, run_match
from cornerwise.arena.pool import Pool
from cornerwise.arena.rows import Job
from cornerwise.cli import main
from cornerwise.notation import Record, load_record, save_record
from cornerwise.play import Game

Fake = Callable[..., str]

PICTURE = Path(__file__).parents[2] / "docs/pictures/account-desktop-en-dark.png"
MATCH = ["arena", "--variant", "duo", "--a", "largest", "--b", "random"]


def start(*arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "cornerwise", *MATCH, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def keys(folder: Path) -> list[str]:
    return [row.job.key for row in Store(folder).load()[1].values()]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_resume_after_the_end_of_the_process(tmp_path: Path, how: signal.Signals) -> None:
    out = tmp_path / "match"
    process = start("--games", "4000", "--jobs", "2", "--out", str(out))
    assert process.stderr is not None
    assert process.stdout is not None
    with process:
        process.stderr.readline()  # some games are finished
        process.send_signal(how)
        process.stderr.read()  # the workers hold this stream: at its end they are gone
        said = process.stdout.read()
    assert ("whole pairs" in said) == (how != signal.SIGKILL)
    before = len(keys(out))
    assert 0 < before < 4000
    wanted = before + 20 - before % 2
    resumed = start("--games", str(wanted), "--out", str(out))
    resumed.communicate()
    assert resumed.returncode == 0
    plan, rows = Store(out).load()
    lines = (out / "games.jsonl").read_bytes().splitlines()
    assert len(rows) == len(lines) - 1 >= wanted
    fresh = Tournament(plan, wanted)
    run_match(fresh, quiet=True)
    assert all(rows[key].moves == row.moves for key, row in fresh.rows.items())


def test_a_line_cut_short_is_played_again(tmp_path: Path) -> None:
    plan = make_plan("duo", ["largest", "random"])
    run_match(Tournament(plan, 4, store=Store(tmp_path)), quiet=True)
    path = tmp_path / "games.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    assert len(Store(tmp_path).load()[1]) == 3
    run_match(Tournament(plan, 4, store=Store(tmp_path)), quiet=True)
    again = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert [row["moves"] for row in again[1:]] == [
        json.loads(line)["moves"] for line in whole.splitlines()[1:]
    ]


@pytest.mark.parametrize("kept", [0, 1, 50, -1])
def test_a_match_that_was_cut_short_in_its_first_line_begins_again(
    kept: int, tmp_path: Path
) -> None:
    plan = make_plan("duo", ["largest", "random"])
    Store(tmp_path).begin(plan)
    path = tmp_path / "games.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:kept])
    assert Store(tmp_path).begin(plan) == {}
    assert path.read_bytes() == whole


@pytest.mark.parametrize("text", ['{"game":"Zk3v"}', '{"game":"Zk3v"}\n{"game":"a1B2"}'])
def test_a_file_of_other_games_is_left_alone(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The games of a server, say, downloaded under the same name (docs/programs.md)."""
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    assert main([*MATCH, "--games", "2", "--out", str(tmp_path)]) == 1
    assert "games.jsonl: not a file of games: " in capsys.readouterr().err
    assert path.read_text() == text
    assert list(tmp_path.iterdir()) == [path]


def test_records_are_saved_and_can_be_played(tmp_path: Path) -> None:
    plan = make_plan("classic_2", ["largest", "random"])
    run_match(Tournament(plan, 2, store=Store(tmp_path)), quiet=True)
    files = sorted((tmp_path / "records").iterdir())
    assert [file.name for file in files] == ["00000-AB.blksgf", "00000-BA.blksgf"]
    assert load_record(files[1]).players == ("random", "largest")
    assert all(load_record(file).game().is_over for file in files)


def test_another_match_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    plan = make_plan("duo", ["largest", "random"])
    run_match(Tournament(plan, 2, store=Store(tmp_path)), quiet=True)
    other = make_plan("duo", ["largest", "random"], seed=9)
    with pytest.raises(ArenaError, match="seed: 1 before, 9 now"):
        Tournament(other, 2, store=Store(tmp_path))


def test_a_folder_without_a_match_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="no match was played there"):
        Store(tmp_path).load()
    (tmp_path / "games.jsonl").write_text("{}\n")
    with pytest.raises(ArenaError, match="not a file of games"):
        Store(tmp_path).load()
    (tmp_path / "games.jsonl").write_text("")
    with pytest.raises(ArenaError, match="the file is empty: no match was played there"):
        Store(tmp_path).load()


def test_a_line_that_is_no_game_is_named(tmp_path: Path) -> None:
    """Two files put together, say, or a field that somebody changed."""
    run_match(
        Tournament(make_plan("duo", ["largest", "random"]), 2, store=Store(tmp_path)), quiet=True
    )
    path = tmp_path / "games.jsonl"
    plan, first, second = path.read_text().splitlines(keepends=True)
    for line, message in (
        (plan, "line 3: Expected `int`, got `str`"),
        (second.replace('"BA"', '"BAB"'), "line 3: seating, points and places are of different"),
        (second.replace('"movers":[', '"movers":[0,'), "line 3: movers, cpu and wall are of"),
    ):
        path.write_text(plan + first + line)
        with pytest.raises(ArenaError, match=f"not a file of games: {message}"):
            Store(tmp_path).load()


def test_what_a_match_cannot_do_is_told_before_it() -> None:
    plan = make_plan("duo", ["largest", "random"])
    with pytest.raises(ArenaError, match="jobs must be at least 1 game at a time, not 0"):
        Tournament(plan, 2, jobs=0)
    with pytest.raises(ArenaError, match="there is no score 'elo'; there are: wins, places"):
        Tournament(plan, 2, basis="elo")


def test_nothing_is_played_twice(tmp_path: Path) -> None:
    plan = make_plan("duo", ["largest", "random"])
    for _ in range(2):
        run_match(Tournament(plan, 6, jobs=2, store=Store(tmp_path)), quiet=True)
    assert len(keys(tmp_path)) == 6
    assert len((tmp_path / "games.jsonl").read_bytes().splitlines()) == 7


def test_a_worker_that_dies_stops_the_match_with_a_message() -> None:
    plan = Plan(variant="duo", options={}, players=("sims:0", "random"))
    with pytest.raises(ArenaError, match="game 0/AB ended its process"), Pool(plan, 1) as pool:
        list(pool.play([Job(0, "AB")]))


def test_sprt_stops_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--games", "999999999", "--sprt", "0,100", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sprt"]["accepted"] == "elo1"
    assert data["games"] < 100


def test_show_prints_what_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, "--games", "4", "--out", str(tmp_path / "m"), "--quiet"]) == 0
    first = capsys.readouterr().out
    assert main(["arena", "--show", str(tmp_path / "m")]) == 0
    assert capsys.readouterr().out == first
    assert "Duo: 4 games, 2 whole pairs" in first


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--a", "random", "--b", "/nowhere/engine"], "cannot start"),
        (["--a", "random", "--b", "level:many"], "level must be a whole number"),
        (["--a", "random", "--b", "params:x.json"], "say how long it thinks"),
        (["--a", "random", "--b", "random", "--sprt", "5"], "such as 0,20, not '5'"),
        (["--a", "random", "--b", "random", "--sprt", "a,b"], "such as 0,20, not 'a,b'"),
        (["--a", "random", "--b", "random", "--sprt", "9,0"], "--sprt 9,0: elo0 (9) must be below"),
        (["--a", "random", "--b", "random", "--sprt", "0,inf"], "go from -4000 to 4000"),
        (["--a", "random", "--b", "random", "--opening", f"book:{PICTURE}"], "not a text; a book"),
        (["--a", "random", "--b", "time:/nowhere/t.json"], "No such file"),
        (["--show", "/nowhere"], "no match was played"),
    ],
)
def test_mistakes_are_one_clear_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments]) == 1
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("wait", ["0", "-1", "nan"])
def test_no_time_for_a_move_is_wrong_usage(wait: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*MATCH, "--games", "2", "--move-timeout", wait])
    assert caught.value.code == 2
    assert "no time between 0 and 86400 seconds" in capsys.readouterr().err


def test_times_are_not_written_into_a_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.json"
    save_record(Record.of(Game("duo")), record)
    before = record.read_bytes()
    assert main(["arena", "--profile", "random", "--games", "1", "--out", str(record)]) == 1
    assert "not a file of times; choose another --out" in capsys.readouterr().err
    assert record.read_bytes() == before
