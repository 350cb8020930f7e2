"""One game of each variant, move by move, as a file to read in tests/playthroughs."""

import pytest

from cornerwise.rules import VARIANTS, variant
from oracle.playthrough import FOLDER, playthrough


@pytest.mark.parametrize("name", VARIANTS)
def test_the_game_goes_as_it_is_written(name: str) -> None:
    assert playthrough(variant(name)) == (FOLDER / f"{name}.txt").read_text()


def test_there_is_a_file_for_each_variant_and_no_other() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(VARIANTS)
