"""What a match is and what is kept of each game: plain data, one JSON object a line."""

import random
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from cornerwise.rules import Variant
from cornerwise.rules import variant as find_variant

RESIGNED = "resigned"
"""The note of a forfeit that is no fault."""


class ArenaError(Exception):
    """The match cannot be played; the message says why and what to do."""


class EngineFailed(Exception):
    """A player loses the game it is in; the message says what it did."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What decides a match's games. A file of games belongs to one plan."""

    variant: str
    options: dict[str, Any]
    """The variant's options in force."""
    players: tuple[str, ...]
    """What the players were given as: `level:7` or a command line."""
    opening: str = "random"
    seatings: str = "even"
    seed: int = 1
    move_timeout: float = 600.0
    """Seconds (wall clock) after which a GTP engine has lost."""

    def rules(self) -> Variant:
        """The variant with its options."""
        return find_variant(self.variant, **self.options)


@dataclass(frozen=True)
class Job:
    """One game to play."""

    opening: int
    """Number of the opening, from 0."""
    seating: str
    begun: tuple[str, ...] | None = None
    """The opening's moves, where an earlier game of the same block says them."""

    @property
    def key(self) -> str:
        """What identifies the game in a match."""
        return f"{self.opening}/{self.seating}"

    def seed(self, plan: Plan, engine: str) -> int:
        """A seed for an engine, the same in every rerun."""
        return random.Random(f"{plan.seed}/{self.key}/{engine}").getrandbits(31)


@dataclass(frozen=True)
class Forfeit:
    """A side lost the game other than on the board."""

    side: int
    note: str
    """What the engine did, in words."""


@dataclass(frozen=True, kw_only=True)
class GameRow:
    """A finished game."""

    opening: int
    seating: str
    """The engine of each side: `AB`."""
    opening_plies: int
    """How many of the moves were the opening's."""
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    """By move after the opening: the side that chose it."""
    cpu: tuple[float, ...]
    """By move after the opening: CPU seconds."""
    wall: tuple[float, ...]
    """By move after the opening: seconds on the wall clock."""
    scores: tuple[int, ...]
    """By color."""
    points: tuple[int, ...]
    """By side."""
    places: tuple[int, ...]
    """By side: 1 is the winner; a side that forfeited is behind the others."""
    forfeits: tuple[Forfeit, ...] = field(default=())

    def __post_init__(self) -> None:
        """A file that somebody has changed is refused where it is read."""
        if not len(self.seating) == len(self.points) == len(self.places):
            raise ValueError("seating, points and places are of different numbers of sides")
        if not len(self.movers) == len(self.cpu) == len(self.wall):
            raise ValueError("movers, cpu and wall are of different numbers of moves")

    @property
    def job(self) -> Job:
        return Job(self.opening, self.seating)

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """By side: the win, divided between the sides in first place."""
        first = self.places.count(1)
        return tuple(1 / first if place == 1 else 0.0 for place in self.places)
