"""Questions to the books: leaderboards, players' pages. They run in a reader's thread."""

from typing import Any

import sqlalchemy as sa

from cornerwise.server.accounts.schema import accounts
from cornerwise.server.bodies import GameSummary
from cornerwise.server.programs.schema import tokens
from cornerwise.server.ranking import bodies
from cornerwise.server.ranking.scale import PROVISIONAL, Rating
from cornerwise.server.ranking.schema import finished_games, outcomes, rating_steps, ratings
from cornerwise.server.store.schema import games
from cornerwise.server.summary import listed

FAVORITES = 10
"""Openings on a player's page."""
MAX_POINTS = 2000
"""Of a curve."""
_programs = sa.select(tokens.c.guest)


# Ratings


def ratings_of(connection: sa.Connection, guest: str) -> list[bodies.RatingView]:
    """All ratings of a person, the best known first."""
    query = sa.select(ratings).where(ratings.c.guest == guest)
    rows = connection.execute(query.order_by(ratings.c.games.desc(), ratings.c.variant))
    return [
        bodies.RatingView(
            variant=row.variant, speed=row.speed, rating=row.mu, deviation=row.sigma,
            provisional=Rating(row.mu, row.sigma).is_provisional, games=row.games,
            changed=row.time,
        )
        for row in rows
    ]  # fmt: skip


def leaders(
    connection: sa.Connection, variant: str, speed: str, limit: int, skip: int
) -> tuple[list[bodies.LeaderView], int]:
    """A part of a leaderboard, and how long the whole is."""
    board = _board(variant, speed)
    query = board.order_by(ratings.c.mu.desc(), accounts.c.name).limit(limit).offset(skip)
    total = connection.scalar(sa.select(sa.func.count()).select_from(board.subquery())) or 0
    rows = connection.execute(query).all()
    return [_leader(skip + number, row) for number, row in enumerate(rows, 1)], total


def leader(
    connection: sa.Connection, variant: str, speed: str, guest: str
) -> bodies.LeaderView | None:
    """A person's own line, if it is on the board."""
    board = _board(variant, speed)
    row = connection.execute(board.where(ratings.c.guest == guest)).one_or_none()
    if row is None:
        return None
    above = board.where(
        (ratings.c.mu > row.mu) | ((ratings.c.mu == row.mu) & (accounts.c.name < row.name))
    )
    ahead = connection.scalar(sa.select(sa.func.count()).select_from(above.subquery())) or 0
    return _leader(ahead + 1, row)


def _board(variant: str, speed: str) -> sa.Select[Any]:
    is_program = accounts.c.id.in_(_programs).label("is_program")
    return (
        sa.select(accounts.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.games, is_program)
        .join(accounts, accounts.c.id == ratings.c.guest)
        .where(ratings.c.variant == variant, ratings.c.speed == speed)
        .where(ratings.c.sigma <= PROVISIONAL)
    )


def _leader(place: int, row: sa.Row[Any]) -> bodies.LeaderView:
    return bodies.LeaderView(
        place=place, name=row.name, rating=row.mu, deviation=row.sigma, games=row.games,
        is_program=bool(row.is_program),
    )  # fmt: skip


# A player's page


def player_view(connection: sa.Connection, guest: str, *, is_me: bool) -> bodies.PlayerView:
    """Everything but the curve and the games."""
    account = connection.execute(
        sa.select(accounts.c.name, accounts.c.created).where(accounts.c.id == guest)
    ).one_or_none()
    is_program = connection.scalar(sa.select(sa.exists(_programs.where(tokens.c.guest == guest))))
    return bodies.PlayerView(
        name=account.name if account else "",
        since=account.created if account else 0,
        is_me=is_me,
        is_program=bool(is_program),
        ratings=ratings_of(connection, guest),
        results=_results(connection, guest),
        openings=_openings(connection, guest),
    )


def _results(connection: sa.Connection, guest: str) -> list[bodies.VariantResults]:
    won = sa.func.sum(sa.case((outcomes.c.place == 1, 1), else_=0))
    query = (
        sa.select(
            finished_games.c.variant,
            outcomes.c.player,
            sa.func.count().label("games"),
            won.label("wins"),
            sa.func.avg(outcomes.c.points).label("points"),
        )
        .join(finished_games, finished_games.c.game == outcomes.c.game)
        .where(outcomes.c.guest == guest)
        .group_by(finished_games.c.variant, outcomes.c.player)
        .order_by(finished_games.c.variant, outcomes.c.player)
    )
    by_variant: dict[str, list[bodies.SeatResults]] = {}
    for row in connection.execute(query):
        seat = bodies.SeatResults(
            player=row.player, games=row.games, wins=int(row.wins), points=float(row.points)
        )
        by_variant.setdefault(row.variant, []).append(seat)
    found = [
        bodies.VariantResults(
            variant=variant,
            games=sum(seat.games for seat in seats),
            wins=sum(seat.wins for seat in seats),
            seats=seats,
        )
        for variant, seats in by_variant.items()
    ]
    return sorted(found, key=lambda results: -results.games)


def _openings(connection: sa.Connection, guest: str) -> list[bodies.OpeningView]:
    count = sa.func.count()
    won = sa.func.sum(sa.case((outcomes.c.place == 1, 1), else_=0))
    query = (
        sa.select(
            finished_games.c.variant, outcomes.c.opening, count.label("games"), won.label("wins")
        )
        .join(finished_games, finished_games.c.game == outcomes.c.game)
        .where(outcomes.c.guest == guest, outcomes.c.opening != "")
        .group_by(finished_games.c.variant, outcomes.c.opening)
        .order_by(count.desc(), finished_games.c.variant, outcomes.c.opening)
        .limit(FAVORITES)
    )
    return [
        bodies.OpeningView(
            variant=row.variant, pieces=row.opening.split(), games=row.games, wins=int(row.wins)
        )
        for row in connection.execute(query)
    ]


def curve(
    connection: sa.Connection, guest: str, variant: str, speed: str, *, everything: bool
) -> list[bodies.CurvePoint]:
    """The last steps of a rating, the oldest first; of another's games the public ones by id."""
    query = (
        sa.select(rating_steps, finished_games.c.public)
        .join(finished_games, finished_games.c.game == rating_steps.c.game)
        .where(rating_steps.c.guest == guest)
        .where(rating_steps.c.variant == variant, rating_steps.c.speed == speed)
        .order_by(rating_steps.c.time.desc(), rating_steps.c.game.desc())
        .limit(MAX_POINTS)
    )
    rows = connection.execute(query).all()
    return [
        bodies.CurvePoint(
            time=row.time,
            game=row.game if everything or row.public else "",
            rating=row.mu,
            deviation=row.sigma,
        )
        for row in reversed(rows)
    ]


def played_games(
    connection: sa.Connection,
    guest: str,
    *,
    everything: bool,
    variant: str,
    before: int,
    limit: int,
) -> bodies.PlayedGames:
    """Finished games of a person; of another's only the public ones."""
    query = (
        sa.select(outcomes, finished_games, games.c.summary, rating_steps.c.change)
        .join(finished_games, finished_games.c.game == outcomes.c.game)
        .join(games, games.c.id == outcomes.c.game)
        .outerjoin(
            rating_steps,
            (rating_steps.c.game == outcomes.c.game) & (rating_steps.c.guest == outcomes.c.guest),
        )
        .where(outcomes.c.guest == guest, finished_games.c.time < before)
        .order_by(finished_games.c.time.desc(), outcomes.c.game, outcomes.c.player)
        .limit(limit)
    )
    if not everything:
        query = query.where(finished_games.c.public)
    if variant:
        query = query.where(finished_games.c.variant == variant)
    rows = connection.execute(query).all()
    shown = [(row, listed(row.game, row.summary, [])) for row in rows]
    return bodies.PlayedGames(
        games=[_played(row, summary) for row, summary in shown if summary is not None],
        before=rows[-1].time if len(rows) == limit else None,
    )


def _played(row: sa.Row[Any], summary: GameSummary) -> bodies.PlayedGame:
    return bodies.PlayedGame(
        summary=summary, player=row.player, place=row.place,
        points=row.points, speed=row.speed, time=row.time, rated=row.rated, change=row.change,
    )  # fmt: skip


# A game


def game_ratings(connection: sa.Connection, game: str) -> bodies.GameRatings:
    """What a finished game did; all empty for one that is not in the books."""
    found = connection.execute(
        sa.select(finished_games).where(finished_games.c.game == game)
    ).one_or_none()
    query = (
        sa.select(outcomes.c.player, rating_steps)
        .join(
            rating_steps,
            (rating_steps.c.game == outcomes.c.game) & (rating_steps.c.guest == outcomes.c.guest),
        )
        .where(outcomes.c.game == game)
        .order_by(outcomes.c.player)
    )
    seats = [
        bodies.SeatRating(
            player=row.player, rating=row.mu, deviation=row.sigma, change=row.change,
            provisional=Rating(row.mu, row.sigma).is_provisional,
        )
        for row in connection.execute(query)
    ]  # fmt: skip
    rated = found is not None and bool(found.rated)
    waits = rated and found is not None and bool(found.paired) and not found.pair
    return bodies.GameRatings(rated=rated, waits_for_pair=waits, seats=seats)
