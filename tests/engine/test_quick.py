"""The quick net in the native search: the same numbers as a slow reference, and play with it."""

from random import Random

import numpy as np
import pytest

from cornerwise import Engine, Game, Limits
from cornerwise._native import QuickEye, QuickNet, Search
from cornerwise.engine import quick
from cornerwise.engine.params import tuned_params
from cornerwise.play import native_tables
from cornerwise.rules import VARIANTS, Variant, variant
from oracle import quick as reference
from oracle.games import random_game, random_move

BOARDS = [
    (variant("duo"), "duo"),
    (variant("junior"), "duo"),
    *((variant(name), "classic") for name in ("classic", "classic_2", "classic_3")),
    (variant("classic", bonus=(10, 15)), "classic"),
    (variant("trigon_2"), "trigon"),
    (variant("trigon", contact="alternate"), "trigon"),
    (variant("trigon_3"), "trigon"),
    (variant("trigon_3", contact="alternate"), "trigon"),
]
WIDTH = 48


def net_of(played: Variant, home: str, channels: int = 16) -> tuple[QuickNet, reference.Arrays]:
    arrays = reference.random_arrays(VARIANTS[home], WIDTH, channels=channels)
    return quick.quick_net(played, VARIANTS[home], arrays), arrays


@pytest.mark.parametrize("channels", [0, 16, 32])
@pytest.mark.parametrize(("played", "home"), BOARDS, ids=lambda one: str(one))
def test_it_computes_what_the_reference_does(played: Variant, home: str, channels: int) -> None:
    net, arrays = net_of(played, home, channels)
    eye, rng, slack = QuickEye(net), Random(3), 10 if channels else 1
    seen: list[tuple[Game, tuple[np.ndarray, ...]]] = []
    for seed in (1, 2):
        game = Game(played)
        while not game.is_over:
            if rng.random() < 0.15 or len(game.history) < 2:
                expected = reference.judge(game, VARIANTS[home], arrays)
                close(net.evaluate(game.position), expected, slack)
                close(eye.evaluate(game.position), expected, slack)
                seen.append((game.copy(), expected))
            game.play(random_move(game, Random(seed + len(game.history))))
    rng.shuffle(seen)
    for game, expected in seen:  # from anywhere to anywhere
        close(eye.evaluate(game.position), expected, slack)


def close(given: tuple[np.ndarray, ...], expected: tuple[np.ndarray, ...], slack: int = 10) -> None:
    """Some slack where there is a map: a level may be rounded to either side."""
    for one, other, tolerance in zip(given, expected, (1e-4, 1e-4, 2e-3, 2e-3), strict=True):
        assert one.shape == other.shape
        assert np.abs(one - other).max() < slack * tolerance


def test_weights_that_fill_their_range_do_not_overflow() -> None:
    arrays = reference.random_arrays(VARIANTS["classic"], 16)
    arrays["cells"][:] = -128
    arrays["cells"][:, :, ::2] = 127
    arrays["map"][:] = 127  # and everything alike
    arrays["map_first"][:] = 3.0
    arrays["map_scale"][:] = 1e-6
    net = quick.quick_net(VARIANTS["classic"], VARIANTS["classic"], arrays)
    game = random_game(VARIANTS["classic"], 1, plies=30)
    close(net.evaluate(game.position), reference.judge(game, VARIANTS["classic"], arrays))


def test_it_says_what_is_wrong_with_a_file() -> None:
    duo = VARIANTS["duo"]
    arrays = reference.random_arrays(duo, 16)
    with pytest.raises(KeyError, match="no array told"):
        quick.quick_net(duo, duo, {k: v for k, v in arrays.items() if k != "told"})
    with pytest.raises(ValueError, match=r"last_w: wrong shape, \(64, 32\)"):
        quick.quick_net(duo, duo, {**arrays, "last_w": arrays["last_w"][:-1]})
    with pytest.raises(ValueError, match="multiple of 16"):
        quick.quick_net(duo, duo, {**arrays, "bias": arrays["bias"][:-1]})
    with pytest.raises(KeyError, match="no array map_told"):
        quick.quick_net(duo, duo, {k: v for k, v in arrays.items() if k != "map_told"})
    with pytest.raises(ValueError, match=r"map: wrong shape, \(4, 9, 16, 16\)"):
        quick.quick_net(duo, duo, {**arrays, "map": arrays["map"][:, :8]})
    with pytest.raises(ValueError, match="16 or 32"):
        quick.quick_net(duo, duo, {**arrays, "map_first_b": arrays["map_first_b"][:-1]})
    with pytest.raises(ValueError, match="in pairs"):
        quick.quick_net(duo, duo, {**arrays, "map_b": arrays["map_b"][:-1]})
    with pytest.raises(ValueError, match="another variant"):
        quick.quick_net(duo, duo, arrays).evaluate(Game("junior").position)


def search(game: Game, net: QuickNet, **params: float) -> Search:
    return Search(native_tables(game.variant), {**tuned_params(game.variant), **params}, 5, net)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"quick_expand_at": 0},
        {"quick_share": 0.5, "quick_prior": 0.5},
        {"quick_share": 0.0},
        {"quick_prior": 0.0, "quick_expand_at": 0},
        {"quick_experience": 20.0},
    ],
)
def test_a_search_repeats_itself(params: dict[str, float]) -> None:
    net, _ = net_of(VARIANTS["duo"], "duo")
    game = random_game(VARIANTS["duo"], 4, plies=8)
    signatures = []
    for _ in range(2):
        one = search(game, net, **params)
        one.run(game.position, simulations=400, stop_when_decided=False)
        assert one.simulations == 400
        signatures.append(one.signature)
    assert signatures[0] == signatures[1]


@pytest.mark.parametrize(("played", "home"), BOARDS[::3], ids=lambda one: str(one))
def test_threads_and_little_memory(played: Variant, home: str) -> None:
    net, _ = net_of(played, home)
    game = random_game(played, 4, plies=6)
    one = search(game, net)
    limits = {"simulations": 3000, "threads": 2, "memory": 1 << 21, "stop_when_decided": False}
    while not game.is_over and len(game.history) < 10:
        one.run(game.position, **limits)
        assert one.memory <= 1 << 21
        game.play(one.report(1)[0]["placement"])


@pytest.mark.parametrize("threads", [1, 2])
def test_no_move_is_left_out_where_few_are_listed_at_first(threads: int) -> None:
    net, _ = net_of(VARIANTS["classic_2"], "classic")
    game = random_game(VARIANTS["classic_2"], 4, plies=6)
    # So curious, and so little led by its prior, that it tries everything.
    one = search(game, net, quick_exploration=50, quick_temperature=8)
    limits = {"threads": threads, "stop_when_decided": False}
    one.run(game.position, simulations=20000, **limits)
    tried = [move for move in one.report(10000) if move["visits"]]
    assert len(tried) == len(game.legal_moves)
    game.play(tried[0]["placement"])
    one.run(game.position, simulations=1, **limits)
    below = one.report(10000)
    assert sorted(move["placement"] for move in below) == sorted(game.legal_moves.ids)
    assert sum(move["prior"] for move in below) == pytest.approx(1, abs=1e-3)
    assert sum(move["visits"] > 0 for move in below) > 32


def likelier_below(experience: float) -> tuple[list[float], list[float]]:
    """For placements that could be played both now and at the color's next turn: how much more
    than its position each brought, and by how much the search then finds it likelier than the
    net does (in logits)."""
    net, _ = net_of(VARIANTS["duo"], "duo")
    game = random_game(VARIANTS["duo"], 4, plies=8)
    me = game.player or 0
    one = search(game, net, quick_experience=experience, quick_exploration=5)
    limits = {"simulations": 6000, "stop_when_decided": False}
    one.run(game.position, **limits)
    report = [row for row in one.report(1000) if row["visits"]]
    mean = np.average([row["values"][me] for row in report], weights=[r["visits"] for r in report])
    brought = {row["placement"]: row["values"][me] - mean for row in report}
    for _ in range(2):
        game.play(one.report(1)[0]["placement"])
        one.run(game.position, **{**limits, "simulations": 1})
    likely = {row["placement"]: row["prior"] for row in one.report(1000)}
    logits = net.evaluate(game.position)[3] / tuned_params(game.variant)["quick_temperature"]
    policy = dict(zip(game.legal_moves.ids, logits - np.log(np.exp(logits).sum()), strict=True))
    both = [id for id in brought if id in likely]
    return [brought[id] for id in both], [np.log(likely[id]) - policy[id] for id in both]


def test_the_net_judges_until_few_moves_are_left() -> None:
    net, _ = net_of(VARIANTS["classic"], "classic")

    def is_judged_by_net(plies: int) -> bool:
        game = random_game(VARIANTS["classic"], 4, plies=plies)
        one = search(game, net, quick_temperature=1.0, quick_experience=0.0, quick_moves=900)
        one.run(game.position, simulations=1, stop_when_decided=False, solve_positions=0)
        given = {row["placement"]: row["prior"] for row in one.report(10000)}
        likely = np.exp(net.evaluate(game.position)[3])
        priors = [given[id] for id in game.legal_moves.ids]
        return bool(np.allclose(priors, likely / likely.sum(), rtol=0.02))

    # At first there are few moves, too: colors that have not begun have one corner to begin at,
    # and one piece is not much to go on from.
    judged = {plies: is_judged_by_net(plies) for plies in (0, 2, 4, 6, 12, 44)}
    assert judged == {0: True, 2: True, 4: True, 6: True, 12: True, 44: False}


def test_the_net_may_order_the_moves_where_playouts_judge() -> None:
    net, _ = net_of(VARIANTS["classic"], "classic")
    game = random_game(VARIANTS["classic"], 4, plies=44)

    def grown(**params: float) -> int:
        one = search(game, net, **params)
        one.run(game.position, simulations=300, stop_when_decided=False, solve_positions=0)
        return one.signature

    late = grown(quick_moves=900, quick_late_prior=1.0)
    assert late == grown(quick_moves=0, quick_share=0.0, quick_prior=1.0)
    assert late != grown(quick_moves=900)


def test_what_turned_out_well_is_likelier_where_it_is_met_again() -> None:
    brought, likelier = likelier_below(experience=20)
    assert len(brought) > 30
    assert np.corrcoef(brought, likelier)[0, 1] > 0.1
    _, likelier = likelier_below(experience=0)
    assert np.abs(likelier).max() < 1e-3


def test_experience_of_another_game_is_forgotten() -> None:
    net, _ = net_of(VARIANTS["duo"], "duo")
    first, other = (random_game(VARIANTS["duo"], seed, plies=8) for seed in (4, 5))
    limits = {"simulations": 2000, "stop_when_decided": False}
    fresh = search(other, net, quick_experience=20)
    fresh.run(other.position, **limits)
    used = search(first, net, quick_experience=20)
    used.run(first.position, **limits)
    used.run(other.position, **limits)
    assert used.signature == fresh.signature


@pytest.mark.parametrize(("played", "home"), BOARDS[::3], ids=lambda one: str(one))
def test_a_leaf_has_the_nets_value_for_the_right_players(played: Variant, home: str) -> None:
    net, arrays = net_of(played, home)
    game = random_game(played, 4, plies=7)
    one = search(game, net, score_share=0.25)
    one.run(game.position, simulations=1, stop_when_decided=False)
    report = next(move for move in one.report(1000) if move["visits"])
    game.play(report["placement"])
    win, margin, score, _ = reference.judge(game, VARIANTS[home], arrays)
    color = game.position.to_play
    me = game.position.controller(color)
    players, colors = len(report["values"]), len(report["scores"])
    for seat in range(players):
        expected = 0.75 * win[seat] + 0.25 * (0.5 + 0.5 * margin[seat])
        assert report["values"][(me + seat) % players] == pytest.approx(expected, abs=1e-4)
    for slot in range(colors):
        assert report["scores"][(color + slot) % colors] == pytest.approx(score[slot], abs=1e-2)


def test_the_engine_plays_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    net, _ = net_of(VARIANTS["duo"], "duo")
    monkeypatch.setattr("cornerwise.engine.engine.quick_for", lambda _: net)
    monkeypatch.setattr("cornerwise.engine.engine.net_for", None)  # not asked
    game = Game("duo")
    engine = Engine(limits=Limits(simulations=50), seed=1)
    while not game.is_over:
        engine.play(game)


def test_without_a_card_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cornerwise.engine.nets.cards", tuple)
    quick.quick_for.cache_clear()
    assert quick.quick_for(VARIANTS["duo"]) is None
    quick.quick_for.cache_clear()
