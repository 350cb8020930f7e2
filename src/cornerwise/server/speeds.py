"""How fast a game is, from its clock. Players have a rating for each speed of each game."""

from typing import Literal

from cornerwise.rules import Variant
from cornerwise.server.seats import ClockSpec

Speed = Literal["blitz", "rapid", "slow", "days"]
SPEEDS: tuple[Speed, ...] = ("blitz", "rapid", "slow", "days")
BLITZ, RAPID = 5 * 60, 20 * 60
"""Seconds for a player's whole game: up to here."""


def speed_of(clock: ClockSpec | None, variant: Variant) -> Speed | None:
    """The speed of a game; None without a clock (and then it cannot be rated).

    >>> from cornerwise.rules import variant
    >>> speed_of(ClockSpec(initial=180, increment=2), variant("duo"))
    'blitz'
    """
    if clock is None or not (clock.days or clock.initial or clock.increment):
        return None
    if clock.days:
        return "days"
    seconds = clock.initial + clock.increment * own_moves(variant)
    return "blitz" if seconds <= BLITZ else "rapid" if seconds <= RAPID else "slow"


def own_moves(variant: Variant) -> int:
    """About as many moves as a player decides in a game: most of the pieces find a place."""
    pieces = len(variant.pieces) * variant.copies
    colors = len(variant.controllers) / variant.players
    return round(0.75 * pieces * colors)
