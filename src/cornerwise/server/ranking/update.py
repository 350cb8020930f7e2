"""What a result changes. Pure: ratings in, ratings out, always the same digits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cornerwise.rules import Variant
from cornerwise.server.ranking.computers import computer_ratings
from cornerwise.server.ranking.outcome import SeatOutcome
from cornerwise.server.ranking.scale import NEWCOMER, Rating, model_of
from cornerwise.server.ranking.seat_worth import SeatWorth


@dataclass(frozen=True)
class Standing:
    """One player in what is rated: a game, or both games of a pair."""

    guest: str
    level: int
    place: float
    """The lower, the better; equal numbers share the place."""
    worth: SeatWorth
    """Of the seat."""


def standings(seats: Sequence[SeatOutcome], worths: Sequence[SeatWorth]) -> list[Standing]:
    """The players of a single game, by player."""
    return [
        Standing(seat.guest, seat.level, seat.rated_place, worths[seat.player]) for seat in seats
    ]


def pair_standings(
    first: Sequence[SeatOutcome], second: Sequence[SeatOutcome]
) -> list[Standing] | None:
    """Both games of a pair as one, by the players of the first; None if they are no pair.

    Who has the better places wins; one game each, the points decide, if both were played out.
    """
    swapped = list(reversed(second))
    if [(s.guest, s.level) for s in first] != [(s.guest, s.level) for s in swapped]:
        return None
    played_out = not any(seat.left for seat in (*first, *second))
    keys = [
        (a.rated_place + b.rated_place, -(a.points + b.points) * played_out)
        for a, b in zip(first, swapped, strict=True)
    ]
    # Everybody had every seat, so the seats are worth nothing.
    return [
        Standing(seat.guest, seat.level, 1 + sum(other < key for other in keys), SeatWorth())
        for seat, key in zip(first, keys, strict=True)
    ]


def rated(
    variant: Variant, players: Sequence[Standing], known: Mapping[str, Rating]
) -> dict[str, Rating]:
    """The new ratings of the people. `known` has who has played before; the others are new."""
    model, anchors = model_of(variant), computer_ratings(variant)
    before = [
        anchors[player.level] if player.level else known.get(player.guest, NEWCOMER)
        for player in players
    ]
    # The seat's worth is lent for the game: its luck is nobody's strength.
    mean = sum(rating.mu for rating in before) / len(before)
    lent = [player.worth.among(mean) for player in players]
    teams = [
        [model.rating(mu=before[p].mu + lent[p], sigma=before[p].sigma) for p in side.players]
        for side in variant.sides
    ]
    after: dict[str, Rating] = {}
    for number, side in enumerate(variant.sides):
        for member, p in enumerate(side.players):
            if not players[p].level:
                ranks = _ranks(variant, players, number, players[p].place)
                rating = model.rate(teams, ranks=ranks)[number][member]
                after[players[p].guest] = Rating(float(rating.mu) - lent[p], float(rating.sigma))
    return after


def _ranks(
    variant: Variant, players: Sequence[Standing], own: int, own_place: float
) -> list[float]:
    """By side. A side comes where its best member comes; but who left it comes where that one
    comes, without harm to the partner.
    """
    ranks = [min(players[p].place for p in side.players) for side in variant.sides]
    ranks[own] = own_place
    return [float(rank) for rank in ranks]
