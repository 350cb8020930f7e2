"""Tuned values: a lattice's, then what is different in a variant, then what that is like."""

import pytest

from cornerwise.engine import Engine
from cornerwise.engine.params import SCALARS, tuned_params
from cornerwise.play import Game
from cornerwise.rules import VARIANTS


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
    ],
)
def test_a_parameter_with_a_strange_value_is_named(name: str, value: object) -> None:
    engine = Engine(params={name: value})
    with pytest.raises(ValueError, match=f"search parameter {name} cannot be "):
        engine.search_for(Game("duo"))


def test_parameters_may_be_lists() -> None:
    sizes = tuned_params(VARIANTS["duo"])["playout_sizes"]
    Engine(params={"playout_sizes": sizes}).search_for(Game("duo"))
