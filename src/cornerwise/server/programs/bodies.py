"""The bodies of requests and answers for programs."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cornerwise.server.events import Event
from cornerwise.server.seats import Name
from cornerwise.server.wire import Key, MessageId, MoveText, Player, Seq


class NewToken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A token to be made."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    """What it is for."""


class TokenView(msgspec.Struct, frozen=True, kw_only=True):
    """A token as it is listed: never the secret itself."""

    id: str
    name: str
    created: int
    used: int
    """When it was last seen; 0 for never."""


class TokenMade(msgspec.Struct, frozen=True, kw_only=True):
    """A new token. It is shown this once."""

    token: str
    view: TokenView


class TokenList(msgspec.Struct, frozen=True, kw_only=True):
    """The sender's tokens."""

    tokens: list[TokenView]


class BotPlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move of a program."""

    id: MessageId
    """The sender's own id of it: sent again, it is done once."""
    seq: Seq
    """The last event that the program knew."""
    move: MoveText


class BotResign(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program gives up."""

    id: MessageId
    seq: Seq
    player: Player


class BotSit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program takes a free seat."""

    id: MessageId
    seq: Seq
    player: Player
    name: Name = ""
    key: Key = ""


class BotDone(msgspec.Struct, frozen=True, kw_only=True):
    """It is in the log."""

    seq: int
    """The last event."""


class BotGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game as a program sees it: the log, and its own legal moves if it is to play."""

    game: str
    seats: list[int]
    """Players whose seats the program holds."""
    player: int | None
    """Who is to decide."""
    moves: list[str]
    """All legal moves, if one of the program's seats is to decide."""
    seq: int
    events: list[Event]


class BotLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A line of the stream. An empty line comes now and then: the connection is alive."""


class BotTurn(BotLine, frozen=True, kw_only=True, tag="turn"):
    """The program is to move."""

    game: str
    variant: str
    player: int
    seq: int
    clock: int | None
    """Milliseconds left; None without a clock."""


class BotOver(BotLine, frozen=True, kw_only=True, tag="over"):
    """A game has ended."""

    game: str
    seats: list[int]
    points: list[int]
    places: list[int]


class BotSeats(BotLine, frozen=True, kw_only=True, tag="seats"):
    """The program has taken seats in a game, or the game has been made with it."""

    game: str
    variant: str
    seats: list[int]
    phase: Literal["waiting", "playing", "over"]
