"""The computer that the commands play against."""

import argparse

from cornerwise.cli.arguments import whole
from cornerwise.engine import HIGHEST, LOWEST
from cornerwise.engine.limits import MAX_THREADS
from cornerwise.gtp import EnginePlayer, Player, Settings

HINT_SECONDS = 1.0
"""For a hint: worth following, whoever one plays against, and soon there."""


def computer(seed: int | None = None, **settings: object) -> Player:
    """A player; the same seed gives the same moves."""
    given = {key: value for key, value in settings.items() if value is not None}
    return EnginePlayer(Settings(seed=seed, **given))  # type: ignore[arg-type]


def level(text: str) -> int:
    """An argument that must be a level."""
    number = whole(text)
    if number is None or not LOWEST <= number <= HIGHEST:
        raise argparse.ArgumentTypeError(
            f"there is no level {text!r}; levels go from {LOWEST} to {HIGHEST}"
        )
    return number


def threads(text: str) -> int:
    """An argument that must be a number of threads."""
    number = whole(text)
    if number is None or not 1 <= number <= MAX_THREADS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of threads: 1 to {MAX_THREADS}")
    return number


def seconds(text: str) -> float:
    """An argument that must be a time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is no time between 0 and 86400 seconds")
    return value
