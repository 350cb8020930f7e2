"""Bodies of the study board's requests and answers. The page's types are generated from them."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cornerwise.notation import MAX_STEPS, Mark
from cornerwise.server.table.messages import ReasonsView
from cornerwise.server.wire import MoveText, Player

MOST_MOVES = 8
"""Of an answer."""
MOST_PLIES = 1000
"""Of a game, with its setup."""

VariantName = Annotated[str, Meta(max_length=40)]
Color = Annotated[int, Meta(ge=0, le=3)]
LyingPieces = Annotated[list[tuple[Color, MoveText]], Meta(max_length=MOST_PLIES)]
"""Color and cells of each piece that lies there before the first move."""


class AskAnalysis(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to look at, and for how long."""

    variant: VariantName
    options: dict[str, Any] = {}
    setup: LyingPieces = []
    to_play: Color | None = None
    """Who begins after the setup; null for the usual color."""
    history: Annotated[list[MoveText | Player], Meta(max_length=MOST_PLIES)] = []
    """Moves as text; a number is a player who resigned."""
    seconds: Annotated[float, Meta(ge=0.1, le=10)] = 1.0


class StudyMove(msgspec.Struct, frozen=True, kw_only=True):
    """One move as the computer sees it."""

    move: str
    share: float
    """Of all that it looked at, 0 to 1: how much of it went into this move."""
    values: list[float]
    """By player: chances after it, as shares of the win; those of all sides make 1."""
    scores: list[float]
    """By color: expected final score."""
    proven: bool
    """Looked through to the end: who wins is certain."""
    line: list[str]
    """Best play that follows, without the move itself."""


class AnalysisView(msgspec.Struct, frozen=True, kw_only=True):
    """What the computer thinks of a position."""

    player: int
    """Who decides."""
    color: int
    """Whose turn it is."""
    values: list[float]
    """By player: chances with the best move."""
    moves: list[StudyMove]
    """Best first: one at least, eight at most."""
    reasons: ReasonsView
    """Why the best move is good."""
    simulations: int
    """All that this rests on. Of two answers the better one is proven, or has more of them."""
    seconds: float
    """Of thought for this answer."""
    hurried: bool
    """It ended early because somebody else came first: asked again, it comes to more."""


class StudyNode(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move or a resignation in a tree; the first is the beginning, in which nothing happens."""

    parent: Annotated[int, Meta(ge=-1)]
    """Place in the list of what comes before; -1 for the beginning."""
    color: Color | None
    """Of a move."""
    move: MoveText | None
    resigned: Player | None
    """The player who gave up; then there is no move."""
    comment: str
    """At the beginning: the game's own."""
    mark: Literal[Mark, ""]
    """What somebody thinks of the move; empty for nothing."""


class StudyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game with all its variations."""

    variant: VariantName
    options: dict[str, Any]
    setup: LyingPieces
    to_play: Color | None
    """Who begins, where it is not the usual color."""
    players: Annotated[list[str], Meta(max_length=8)]
    """Their names; empty for who has none."""
    info: dict[Literal["date", "event", "round", "time"], str]
    """What else the file says about the game."""
    nodes: Annotated[list[StudyNode], Meta(min_length=1, max_length=MAX_STEPS + 1)]
    """Parents first. The first child in the list is the main line, the others are variations."""


class OpenStudy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text of a file in Pentobi's format."""

    blksgf: str


class OpenedStudy(msgspec.Struct, frozen=True, kw_only=True):
    """What a file holds."""

    study: StudyFile
    left_out: int
    """Moves in variations that cannot be played, and are not in the tree."""


class SavedStudy(msgspec.Struct, frozen=True, kw_only=True):
    """A study as the text of a file in Pentobi's format."""

    blksgf: str
