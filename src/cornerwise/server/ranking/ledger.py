"""The books: finished games go in, ratings follow from them, in one order for ever.

A pool is one variant at one speed. Its games are rated in the order of their end (time,
then id); `rating_pools` says how far. A game that comes in late, from another server,
moves the mark back and what follows it is rated again, so that the ratings never depend
on who wrote first. Functions here run inside a transaction of the store's writer.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from cornerwise.rules import VARIANTS
from cornerwise.server.ranking.outcome import Finished, SeatOutcome
from cornerwise.server.ranking.scale import NEWCOMER, Rating
from cornerwise.server.ranking.schema import (
    finished_games,
    outcomes,
    rating_pools,
    rating_steps,
    ratings,
    seat_worths,
)
from cornerwise.server.ranking.seat_worth import SeatWorth, worth_of
from cornerwise.server.ranking.update import Standing, pair_standings, rated, standings

Pool = tuple[str, str]
"""Variant and speed."""
Mark = tuple[int, str]
"""Time and game: a place in the order of a pool."""
BEGINNING: Mark = (-1, "")
LOCK = 0x5EA7
"""Of PostgreSQL's advisory locks: the books have one writer at a time among all servers."""


def lock(connection: sa.Connection) -> None:
    """Until the end of the transaction. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))


# Games come in


def record(connection: sa.Connection, game: Finished) -> None:
    """Enter a game, or enter it anew."""
    lock(connection)
    forget(connection, game.game)
    row = {k: v for k, v in asdict(game).items() if k != "seats"}
    connection.execute(sa.insert(finished_games), row)
    seats = [{"game": game.game, **asdict(seat)} for seat in game.seats]
    connection.execute(sa.insert(outcomes), seats)
    if game.rated:
        rewind(connection, (game.variant, game.speed), (game.time, game.game))


def forget(connection: sa.Connection, game: str) -> None:
    """Take a game out: it goes on after all, or is entered anew."""
    found = connection.execute(
        sa.select(finished_games).where(finished_games.c.game == game)
    ).one_or_none()
    if found is None:
        return
    if found.rated:
        rewind(connection, (found.variant, found.speed), (found.time, found.game))
    for table in (outcomes, finished_games):
        connection.execute(sa.delete(table).where(table.c.game == game))


def merge(connection: sa.Connection, old: str, new: str) -> None:
    """Before all rows of `old` become `new`'s: move back the mark of pools where both played.

    Until both had played, the steps of the one are simply the other's; from there on they
    have to be made again. What they played together was no contest.
    """
    lock(connection)
    first = (
        sa.select(
            finished_games.c.variant,
            finished_games.c.speed,
            sa.func.min(finished_games.c.time).label("time"),
        )
        .join(outcomes, outcomes.c.game == finished_games.c.game)
        .where(finished_games.c.rated)
        .group_by(finished_games.c.variant, finished_games.c.speed)
    )
    firsts = [
        {(row.variant, row.speed): row.time for row in connection.execute(query)}
        for query in (first.where(outcomes.c.guest == old), first.where(outcomes.c.guest == new))
    ]
    together = [_games_of(old), _games_of(new)]
    connection.execute(
        sa.update(finished_games)
        .where(*[finished_games.c.game.in_(games) for games in together])
        .values(rated=False)
    )
    for pool in firsts[0].keys() & firsts[1].keys():
        rewind(connection, pool, (max(times[pool] for times in firsts), ""))


def _games_of(guest: str) -> sa.Select[tuple[str]]:
    return sa.select(outcomes.c.game).where(outcomes.c.guest == guest)


# The mark moves


def mark_of(connection: sa.Connection, pool: Pool) -> Mark:
    """How far a pool is rated."""
    row = connection.execute(
        sa.select(rating_pools.c.time, rating_pools.c.game).where(_is(rating_pools, pool))
    ).one_or_none()
    return (row.time, row.game) if row else BEGINNING


def rewind(connection: sa.Connection, pool: Pool, to: Mark) -> None:
    """Undo every step at or after a place in the order; nothing to do if none was made."""
    if mark_of(connection, pool) < to:
        return
    later = _is(rating_steps, pool) & _from(rating_steps, to)
    guests = list(connection.scalars(sa.select(rating_steps.c.guest).where(later).distinct()))
    connection.execute(sa.delete(rating_steps).where(later))
    for guest in guests:
        _restore(connection, pool, guest)
    last = connection.execute(
        sa.select(finished_games.c.time, finished_games.c.game)
        .where(_is(finished_games, pool), finished_games.c.rated, ~_from(finished_games, to))
        .order_by(finished_games.c.time.desc(), finished_games.c.game.desc())
        .limit(1)
    ).one_or_none()
    _set_mark(connection, pool, (last.time, last.game) if last else BEGINNING)


def _restore(connection: sa.Connection, pool: Pool, guest: str) -> None:
    """Make a player's rating that of the last step left."""
    mine = _is(rating_steps, pool) & (rating_steps.c.guest == guest)
    last = connection.execute(
        sa.select(rating_steps)
        .where(mine)
        .order_by(rating_steps.c.time.desc(), rating_steps.c.game.desc())
        .limit(1)
    ).one_or_none()
    own = _is(ratings, pool) & (ratings.c.guest == guest)
    connection.execute(sa.delete(ratings).where(own))
    if last is not None:
        count = sa.select(sa.func.count()).select_from(rating_steps).where(mine)
        _put(connection, pool, guest, Rating(last.mu, last.sigma), connection.scalar(count) or 0,
             last.time)  # fmt: skip


def _next(connection: sa.Connection, pool: Pool, limit: int) -> Sequence[sa.Row[Any]]:
    query = (
        sa.select(finished_games)
        .where(_is(finished_games, pool), finished_games.c.rated)
        .where(_after(finished_games, mark_of(connection, pool)))
        .order_by(finished_games.c.time, finished_games.c.game)
        .limit(limit)
    )
    return connection.execute(query).all()


def waits(connection: sa.Connection, pool: Pool) -> bool:
    """Whether a pool has games that are not yet rated."""
    return bool(_next(connection, pool, 1))


def advance(connection: sa.Connection, pool: Pool, limit: int) -> int:
    """Rate the next games of a pool, at most so many; how many there were."""
    lock(connection)
    rows = _next(connection, pool, limit)
    for row in rows:
        _rate(connection, pool, row)
    if rows:
        _set_mark(connection, pool, (rows[-1].time, rows[-1].game))
    return len(rows)


def _rate(connection: sa.Connection, pool: Pool, row: sa.Row[Any]) -> None:
    players = _players(connection, row)
    if players is None:
        return
    guests = [player.guest for player in players if not player.level]
    known = _known(connection, pool, guests)
    before = {guest: rating for guest, (rating, _) in known.items()}
    for guest, after in rated(VARIANTS[pool[0]], players, before).items():
        old, count = known.get(guest, (NEWCOMER, 0))
        connection.execute(
            sa.insert(rating_steps),
            {
                "game": row.game, "guest": guest, "variant": pool[0], "speed": pool[1],
                "time": row.time, "mu": after.mu, "sigma": after.sigma,
                "change": after.mu - old.mu,
            },
        )  # fmt: skip
        connection.execute(sa.delete(ratings).where(_is(ratings, pool), ratings.c.guest == guest))
        _put(connection, pool, guest, after, count + 1, row.time)


def _players(connection: sa.Connection, row: sa.Row[Any]) -> list[Standing] | None:
    """Who is rated by a game; None for the first of a pair, which waits for the second."""
    if row.pair:
        first = seats_of(connection, row.pair)
        return pair_standings(first, seats_of(connection, row.game)) if first else None
    worth = worths(connection, row.variant)
    return None if row.paired else standings(seats_of(connection, row.game), worth)


def seats_of(connection: sa.Connection, game: str) -> list[SeatOutcome]:
    """How the seats of a game ended, by player."""
    query = sa.select(outcomes).where(outcomes.c.game == game).order_by(outcomes.c.player)
    fields = [column.name for column in outcomes.columns if column.name != "game"]
    return [
        SeatOutcome(**{name: getattr(row, name) for name in fields})
        for row in connection.execute(query)
    ]


def worths(connection: sa.Connection, variant: str) -> list[SeatWorth]:
    """What the seats of a variant are worth here, by player."""
    query = sa.select(seat_worths).where(seat_worths.c.variant == variant)
    found = {row.player: SeatWorth(row.worth, row.growth) for row in connection.execute(query)}
    return worth_of(VARIANTS[variant], found)


def _known(
    connection: sa.Connection, pool: Pool, guests: Sequence[str]
) -> dict[str, tuple[Rating, int]]:
    query = sa.select(ratings).where(_is(ratings, pool), ratings.c.guest.in_(guests))
    return {row.guest: (Rating(row.mu, row.sigma), row.games) for row in connection.execute(query)}


def _put(
    connection: sa.Connection, pool: Pool, guest: str, rating: Rating, games: int, time: int
) -> None:
    connection.execute(
        sa.insert(ratings),
        {
            "guest": guest, "variant": pool[0], "speed": pool[1], "mu": rating.mu,
            "sigma": rating.sigma, "games": games, "time": time,
        },
    )  # fmt: skip


def _set_mark(connection: sa.Connection, pool: Pool, mark: Mark) -> None:
    connection.execute(sa.delete(rating_pools).where(_is(rating_pools, pool)))
    row = {"variant": pool[0], "speed": pool[1], "time": mark[0], "game": mark[1]}
    connection.execute(sa.insert(rating_pools), row)


# Places in the order


def _is(table: sa.Table, pool: Pool) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.variant == pool[0], table.c.speed == pool[1])


def _from(table: sa.Table, mark: Mark) -> sa.ColumnElement[bool]:
    """At a place or after it."""
    same = sa.and_(table.c.time == mark[0], table.c.game >= mark[1])
    return sa.or_(table.c.time > mark[0], same)


def _after(table: sa.Table, mark: Mark) -> sa.ColumnElement[bool]:
    same = sa.and_(table.c.time == mark[0], table.c.game > mark[1])
    return sa.or_(table.c.time > mark[0], same)
