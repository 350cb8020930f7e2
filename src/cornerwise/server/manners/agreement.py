"""Does somebody play far above their rating? Pure: counts in, a suspicion out.

The share of a person's moves that are as good as the engine's best is held against what is
usual at that rating, from everybody's finished rated games. What comes out is a flag for a
person to judge; a strong improver and a lucky streak look the same in a few games.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cornerwise.server import events as ev

OPENING = 2
"""A player's first moves are known by heart and say nothing."""
LEAST_CHOICE = 5
"""Positions with fewer legal moves say little."""
BAND = 150.0
"""Rating points within which people are alike."""
PRIOR_MOVES = 300
"""How many moves of others the measured curve weighs as much as."""
SPREAD = 1.6
"""The variance of a person's share beside that of coin tosses: moves of one game hang together."""
LEAST_GAMES, LEAST_MOVES = 4, 40
LEAST_EXCESS, LEAST_GAP = 4.0, 0.15
"""Standard deviations, and share of moves, above the usual: both are needed."""
CURVE = (
    (1000.0, 0.10),
    (1300.0, 0.16),
    (1500.0, 0.24),
    (1700.0, 0.31),
    (1900.0, 0.42),
    (2100.0, 0.50),
    (2300.0, 0.60),
)
"""Rating and share of near-best moves, from the computer's levels (tools/fit_agreement.py)."""


@dataclass(frozen=True)
class Sample:
    """One person's moves in one game."""

    game: str
    guest: str
    rating: float
    moves: int
    """That were looked at."""
    near: int
    """As good as the engine's best."""


@dataclass(frozen=True)
class Suspicion:
    """Far more than usual."""

    games: tuple[str, ...]
    """The most conspicuous first."""
    moves: int
    rating: float
    share: float
    usual: float
    excess: float
    """Standard deviations."""


def expected(rating: float) -> float:
    """The share of near-best moves at a rating, before anybody's games are known.

    >>> round(expected(1400), 2)
    0.2
    """
    if rating <= CURVE[0][0]:
        return CURVE[0][1]
    for (low, before), (high, after) in pairwise(CURVE):
        if rating <= high:
            return before + (after - before) * (rating - low) / (high - low)
    return CURVE[-1][1]


def usual(rating: float, others: Iterable[Sample]) -> float:
    """What is usual at a rating: the curve, corrected by people who are alike."""
    alike = [sample for sample in others if abs(sample.rating - rating) <= BAND]
    moves = sum(sample.moves for sample in alike)
    near = sum(sample.near for sample in alike)
    return (near + PRIOR_MOVES * expected(rating)) / (moves + PRIOR_MOVES)


def suspicion(mine: Sequence[Sample], others: Iterable[Sample]) -> Suspicion | None:
    """Whether somebody's last games are far above what is usual; None if not, or too few."""
    moves, near = sum(s.moves for s in mine), sum(s.near for s in mine)
    if len(mine) < LEAST_GAMES or moves < LEAST_MOVES:
        return None
    rating = sum(s.rating * s.moves for s in mine) / moves
    share, common = near / moves, usual(rating, others)
    excess = (near - moves * common) / math.sqrt(SPREAD * moves * common * (1 - common))
    if excess < LEAST_EXCESS or share - common < LEAST_GAP:
        return None
    ordered = sorted(mine, key=lambda s: s.near / max(1, s.moves), reverse=True)
    return Suspicion(tuple(s.game for s in ordered), moves, rating, share, common, excess)


def people_plies(events: Iterable[ev.Event]) -> dict[int, list[int]]:
    """By player: the plies that the person decided, computers' help and takebacks left out."""
    plies: dict[int, int] = {}
    for event in events:
        if isinstance(event, ev.Played):
            plies = {ply: player for ply, player in plies.items() if ply < event.ply}
            if event.by == "person":
                plies[event.ply] = event.player
        elif isinstance(event, ev.Undone):
            plies = {ply: player for ply, player in plies.items() if ply <= event.ply}
    found: dict[int, list[int]] = {}
    for ply, player in sorted(plies.items()):
        found.setdefault(player, []).append(ply)
    return {player: listed[OPENING:] for player, listed in found.items()}
