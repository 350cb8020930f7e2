"""How a game ended, or stands: scores by color, points and places by player (R6)."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """The ranking of the players. Members of a side share points and place."""

    scores: tuple[int, ...]
    """By color: minus the cells not placed, or the bonus."""
    points: tuple[int, ...]
    """By player: the scores that count for the player, added."""
    places: tuple[int, ...]
    """By player: 1 is the winner; equal points share a place."""
    side_of: tuple[int, ...]
    """By player: the number of its side."""
    resigned: tuple[int, ...] = ()
    """Players who gave up: they rank behind everybody who did not."""

    @property
    def winners(self) -> tuple[int, ...]:
        """Players in first place."""
        return tuple(player for player, place in enumerate(self.places) if place == 1)

    @property
    def win_shares(self) -> tuple[float, ...]:
        """By player: the win, divided between the sides that share first place.

        Members of one side each get the whole share of their side.
        """
        sides = len({self.side_of[player] for player in self.winners})
        return tuple(1 / sides if place == 1 else 0.0 for place in self.places)


def rank(
    scores: tuple[int, ...],
    points: tuple[int, ...],
    side_of: tuple[int, ...],
    resigned: tuple[int, ...] = (),
) -> Result:
    """Places from points; a side has resigned when all of its players have."""
    players = range(len(points))
    gone = {
        side
        for side in set(side_of)
        if all(player in resigned for player in players if side_of[player] == side)
    }
    standing = {side_of[p]: (side_of[p] not in gone, points[p]) for p in players}
    places = tuple(
        1 + sum(other > standing[side_of[p]] for other in standing.values()) for p in players
    )
    return Result(scores, points, places, side_of, resigned)
