"""The computer that the commands play against."""

import argparse

from cornerwise.engine import HIGHEST, LOWEST
from cornerwise.engine.limits import MAX_THREADS
from cornerwise.gtp import EnginePlayer, Player, Settings

HINT_SECONDS = 1.0
"""For a hint: worth following, whoever one plays against, and soon there."""


def computer(seed: int | None = None, **settings: object) -> Player:
    """A player; the same seed gives the same moves."""
    given = {key: value for key, value in settings.items() if value is not None}
    chosen = None if seed is None else abs(seed) % 2**62
    return EnginePlayer(Settings(seed=chosen, **given))  # type: ignore[arg-type]


def level(text: str) -> int:
    """An argument that must be a level."""
    if not (text.isascii() and text.isdigit() and LOWEST <= int(text[:4]) <= HIGHEST):
        raise argparse.ArgumentTypeError(
            f"there is no level {text!r}; levels go from {LOWEST} to {HIGHEST}"
        )
    return int(text)


def threads(text: str) -> int:
    """An argument that must be a number of threads."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:4]) <= MAX_THREADS):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of threads: 1 to {MAX_THREADS}")
    return int(text)


def seconds(text: str) -> float:
    """An argument that must be a time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no time between 0 and 86400 seconds")
    return value
