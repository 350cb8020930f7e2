"""What can happen in a game: the events of its log, in the form that is stored and sent.

A game is its list of events and nothing else: whoever reads them in order knows the
position, the clocks and the result. Events are never changed or removed; a takeback
is one more event.
"""

from typing import Any, Literal

import msgspec

from cornerwise.server.seats import ClockSpec, SeatView


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What all events have."""

    seq: int
    """Place in the game's log: 1, 2, 3 … without gaps."""
    time: int
    """When the server wrote it, in milliseconds since 1970."""


class Created(Happened, frozen=True, kw_only=True, tag="created"):
    """The first event: which game it is, and who sits where."""

    variant: str
    options: dict[str, Any]
    """The variant's options in force: start, contact, bonus."""
    seats: list[SeatView]
    """By player."""
    clock: ClockSpec | None = None
    setup: list[tuple[int, str]] = []
    """Color and placement of each piece that lies on the board before the first move."""
    to_play: int | None = None
    """Color that begins, when it is not the first."""
    opening: list[str] = []
    """Moves taken over from another game (a fork or an import), already played."""
    origin: str | None = None
    """The game that this one is a rematch or a fork of."""
    public: bool = False
    """Whether it is listed for watchers and can be downloaded by everybody."""
    private: bool = False
    """Whether only who holds a seat or has the key may follow or read it."""
    fill_after: int = 0
    """Seconds from the creation after which computers take the seats still free; 0 for never."""
    rated: bool = False
    """Whether its result counts for the players' ratings."""
    paired: bool = False
    """Whether it is played twice, seats swapped, so that both together are one rated result."""
    pair: str | None = None
    """The first game of a pair, when this is its second: the same players with colors swapped."""
    tournament: str | None = None
    """The tournament that it belongs to."""
    seed: int | None = None
    """Of the computers' choices, when several games shall meet the same computer players."""


class Sat(Happened, frozen=True, kw_only=True, tag="sat"):
    """Somebody took a free seat, or a computer was put there."""

    player: int
    seat: SeatView


class Started(Happened, frozen=True, kw_only=True, tag="started"):
    """Every seat is taken: the first clock runs."""

    clocks: list[int] | None = None
    """By player: milliseconds left. Absent in a game without clocks."""


class Played(Happened, frozen=True, kw_only=True, tag="played"):
    """A color placed a piece."""

    color: int
    player: int
    """Who decided."""
    move: str
    """The cells, by name: `e10,f10`."""
    ply: int
    """Moves on the board after it, the opening included."""
    id: str = ""
    """The sender's id for it; empty for the computer's moves."""
    by: Literal["person", "computer"] = "person"
    """Who chose it; also on a person's seat it may have been the computer."""
    premove: bool = False
    """Whether it was sent before the turn came, and cost no time."""
    lag: int = 0
    """Milliseconds of the way through the net that were not counted; `clocks` says so already."""
    clocks: list[int] | None = None


class Passed(Happened, frozen=True, kw_only=True, tag="passed"):
    """A color has no move left and is passed over from now on (R4.1)."""

    color: int


class Resigned(Happened, frozen=True, kw_only=True, tag="resigned"):
    """A player gave up, the clock ran out, or who left was given up by who stayed."""

    player: int
    reason: Literal["resigned", "time", "left"] = "resigned"
    clocks: list[int] | None = None


StandInReason = Literal["left", "time", "handed", "asked"]
"""No page open; the clock ran out; by the player's own wish; by the wish of who waited."""


class StandIn(Happened, frozen=True, kw_only=True, tag="stand_in"):
    """The computer plays on for a person, who keeps the seat and may return."""

    player: int
    level: int
    reason: StandInReason
    clocks: list[int] | None = None


class Returned(Happened, frozen=True, kw_only=True, tag="returned"):
    """The person plays again. (A move whose time had run out is still the computer's.)"""

    player: int
    clocks: list[int] | None = None


class TakebackAsked(Happened, frozen=True, kw_only=True, tag="takeback_asked"):
    """A player would like the last own move back."""

    player: int
    ply: int
    """Moves that would stay on the board."""
    waiting: list[int]
    """Players who have yet to agree."""


class TakebackAnswered(Happened, frozen=True, kw_only=True, tag="takeback_answered"):
    """One of the players asked has answered. A no ends the request."""

    player: int
    accept: bool


class Undone(Happened, frozen=True, kw_only=True, tag="undone"):
    """Moves were taken back (resignations after them too)."""

    ply: int
    """Moves that are left on the board."""
    clocks: list[int] | None = None


class Over(Happened, frozen=True, kw_only=True, tag="over"):
    """No color can move any more."""

    scores: list[int]
    """By color (R6)."""
    points: list[int]
    """By player: the scores that count for the player, added."""
    places: list[int]
    """By player: 1 for the winner; equal points share a place."""
    single_last: list[bool]
    """By color: all placed, and the single-cell piece last."""


class Rematch(Happened, frozen=True, kw_only=True, tag="rematch"):
    """A new game with the same people, each one seat further."""

    game: str


Event = (
    Created
    | Sat
    | Started
    | Played
    | Passed
    | Resigned
    | StandIn
    | Returned
    | TakebackAsked
    | TakebackAnswered
    | Undone
    | Over
    | Rematch
)
