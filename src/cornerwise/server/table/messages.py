"""Messages about moves sent early, seats left and taken again, and the way through the net."""

from typing import Annotated

import msgspec
from msgspec import Meta

from cornerwise.server.wire import Action, FromClient, FromServer, MoveText, Player

MAX_PREMOVES = 10
ColorNumber = Annotated[int, Meta(ge=0, le=7)]
Mark = Annotated[str, Meta(min_length=1, max_length=16)]


class Echo(FromClient, frozen=True, kw_only=True, tag="echo"):
    """The answer to a `pong`, sent at once: so the server measures the way there and back."""

    mark: Mark


class Premove(Action, frozen=True, kw_only=True, tag="premove"):
    """Moves for a color's next turn: the first that is legal then is played at once.

    Replaces the list that was there; an empty one clears it. Nobody else sees it.
    """

    player: Player
    color: ColorNumber
    moves: Annotated[list[MoveText], Meta(max_length=MAX_PREMOVES)]
    """The best first."""


class Return(Action, frozen=True, kw_only=True, tag="return"):
    """Take one's seat again from the computer."""

    player: Player


class HandOver(Action, frozen=True, kw_only=True, tag="hand_over"):
    """Leave one's seat to the computer, so that the others can play on."""

    player: Player


class CallStandIn(Action, frozen=True, kw_only=True, tag="call_stand_in"):
    """Ask the computer to play for somebody whom the table waits for and who is not here."""

    player: Player


class Claim(Action, frozen=True, kw_only=True, tag="claim"):
    """End the game: only computers are left on the other sides, so who stayed has won."""


class PremoveList(msgspec.Struct, frozen=True, kw_only=True):
    """What the server keeps for one color's next turn."""

    player: int
    color: int
    moves: list[str]


class Premoves(FromServer, frozen=True, kw_only=True, tag="premoves"):
    """All lists of the seats that the receiver holds: after `joined` and after each change."""

    game: str
    lists: list[PremoveList]


class ReasonsView(msgspec.Struct, frozen=True, kw_only=True):
    """Why a move is good, for the page to put into words."""

    cells: int
    """Cells it places."""
    largest: bool
    """Whether no larger piece could be placed."""
    gains: list[str]
    """New cells where the color may continue."""
    blocks: dict[str, list[str]]
    """By enemy color (its number): the ways out it takes."""
    moves_before: dict[str, int]
    """By color that is not out: its legal moves before."""
    moves_after: dict[str, int]
    """The same, after."""
    toward_middle: bool
    """Whether it opens a way nearer to the middle than the color had."""
    ways_out: int
    """Cells from which the color can continue afterwards."""
    last_piece: bool
    """Whether everything is placed now."""


class HintView(msgspec.Struct, frozen=True, kw_only=True):
    """A good move and what the computer thinks of it."""

    move: str
    value: float
    """Chances of who asked, 0 to 1; if proven the result itself, 0 (last) to 1 (won)."""
    scores: list[float]
    """By color: expected final score."""
    line: list[str]
    """Best play that follows."""
    proven: bool
    """Looked through to the end: the values are certain."""
    reasons: ReasonsView
