"""Ratings from nothing but the log of the games, to the last digit; and the seats' worth."""

import logging
from collections.abc import Callable
from functools import partial

import sqlalchemy as sa

from cornerwise.rules import VARIANTS, Variant
from cornerwise.server.damage import Damaged, reading
from cornerwise.server.ranking import ledger
from cornerwise.server.ranking.computers import computer_ratings
from cornerwise.server.ranking.outcome import Finished, SeatOutcome, finished
from cornerwise.server.ranking.ranking import CHUNK, Ranking
from cornerwise.server.ranking.schema import (
    finished_games,
    outcomes,
    rating_pools,
    rating_steps,
    ratings,
    seat_worths,
)
from cornerwise.server.ranking.seat_worth import Sample, SeatWorth, fit, shipped
from cornerwise.server.state import GameState
from cornerwise.server.store import Store
from cornerwise.server.store.schema import games

log = logging.getLogger(__name__)
Progress = Callable[[int], None]
"""Told how many games have been read."""


async def recompute(store: Store, told: Progress = lambda _: None) -> int:
    """Forget all ratings and work them out again; how many games there were."""
    await store.write(_clear)
    count, after = 0, ""
    while ids := await store.read(partial(_over, after=after)):
        for game in ids:
            if ended := await _ended(store, game):
                await store.write(partial(ledger.record, game=ended))
                count += 1
        after = ids[-1]
        told(count)
    await _rate(store)
    return count


async def _ended(store: Store, game: str) -> Finished | None:
    """How a game ended; one that cannot be read must not keep all the others from counting."""
    try:
        with reading(game):
            stored = await store.load(game)
            return finished(game, GameState(stored.events), stored.holders) if stored else None
    except Damaged as damage:
        log.error("%s; it does not count", damage)
        return None


async def _rate(store: Store) -> None:
    ranking = Ranking(store, lambda: 0)
    for pool in await store.read(_pools):
        await ranking.advance(pool)


def _clear(connection: sa.Connection) -> None:
    ledger.lock(connection)
    for table in (rating_steps, ratings, rating_pools, outcomes, finished_games):
        connection.execute(sa.delete(table))


def _over(connection: sa.Connection, after: str) -> list[str]:
    query = sa.select(games.c.id).where(games.c.phase == "over", games.c.id > after)
    return list(connection.scalars(query.order_by(games.c.id).limit(CHUNK)))


def _pools(connection: sa.Connection) -> list[ledger.Pool]:
    query = sa.select(finished_games.c.variant, finished_games.c.speed)
    rows = connection.execute(query.where(finished_games.c.rated).distinct())
    return [(row.variant, row.speed) for row in rows]


# The seats' worth, from the games played here


async def refit(store: Store) -> dict[str, list[SeatWorth]]:
    """Fit what seats are worth to the rated games, write it down, rate everything again."""
    found = {}
    for name in VARIANTS:
        samples = await store.read(partial(_samples, name=name))
        if samples:
            found[name] = _fitted(name, samples)
    await store.write(lambda c: _write(c, found))
    await recompute(store)
    return found


def _fitted(name: str, samples: list[Sample]) -> list[SeatWorth]:
    """By player: members of a side share its worth; what was shipped is the first guess."""
    variant = VARIANTS[name]
    before = shipped().get(name, [SeatWorth()] * variant.players)
    by_side = fit(samples, [before[side.players[0]] for side in variant.sides])
    side_of = {p: number for number, side in enumerate(variant.sides) for p in side.players}
    return [by_side[side_of[player]] for player in range(variant.players)]


def _samples(connection: sa.Connection, name: str) -> list[Sample]:
    """Rated games with the strengths that the players have now."""
    variant = VARIANTS[name]
    anchors = computer_ratings(variant)
    known = {
        (row.guest, row.speed): row.mu
        for row in connection.execute(sa.select(ratings).where(ratings.c.variant == name))
    }
    query = sa.select(finished_games).where(
        finished_games.c.variant == name, finished_games.c.rated
    )
    samples = []
    for row in connection.execute(query.order_by(finished_games.c.time, finished_games.c.game)):
        seats = ledger.seats_of(connection, row.game)
        strengths = [
            anchors[seat.level].mu if seat.level else known.get((seat.guest, row.speed))
            for seat in seats
        ]
        if all(strength is not None for strength in strengths):
            samples.append(_sample(variant, [s or 0.0 for s in strengths], seats))
    return samples


def _sample(variant: Variant, strengths: list[float], seats: list[SeatOutcome]) -> Sample:
    sides = [side.players for side in variant.sides]
    return Sample(
        tuple(sum(strengths[p] for p in players) / len(players) for players in sides),
        tuple(min(seats[p].rated_place for p in players) for players in sides),
    )


def _write(connection: sa.Connection, found: dict[str, list[SeatWorth]]) -> None:
    connection.execute(sa.delete(seat_worths))
    rows = [
        {"variant": name, "player": player, "worth": worth.base, "growth": worth.growth}
        for name, worths in found.items()
        for player, worth in enumerate(worths)
    ]
    if rows:
        connection.execute(sa.insert(seat_worths), rows)
