"""What counts of a finished game, read from its log. Pure: nothing is stored or asked here."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from cornerwise.play import Move
from cornerwise.server.events import Created
from cornerwise.server.speeds import speed_of
from cornerwise.server.standing import deserted, rated_places
from cornerwise.server.state import GameState

OPENING = 3
"""Own pieces that make an opening."""


@dataclass(frozen=True, kw_only=True)
class SeatOutcome:
    """How one seat ended."""

    player: int
    guest: str = ""
    """Who held it; empty for a computer."""
    level: int = 0
    """Of a computer; 0 for a person."""
    place: int
    """On the board: 1 for the winner."""
    rated_place: int
    """For the rating: who left ranks behind."""
    points: int
    left: bool = False
    """Whether the game was given up or left: then points say nothing."""
    opening: str = ""
    """The first own pieces, by name."""


@dataclass(frozen=True, kw_only=True)
class Finished:
    """A finished game."""

    game: str
    variant: str
    speed: str
    """Empty for a game without a clock."""
    time: int
    """Of its `over` event."""
    rated: bool
    """Whether it counts: it was meant to, and could."""
    paired: bool = False
    pair: str = ""
    """The first game of its pair, when it is the second."""
    public: bool = False
    tournament: str = ""
    seats: Sequence[SeatOutcome] = field(default=())


def finished(game: str, state: GameState, holders: Mapping[int, str]) -> Finished | None:
    """A game as it ended; None while it has not."""
    if state.over is None:
        return None
    made = state.made
    people = _people(made, holders)
    seats = tuple(_seat(state, player, people.get(player, "")) for player in _players(state))
    speed = speed_of(made.clock, state.game.variant) or ""
    return Finished(
        game=game,
        variant=made.variant,
        speed=speed,
        time=state.over.time,
        rated=bool(made.rated and speed) and _is_whole(made) and _are_distinct(seats),
        paired=made.paired,
        pair=made.pair or "",
        public=made.public and not made.private,
        tournament=made.tournament or "",
        seats=seats,
    )


def _players(state: GameState) -> range:
    return range(len(state.seats))


def _people(made: Created, holders: Mapping[int, str]) -> dict[int, str]:
    """Who played on which seat. A device with several seats says nothing about its owner, nor
    does a game taken over from elsewhere.
    """
    seats = Counter(holders.values())
    return {p: who for p, who in holders.items() if seats[who] == 1 and _is_whole(made)}


def _is_whole(made: Created) -> bool:
    """A game that began somewhere else than at the beginning says nothing."""
    return not made.setup and not made.opening and not made.to_play


def _are_distinct(seats: Sequence[SeatOutcome]) -> bool:
    """Every seat is a computer's or a person's of its own, and there is a person."""
    people = [seat.guest for seat in seats if not seat.level]
    return bool(people) and all(people) and len(set(people)) == len(people)


def _seat(state: GameState, player: int, guest: str) -> SeatOutcome:
    assert state.over is not None
    seat = state.seats[player]
    level = seat.level or 0 if seat.kind == "computer" else 0
    return SeatOutcome(
        player=player,
        guest="" if level else guest,
        level=level,
        place=state.over.places[player],
        rated_place=rated_places(state)[player],
        points=state.over.points[player],
        left=player in state.game.resigned or deserted(state, player),
        opening=_opening(state.game.moves, state.deciders, player),
    )


def _opening(moves: Sequence[Move], deciders: Sequence[int], player: int) -> str:
    own = [move for move, decider in zip(moves, deciders, strict=True) if decider == player]
    return " ".join(move.piece for move in own[:OPENING])
