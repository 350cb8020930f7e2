"""The lobby over the websocket: open seats, running games, who is here, pairing, invitations."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cornerwise.server.seats import ClockSpec, Name, SeatView
from cornerwise.server.wire import Action, FromClient, FromServer, MessageId, Player

LONGEST_WAIT = 86_400
"""Seconds after which an empty seat or a wish is given to a computer, at most."""
VariantName = Annotated[str, Meta(max_length=40)]
Wait = Annotated[int, Meta(ge=0, le=LONGEST_WAIT)]
"""Seconds; 0 for never."""


# From the page


class EnterLobby(FromClient, frozen=True, kw_only=True, tag="enter_lobby"):
    """Follow the lobby. Answered by `lobby`, then by `lobby_changed` as things change."""


class LeaveLobby(FromClient, frozen=True, kw_only=True, tag="leave_lobby"):
    """Follow it no longer. A wish to be paired stays."""


class Seek(FromClient, frozen=True, kw_only=True, tag="seek"):
    """Wish to be paired now. One wish a person: a new one takes the place of the old."""

    id: MessageId
    """The sender's own id for the wish. The same again, after a lost connection, keeps its
    place in the queue."""
    variant: VariantName
    clock: ClockSpec | None = None
    rated: bool = False
    paired: bool = False
    """For two players: two games with the colors swapped, rated as one result."""
    name: Name = ""
    """How to be called at the table."""
    computers_after: Wait = 60
    """Seconds after which computers are offered for the places still empty; 0 for never."""


class CancelSeek(FromClient, frozen=True, kw_only=True, tag="cancel_seek"):
    """Wish it no longer."""


class AcceptComputers(FromClient, frozen=True, kw_only=True, tag="accept_computers"):
    """Yes to the computers that `seeking` offered."""


class OfferSeat(Action, frozen=True, kw_only=True, tag="offer_seat"):
    """Open a free seat to anybody from the lobby, or close it again; who holds a seat may."""

    player: Player
    open: bool


# What the server says


class OpenGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game with a seat that anybody may take: `join` it, then `sit` without a key."""

    game: str
    variant: str
    options: dict[str, Any]
    seats: list[SeatView]
    """By player; those with `open` are to be had."""
    clock: ClockSpec | None
    rated: bool
    public: bool
    created: int
    fill_at: int | None
    """When computers take what is still empty, in milliseconds since 1970."""


class RunningGame(msgspec.Struct, frozen=True, kw_only=True):
    """A public game that is being played: `join` it to watch."""

    game: str
    variant: str
    options: dict[str, Any]
    seats: list[SeatView]
    clock: ClockSpec | None
    rated: bool
    created: int
    watchers: int
    """Open pages of people who hold no seat."""


class Queue(msgspec.Struct, frozen=True, kw_only=True):
    """People who wish to be paired for the same game."""

    variant: str
    clock: ClockSpec | None
    rated: bool
    paired: bool
    players: int
    """Whom the game needs."""
    waiting: int


class Lobby(FromServer, frozen=True, kw_only=True, tag="lobby"):
    """All of the lobby, as the sender sees it."""

    open: list[OpenGame]
    """The newest first, at most 100."""
    running: list[RunningGame]
    """The newest first, at most 60."""
    running_total: int
    """Public games that are being played."""
    queues: list[Queue]
    people: list[str]
    """Names of accounts that are here, in order, at most 200."""
    people_total: int
    guests: int
    """How many are here without an account."""


class LobbyChanged(FromServer, frozen=True, kw_only=True, tag="lobby_changed"):
    """What is different since the last `lobby` or `lobby_changed`."""

    open: list[OpenGame]
    """New ones, or with other seats."""
    running: list[RunningGame]
    """New ones, or with more or fewer watchers."""
    gone: list[str]
    """Games to forget: full, begun, over."""
    running_total: int
    queues: list[Queue]
    """All of them."""
    arrived: list[str]
    """Accounts."""
    left: list[str]
    people_total: int
    guests: int


class Seeking(FromServer, frozen=True, kw_only=True, tag="seeking"):
    """How the sender's wish stands; sent whenever that changes, and after a reconnection."""

    id: str
    """Of the wish."""
    state: Literal["waiting", "found", "ended"]
    variant: str
    clock: ClockSpec | None
    rated: bool
    paired: bool
    since: int
    waiting: int
    """How many wait for this, the sender included."""
    players: int
    offers_computers: bool
    """Whether `accept_computers` would begin the game now."""
    game: str = ""
    """The game that was found: join it."""


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody with an account is asked to a game."""

    id: str
    game: str
    key: str
    """Opens the seat: join the game with it and sit. Empty to who has sent the invitation."""
    player: int
    """The seat."""
    variant: str
    options: dict[str, Any]
    clock: ClockSpec | None
    rated: bool
    sender: str
    """Account, or the name at the table."""
    receiver: str
    """Account."""
    state: Literal["open", "declined"]
    time: int


class Invitations(FromServer, frozen=True, kw_only=True, tag="invitations"):
    """All open invitations of the sender, to every page of theirs; again when they change."""

    received: list[Invitation]
    sent: list[Invitation]
