"""The bodies of answers about ratings."""

import msgspec

from cornerwise.server.bodies import GameSummary


class RatingView(msgspec.Struct, frozen=True, kw_only=True):
    """A rating in one variant at one speed."""

    variant: str
    speed: str
    rating: float
    """400 more means odds of ten to one."""
    deviation: float
    """Of the rating: one standard deviation."""
    provisional: bool
    """Whether too little is known: shown with a question mark, and on no leaderboard."""
    games: int
    changed: int
    """When it last changed."""


class MyRatings(msgspec.Struct, frozen=True, kw_only=True):
    """The sender's own ratings; guests have them too."""

    ratings: list[RatingView]


class LeaderView(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a leaderboard."""

    place: int
    name: str
    rating: float
    deviation: float
    games: int
    is_program: bool


class ComputerView(msgspec.Struct, frozen=True, kw_only=True):
    """What a level of the computer is worth on the same scale."""

    level: int
    rating: float


class Leaderboard(msgspec.Struct, frozen=True, kw_only=True):
    """The accounts with the highest ratings, provisional ones left out."""

    variant: str
    speed: str
    players: list[LeaderView]
    total: int
    """Accounts on the whole board."""
    me: LeaderView | None
    """The sender's own line, wherever it is."""
    computers: list[ComputerView]


class SeatResults(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody did on a seat."""

    player: int
    games: int
    wins: int
    """First places, shared ones too."""
    points: float
    """On average."""


class VariantResults(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody did in a variant, rated or not."""

    variant: str
    games: int
    wins: int
    seats: list[SeatResults]


class OpeningView(msgspec.Struct, frozen=True, kw_only=True):
    """The pieces that somebody likes to begin with."""

    variant: str
    pieces: list[str]
    """Names, in the order of play."""
    games: int
    wins: int


class PlayerView(msgspec.Struct, frozen=True, kw_only=True):
    """A player's page, but for the curve and the games."""

    name: str
    """Of the account; empty for a guest who looks at the own page."""
    since: int
    """When the account was made; 0 for a guest."""
    is_me: bool
    is_program: bool
    ratings: list[RatingView]
    results: list[VariantResults]
    openings: list[OpeningView]


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """A rating after a game."""

    time: int
    game: str
    """Empty where it is another's and not public: who knows its address can watch it."""
    rating: float
    deviation: float


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """A rating over time; the oldest point first."""

    variant: str
    speed: str
    points: list[CurvePoint]


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a player's list."""

    summary: GameSummary
    player: int
    """The seat that the player had."""
    place: int
    points: int
    speed: str
    """Empty without a clock."""
    time: int
    """When it ended."""
    rated: bool
    change: float | None
    """Of the rating; None if it changed nothing (yet)."""


class PlayedGames(msgspec.Struct, frozen=True, kw_only=True):
    """A player's finished games, the last first."""

    games: list[PlayedGame]
    before: int | None
    """Give this as `before` to get the next ones; None at the end."""


class SeatRating(msgspec.Struct, frozen=True, kw_only=True):
    """What a game did to the rating of who sat on a seat."""

    player: int
    rating: float
    deviation: float
    provisional: bool
    change: float


class GameRatings(msgspec.Struct, frozen=True, kw_only=True):
    """What a game did to the ratings. Empty while it runs, and for the first game of a pair."""

    rated: bool
    """Whether the game counts."""
    waits_for_pair: bool
    """Whether it is the first of a pair: the second decides for both."""
    seats: list[SeatRating]
