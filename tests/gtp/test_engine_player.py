"""The engine behind GTP: its parameters, its values, pondering, and the command line."""

import subprocess
import sys

import pytest

from cornerwise.engine import Engine, Limits
from cornerwise.gtp import EnginePlayer, LargestPiece, Session, Settings
from cornerwise.play import Game, Move


def talk(session: Session, *lines: str) -> list[str]:
    answers = [session.answer(line) for line in lines]
    assert all(answer.startswith("=") for answer in answers), answers
    return [answer[1:].strip() for answer in answers]


@pytest.fixture
def duo() -> Session:
    return Session("Blokus Duo", EnginePlayer(Settings(simulations=60, seed=3, use_net=False)))


def test_parameters(duo: Session) -> None:
    listed = talk(duo, "param")[0].split("\n")
    assert listed == [
        "level 5",
        "time 0.0",
        "simulations 60",
        "threads 1",
        "memory_mb 0",
        "seed 3",
        "use_net 0",
        "ponder 0",
    ]
    talk(duo, "param level 2", "param time 0.5", "param threads 2", "param ponder 1")
    assert "level 2\ntime 0.5\nsimulations 60\nthreads 2" in talk(duo, "param")[0]
    assert Session().player.params["seed"] == "none"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("param level 11", "level must be a whole number from 1 to 10, not '11'"),
        ("param level high", "level must be a whole number"),
        ("param time -1", "time must be seconds from 0 (none) to 86400, not '-1'"),
        ("param time nan", "time must be seconds"),
        ("param memory_mb -1", "memory_mb must be a whole number from 0"),
        ("param use_net 2", "use_net must be a whole number from 0 to 1"),
        ("param tea 1", "there is no parameter 'tea'; there are: level, time, simulations"),
        ("move_values now", "move_values needs no argument"),
        ("get_value", "there is no value"),
    ],
)
def test_refusals(duo: Session, line: str, message: str) -> None:
    answer = duo.answer(line)
    assert answer.startswith("? ")
    assert message in answer


def test_long_times_have_room_for_their_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Limits] = []

    def choose(engine: Engine, game: Game, limits: Limits) -> Move:
        asked.append(limits)
        return game.legal_moves[0]

    monkeypatch.setattr(Engine, "choose", choose)
    for settings in (Settings(time=60.0), Settings(time=60.0, memory_mb=8)):
        EnginePlayer(settings).choose(Game("duo"))
    assert [limits.room for limits in asked] == [Limits(seconds=60.0).room, 8 << 20]


def test_a_seed_repeats_moves(duo: Session) -> None:
    first = talk(duo, "g", "g", "g")
    talk(duo, "clear_board", "param seed 3")
    assert talk(duo, "g", "g", "g") == first


def test_values_of_the_last_search(duo: Session) -> None:
    assert talk(duo, "move_values") == [""]
    move = talk(duo, "reg_genmove b")[0]
    rows = [line.split() for line in talk(duo, "move_values")[0].split("\n")]
    assert rows[0][3] == move
    visits = [int(row[0]) for row in rows]
    assert visits == sorted(visits, reverse=True)
    assert 50 < sum(visits) <= 60
    assert all(float(row[1]) == int(row[0]) and 0 <= float(row[2]) <= 1 for row in rows)
    assert talk(duo, "get_value") == [rows[0][2]]
    talk(duo, "genmove b")  # the values stay those of the position that was searched
    assert talk(duo, "move_values")[0].split("\n")[0].split()[3] == str(duo.game.moves[0])


def test_a_player_that_does_not_search() -> None:
    session = Session("Blokus Duo", LargestPiece(seed=1))
    assert "does not search" in session.answer("move_values")


def test_a_forced_move_has_no_values() -> None:
    player = EnginePlayer(Settings(level=1, seed=1))
    game = Game("duo")
    while len(game.legal_moves) != 1:
        game.play(player.choose(game))
        if game.is_over:
            game = Game("duo")
    player.choose(game)
    assert player.move_values() == ()


def test_a_move_drawn_by_a_low_level_has_no_values() -> None:
    session = Session("Blokus Duo", EnginePlayer(Settings(level=3, seed=1)))
    assert talk(session, "g", "move_values")[1] == ""
    assert "it took no search" in session.answer("get_value")


def test_pondering_is_ended_by_the_next_move_and_by_quit(duo: Session) -> None:
    talk(duo, "param ponder 1", "g", "g", "move_values", "param", "g", "quit")
    assert len(duo.game.moves) == 3


def test_levels_without_limits(duo: Session) -> None:
    talk(duo, "param simulations 0", "param level 1", "g", "param level 6", "g", "move_values")
    assert len(duo.game.moves) == 2


def test_the_command_line() -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "cornerwise", "gtp", "--game", "duo", "--level", "2"),
            *("--simulations", "20", "--threads", "2", "--memory-mb", "8", "--no-net", "--ponder"),
        ],
        input="param\ng\ng\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "simulations 20\nthreads 2\nmemory_mb 8\n" in done.stdout
    assert done.stderr == ""
