"""The bodies of HTTP requests and answers. The page's types are generated from them too."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cornerwise.server.events import Event
from cornerwise.server.lobby.messages import Wait
from cornerwise.server.seats import ClockSpec, SeatChoice, SeatView


class SideView(msgspec.Struct, frozen=True, kw_only=True):
    """Players who add their scores, and the colors that count for them."""

    players: list[int]
    colors: list[int]


class VariantSummary(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the catalogue."""

    name: str
    title: dict[str, str]
    """By language: en, fr."""
    players: int
    colors: list[str]
    """Names, in the order of play."""
    controllers: list[list[int]]
    """By color: the players who place it, one placement each in turn."""
    sides: list[SideView]
    options: dict[str, Any]
    """The default of each option."""
    choices: dict[str, list[Any]]
    """What each option may be; the default first."""
    layout: str
    """Games on the same board have the same word: a page needs one picture for them."""


class PieceView(msgspec.Struct, frozen=True, kw_only=True):
    """A piece: its name, its size in cells, its distinct orientations."""

    name: str
    size: int
    orientations: list[int]
    """Numbers of the orientations, the one to show first at the head."""


class OrientationView(msgspec.Struct, frozen=True, kw_only=True):
    """A piece turned some way. Offsets are added to the grid place of its first cell."""

    piece: int
    cells: list[int]
    """Grid offsets of its cells; the first is 0. Placed, they are in the order of cell numbers."""
    kind: int
    """Kind of its first cell: it can stand only on a cell of this kind."""
    halo: list[int]
    """Offsets of places forbidden to the color afterwards."""
    attach: list[int]
    """Offsets of places where the color may continue."""
    shun: list[int]
    """Offsets of places that must not be the color's own already."""
    polygons: list[list[float]]
    """One for each of `cells`: x, y, x, y … in drawing units from its own upper left, y down."""
    width: float
    height: float
    clockwise: int
    """The orientation after one turn clockwise, as seen; likewise the next two."""
    counterclockwise: int
    flip: int
    """After turning over from left to right."""


class StartView(msgspec.Struct, frozen=True, kw_only=True):
    """Where colors may begin, as sets of start cells (bit s: start cell number s)."""

    cells: list[int]
    open: list[int]
    """By color: starts open to it while nobody has begun."""
    leaves: list[list[list[int]]]
    """`leaves[color][s][other]`: starts left to `other` once `color` has begun on s."""


class VariantView(msgspec.Struct, frozen=True, kw_only=True):
    """All that a page needs to draw a game, to hit-test, and to know which moves are legal."""

    name: str
    title: dict[str, str]
    players: int
    colors: list[str]
    controllers: list[list[int]]
    sides: list[SideView]
    options: dict[str, Any]
    choices: dict[str, list[Any]]
    copies: int
    """How many of each piece a color holds."""
    bonus: tuple[int, int]
    """Score of a color that has placed everything; and if the single-cell piece was last."""
    single: int
    """Number of the single-cell piece, or -1."""
    width: float
    """Of the whole board in drawing units; the edge of a cell is 1 long."""
    height: float
    turn: int
    """Degrees by which the board can be turned onto itself, to show each player's side nearest."""
    names: list[str]
    """By cell."""
    polygons: list[list[float]]
    """By cell: x, y, x, y … in drawing units from the board's upper left, y down."""
    places: list[int]
    """By cell: its place in the grid."""
    kinds: list[int]
    """By cell: its kind (a triangle points up or down)."""
    edges: list[list[int]]
    """By cell: its edge neighbors."""
    grid_size: int
    """Places in the grid. A place that belongs to no cell is off the board."""
    pieces: list[PieceView]
    orientations: list[OrientationView]
    starts: StartView


class NewGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game to be created."""

    variant: Annotated[str, Meta(max_length=40)]
    options: dict[str, str | list[int]] = {}
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=8)]
    """By player."""
    clock: ClockSpec | None = None
    public: bool = False
    """Listed for watchers, and for everybody to download."""
    private: bool = False
    """Only who holds a seat or has the link with the key can follow it."""
    rated: bool = False
    paired: bool = False
    """For two players: played twice with the colors swapped, and rated as one result."""
    fill_after: Wait = 0
    """Seconds after which computers take the seats that are still free; 0 for never."""


class GameMade(msgspec.Struct, frozen=True, kw_only=True):
    """A game was created."""

    game: str
    key: str
    """The secret of the join link: `/g/{game}#{key}`. Without it the link only watches."""
    seats: list[int]
    """Players whose seats the sender holds."""


class ImportGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record in Pentobi's format. Everybody in it becomes a seat of the sender's."""

    blksgf: Annotated[str, Meta(max_length=1_000_000)]


class ForkGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Play on from a position of a game: seats as for a new game."""

    ply: Annotated[int, Meta(ge=0, le=1000)]
    seats: Annotated[list[SeatChoice], Meta(min_length=1, max_length=8)]
    clock: ClockSpec | None = None


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a list, with enough to draw it small."""

    game: str
    variant: str
    options: dict[str, Any]
    seats: list[SeatView]
    mine: list[int]
    """Players whose seats the sender holds."""
    state: Literal["waiting", "playing", "over"]
    to_play: int | None
    """Color to play."""
    player: int | None
    """Who decides."""
    ply: int
    clock: ClockSpec | None = None
    public: bool = False
    private: bool = False
    rated: bool = False
    fill_at: int | None = None
    """When computers take the seats that are still free, while it waits for people."""
    owners: str
    """By cell, one character: `.` for empty, else the digit of the color."""
    scores: list[int]
    places: list[int]
    created: int
    changed: int


class GameList(msgspec.Struct, frozen=True, kw_only=True):
    """The sender's own games, the last changed first."""

    unfinished: list[GameSummary]
    finished: list[GameSummary]


class GameRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One game with its whole log."""

    summary: GameSummary
    events: list[Event]


class Me(msgspec.Struct, frozen=True, kw_only=True):
    """Who the sender is to the server."""

    guest: str
    """A public name for this device's guest, not its secret."""
    account: str
    """The name of the account that is signed in; empty for a guest."""
    is_moderator: bool
    can_mail: bool
    """Whether this server sends mails: sign-in links, notices."""
    can_passkey: bool
    """Whether browsers offer passkeys at this address."""


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The server runs."""

    version: str
    games: int
    """Rooms in memory."""
    sockets: int
    workers: int
    """Engine processes that run."""
    actions: int
    """Actions answered since the start."""
    p50_ms: float
    """Server time of the last actions, from receipt to the answers in the queues: the median."""
    p99_ms: float
    """The 99th percentile of the same."""


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """The server can take people."""

    ready: bool = True


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was refused; nothing has changed."""

    code: str
    message: str
