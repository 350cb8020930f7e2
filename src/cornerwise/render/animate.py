"""A whole game as an animated picture, one frame for each move (Pillow, imported when used)."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Unpack

from cornerwise.play import Game
from cornerwise.render.png import draw_png
from cornerwise.render.scene import Scene, Start, scene
from cornerwise.render.style import Settings, Style

KINDS = ("gif", "apng", "webp")
"""GIF is understood everywhere, APNG is exact, WebP the smallest."""
_PILLOW_NAME = {"gif": "GIF", "apng": "PNG", "webp": "WEBP"}


def animation(
    game: Game,
    *,
    kind: str = "gif",
    seconds: float = 0.5,
    rest: float = 3.0,
    **settings: Unpack[Settings],
) -> bytes:
    """The game from its first move to where it stands.

    `seconds` is the time of each move, `rest` of the last picture; settings are the
    fields of `Style`.

    >>> animation(Game("duo"), size=64)[:4]
    b'GIF8'
    """
    if kind not in KINDS:
        raise ValueError(f"there is no animation {kind!r}; there are: {', '.join(KINDS)}")
    if not (0.01 <= seconds <= 60 and 0.01 <= rest <= 600):
        raise ValueError("a move is shown for 0.01 to 60 seconds, the last picture for up to 600")
    from PIL import Image

    style = Style(**settings)
    frames = [Image.open(BytesIO(draw_png(s, style))).convert("RGB") for s in scenes(game)]
    times = [round(1000 * seconds)] * (len(frames) - 1) + [round(1000 * rest)]
    out = BytesIO()
    frames[0].save(
        out,
        format=_PILLOW_NAME[kind],
        save_all=True,
        append_images=frames[1:],
        duration=times if len(frames) > 1 else times[0],
        loop=0,
    )
    return out.getvalue()


def scenes(game: Game) -> Iterator[Scene]:
    """The scene after each move, the empty board first."""
    whole = scene(game)
    before = sum(piece.number == 0 for piece in whole.pieces)
    all_starts = _every_start(game)
    for shown in range(before, len(whole.pieces) + 1):
        pieces = whole.pieces[:shown]
        covered = {cell for piece in pieces for cell in piece.cells}
        starts = tuple(start for start in all_starts if start.cell not in covered)
        yield replace(whole, pieces=pieces, starts=starts)


def _every_start(game: Game) -> tuple[Start, ...]:
    return scene(Game(game.variant)).starts
