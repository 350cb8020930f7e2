"""What a terminal can show, and how to color characters in it."""

import os
from collections.abc import Mapping
from typing import TextIO

from cornerwise.render.look import rgb

DEPTHS = ("none", "16", "256", "24bit")
"""How many colors a terminal has."""

_BASIC = (
    (0, 0, 0),
    (205, 49, 49),
    (13, 188, 121),
    (229, 182, 16),
    (36, 114, 200),
    (140, 70, 200),
    (17, 168, 205),
    (229, 229, 229),
)
"""About what the eight basic colors look like, in their order."""
_CUBE = (0, 95, 135, 175, 215, 255)


def color_depth(stream: TextIO, env: Mapping[str, str] = os.environ) -> str:
    """The colors of the terminal behind a stream: none when it is no terminal, or NO_COLOR is set.

    FORCE_COLOR asks for colors in a pipe, too.
    """
    if env.get("NO_COLOR"):
        return "none"
    term = env.get("TERM", "")
    if not env.get("FORCE_COLOR") and (not stream.isatty() or term in ("", "dumb")):
        return "none"
    if env.get("COLORTERM", "") in ("truecolor", "24bit") or "direct" in term:
        return "24bit"
    return "256" if "256" in term or env.get("FORCE_COLOR") else "16"


def speaks_unicode(stream: TextIO) -> bool:
    """Whether a stream can take the signs that pictures use."""
    try:
        "▲▼·●".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def paint(text: str, depth: str, *, ink: str = "", ground: str = "", bold: bool = False) -> str:
    r"""Text in colors (`#rrggbb`), as the terminal understands it.

    >>> paint("x", "256", ink="#ff0000")
    '\x1b[38;5;196mx\x1b[0m'
    >>> paint("x", "none", ink="#ff0000")
    'x'
    """
    if depth == "none":
        return text
    codes = ["1"] if bold else []
    codes += [_code(ink, depth, 38)] if ink else []
    codes += [_code(ground, depth, 48)] if ground else []
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


def _code(color: str, depth: str, base: int) -> str:
    """The parameters of an escape sequence; `base` is 38 for ink, 48 for the ground."""
    red, green, blue = rgb(color)
    if depth == "24bit":
        return f"{base};2;{red};{green};{blue}"
    if depth == "256":
        return f"{base};5;{_in_256(red, green, blue)}"
    nearest = min(range(8), key=lambda i: _distance(_BASIC[i], (red, green, blue)))
    return str(base - 8 + nearest)


def _in_256(red: int, green: int, blue: int) -> int:
    """The nearest of the 6×6×6 cube and of the 24 grays."""
    steps = [min(range(6), key=lambda i: abs(_CUBE[i] - part)) for part in (red, green, blue)]
    gray = min(23, max(0, round((red + green + blue) / 3 - 8) // 10))
    level = 8 + 10 * gray
    cube = _CUBE[steps[0]], _CUBE[steps[1]], _CUBE[steps[2]]
    wanted = red, green, blue
    if _distance((level, level, level), wanted) < _distance(cube, wanted):
        return 232 + gray
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def _distance(a: tuple[int, int, int], b: tuple[int, int, int]) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))
