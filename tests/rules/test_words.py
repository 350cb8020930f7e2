"""Every color and start rule of the catalogue has its words and its paint, on the pages too.

The pages are another language, so their files are read as text.
"""

from pathlib import Path

import pytest

from cornerwise.cli.words import COLORS_FR
from cornerwise.render import PALETTES
from cornerwise.rules import VARIANTS

WEB = Path(__file__).parents[2] / "web" / "src"
COLORS = sorted({color for game in VARIANTS.values() for color in game.colors})
STARTS = sorted({rule.name for game in VARIANTS.values() for rule in game.start_rules})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_have_words(language: str) -> None:
    files = [WEB / "lib" / "i18n" / f"{language}{part}.ts" for part in ("", "-pages")]
    text = "".join(file.read_text("utf-8") for file in files)
    keys = [f"color.{color}" for color in COLORS]
    keys += [f"{where}.start.{rule}" for rule in STARTS for where in ("option", "learn")]
    assert [key for key in keys if f'\n  "{key}": ' not in text] == []


@pytest.mark.parametrize("selector", [".c-{}", "[data-patterns] .c-{}"])
def test_the_pages_have_paint(selector: str) -> None:
    lines = (WEB / "style" / "board.css").read_text("utf-8").splitlines()
    assert [color for color in COLORS if selector.format(color) + " {" not in lines] == []


def test_the_terminal_has_words() -> None:
    assert set(COLORS) <= COLORS_FR.keys()


@pytest.mark.parametrize("palette", PALETTES)
def test_pictures_have_paint(palette: str) -> None:
    """Another name gets a paint that is free: fit for a color somebody chose, not for a game's."""
    assert set(COLORS) <= PALETTES[palette].keys()
