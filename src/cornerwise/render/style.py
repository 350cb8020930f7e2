"""How to draw: the settings that pictures share, as values and as keyword arguments."""

from dataclasses import dataclass
from typing import TypedDict

from cornerwise.render.terminal import DEPTHS

SIZES = range(32, 8193)
"""Pixels that a picture may be wide."""


@dataclass(frozen=True, kw_only=True)
class Style:
    """How to draw an SVG, a PNG or an animation."""

    theme: str = "light"
    """light or dark."""
    palette: str = "usual"
    """usual, or safe: for color-blind eyes, with a pattern for each color."""
    coordinates: bool = False
    """Letters below, numbers at the left."""
    last_move: bool = True
    """A white outline around the piece played last."""
    starts: bool = True
    """Dots on the start cells that are still empty."""
    move_numbers: bool = False
    """On each piece, when it was played."""
    size: int = 640
    """Width of the whole picture in pixels."""

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise ValueError(f"a picture is {SIZES[0]} to {SIZES[-1]} pixels wide, not {self.size}")


class Settings(TypedDict, total=False):
    """The fields of `Style`, each of which may be left out."""

    theme: str
    palette: str
    coordinates: bool
    last_move: bool
    starts: bool
    move_numbers: bool
    size: int


@dataclass(frozen=True, kw_only=True)
class TextStyle:
    """How to draw in characters."""

    color: str = "none"
    """none, 16, 256 or 24bit; `color_depth` says what a terminal has."""
    unicode: bool = False
    """Whether signs beyond ASCII may be used."""
    coordinates: bool = True
    """Letters below, numbers at the left."""
    last_move: bool = True
    """The piece played last is in small letters, or marked with dots."""
    starts: bool = True
    """Start cells that are still empty are `+` (or a dot in their color)."""
    theme: str = "dark"
    """light or dark; matters in color only."""
    palette: str = "usual"
    """usual, or safe: with letters on the colors."""

    def __post_init__(self) -> None:
        if self.color not in DEPTHS:
            raise ValueError(
                f"there is no color depth {self.color!r}; there are: {', '.join(DEPTHS)}"
            )


class TextSettings(TypedDict, total=False):
    """The fields of `TextStyle`, each of which may be left out."""

    color: str
    unicode: bool
    coordinates: bool
    last_move: bool
    starts: bool
    theme: str
    palette: str
