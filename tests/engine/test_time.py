"""Time: one move's limit is kept, forced moves take none, and a clock lasts a game."""

import math
import subprocess
import sys
import time
from typing import Any

import pytest

from cornerwise import Engine, Game, Limits
from cornerwise.engine import seconds_for_move
from cornerwise.engine.analysis import snapshot
from cornerwise.rules import VARIANTS
from oracle.endings import endings
from oracle.games import random_game

TOLERANCE = 0.05


@pytest.mark.parametrize("plies", [0, 20, 40, 46, 50])
@pytest.mark.parametrize("name", ["duo", "classic_2", "trigon"])
def test_seconds_are_kept(name: str, plies: int) -> None:
    """In CPU time of this process, so that a busy machine does not matter: it can only be less."""
    game = random_game(VARIANTS[name], 5, plies=plies)
    if game.is_over:
        game.undo()
    engine = Engine(limits=Limits(seconds=0.1), seed=1, use_net=False)
    for _ in range(2):  # the second time with a tree to copy
        begin = time.process_time()
        engine.choose(game)
        assert time.process_time() - begin < 0.1 + TOLERANCE


def test_an_old_tree_is_copied_as_far_as_there_is_time() -> None:
    """Of a hundred megabytes, thought in the other side's time, a blitz move takes a part along."""
    game, engine = Game("duo"), Engine(seed=1)
    search = engine.think(game, Limits(simulations=60_000, early_stop=False, solve_positions=0))
    game.play(snapshot(engine, game, 1, line=0).best.move)
    before = search.nodes
    engine.think(game, Limits(seconds=0.001, solve_positions=0))
    assert search.nodes < before / 2
    best = snapshot(engine, game, 1, line=0).best
    assert best.visits > 1000, "what was found out about the moves is kept"


PRESS_IN_A_SEARCH = """
import os, signal, threading
import cornerwise as cw

game, engine = cw.Game("duo"), cw.Engine(limits=cw.Limits(), seed=1)
engine.begin(game)
search = engine.search_for(game)

def press():
    while not search.simulations:
        pass
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press).start()
try:
    engine.choose(game)
except KeyboardInterrupt:
    print(engine.choose(game, cw.Limits(simulations=10)) in game.legal_moves)
"""


def test_ctrl_c_ends_a_search_and_the_engine_goes_on() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESS_IN_A_SEARCH], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_long_searches_have_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """As much as they may fill, and as the machine can spare; what is asked for is given."""

    def megabytes(machine: int, **limits: Any) -> int:
        monkeypatch.setattr("cornerwise.engine.limits._machine_memory", lambda: machine << 20)
        return int(Limits(**limits).for_core["memory"]) >> 20

    seconds = (0.5, 16, 30, 600, math.inf)
    assert [megabytes(16000, seconds=s) for s in seconds] == [512, 512, 960, 2048, 2048]
    assert [megabytes(machine, seconds=600) for machine in (0, 1000, 4000)] == [512, 512, 1000]
    assert megabytes(16000) == 512
    assert megabytes(16000, seconds=600, memory=64 << 20) == 64


def test_the_only_move_is_played_without_a_search() -> None:
    game = next(game for game in late_games() if len(game.legal_moves) == 1)
    engine = Engine(limits=Limits(seconds=3600, early_stop=False), use_net=False)
    assert engine.choose(game) == game.legal_moves[0]
    assert engine.search_for(game).simulations == 0


def late_games() -> list[Game]:
    games = [random_game(VARIANTS["duo"], seed) for seed in range(20)]
    for game in games:
        game.undo()
    return games


def test_a_clear_move_is_played_early() -> None:
    """A solved ending needs none of its hour."""
    game = endings(VARIANTS["duo"], 1, size=300)[0]
    engine = Engine(limits=Limits(seconds=3600), use_net=False)
    begin = time.process_time()
    engine.choose(game)
    assert time.process_time() - begin < 30


def test_time_before_the_search_is_not_its_pace() -> None:
    """With an old tree, and after an end that could not be solved, which took its time, the first
    simulations are not taken for all that fit into the rest."""
    game = random_game(VARIANTS["duo"], 2, plies=14)
    engine = Engine(seed=1, use_net=False)
    engine.think(game, Limits(simulations=3000, early_stop=False, solve_positions=0))
    assert engine.think(game, Limits(seconds=1, solve_positions=600_000)).simulations > 1000


def played_by_the_clock(name: str, clock: float, increment: float, delay: float) -> list[float]:
    """Seconds that the first player takes for each move when it uses all it is told to; the
    machine adds a delay to each. Fails if the clock falls."""
    game, left, taken = Game(name), clock, []
    pieces = random_game(game.variant, 7, large=0.9).moves
    for move in pieces:
        if game.player == 0:
            seconds = seconds_for_move(game, left, increment)
            left += increment - seconds - delay
            assert left - increment > 0, f"the clock fell at move {len(taken) + 1}"
            taken.append(seconds)
        game.play(move)
    return taken


@pytest.mark.parametrize("name", list(VARIANTS))
@pytest.mark.parametrize(("clock", "increment"), [(600.0, 0.0), (60.0, 1.0), (5.0, 0.0)])
def test_a_clock_lasts_and_is_used(name: str, clock: float, increment: float) -> None:
    taken = played_by_the_clock(name, clock, increment, delay=0.01)
    half = len(taken) // 2
    assert sum(taken) > 0.75 * clock
    assert sum(taken[:half]) > sum(taken[half:])  # the opening is worth more than the ending
    assert max(taken) < max(0.25, 2 / len(taken)) * (clock + increment)


def test_the_last_seconds_do_not_run_out() -> None:
    game = Game("duo")
    for left in (0.5, 0.1, 0.02):
        assert 0 < seconds_for_move(game, left) < left
    for left in (0.0, -1.0):  # over a slow net, say; a limit of no time is refused
        assert Limits(seconds=seconds_for_move(game, left)).seconds == 0.005
    assert seconds_for_move(random_game(game.variant, 1), 10.0) == 0.0


def test_an_increment_is_spent() -> None:
    """With little on the clock, about the increment; never more than there is."""
    game = Game("duo")
    assert 0.5 < seconds_for_move(game, 2.0, 1.0) < 2.0
    assert seconds_for_move(game, 100.0, 1.0) > seconds_for_move(game, 100.0, 0.0)
