"""Lessons: games that the engine played against itself, with what its search thought.

A file holds many games of one configuration, one after the other. It needs numpy alone, so
that machines without a GPU can make lessons (`training/teach.py`).
"""

from dataclasses import dataclass, fields
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from training.arguments import Mistake
from training.files import written

TARGETS = 12
"""Moves kept of a search."""


@dataclass(frozen=True)
class Lessons:
    """Games in a row; placements are numbers of the game's own variant."""

    rule: np.ndarray
    """games, uint8: which rule of the configuration."""
    length: np.ndarray
    """games, uint16: moves."""
    color: np.ndarray
    """moves, uint8: who placed."""
    placement: np.ndarray
    """moves, uint16."""
    value: np.ndarray
    """moves × players, float16: what each was taken to get, 0 … 1."""
    score: np.ndarray
    """moves × colors, float16: expected points."""
    searched: np.ndarray
    """Moves that were searched at length, uint32; of these alone the policy learns."""
    likely: np.ndarray
    """searched × targets, uint16: the moves looked at most, and …"""
    visits: np.ndarray
    """… how often, uint16; 0 where there are fewer."""


def write_lessons(lessons: Lessons, path: Path) -> None:
    """One compressed file, there at once and whole: a learner may be reading beside us."""
    with written(path) as draft:
        np.savez_compressed(draft, **{f.name: getattr(lessons, f.name) for f in fields(lessons)})


def lesson_paths(folder: Path, name: str) -> list[Path]:
    """The files of a configuration in a folder; a seed's, if it stands behind the name. `duo` has
    none of those of `duo-quick`, whose rules have other numbers."""
    return sorted(folder.glob(f"{name}-[0-9]*.npz"))


def read_lessons(folder: Path, name: str) -> Lessons:
    """All files of a configuration in a folder, as one."""
    paths = lesson_paths(folder, name)
    if not paths:
        raise Mistake(f"no lessons of {name!r} in {folder}: make some with training.teach")
    return joined([_read(path) for path in paths])


def _read(path: Path) -> Lessons:
    try:
        with path.open("rb") as stream, np.load(stream) as arrays:
            return Lessons(**{f.name: arrays[f.name] for f in fields(Lessons)})
    except (BadZipFile, EOFError, KeyError, TypeError, ValueError):
        raise Mistake(
            f"{path} holds no lessons, or is not whole yet: take it away, or copy it again"
        ) from None


def joined(parts: list[Lessons]) -> Lessons:
    """Several files' games after one another."""
    moves = np.cumsum([0, *(len(part.placement) for part in parts)])
    arrays = {
        f.name: np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Lessons)
    }
    shifted = [part.searched + before for part, before in zip(parts, moves[:-1], strict=True)]
    return Lessons(**(arrays | {"searched": np.concatenate(shifted)}))
