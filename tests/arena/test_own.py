"""Our engine as a player: limits, parameters, failures, CPU time."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from cornerwise import gtp
from cornerwise._native import PHASES
from cornerwise.arena import ArenaError, Job, make_plan
from cornerwise.arena.match import make_players, play_game
from cornerwise.arena.openings import Openings
from cornerwise.arena.own import CpuMeter, OwnPlayer
from cornerwise.arena.pace import Ledger
from cornerwise.arena.rows import GameRow
from cornerwise.arena.specs import OwnSpec, parse_spec
from cornerwise.engine.limits import MAX_THREADS
from cornerwise.play import Game
from cornerwise.rules import VARIANTS, variant


def play(name: str, *players: str, seating: str = "AB") -> GameRow:
    plan = make_plan(name, players)
    return play_game(plan, Job(0, seating), make_players(plan), Openings(plan))


@pytest.mark.parametrize("spec", ["level:1", "sims:3", "time:0.01", "time:like-opponent"])
def test_our_engine_plays_a_game(spec: str) -> None:
    row = play("duo", spec, "largest")
    assert not row.forfeits
    assert len(row.moves) > 15


@pytest.mark.parametrize("name", VARIANTS)
def test_our_engine_plays_every_variant(name: str) -> None:
    sides = len(variant(name).sides)
    assert not play(name, "sims:2", "random", seating="ABAB"[:sides]).forfeits


def test_simulations_and_a_seed_repeat_a_game() -> None:
    one, same = (play("duo", "sims:20", "largest") for _ in range(2))
    assert not one.forfeits
    assert one.moves == same.moves


def test_cpu_time_is_counted_for_who_thinks() -> None:
    row = play("duo", "sims:300", "random")
    by_move = list(zip(row.movers, row.cpu, strict=True))
    ours, theirs = (sum(cpu for mover, cpu in by_move if mover == side) for side in (0, 1))
    assert ours > theirs


def test_parameters_from_a_file_change_play(tmp_path: Path) -> None:
    file = tmp_path / "params.json"
    file.write_text(json.dumps({"exploration": 5.0, "prior": [{"size 1": 9.0}] * PHASES}))
    changed = play("classic_2", f"params:{file},sims:30", "largest")
    assert not changed.forfeits
    assert changed.moves != play("classic_2", "sims:30", "largest").moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"explore": 1}', "no search parameter explore"),
        ("[]", "not an object"),
        ("{", "not a JSON file"),
        (None, "No such file"),
    ],
)
def test_files_that_are_no_parameters(tmp_path: Path, text: str | None, message: str) -> None:
    file = tmp_path / "params.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ArenaError, match=message):
        make_plan("duo", [f"params:{file},sims:5", "random"])


def test_threads_have_a_bound() -> None:
    assert MAX_THREADS == gtp.MAX_THREADS
    assert parse_spec(f"sims:5,threads:{MAX_THREADS}").threads == MAX_THREADS
    with pytest.raises(ArenaError, match="threads must be a whole number from 1 to 256, not '257'"):
        parse_spec("sims:5,threads:257")
    with pytest.raises(ArenaError, match="threads must be a whole number from 1 to 256"):
        parse_spec("sims:5,threads:00000000001999")


@pytest.mark.parametrize("spec", ["level:99", "time:0", "time:-1", "time:nan", "time:inf"])
def test_players_that_cannot_be(spec: str) -> None:
    with pytest.raises(ArenaError):
        make_plan("duo", [spec, "random"])


def test_an_error_of_our_engine_loses_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = make_plan("duo", ["sims:3", "random"])
    players = make_players(plan)
    first = players["A"]
    assert isinstance(first, OwnPlayer)
    monkeypatch.setattr(first, "_limits", lambda seconds: None)
    monkeypatch.setattr("cornerwise.engine.engine.Engine.choose", lambda *_: 1 / 0)
    row = play_game(plan, Job(0, "BA"), players, Openings(plan))
    assert row.places == (1, 2)
    assert row.forfeits[0].note == "ZeroDivisionError: division by zero"


def test_a_busy_machine_is_given_more_wall_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = {"cpu": 0.0, "wall": 0.0}
    monkeypatch.setattr("time.process_time", lambda: clock["cpu"])
    monkeypatch.setattr("time.perf_counter", lambda: clock["wall"])
    meter = CpuMeter(1)
    assert meter.wall(2.0) == 2.0
    for _ in range(12):  # half of a core is ours
        meter.begin()
        clock["cpu"] += 1.0
        clock["wall"] += 2.0
        meter.end()
    assert meter.wall(2.0) == pytest.approx(4.0, rel=0.01)


def test_threads_use_their_share_at_once() -> None:
    spec = parse_spec("time:like-opponent,threads:2")
    assert CpuMeter(getattr(spec, "threads", 0)).wall(2.0) == 1.0


def test_a_first_move_takes_what_it_was_told() -> None:
    for text, seconds in (("time:like-opponent", 0.1), ("time:like-opponent,first:70", 70.0)):
        spec = parse_spec(text)
        assert isinstance(spec, OwnSpec)
        pace = OwnPlayer(spec, variant("duo")).pace
        assert pace is not None
        assert pace.seconds(Ledger(2), 0, [0]) == seconds


def test_a_tree_has_the_memory_that_is_given() -> None:
    spec = parse_spec("sims:8000,memory:1")
    assert isinstance(spec, OwnSpec)
    game = Game(variant("duo"))
    player = OwnPlayer(spec, game.variant)
    player.choose(game, Ledger(2), 0, [0])
    assert player.engine.search_for(game).memory <= 1 << 20
    player = OwnPlayer(replace(spec, memory=None), game.variant)
    player.choose(game, Ledger(2), 0, [0])
    assert player.engine.search_for(game).memory > 1 << 20
