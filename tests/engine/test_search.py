"""The search itself: repeatable, threaded, within its memory, stoppable, with a memory."""

import asyncio
import math
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from cornerwise import Engine, Game, Limits
from cornerwise._native import FEATURES, PHASES, policy_games
from cornerwise.engine.analysis import snapshot
from cornerwise.engine.limits import LEAST_MEMORY
from cornerwise.play import native_tables
from cornerwise.rules import VARIANTS
from oracle.games import random_game

FOREVER = Limits(seconds=3600.0)


def plain(seed: int = 1) -> Engine:
    return Engine(limits=FOREVER, seed=seed, use_net=False)


def signature(game: Game, seed: int, limits: Limits) -> int:
    return plain(seed).think(game, limits).signature


@pytest.mark.parametrize("limits", [{"simulations": 150}, {"nodes": 40}], ids=list)
@pytest.mark.parametrize("name", list(VARIANTS))
def test_a_seed_repeats_the_tree(name: str, limits: dict[str, int]) -> None:
    game = random_game(VARIANTS[name], 3, plies=4)
    first, again, other = (
        signature(game, seed, Limits(solve_positions=0, **limits)) for seed in (1, 1, 2)
    )
    assert first == again != other


@pytest.mark.parametrize("name", list(VARIANTS))
def test_two_threads_share_a_tree(name: str) -> None:
    game = random_game(VARIANTS[name], 4, plies=8)
    engine = plain()
    limits = Limits(simulations=600, threads=2, early_stop=False, solve_positions=0)
    search = engine.think(game, limits)
    assert 600 <= search.simulations <= 601
    view = snapshot(engine, game, 10_000, line=0)
    assert sum(move.visits for move in view.moves) >= 598
    assert all(0 <= value <= 1 for move in view.moves for value in move.values)
    assert game.why_not(view.best.move) is None


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("name", "simulations"), [("duo", 3000), ("trigon", 300)])
def test_memory_is_kept_and_the_search_goes_on(name: str, simulations: int, threads: int) -> None:
    game, engine = Game(name), plain()
    limits = Limits(
        simulations=simulations,
        memory=LEAST_MEMORY,
        threads=threads,
        early_stop=False,
        solve_positions=0,
    )
    for _ in range(2):  # the second search begins with a full tree
        search = engine.think(game, limits)
        assert LEAST_MEMORY // 2 < search.memory <= LEAST_MEMORY
        assert search.simulations >= simulations
    engine.play(game, limits)
    engine.play(game, limits)


MORE_THREADS_THAN_THERE_ARE = """
import resource, pathlib
import cornerwise as cw

game, engine = cw.Game("duo"), cw.Engine(seed=1, use_net=False)
engine.choose(game, cw.Limits(simulations=20))
pages = int(pathlib.Path("/proc/self/statm").read_text().split()[0])
room = pages * resource.getpagesize() + (5 << 28)
resource.setrlimit(resource.RLIMIT_AS, (room, room))
try:
    engine.choose(game, cw.Limits(seconds=60, threads=256, early_stop=False))
except RuntimeError as error:
    print(error)
print(engine.choose(game, cw.Limits(simulations=20)) in game.legal_moves)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits its memory as Linux does")
def test_more_threads_than_the_machine_gives_are_an_error() -> None:
    """Each asks for room for its stack. Those that ran end, and the engine goes on."""
    import resource  # where there is one

    def make_stacks_large() -> None:
        """One finds room, the next does not, and enough is left for all else."""
        _, most = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (1 << 30, most))

    done = subprocess.run(
        [sys.executable, "-c", MORE_THREADS_THAN_THERE_ARE],
        preexec_fn=make_stacks_large,
        capture_output=True,
        text=True,
        timeout=60,
    )
    error = "the machine gives no more threads: ask for fewer than 256"
    assert (done.stdout, done.stderr) == (f"{error}\nTrue\n", "")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seconds": 0.0}, "seconds must be above 0, not 0.0"),
        ({"seconds": "1"}, "seconds must be a number, not '1'"),
        ({"seconds": float("nan")}, "seconds must be above 0, not nan"),
        ({"simulations": -1}, "simulations must be above 0"),
        ({"nodes": 0}, "nodes must be above 0"),
        ({"solve_positions": -1}, "solve_positions must be at least 0"),
        ({"threads": 0}, "threads must be from 1 to 256, not 0"),
        ({"threads": 100_000}, "threads must be from 1 to 256, not 100000"),
        ({"simulations": 1e6}, "simulations must be a whole number, not 1000000.0"),
        ({"nodes": float("inf")}, "nodes must be a whole number, not inf"),
        ({"simulations": 2**63}, r"simulations must be at most 2\^62, not 9223372036854775808"),
        ({"memory": 2**70}, r"memory must be at most 2\^62"),
        ({"solve_positions": 2**64}, r"solve_positions must be at most 2\^62"),
        ({"memory": 1000}, "memory must be at least 1,048,576 bytes, not 1,000"),
    ],
)
def test_limits_that_cannot_be(wrong: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limits(**wrong)  # type: ignore[arg-type]


def test_infinitely_many_seconds_are_no_limit() -> None:
    """Else two fifths of them would be spent on an end that cannot be looked through."""
    endless, none = Limits(seconds=math.inf), Limits()
    assert endless.for_core == {**none.for_core, "memory": endless.room}


def test_a_level_and_limits_are_one_too_many() -> None:
    with pytest.raises(ValueError, match="give one or the other"):
        Engine(level=3, limits=Limits(seconds=1))


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"threads": 1.5}, {"memory": 1000}], ids=str)
def test_threads_and_memory_of_a_level_are_refused_where_they_are_given(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"(threads|memory) must be"):
        Engine(level=3, **wrong)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1"])
def test_seeds_that_cannot_be(seed: Any) -> None:
    with pytest.raises(ValueError, match=rf"whole number from 0 to 2\^64 - 1, not {seed!r}"):
        Engine(seed=seed)


def test_numbers_of_numpy_are_numbers() -> None:
    """A seed that was drawn is one."""
    seed = np.random.default_rng(1).integers(2**62)
    limits = Limits(simulations=np.int64(20))  # type: ignore[arg-type]
    moves = {Engine(seed=number, limits=limits).choose(Game("duo")) for number in (seed, int(seed))}
    assert len(moves) == 1


def test_a_parameter_that_is_none() -> None:
    with pytest.raises(ValueError, match="no search parameter tea"):
        Engine(limits=Limits(simulations=1), params={"tea": 1}).choose(Game("duo"))


def test_a_game_that_is_over() -> None:
    over = random_game(VARIANTS["duo"], 1)
    with pytest.raises(ValueError, match="the game is over"):
        plain().choose(over)


def wait_until(true: Callable[[], bool]) -> None:
    """Look again and again; the time between is no part of what is tested."""
    pause = threading.Event()
    while not true():
        pause.wait(0.001)


def test_stop_from_another_thread() -> None:
    engine, game, moves = plain(), Game("duo"), []
    engine.begin(game)
    thread = threading.Thread(target=lambda: moves.append(engine.choose(game, FOREVER)))
    thread.start()
    wait_until(lambda: engine.search_for(game).simulations > 50)
    engine.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert game.why_not(moves[0]) is None


def test_one_engine_for_several_threads_does_one_thing_at_a_time() -> None:
    """Each gets a move of its own game, none a fault of memory."""
    engine = Engine(limits=Limits(simulations=400), seed=1)

    def moves(seed: int) -> list[bool]:
        games = [random_game(VARIANTS["duo"], seed, plies=plies) for plies in range(8)]
        return [engine.choose(game) in game.legal_moves for game in games]

    with ThreadPoolExecutor(3) as pool:
        assert all(all(legal) for legal in pool.map(moves, range(3)))


def test_what_several_threads_ask_is_answered_of_their_own_games() -> None:
    """Not of the game that another thread's search has begun with meanwhile."""
    engine, limits = Engine(seed=1), Limits(simulations=100)

    def answers(seed: int) -> list[bool]:
        games = [random_game(VARIANTS["duo"], seed, plies=plies) for plies in range(8)]
        legal = [engine.hint(game, limits).view.move in game.legal_moves for game in games]
        for game in games[:3]:
            pictures = list(engine.watch(game, seconds=0.02))
            legal += [view.move in game.legal_moves for seen in pictures for view in seen.moves]
        return legal

    with ThreadPoolExecutor(3) as pool:
        assert all(all(legal) for legal in pool.map(answers, range(3)))


def test_a_move_while_one_watches_waits_for_the_pictures() -> None:
    engine, game = Engine(limits=Limits(simulations=50), seed=1), Game("duo")
    watched = game.copy()
    for _ in engine.watch(watched, seconds=0.2):
        engine.play(game)
        engine.play(game)
    assert len(game.moves) >= 2


def test_who_was_told_to_stop_does_so_though_another_begins() -> None:
    engine, game = plain(), Game("duo")
    engine.begin(game)
    endless = threading.Thread(target=engine.search_on, args=(game, Limits(early_stop=False)))
    endless.start()
    wait_until(lambda: engine.search_for(game).simulations > 50)
    engine.stop()
    assert engine.choose(game, Limits(simulations=20)) in game.legal_moves
    endless.join(timeout=60)
    assert not endless.is_alive()


def test_an_engine_goes_to_another_process_without_its_tree() -> None:
    engine, game = Engine(limits=Limits(simulations=60), seed=5), Game("duo")
    engine.choose(game)
    arrived = pickle.loads(pickle.dumps(engine))
    assert arrived.choose(game) == Engine(limits=Limits(simulations=60), seed=5).choose(game)


def test_a_stop_before_the_thread_starts_is_obeyed() -> None:
    engine, game = plain(), Game("duo")
    engine.begin(game)
    engine.stop()
    engine.search_on(game, Limits(early_stop=False))  # would not end by itself
    engine.begin(game)
    assert engine.search_on(game, Limits(simulations=20)).simulations == 20


def test_cancelling_a_task_stops_the_search() -> None:
    async def main() -> None:
        engine, game = plain(), Game("duo")
        task = asyncio.ensure_future(engine.choose_async(game, Limits(early_stop=False)))
        await asyncio.to_thread(wait_until, lambda: engine.search_for(game).simulations > 50)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        move = await engine.play_async(game, Limits(simulations=30))
        assert game.moves == [move]
        found = await engine.analyse_async(game, seconds=0.05)
        assert found.simulations > 0

    asyncio.run(main())


def test_what_was_thought_on_the_other_sides_time_is_kept() -> None:
    engine, game = plain(), Game("duo", start="assigned")
    engine.play(game, Limits(simulations=50))
    engine.ponder(game)
    wait_until(lambda: engine.search_for(game).simulations > 3000)
    engine.stop()
    reply = snapshot(engine, game, 1).best
    assert reply.visits > 50
    game.play(reply.move)
    engine.think(game, Limits(simulations=1, solve_positions=0))
    kept = snapshot(engine, game, 10_000, line=0)
    assert sum(move.visits for move in kept.moves) >= reply.visits // 2
    assert sum(move.visits for move in kept.moves) <= reply.visits + 1


def test_a_program_ends_quietly_while_it_ponders() -> None:
    script = "import cornerwise as cw; engine = cw.Engine(seed=1); engine.ponder(cw.Game('duo'))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_call_ends_pondering() -> None:
    engine, game = plain(), Game("duo")
    engine.ponder(game)
    assert game.why_not(engine.choose(game, Limits(simulations=10))) is None


def test_a_tree_of_another_game_is_not_used() -> None:
    engine = plain()
    first, second = Game("duo"), Game("duo")
    engine.think(first, Limits(simulations=500))
    second.play("j5")
    engine.think(second, Limits(simulations=1, solve_positions=0))
    assert sum(move.visits for move in snapshot(engine, second, 10_000, line=0).moves) <= 1
    other = Game("junior")
    assert other.why_not(engine.choose(other, Limits(simulations=5))) is None


def test_a_tree_of_another_beginning_is_not_used() -> None:
    """Of the same pieces, set up for the other color to play, or put down in another order."""
    engine, limits = plain(), Limits(simulations=50)
    for to_play in (0, 1, 0):
        game = Game("duo", setup=[(0, "e10,f10"), (1, "j5,j6,j7")], to_play=to_play)
        assert engine.choose(game, limits) in game.legal_moves
    last = [
        Game("duo", setup=[(0, text) for text in texts], to_play=1)
        for texts in (("e10", "f9,g9"), ("f9,g9", "e10"))
    ]
    for game in last:
        engine.think(game, Limits(simulations=1, solve_positions=0))
        kept = snapshot(engine, game, 10_000, line=0)
        assert sum(move.visits for move in kept.moves) <= 1


@pytest.mark.parametrize("name", list(VARIANTS))
def test_a_tree_is_kept_through_the_moves_of_a_whole_game(name: str) -> None:
    """Also where colors are out and others are passed over."""
    game, engine = random_game(VARIANTS[name], 5, plies=6), plain()
    limits = Limits(simulations=80, early_stop=False, solve_positions=0)
    while not game.is_over:
        search = engine.think(game, limits)
        best = snapshot(engine, game, 1, line=0).best
        visits = best.visits
        game.play(best.move)
        if game.is_over or visits < 10 or best.proven:
            continue
        engine.think(game, Limits(simulations=1, solve_positions=0))
        assert search.nodes > 2


def test_a_limit_of_nodes_counts_what_is_kept_of_the_tree() -> None:
    game, engine = Game("duo"), plain()
    limits = Limits(nodes=300, early_stop=False, solve_positions=0)
    engine.think(game, limits)
    game.play(snapshot(engine, game, 1, line=0).best.move)
    game.play(game.legal_moves[0])
    search = engine.think(game, limits)
    assert search.nodes >= 300
    assert search.simulations > 50, "the nodes that were left behind are not counted"


def test_the_same_position_again_goes_on_in_the_same_tree() -> None:
    game, engine = Game("duo"), plain()
    limits = Limits(simulations=400, early_stop=False, solve_positions=0)
    first = engine.think(game, limits).memory
    search = engine.think(game, limits)
    assert search.memory <= 2 * first
    assert sum(move.visits for move in snapshot(engine, game, 10_000, line=0).moves) >= 790


@pytest.mark.parametrize("name", ["duo", "trigon_3"])
def test_games_of_the_prior_teach_it_to_win(name: str) -> None:
    """A step along the gradient makes large pieces likelier, from weights that know nothing."""
    chosen = VARIANTS[name]
    prior = [0.0] * (PHASES * FEATURES)
    played = policy_games(native_tables(chosen), prior, [0.0] * len(chosen.colors), 60, 1)
    middle = np.asarray(played["gradient"]).reshape(PHASES, FEATURES)[2]
    sizes = np.array([piece.size for piece in chosen.pieces])
    gain = middle[: len(sizes)]
    assert gain[sizes == sizes.max()].mean() > gain[sizes < sizes.max()].mean()
    assert played["entropy"] > 1
    assert all(score < 0 for score in played["scores"])
