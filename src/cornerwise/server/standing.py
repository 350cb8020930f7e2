"""Who came where for the rating: the computer's moves on a person's seat help nobody.

The result on the board stays what it is. For the rating, who deserted comes after all who
stayed, and of two deserters the first to go comes last.
"""

from cornerwise.server.state import GameState

MOST_BY_COMPUTER = 0.25
"""Share of a seat's moves that the computer may have made for who returned to it."""


def computer_share(state: GameState, player: int) -> float:
    """How much of a person's seat the computer has played, 0 to 1."""
    chosen = [
        by for decider, by in zip(state.deciders, state.chosen_by, strict=True) if decider == player
    ]
    return chosen.count("computer") / len(chosen) if chosen else 0.0


def deserted(state: GameState, player: int) -> bool:
    """Whether a person let the clock run out, was away at the end, or mostly away."""
    if state.seats[player].kind != "person":
        return False
    away = player in state.stand_ins or player in state.flags
    return away or computer_share(state, player) > MOST_BY_COMPUTER


def rated_places(state: GameState) -> list[int]:
    """By player: the place for the rating, 1 for the winner; equal places are shared.

    The game must be over. A member of a side who stayed keeps the side's place.
    """
    assert state.over is not None
    places = state.over.places
    keys = [
        (1, -_gone_at(state, player)) if deserted(state, player) else (0, places[player])
        for player in range(len(places))
    ]
    return [1 + sum(other < key for other in keys) for key in keys]


def _gone_at(state: GameState, player: int) -> int:
    found = [seen[player] for seen in (state.first_away, state.flags) if player in seen]
    return min(found, default=state.seq)
