"""Files of runs and nets: they are written whole or not at all."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from training.arguments import Mistake

LARGEST = 5_000_000
"""Bytes a net may have."""


@contextmanager
def written(path: Path) -> Iterator[Path]:
    """A draft beside a file, put in its place once it is complete: if the disk is full, the
    machine stops or the draft is refused, what was there before stays."""
    draft = path.with_name(f".part.{path.name}")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def check_size(path: Path) -> None:
    """Refuse a file that is too large for the package."""
    if path.stat().st_size > LARGEST:
        name = path.name.removeprefix(".part.")
        raise Mistake(f"{name} has {path.stat().st_size} bytes; {LARGEST} is the most")
