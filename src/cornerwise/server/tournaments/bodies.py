"""The bodies of requests and answers about tournaments."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cornerwise.server.seats import ClockSpec, Level, Name

Kind = Literal["round_robin", "swiss", "duplicate"]
Phase = Literal["open", "running", "over", "canceled"]
MAX_ROUNDS = 30
MAX_ENTRANTS = 256


class NewTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament to be made."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    kind: Kind
    variant: Annotated[str, Meta(max_length=40)]
    options: dict[str, str | list[int]] = {}
    clock: ClockSpec
    """Every tournament has one, or it might never end."""
    rounds: Annotated[int, Meta(ge=0, le=MAX_ROUNDS)] = 0
    """0: as many as the kind needs."""
    starts: Annotated[int, Meta(ge=0, le=10**15)] = 0
    """When it starts by itself, in milliseconds since 1970; 0: when its maker says so."""
    most: Annotated[int, Meta(ge=2, le=MAX_ENTRANTS)] = 64
    """Entrants at most."""
    level: Level = 4
    """Of the computers: the ones that everybody meets (duplicate), or those on seats left over.
    In a duplicate up to 9: level 10 takes its time and never plays the same game twice."""
    rated: bool = False
    entrant: Name = ""
    """How the maker is called, if the maker takes part; else empty."""


class EnterTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take part, or take part again."""

    name: Name = ""


class EntrantView(msgspec.Struct, frozen=True, kw_only=True):
    """One who takes part."""

    number: int
    name: str
    account: str
    """Public name of the account; empty for a guest."""
    is_out: bool
    """Has left, or did not show up."""


class StandingView(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the table of results."""

    place: int
    """Shared by who is equal in everything."""
    entrant: int
    score: float
    """A win is 1; a shared or middle place its share. In a duplicate: the share of the others
    who did worse with the same seat against the same computers."""
    games: int
    buchholz: float
    """The scores of all who were met."""
    sonneborn: float
    """The scores of those who were beaten, and half of the equals'."""
    points: int


class MeetingView(msgspec.Struct, frozen=True, kw_only=True):
    """One table of a round."""

    game: str
    """Empty for who has no game this round and gets a point."""
    entrants: list[int | None]
    """By player; None for a computer."""
    over: bool
    points: list[int]
    """By player, at the end."""
    scores: list[float]
    """By player, at the end."""


class RoundView(msgspec.Struct, frozen=True, kw_only=True):
    """One round."""

    number: int
    """From 1."""
    meetings: list[MeetingView]


class TournamentLine(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: str
    name: str
    kind: Kind
    variant: str
    clock: ClockSpec
    phase: Phase
    round: int
    """The round that is played; 0 before the first."""
    rounds: int
    """0 before the start, when it depends on how many come."""
    starts: int
    created: int
    entrants: int
    rated: bool


class TournamentList(msgspec.Struct, frozen=True, kw_only=True):
    """Tournaments, those that can still be entered first."""

    tournaments: list[TournamentLine]


class TournamentView(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament with everything."""

    line: TournamentLine
    options: dict[str, str | list[int]]
    level: int
    most: int
    is_maker: bool
    me: int | None
    """The sender's number among the entrants."""
    my_game: str
    """The game that waits for the sender now; empty if none does."""
    entrants: list[EntrantView]
    standings: list[StandingView]
    rounds: list[RoundView]
