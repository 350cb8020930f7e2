"""The tree of self-play: against the one-ply search, a naive tree and the ends of games."""

import doctest
from collections import Counter
from functools import cache
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch, which is not installed")

from late_games import (  # noqa: E402
    Indifference,
    Whims,
    last_moves,
    legal_here,
    wandered,
    without_a_move,
)
from naive_tree import NaiveTree  # noqa: E402
from tiny import QUICK_DUO  # noqa: E402
from training.config import PlayParams, parse_config  # noqa: E402
from training.evaluator import Values  # noqa: E402
from training.games import Games, is_over, pass_turn  # noqa: E402
from training.replay import Replay  # noqa: E402
from training.rulebook import Rulebook, make_rulebook  # noqa: E402
from training.search import Choice, search  # noqa: E402
from training.selfplay import SelfPlay  # noqa: E402
from training.views import view  # noqa: E402

from training import selfplay, tree  # noqa: E402

BOARDS = {
    "duo": ["duo", "junior"],
    "classic": ["classic_2", "classic_3", "classic", "classic_teams"],
    "trigon": ["trigon_2"],
}


@cache
def book_of(home: str) -> Rulebook:
    rules = [{"variant": name, "share": 1.0} for name in BOARDS[home]]
    return make_rulebook(parse_config(QUICK_DUO | {"home": home, "rules": rules}))


@pytest.fixture(scope="module", params=list(BOARDS))
def any_book(request: pytest.FixtureRequest) -> Rulebook:
    return book_of(request.param)


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return book_of("duo")


def grown(
    book: Rulebook, evaluator: Whims, games: Games, monkeypatch: pytest.MonkeyPatch, **params: Any
) -> tuple[Choice, tree.Forest, tree.Candidates]:
    """What the search says, and the trees and candidates that it has forgotten by then."""
    kept: list[Any] = []
    choose = tree._choice

    def keep(*given: Any) -> Choice:
        kept.extend(one for one in given if isinstance(one, tree.Forest | tree.Candidates))
        return choose(*given)

    monkeypatch.setattr(tree, "_choice", keep)
    choice = tree.tree_search(book, evaluator, games, view(book, games), **params)
    drawn, forest = kept
    return choice, forest, drawn


def rules_of(book: Rulebook, each: int) -> "torch.Tensor":
    return torch.arange(each * len(book.fits)) % len(book.fits)


def test_the_example_of_the_schedule() -> None:
    assert doctest.testmod(tree) == (0, 1)


@pytest.mark.parametrize(
    ("candidates", "simulations", "wanted"),
    [
        (0, 4, [0, 1, 2, 3]),
        (1, 4, [0, 1, 2, 3]),
        (2, 5, [0, 0, 1, 1, 2]),
        (10, 10, [0] * 10),
        (10, 24, [0] * 10 + [1] * 5 + [2, 2, 3, 3, 4, 4, 5, 5, 6]),
        (10, 80, [0] * 10 + [1] * 10 + [2] * 5 + [3] * 5 + [4] * 5 + [5] * 5),
    ],
)
def test_a_schedule(candidates: int, simulations: int, wanted: list[int]) -> None:
    found = tree.schedule(candidates, simulations)
    assert len(found) == simulations
    assert found[: len(wanted)] == wanted
    assert len(found) == len(wanted) or max(found[len(wanted) :]) > wanted[-1]


@pytest.mark.parametrize("candidates", range(1, 14))
def test_somebody_is_always_due(candidates: int) -> None:
    for simulations in range(1, 60):
        visits = Counter({0: candidates})  # how many candidates have been visited so often
        for due in tree.schedule(candidates, simulations):
            assert visits[due] > 0
            visits.subtract({due: 1, due + 1: -1})


@pytest.mark.parametrize("explored", [0, 2])
def test_as_many_simulations_as_candidates_look_one_ply_deep(
    any_book: Rulebook, explored: int
) -> None:
    games = wandered(any_book, rules_of(any_book, 2), 5)
    evaluator, seen = Whims(any_book), view(any_book, games)
    given = (any_book, evaluator, games, seen)
    params = {"candidates": 6, "explored": explored, "trust": 24.0}
    assert int(legal_here(any_book, games).sum(1).min()) > 6
    torch.manual_seed(1)
    plain = search(*given, **params)
    torch.manual_seed(1)
    deep = tree.tree_search(*given, simulations=6, **params)
    assert torch.equal(deep.action, plain.action)
    assert torch.equal(deep.sample, plain.sample)
    assert torch.allclose(deep.improved, plain.improved, atol=1e-4)
    assert torch.allclose(deep.values, plain.values, atol=1e-6)


@pytest.mark.parametrize(
    ("any_book", "plies", "depth"),
    [("duo", 4, 10), ("duo", 24, 10), ("duo", 24, 2), ("classic", 48, 10), ("trigon", 20, 10)],
    indirect=["any_book"],
)
def test_a_naive_tree_finds_the_same(
    any_book: Rulebook, plies: int, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, evaluator = any_book, Whims(any_book)
    games = wandered(book, rules_of(book, 4 if len(book.fits) == 2 else 1), plies)
    monkeypatch.setattr(tree, "DEPTH", depth)
    params = {"candidates": 4, "explored": 1, "simulations": 14, "trust": 8.0}
    choice, forest, drawn = grown(book, evaluator, games, monkeypatch, **params)
    visits, gains = tree._edge_visits(forest, drawn.rows), tree._gains(forest, drawn.rows)
    naive = NaiveTree(book, evaluator, wide=4, trust=8.0)
    for game in range(len(games)):
        real = drawn.real[game] if bool(drawn.real[game].any()) else torch.arange(4) == 0
        moves, top = drawn.action[game][drawn.real[game]], drawn.top[game][drawn.real[game]]
        one = games.take(torch.tensor([game]))
        root = naive.search(one, moves.tolist(), top.tolist(), 14, depth)
        assert visits[game][real].tolist() == [root.visits(move) for move in root.moves]
        assert gains[game][real].tolist() == pytest.approx(root.gains(), abs=1e-5)
        assert int(visits[game].sum()) == 14 == int(forest.visits[game]) - 1
        if moves.tolist():
            best = naive.best(root, top.tolist())
            after = Values(*choice.values[game].unbind(-1)).utility[: len(root.value)]
            assert int(choice.action[game]) == best
            assert after.tolist() == pytest.approx(root.child[best].means(), abs=1e-5)


def test_the_best_last_move_is_found(book: Rulebook) -> None:
    """Where every move ends the game there is nothing to believe: trying them all is enough."""
    ends = last_moves(book, rules_of(book, 16), most=6)
    assert len(ends.games) > 5
    choice = tree.tree_search(
        book,
        Indifference(book),
        ends.games,
        view(book, ends.games),
        candidates=6,
        simulations=54,  # three visits of each of six: the move, and two passes to the end
        trust=1e5,
        noise=False,
    )
    chosen = ends.utility.gather(1, choice.action[:, None]).squeeze(1)
    assert torch.equal(chosen, ends.utility.amax(1))


def test_a_color_without_a_move_passes(book: Rulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    games = without_a_move(book, rules_of(book, 4))
    choice, forest, drawn = grown(
        book, Whims(book), games, monkeypatch, candidates=3, simulations=6, trust=8.0
    )
    assert not bool(choice.has_move.any())
    behind = forest.child[drawn.rows, 0]
    passed, found = pass_turn(book, games), forest.games.take(behind)
    assert torch.equal(found.out, passed.out)
    assert torch.equal(found.to, passed.to)
    assert forest.visits[behind].tolist() == [6] * len(games)
    went_on = tree._edge_visits(forest, behind).sum(1)
    assert torch.equal(went_on, torch.where(is_over(passed), 0.0, 5.0))
    assert 0 < int(is_over(passed).sum()) < len(games)


def test_shallow_steps_teach_the_value_alone(
    book: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulations: list[int] = []

    def counted(*given: Any, **params: Any) -> Choice:
        simulations.append(params["simulations"])
        return tree.tree_search(*given, **params)

    monkeypatch.setattr(selfplay, "tree_search", counted)
    params = PlayParams(games=4, candidates=3, simulations=5, shallow=2, deep=0.5, opening=0)
    replay = Replay(book, 4, 400, targets=8)
    playing = SelfPlay(book, Whims(book), replay, params)
    for _ in range(12):
        playing.step()
    assert set(simulations) == {5, 2}
    for step, number in enumerate(simulations):
        taught = replay.tensors["weight"][step].float().sum(1)
        assert torch.allclose(taught, torch.full((4,), float(number == 5)), atol=1e-2)
        assert bool((replay.tensors["values"][step] != 0).all())


def test_steps_that_are_not_deep_need_simulations() -> None:
    with pytest.raises(ValueError, match="shallow"):
        PlayParams(simulations=8, deep=0.5)


@pytest.mark.parametrize("params", [{"candidates": 4}, {"candidates": 8, "simulations": 4}])
def test_the_policy_draws_at_least_one_candidate(params: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="explored"):
        PlayParams(explored=4, **params)
