"""Who sits where: every opening is played once in each seating of a balanced set.

A seating names an engine (A, B, …) for each side of the variant, in order: `ABBA`. In each
set, every engine sits at every side equally often, so that a seat's advantage cancels out.
"""

from collections.abc import Callable
from itertools import product

from cornerwise.rules import Variant

LETTERS = "ABCD"

Seating = str


def every_seating(engines: int, sides: int) -> list[Seating]:
    """All seatings in which every engine plays: 2 for two sides, 6 for three, 14 for four."""
    seatings = ("".join(letters) for letters in product(LETTERS[:engines], repeat=sides))
    return [seating for seating in seatings if len(set(seating)) == engines]


def even_seatings(engines: int, sides: int) -> list[Seating]:
    """Those in which all engines hold as many seats, give or take one.

    >>> even_seatings(2, 4)
    ['AABB', 'ABAB', 'ABBA', 'BAAB', 'BABA', 'BBAA']
    """
    counts = {seating: _counts(seating) for seating in every_seating(engines, sides)}
    return [seating for seating, held in counts.items() if max(held) - min(held) <= 1]


def single_seatings(engines: int, sides: int) -> list[Seating]:
    """Those in which one engine holds all seats but one for each other.

    >>> single_seatings(2, 4)
    ['AAAB', 'AABA', 'ABAA', 'ABBB', 'BAAA', 'BABB', 'BBAB', 'BBBA']
    """
    counts = {seating: _counts(seating) for seating in every_seating(engines, sides)}
    return [seating for seating, held in counts.items() if max(held) == sides - engines + 1]


def rotated_seatings(engines: int, sides: int) -> list[Seating]:
    """The engines in a fixed order around the table, turned to every seat.

    >>> rotated_seatings(2, 4), rotated_seatings(4, 4)
    (['ABAB', 'BABA'], ['ABCD', 'BCDA', 'CDAB', 'DABC'])
    """
    turned = {
        "".join(LETTERS[((side + seat) % sides + first) % engines] for side in range(sides))
        for seat in range(sides)
        for first in range(engines)
    }
    return sorted(turned)


SEATINGS: dict[str, Callable[[int, int], list[Seating]]] = {
    "even": even_seatings,
    "single": single_seatings,
    "rotations": rotated_seatings,
    "all": every_seating,
}
"""The sets of seatings by name."""


def default_seatings(engines: int) -> str:
    """Two engines meet in all even seatings; more of them, in all rotations."""
    return "even" if engines == 2 else "rotations"


def seatings_of(variant: Variant, engines: int, kind: str) -> list[Seating]:
    """The seatings of a match; `ValueError` if there are more engines than sides."""
    sides = len(variant.sides)
    if not 2 <= engines <= sides:
        raise ValueError(f"{variant.name} has {sides} sides: give 2 to {sides} players")
    return SEATINGS[kind](engines, sides)


def side_of_player(variant: Variant) -> list[int]:
    """By player: the number of its side. Partners are played by one engine."""
    sides = {player: i for i, side in enumerate(variant.sides) for player in side.players}
    return [sides[player] for player in range(variant.players)]


def _counts(seating: Seating) -> list[int]:
    return [seating.count(letter) for letter in set(seating)]
