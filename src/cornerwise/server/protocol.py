"""The messages between a page and the server, over one websocket at `/ws`.

This is the one declaration: the server decodes with these types, and the page's
TypeScript types are generated from them (`python -m cornerwise.server.typescript`).
docs/protocol.md shows a whole game.
"""

from typing import Literal

from cornerwise.server.events import Event
from cornerwise.server.lobby import messages as lobby
from cornerwise.server.manners import messages as manners
from cornerwise.server.manners.messages import Chat as Chat
from cornerwise.server.seats import Level, Name
from cornerwise.server.table import messages as table
from cornerwise.server.wire import Action as Action
from cornerwise.server.wire import FromClient as FromClient
from cornerwise.server.wire import FromServer as FromServer
from cornerwise.server.wire import GameId, Key, MessageId, MoveText, Player, Seq

MAX_MESSAGE = 4096
"""Bytes of a client's message; a longer one closes the socket."""


class Join(FromClient, frozen=True, kw_only=True, tag="join"):
    """Follow a game from after an event; 0 for all of it. Also after a lost connection."""

    game: GameId
    seq: Seq = 0
    key: Key = ""
    """The secret of the join link; lets the sender take a free seat. Watching needs none."""


class Leave(FromClient, frozen=True, kw_only=True, tag="leave"):
    """Follow a game no longer. The seats stay held."""

    game: GameId


class Ping(FromClient, frozen=True, kw_only=True, tag="ping"):
    """Is anybody there? Answered by `pong`."""

    id: MessageId = "ping"


class Sit(Action, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat (the key of the join link is needed), or rename one's own."""

    player: Player
    name: Name = ""
    key: Key = ""


class Fill(Action, frozen=True, kw_only=True, tag="fill"):
    """Put a computer on a free seat; anyone who holds a seat may."""

    player: Player
    level: Level


class Play(Action, frozen=True, kw_only=True, tag="play"):
    """Place a piece of the color to play."""

    move: MoveText
    """Cell names joined by commas."""


class Resign(Action, frozen=True, kw_only=True, tag="resign"):
    """Give up."""

    player: Player


class AskTakeback(Action, frozen=True, kw_only=True, tag="ask_takeback"):
    """Ask for a player's last move (and all after it) to be undone."""

    player: Player


class AnswerTakeback(Action, frozen=True, kw_only=True, tag="answer_takeback"):
    """Agree, or not, for every seat that the sender holds."""

    accept: bool


class AskRematch(Action, frozen=True, kw_only=True, tag="ask_rematch"):
    """A new game with the same people, each one seat further. The first to ask makes it."""


class MoveNow(FromClient, frozen=True, kw_only=True, tag="move_now"):
    """Ask the thinking computer to play the best move it has found."""

    game: GameId


class AskHint(FromClient, frozen=True, kw_only=True, tag="ask_hint"):
    """Ask the computer for a good move; only for who is to play. Answered by `hint`."""

    game: GameId
    id: MessageId


ClientMessage = (
    Join
    | Leave
    | Ping
    | Sit
    | Fill
    | Play
    | Resign
    | AskTakeback
    | AnswerTakeback
    | AskRematch
    | MoveNow
    | AskHint
    | table.Echo
    | table.Premove
    | table.Return
    | table.HandOver
    | table.CallStandIn
    | table.Claim
    | lobby.EnterLobby
    | lobby.LeaveLobby
    | lobby.Seek
    | lobby.CancelSeek
    | lobby.AcceptComputers
    | lobby.OfferSeat
    | Chat
)


class Joined(FromServer, frozen=True, kw_only=True, tag="joined"):
    """The answer to `join`: who the sender is here, and every event after the given one."""

    game: str
    events: list[Event]
    seq: int
    """The last event there is. Less than the page has? Then forget all and join from 0."""
    seats: list[int]
    """Players whose seats the sender holds."""
    kept: list[int]
    """Players whose seats are free, but held: in a rematch, by those who have yet to sit down."""
    key: str
    """The secret of the join link, for who holds a seat; else empty."""
    time: int
    """The server's clock, in milliseconds since 1970."""
    clock_since: int | None
    """From when the running clock counts, if one runs. (After a restart, from the loading.)"""


class Events(FromServer, frozen=True, kw_only=True, tag="events"):
    """New events, in order and already safe on disk. A gap in `seq` means: join again."""

    game: str
    events: list[Event]


class Seats(FromServer, frozen=True, kw_only=True, tag="seats"):
    """The sender's own seats have changed."""

    game: str
    seats: list[int]
    key: str


class RematchKey(FromServer, frozen=True, kw_only=True, tag="rematch_key"):
    """A private game has a rematch: told to all who follow it, before the event that says so."""

    game: str
    """The game that has a rematch."""
    key: str
    """The secret of the rematch's link."""


class Done(FromServer, frozen=True, kw_only=True, tag="done"):
    """An action of the sender is in the log, now or since an earlier try."""

    game: str
    id: str
    seq: int
    """The log's last event when this was sent."""


class Thinking(FromServer, frozen=True, kw_only=True, tag="thinking"):
    """The computer has begun to think. It ends with its `played`."""

    game: str
    player: int
    level: int
    since: int


class Presence(FromServer, frozen=True, kw_only=True, tag="presence"):
    """Who is connected just now."""

    game: str
    players: list[int]
    """Players with at least one open page."""
    watchers: int
    """Open pages of people who hold no seat."""


class Hint(FromServer, frozen=True, kw_only=True, tag="hint"):
    """A good move, to the one who asked."""

    game: str
    id: str
    seq: int
    """The event after which it was thought out; stale if the game has gone on."""
    move: str
    value: float
    """Chances of who asked, 0 to 1; if proven the result itself, 0 (last) to 1 (won)."""
    scores: list[float]
    """By color: expected final score."""
    line: list[str]
    """Best play that follows."""
    proven: bool
    """Looked through to the end: the values are certain."""
    reasons: table.ReasonsView


class Pong(FromServer, frozen=True, kw_only=True, tag="pong"):
    """The answer to `ping`. The page answers with `echo` at once, so that lag can be measured."""

    id: str
    time: int
    mark: str
    """To be sent back."""


ErrorCode = Literal[
    "unreadable",
    "too_large",
    "too_fast",
    "unknown_game",
    "unknown_person",
    "silenced",
    "banned",
    "not_joined",
    "not_yours",
    "sign_in",
    "bad_sign_in",
    "name_taken",
    "stale",
    "illegal",
    "not_now",
    "bad_key",
    "seat_taken",
    "busy",
]


class Error(FromServer, frozen=True, kw_only=True, tag="error"):
    """A message was refused; nothing has changed."""

    code: ErrorCode
    message: str
    """For people, in English; the page has its own words for `code` and `reason`."""
    game: str = ""
    id: str = ""
    """Of the refused action, where it had one."""
    seq: int | None = None
    """With `stale`: the log's last event."""
    reason: str | None = None
    """With `illegal`: over, turn, stock, occupied, edge, side, start, corner, unreadable."""
    rule: str | None = None
    cell: str | None = None


ServerMessage = (
    Joined
    | Events
    | Seats
    | RematchKey
    | Done
    | Thinking
    | Presence
    | Hint
    | Pong
    | Error
    | table.Premoves
    | lobby.Lobby
    | lobby.LobbyChanged
    | lobby.Seeking
    | lobby.Invitations
    | manners.ChatLine
    | manners.Warned
)
