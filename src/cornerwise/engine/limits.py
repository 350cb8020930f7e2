"""How long the computer may think."""

import math
import os
from dataclasses import dataclass, replace
from functools import cache
from numbers import Real
from typing import Any

MEGABYTE = 1 << 20
MAX_THREADS = 256
"""More would only make a machine stand still, or end the program where it gives no more."""
LEAST_MEMORY, DEFAULT_MEMORY, MOST_MEMORY = MEGABYTE, 512 * MEGABYTE, 2048 * MEGABYTE
MEMORY_A_SECOND = 32 * MEGABYTE
"""What a quick search fills in a second, and more."""
LEAST_SECONDS = 0.001
SOLVE_POSITIONS = 50_000
_ANY_NUMBER = 1 << 62
"""More than there is time for; no limit can be larger."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """When a search stops: at the first of these that is reached. None: no such limit."""

    seconds: float | None = None
    """Wall-clock seconds for one move; infinitely many are no limit."""
    simulations: int | None = None
    nodes: int | None = None
    """Nodes of the tree."""
    threads: int = 1
    memory: int | None = None
    """Bytes of the tree; when it is full the search goes on without growing it. None: 512 MB, or
    what the seconds may fill, up to 2 GB and a quarter of the machine's."""
    early_stop: bool = True
    """Whether a decided move ends the search before its limits."""
    solve_positions: int | None = None
    """Positions looked at to solve the end of a game exactly; 0 switches that off. None: what a
    part of the time allows where time is the only limit, otherwise 50,000."""

    @property
    def for_core(self) -> dict[str, Any]:
        """The same as the native search takes them, where 0 means no limit."""
        return {
            "seconds": self.seconds if self._is_timed else 0.0,
            "simulations": self.simulations or 0,
            "nodes": self.nodes or 0,
            "memory": self.room,
            "threads": self.threads,
            "stop_when_decided": self.early_stop,
            "solve_positions": self._solve_positions,
        }

    @property
    def room(self) -> int:
        """Bytes of the tree that these limits come to."""
        if self.memory is not None:
            return self.memory
        filled = (self.seconds or 0) * MEMORY_A_SECOND
        return max(DEFAULT_MEMORY, int(min(filled, MOST_MEMORY, _machine_memory() // 4)))

    @property
    def _solve_positions(self) -> int:
        if self.solve_positions is not None:
            return self.solve_positions
        by_time_alone = self._is_timed and self.simulations is None and self.nodes is None
        return _ANY_NUMBER if by_time_alone else SOLVE_POSITIONS

    @property
    def _is_timed(self) -> bool:
        return self.seconds is not None and math.isfinite(self.seconds)

    def __post_init__(self) -> None:
        for name in ("simulations", "nodes", "threads", "memory", "solve_positions"):
            value = getattr(self, name)
            if value is not None and not is_whole(value):
                raise ValueError(f"{name} must be a whole number, not {value!r}")
            if value is not None and value > _ANY_NUMBER:
                raise ValueError(f"{name} must be at most 2^62, not {value}")
        if self.seconds is not None and not isinstance(self.seconds, Real):
            raise ValueError(f"seconds must be a number, not {self.seconds!r}")
        for name in ("seconds", "simulations", "nodes"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"{name} must be above 0, not {value}")
        if self.solve_positions is not None and self.solve_positions < 0:
            raise ValueError(f"solve_positions must be at least 0, not {self.solve_positions}")
        if not 1 <= self.threads <= MAX_THREADS:
            raise ValueError(f"threads must be from 1 to {MAX_THREADS}, not {self.threads}")
        if self.memory is not None and self.memory < LEAST_MEMORY:
            raise ValueError(f"memory must be at least {LEAST_MEMORY:,} bytes, not {self.memory:,}")

    def after(self, spent: float) -> "Limits":
        """What is left when some seconds went by before the search could begin."""
        if self.seconds is None:
            return self
        return replace(self, seconds=max(LEAST_SECONDS, self.seconds - spent))


def is_whole(value: object) -> bool:
    """Whether it is a whole number of any kind, one of numpy's too; 1e6 and infinity are none."""
    return hasattr(type(value), "__index__")


@cache
def _machine_memory() -> int:
    """Bytes of the whole machine; 0 where it does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 0
