"""Seats and clocks as people choose them and as others see them."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

MAX_NAME = 40
LEVELS = (1, 10)

Name = Annotated[str, Meta(max_length=MAX_NAME)]
Level = Annotated[int, Meta(ge=LEVELS[0], le=LEVELS[1])]


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everybody may see it. Who holds it is the server's secret."""

    kind: Literal["person", "computer", "free"]
    name: str = ""
    """A person's name; empty when none was given."""
    level: int | None = None
    """A computer's level, 1 to 10."""
    account: str = ""
    """The public name of a person's account; empty for a guest. On a free seat: who is invited."""
    open: bool = False
    """Whether anybody may take this free seat; it is listed in the lobby."""


class SeatChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who shall sit on a seat of a new game."""

    kind: Literal["me", "here", "link", "open", "invite", "computer"]
    """Me; a friend on this device; a friend by link (the seat stays free); anybody from the
    lobby; somebody invited by name; the computer."""
    name: Name = ""
    """How to be called; with `invite`, the name of the account."""
    level: Level | None = None
    """Of a computer; 3 when none is given."""


class ClockSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time for each player. Either `initial` and `increment`, or `days`."""

    initial: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """Seconds at the start, for the whole game."""
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0
    """Seconds added after each move."""
    days: Annotated[int, Meta(ge=0, le=30)] = 0
    """If above 0: so many days for every single move, and nothing else counts."""

    def __post_init__(self) -> None:
        if not (self.initial or self.increment or self.days):
            raise ValueError("a clock needs seconds at the start, seconds for each move, or days")
