"""How many seconds a move of our engine may take: fixed, from a table, or like the opponent.

The last two keep an account of CPU time. What a move leaves (the machine was busy, the
answer was obvious) may be spent by later ones, so that over a game both sides use the same.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from cornerwise.arena.rows import ArenaError

LEAST = 0.005
"""Seconds that a move always gets."""
UNKNOWN = 0.1
"""Seconds for a first move while nothing is known of the others."""
CATCH_UP = 3.0
"""A move takes at most so many times its own share, however much was saved before."""


class Ledger:
    """CPU seconds of every move of a game after its opening, by side."""

    def __init__(self, sides: int) -> None:
        self.spent: list[list[float]] = [[] for _ in range(sides)]

    def others(self, seats: Sequence[int]) -> list[list[float]]:
        """What the sides that are not these seats' spent."""
        return [spent for side, spent in enumerate(self.spent) if side not in seats]


class Pace(Protocol):
    """Decides the seconds of a move."""

    @property
    def is_cpu(self) -> bool:
        """Whether they are CPU seconds, not the wall clock's."""

    def seconds(self, ledger: Ledger, side: int, own: Sequence[int]) -> float:
        """For the next move of a side; `own` are all sides of its engine."""


@dataclass(frozen=True)
class FixedPace:
    """Always the same."""

    each: float
    """Seconds a move, wall clock."""
    is_cpu: bool = field(default=False, init=False)

    def seconds(self, ledger: Ledger, side: int, own: Sequence[int]) -> float:
        return self.each


@dataclass(frozen=True)
class TablePace:
    """What another engine was measured to take for its first move, its second, and so on."""

    table: tuple[float, ...]
    """CPU seconds by number of the side's move; the last counts for all further ones."""
    is_cpu: bool = field(default=True, init=False)

    def seconds(self, ledger: Ledger, side: int, own: Sequence[int]) -> float:
        spent = ledger.spent[side]
        shares = [self.table[min(i, len(self.table) - 1)] for i in range(len(spent) + 1)]
        return _balanced(shares, spent)


class OpponentPace:
    """As much as the other engines take in this very game, move by move.

    Before they have moved it takes what their first moves took in earlier games; in the first
    game what it was told, or little, because what is saved can be made up for and what is spent
    cannot.
    """

    is_cpu = True

    def __init__(self, first: float | None = None) -> None:
        self.first = first or UNKNOWN

    def seconds(self, ledger: Ledger, side: int, own: Sequence[int]) -> float:
        others = [spent for spent in ledger.others(own) if spent]
        if others:
            self.first = sum(spent[0] for spent in others) / len(others)
        spent = ledger.spent[side]
        shares = [_mean_at(others, i, self.first) for i in range(len(spent) + 1)]
        return _balanced(shares, spent)


def _mean_at(lists: list[list[float]], i: int, first: float) -> float:
    """The mean of the i-th entries; a list that is shorter counts with its last."""
    at = [spent[min(i, len(spent) - 1)] for spent in lists]
    return sum(at) / len(at) if at else first


def _balanced(shares: Sequence[float], spent: Sequence[float]) -> float:
    """What is left of the shares so far, within reason for this move. (Systems count CPU time
    in hundredths of a second, so a quick move often counts as nothing: look at three.)"""
    left = sum(shares) - sum(spent)
    return max(LEAST, min(left, CATCH_UP * max(shares[-3:])))


def read_table(path: str, variant: str) -> TablePace:
    """The table of a variant in a file written by `cornerwise arena --profile`."""
    try:
        data = json.loads(Path(path).read_text("utf-8"))
        table = tuple(float(seconds) for seconds in data[variant])
    except OSError as error:
        raise ArenaError(f"time:{path}: {error.strerror}; is it a number or a file?") from None
    except KeyError:
        raise ArenaError(f"time:{path}: no times for {variant}; --profile adds them") from None
    except (ValueError, TypeError) as error:
        raise ArenaError(f"time:{path}: not a file of times: {error}") from None
    if not table:
        raise ArenaError(f"time:{path}: the list for {variant} is empty")
    return TablePace(table)
