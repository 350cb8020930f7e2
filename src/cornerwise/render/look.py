"""Themes and palettes: every color that a picture uses.

Warm paper by day, slate by night. A paint has three tones: the face of a piece, the
lighter facet on each of its cells, and the deep outline around it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Theme:
    """The colors of everything that is not a piece."""

    ground: str
    """Behind the board."""
    plate: str
    """The board between its cells."""
    well: str
    """An empty cell."""
    rim: str
    """Around the board."""
    ink: str
    """Text and neutral start cells."""
    soft: str
    """Coordinates."""
    shadow: float
    """How strong shadows are, from 0 to 1."""


@dataclass(frozen=True)
class Paint:
    """The tones of one color's pieces."""

    face: str
    facet: str
    deep: str
    pattern: str = "plain"
    """What is drawn in the facet, for eyes that do not tell faces apart: plain, dots, stripes,
    rings or crosses."""


THEMES: Mapping[str, Theme] = MappingProxyType(
    {
        "light": Theme("#f6f3ec", "#ddd6c7", "#ece7db", "#b9b09c", "#23262d", "#6d7078", 0.26),
        "dark": Theme("#14161b", "#232730", "#2b303a", "#3b414d", "#eceae4", "#9a9ca4", 0.55),
    }
)

_USUAL = {
    "blue": Paint("#3b76e1", "#6f9df0", "#2553ad"),
    "yellow": Paint("#f0b429", "#f8d06e", "#b97f08"),
    "red": Paint("#dc4b3e", "#ee8178", "#a32d23"),
    "green": Paint("#2fa36b", "#66c696", "#1d7148"),
    "purple": Paint("#7d55d9", "#a686ea", "#5635a4"),
    "orange": Paint("#ef8633", "#f7ae75", "#b65b11"),
}
# Green goes to teal and red to vermilion. Simulated protanopia, deuteranopia and tritanopia
# leave any two colors of a game at least 32 units of CIELAB apart (18 in the usual palette);
# patterns do the rest.
_SAFE = {
    "blue": Paint("#2a57b8", "#7099e6", "#183a80", "plain"),
    "yellow": Paint("#f2c230", "#fbe08a", "#a87d00", "dots"),
    "red": Paint("#c8480c", "#ee9160", "#862c02", "stripes"),
    "green": Paint("#1fae96", "#6fdcc8", "#0a6355", "rings"),
    "purple": Paint("#5b3fb0", "#9d86e0", "#392478", "crosses"),
    "orange": Paint("#f0953a", "#f9c48c", "#a95c0c", "dots"),
}
PALETTES: Mapping[str, Mapping[str, Paint]] = MappingProxyType({"usual": _USUAL, "safe": _SAFE})
"""Paints by the names of colors; `safe` is for color-blind eyes."""


def theme(name: str) -> Theme:
    """A theme by its name."""
    if name not in THEMES:
        raise ValueError(f"there is no theme {name!r}; there are: {', '.join(THEMES)}")
    return THEMES[name]


def paints(palette: str, colors: Sequence[str]) -> tuple[Paint, ...]:
    """A paint for each color of a game; a name that the palette lacks gets one that is free.

    >>> [paint.face for paint in paints("usual", ("green", "silver"))]
    ['#2fa36b', '#3b76e1']
    """
    if palette not in PALETTES:
        raise ValueError(f"there is no palette {palette!r}; there are: {', '.join(PALETTES)}")
    known = PALETTES[palette]
    free = iter([paint for name, paint in known.items() if name not in colors])
    return tuple(known[name] if name in known else next(free) for name in colors)


def rgb(color: str) -> tuple[int, int, int]:
    """The parts of `#rrggbb`.

    >>> rgb("#f0b429")
    (240, 180, 41)
    """
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def brightness(color: str) -> float:
    """How light a color looks, from 0 to 1 (the weights of ITU-R BT.601)."""
    red, green, blue = rgb(color)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
