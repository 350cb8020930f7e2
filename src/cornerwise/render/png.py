"""PNG pictures, drawn from the SVG by resvg (imported when first used)."""

from typing import Unpack

from cornerwise.play import Game
from cornerwise.render.scene import Scene, scene
from cornerwise.render.style import Settings, Style
from cornerwise.render.svg import draw


def png(game: Game, **settings: Unpack[Settings]) -> bytes:
    """A game as it stands, as PNG. Settings are the fields of `Style`.

    >>> png(Game("duo"), size=64)[1:4]
    b'PNG'
    """
    return draw_png(scene(game), Style(**settings))


def draw_png(what: Scene, style: Style) -> bytes:
    """A scene as PNG."""
    from resvg_py import svg_to_bytes

    has_text = style.coordinates or style.move_numbers
    return svg_to_bytes(svg_string=draw(what, style), skip_system_fonts=not has_text)
