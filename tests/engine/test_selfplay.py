"""Whole games of the engine with itself at its lowest limits; `tools/soak.py` plays thousands."""

import runpy
from pathlib import Path

import pytest

from cornerwise.rules import Variant
from oracle.catalogue import every_variant, label

SOAK = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "soak.py"))


@pytest.mark.parametrize("variant", every_variant(), ids=label)
def test_no_illegal_move(variant: Variant) -> None:
    for seed in range(2):
        game = SOAK["play"](variant, seed)
        assert game.is_over
        assert len(game.moves) > len(variant.colors)
