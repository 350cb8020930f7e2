"""Tuned values: a lattice's, then what is different in a variant, then what that is like."""

import math

import pytest

from cornerwise._native import FEATURES, PHASES
from cornerwise.engine import Engine, Limits
from cornerwise.engine.params import SCALARS, tuned_params
from cornerwise.play import Game
from cornerwise.rules import VARIANTS
from oracle.games import random_game


def scalars(name: str) -> dict[str, object]:
    params = tuned_params(VARIANTS[name])
    return {scalar: params.get(scalar) for scalar in SCALARS}


def test_junior_is_searched_like_duo_whose_net_plays_it() -> None:
    assert scalars("junior") == scalars("duo")
    assert scalars("junior") != scalars("classic_2")


def test_a_variant_says_only_what_is_different() -> None:
    two, four = scalars("classic_2"), scalars("classic")
    different = {name for name in SCALARS if two[name] != four[name]}
    assert different == {"quick_exploration", "quick_playouts"}
    assert scalars("classic_teams") == two


def test_every_variant_has_a_prior() -> None:
    assert all(any(tuned_params(variant)["prior"]) for variant in VARIANTS.values())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("quick_share", "a"),
        ("quick_share", None),
        ("quick_share", [1]),
        ("expand_at", 1.5),
        ("playout_sizes", 3),
        ("playout_sizes", ["a"]),
        ("prior", "long"),
        ("quick_exploration", math.nan),
        ("width", math.inf),
        ("amaf_visits", 1e300),
        ("prior", [math.nan] * (PHASES * FEATURES)),
        ("playout_sizes", [math.inf]),
        ("quick_temperature", 0),
        ("prior_temperature", -1.0),
        ("score_scale", 0),
    ],
)
def test_a_parameter_with_a_strange_value_is_named(name: str, value: object) -> None:
    engine = Engine(params={name: value})
    with pytest.raises(ValueError, match=f"search parameter {name} cannot be "):
        engine.search_for(Game("duo"))


@pytest.mark.parametrize(
    "params",
    [
        {"width": 0, "widen": 0},
        {"width": -5, "widen": -1},
        {"prior_temperature": 1e-38},
        {"playout_sizes": [3e38] * 9},
        {"playout_sizes": [-1.0, 0.0] * 4},
        {"exploration": -3e38, "score_scale": 1e-38},
    ],
    ids=str,
)
def test_values_far_out_of_range_play_badly_but_play(params: dict[str, object]) -> None:
    game = random_game(VARIANTS["duo"], 3, plies=6)
    engine = Engine(limits=Limits(simulations=600), params=params, seed=1, use_net=False)
    assert engine.choose(game) in game.legal_moves


def test_a_net_whose_policy_is_divided_by_next_to_nothing_plays() -> None:
    game = Game("duo")
    engine = Engine(limits=Limits(simulations=50), params={"quick_temperature": 1e-38}, seed=1)
    assert engine.choose(game) in game.legal_moves


@pytest.mark.parametrize("weight", [math.nan, math.inf, 3e38, -1.0])
def test_weights_of_random_games_that_are_none(weight: float) -> None:
    """Such a piece weighs nothing, or as much as can be; the games end as any."""
    played = Game("duo").position.random_games(20, 1, [1.0, weight, weight])
    assert 10 * 20 < played["plies"] < 42 * 20


def test_parameters_may_be_lists() -> None:
    sizes = tuned_params(VARIANTS["duo"])["playout_sizes"]
    Engine(params={"playout_sizes": sizes}).search_for(Game("duo"))
