"""What a player is given as on the command line.

random            any legal move
largest           any of the largest legal pieces, anywhere
level:7           our engine at a level
time:0.5          our engine, seconds a move
time:FILE         our engine, as many CPU seconds as another was measured to take
time:like-opponent   … as another takes in this very game; first:70 before it has moved
sims:1000         our engine, simulations a move
params:FILE,sims:1000   with other search parameters; threads:2 and memory:2048 (MB) likewise
anything else     the command line of a GTP engine
"""

import re
from dataclasses import dataclass

from cornerwise.arena.rows import ArenaError
from cornerwise.engine.limits import MAX_THREADS

LIKE_OPPONENT = "like-opponent"

_KEYS = ("level", "time", "first", "sims", "params", "threads", "memory")
_PART = re.compile(rf"({'|'.join(_KEYS)}):(.+)")


@dataclass(frozen=True, kw_only=True)
class OwnSpec:
    """Our engine, with what was said of it."""

    level: int | None = None
    time: str | None = None
    """Seconds a move, `like-opponent`, or a file."""
    first: int | None = None
    """Seconds for a move while nothing is known of an opponent that it is to be like."""
    simulations: int | None = None
    params: str | None = None
    """A file of search parameters that replace the tuned ones."""
    threads: int = 1
    memory: int | None = None
    """Megabytes of the tree, if not as many as usual."""


@dataclass(frozen=True)
class SimpleSpec:
    """A player that does not think."""

    name: str
    """`random` or `largest`."""


@dataclass(frozen=True)
class CommandSpec:
    """A GTP engine."""

    command: str


Spec = OwnSpec | SimpleSpec | CommandSpec


def parse_spec(text: str) -> Spec:
    """The player that a text means.

    >>> parse_spec("params:my.json,sims:500").simulations
    500
    >>> parse_spec("pentobi-gtp --quiet --level 3")
    CommandSpec(command='pentobi-gtp --quiet --level 3')
    """
    if text in ("random", "largest"):
        return SimpleSpec(text)
    parts = [_PART.fullmatch(part) for part in text.split(",")]
    found = {part[1]: part[2] for part in parts if part}
    if not found:
        if not text.strip():
            raise ArenaError("a player is missing: give level:7, sims:1000 or a command line")
        return CommandSpec(text)
    if len(found) < len(parts):
        raise ArenaError(f"player {text!r}: each part must be one of {', '.join(_KEYS)}, once")
    return _own(text, found)


def _own(text: str, found: dict[str, str]) -> OwnSpec:
    if not found.keys() & {"level", "time", "sims"}:
        raise ArenaError(f"player {text!r}: say how long it thinks: level:, time: or sims:")
    if "level" in found and found.keys() & {"time", "sims", "threads", "memory"}:
        raise ArenaError(f"player {text!r}: a level has its own limits; only params: goes with it")
    if "first" in found and found.get("time") != LIKE_OPPONENT:
        raise ArenaError(f"player {text!r}: first: goes with time:{LIKE_OPPONENT} only")
    return OwnSpec(
        level=_whole(found, "level", text),
        time=found.get("time"),
        first=_whole(found, "first", text),
        simulations=_whole(found, "sims", text),
        params=found.get("params"),
        threads=_whole(found, "threads", text, MAX_THREADS) or 1,
        memory=_whole(found, "memory", text),
    )


def _whole(found: dict[str, str], key: str, text: str, most: int = 10**10 - 1) -> int | None:
    value = found.get(key)
    if value is None:
        return None
    if not (value.isascii() and value.isdigit() and len(value) <= 12 and 0 < int(value) <= most):
        bound = "" if most >= 10**9 else f" to {most}"
        raise ArenaError(
            f"player {text!r}: {key} must be a whole number from 1{bound}, not {value!r}"
        )
    return int(value)
