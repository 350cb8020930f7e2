"""Pictures of positions: text for terminals, SVG, PNG and animations (docs/pictures.md).

Importing this layer teaches games to draw themselves: `print(game)`, `game.svg()`, notebooks.

>>> import cornerwise as cw
>>> print(cw.render.text(cw.Game("duo")).splitlines()[4])
10 . . . . + . . . . . . . . .
"""

from cornerwise.play import draw_with
from cornerwise.render.animate import animation
from cornerwise.render.look import PALETTES, THEMES
from cornerwise.render.outline import inset, outline
from cornerwise.render.png import png
from cornerwise.render.style import Settings, Style, TextSettings, TextStyle
from cornerwise.render.svg import svg
from cornerwise.render.terminal import color_depth, speaks_unicode
from cornerwise.render.text import text

__all__ = [
    "PALETTES",
    "THEMES",
    "Settings",
    "Style",
    "TextSettings",
    "TextStyle",
    "animation",
    "color_depth",
    "inset",
    "outline",
    "png",
    "speaks_unicode",
    "svg",
    "text",
]

draw_with("svg", svg)
draw_with("text", text)
