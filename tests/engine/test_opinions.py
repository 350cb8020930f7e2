"""Second opinions: a search with a quick net asks a tower about positions that matter."""

from collections.abc import Callable

import numpy as np
import pytest

from cornerwise import Engine, Game, Limits
from cornerwise._native import Search
from cornerwise.engine import nets, quick
from cornerwise.engine.nets import Adviser, Net
from cornerwise.engine.params import tuned_params
from cornerwise.play import native_tables
from cornerwise.rules import VARIANTS, Variant, variant
from oracle import quick as reference
from oracle.games import random_game

BOARDS = [
    (variant("duo"), "duo"),
    (variant("classic"), "classic"),
    (variant("classic_3"), "classic"),
    (variant("trigon_teams"), "trigon"),
    (variant("trigon_3", contact="alternate"), "trigon"),
]
Ask = Callable[[int], None]


class Says(Adviser):
    """An adviser that says the same of every player in every position."""

    def __init__(self, played: Variant, home: str, win: float, before: Ask | None = None) -> None:
        super().__init__(Net(None, played, VARIANTS[home]))
        self.win, self.before, self.asked = win, before, 0

    def ask(self, rows: int) -> list[np.ndarray]:
        if self.before:
            self.before(rows)
        self.asked += rows
        assert (self.planes[:rows].sum((1, 2, 3)) > 0).all(), "an empty position was shown"
        layout = self.fit.layout
        win = np.full((rows, layout.players), self.win, np.float32)
        score = np.zeros((rows, layout.colors), np.float32)
        self.answers = [win, 2 * win - 1, score]  # a margin that makes the value the win
        return self.answers


def search(played: Variant, home: str, tower: Adviser | None, **params: float) -> Search:
    arrays = reference.random_arrays(VARIANTS[home], 32)
    net = quick.quick_net(played, VARIANTS[home], arrays)
    asking = {"tower_visits": 4, "tower_share": 1.0, "quick_moves": 0}
    one = Search(native_tables(played), tuned_params(played) | asking | params, 1, net)
    one.use_tower(tower)
    return one


def run(one: Search, game: Game, simulations: int = 400, threads: int = 1) -> Search:
    one.run(
        game.position,
        simulations=simulations,
        threads=threads,
        stop_when_decided=False,
        solve_positions=0,
    )
    return one


def hopes(one: Search) -> np.ndarray:
    """What the search expects, by player: the mean over its visits."""
    moves = one.report(1000)
    visits = np.array([move["visits"] for move in moves])
    values = np.array([move["values"] for move in moves])
    return (visits[:, None] * values).sum(0) / visits.sum()


@pytest.mark.parametrize(("played", "home"), BOARDS, ids=lambda one: str(one))
def test_a_search_comes_to_expect_what_the_tower_says(played: Variant, home: str) -> None:
    """The quick net, whose weights are any, expects something else."""
    game = random_game(played, 1, plies=4)
    alone = hopes(run(search(played, home, None), game, 1500))
    for win in (0.1, 0.9):
        tower = Says(played, home, win)
        asked = hopes(run(search(played, home, tower), game, 1500))
        assert tower.asked
        assert np.abs(asked - win).max() < 0.5 * np.abs(alone - win).max()


@pytest.mark.parametrize(("played", "home"), BOARDS[::2], ids=lambda one: str(one))
def test_a_tower_that_is_not_believed_changes_nothing(played: Variant, home: str) -> None:
    game = random_game(played, 2, plies=5)
    tower = Says(played, home, 0.9)
    asked = run(search(played, home, tower, tower_share=0.0), game)
    assert tower.asked > 0
    assert asked.signature == run(search(played, home, None), game).signature


def test_a_tower_that_is_believed_changes_the_tree_the_same_way_each_time() -> None:
    game = random_game(VARIANTS["duo"], 2, plies=5)
    trees = [run(search(game.variant, "duo", Says(game.variant, "duo", 0.7)), game) for _ in "12"]
    assert trees[0].signature == trees[1].signature
    assert trees[0].signature != run(search(game.variant, "duo", None), game).signature


def test_values_stay_within_a_win_and_a_loss() -> None:
    game = random_game(VARIANTS["duo"], 2, plies=5)
    for win in (0.0, 1.0):
        one = run(search(game.variant, "duo", Says(game.variant, "duo", win)), game, 2000)
        for move in one.report(1000):
            assert all(0 <= value <= 1 for value in move["values"])


def test_two_threads_and_a_tree_from_move_to_move() -> None:
    game = Game("classic_2")
    tower = Says(game.variant, "classic", 0.6)
    one = search(game.variant, "classic", tower)
    for _ in range(6):
        game.play(int(run(one, game, 300, threads=2).report(1)[0]["placement"]))
    assert tower.asked > 50


def test_what_a_tower_throws_ends_the_search_and_nothing_else() -> None:
    def fail(rows: int) -> None:
        raise KeyboardInterrupt

    game = random_game(VARIANTS["duo"], 2, plies=5)
    tower = Says(game.variant, "duo", 0.6, before=fail)
    one = search(game.variant, "duo", tower)
    for threads in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            run(one, game, 100_000, threads)
        one.resume()
    tower.before = None
    assert run(one, game).report(1)[0]["visits"]


def test_inputs_of_another_net_are_refused() -> None:
    tower = Says(VARIANTS["duo"], "duo", 0.6)
    tower.planes = tower.planes[:, 1:].copy()
    with pytest.raises(ValueError, match="size"):
        search(VARIANTS["duo"], "duo", tower)


@pytest.mark.parametrize(
    ("limits", "asks"),
    [
        (Limits(seconds=0.3), True),
        (Limits(simulations=3000), True),
        (Limits(seconds=0.05), False),
        (Limits(simulations=500), False),
    ],
    ids=str,
)
def test_an_engine_asks_where_it_pays(
    limits: Limits, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnxruntime")
    game = random_game(VARIANTS["trigon_2"], 1, plies=6)
    asked = []
    judge = Net.judge

    def count(net: Net, *args: object) -> list[np.ndarray]:
        asked.append(net)
        return judge(net, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Net, "judge", count)
    nets.net_for(game.variant)  # read beforehand: on a busy machine that may take all of the time
    engine = Engine(limits=limits, params={"tower_visits": 64}, seed=1)
    assert game.why_not(engine.choose(game)) is None
    assert bool(asked) == asks


def test_without_onnxruntime_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "find_spec", lambda _: None)
    game = random_game(VARIANTS["trigon_2"], 1, plies=6)
    engine = Engine(limits=Limits(simulations=3000), params={"tower_visits": 64}, seed=1)
    assert game.why_not(engine.choose(game)) is None
