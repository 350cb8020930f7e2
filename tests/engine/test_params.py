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
    assert different == {"quick_exploration"}


def test_every_variant_has_a_prior() -> None:
    assert all(any(tuned_params(variant)["prior"]) for variant in VARIANTS.values())


@pytest.mark.parametrize("value", ["a", None, [1]])
def test_a_parameter_that_is_no_number_is_named(value: object) -> None:
    engine = Engine(params={"quick_share": value})
    with pytest.raises(ValueError, match="quick_share must be a number, not "):
        engine.search_for(Game("duo"))
