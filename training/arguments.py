"""What the commands of this folder are given, and how they end: a mistake is one clear line."""

import argparse
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path

from training.source import INTERRUPTED

Main = Callable[[list[str] | None], int]


class Mistake(ValueError):
    """What was asked for cannot be done; the message says why and what to do."""


def seconds(text: str) -> float:
    """An argument that must be a time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no time above 0 seconds")
    return value


def whole(text: str) -> int:
    """An argument that must be a whole number from 1."""
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return int(text)


def file(text: str) -> Path:
    """An argument that must be a file."""
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {text!r}")
    return Path(text)


def told(main: Main) -> Callable[..., int]:
    """A command whose mistakes, and trouble with files, are told in a line; status 1. After
    Ctrl-C it ends quietly."""

    @wraps(main)
    def command(argv: list[str] | None = None) -> int:
        try:
            return main(argv)
        except Mistake as error:
            print(error, file=sys.stderr)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            print(f"{where}{error.strerror or error}", file=sys.stderr)
        except KeyboardInterrupt:
            return INTERRUPTED
        return 1

    return command
