"""What the server asks of a store: to append events, atomically, and to give them back.

A number that is already taken raises `Conflict`: that is the fence between two owners
of one game, and the reason why nothing can be written twice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeVar

import sqlalchemy as sa

from cornerwise.server.events import Event

T = TypeVar("T")
GamePhase = Literal["waiting", "playing", "over"]


class Conflict(Exception):
    """Another write came first: an event with this number is there already."""


@dataclass(frozen=True)
class Head:
    """What lists show of a game without its events; rewritten with every append."""

    phase: GamePhase
    seq: int
    """The last event."""
    changed: int
    """Its time."""
    acts: bool
    """Whether the server has to act on its own: a computer is to play, or a clock runs."""
    summary: bytes
    """JSON of a `GameSummary`, but for `mine`."""
    public: bool = False
    """Whether everybody may find it."""
    rated: bool = False
    open: bool = False
    """Whether it waits for people from the lobby."""


@dataclass(frozen=True)
class NewGame:
    """Create a game with its first events."""

    game: str
    variant: str
    events: Sequence[Event]
    holders: Sequence[str | None]
    """By player: the guest who holds the seat."""
    head: Head


@dataclass(frozen=True)
class Append:
    """Write further events of a game."""

    game: str
    events: Sequence[Event]
    head: Head
    guest: str = ""
    """Who acted; empty for the server itself."""
    id: str = ""
    """The sender's id of the action, kept with the first event."""
    holders: dict[int, str] = field(default_factory=dict)
    """Seats that change hands with it: player → guest; empty if nobody holds the seat now."""


@dataclass(frozen=True)
class Also:
    """Rows of another part that change with a game or not at all."""

    work: Callable[[sa.Connection], None]
    """May raise `Conflict`: then nothing of the commit happens."""


Change = NewGame | Append | Also


@dataclass(frozen=True)
class StoredGame:
    """A game as it was stored."""

    game: str
    events: list[Event]
    holders: dict[int, str]
    """Player → guest."""
    actions: dict[tuple[str, str], int]
    """(guest, id) → number of its first event: what was already done."""
    premoves: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    """(player, color) → moves sent early, the best first."""


@dataclass(frozen=True)
class Listed:
    """A game in a guest's list."""

    game: str
    phase: GamePhase
    summary: bytes
    mine: list[int]


class Store(Protocol):
    """Durable when it says so: after `commit` returns, a killed process loses nothing of it."""

    async def commit(self, *changes: Change) -> None:
        """All of the changes, or none (`Conflict`)."""

    async def load(self, game: str) -> StoredGame | None:
        """A game with all its events, or None."""

    async def games_of(self, guest: str, limit: int) -> list[Listed]:
        """Games in which a guest holds a seat, the last changed first."""

    async def waiting_for_server(self) -> list[str]:
        """Games in which the server has to act: asked once, when it starts."""

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Ask for what another part keeps in its own tables."""

    async def write(self, work: Callable[[sa.Connection], None]) -> None:
        """Change another part's tables, in a transaction that is committed on return."""

    async def close(self) -> None:
        """Finish what was begun and let go."""
