"""Ratings from nothing but the log of the games, to the last digit; and the seats' worth."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

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
from cornerwise.server.store.changing import change
from cornerwise.server.store.schema import games, seats

log = logging.getLogger(__name__)
Progress = Callable[[int], None]
"""Told how many games have been read."""
Rows = list[dict[str, Any]]
Books = dict[sa.Table, Rows]
TABLES = (seat_worths, finished_games, outcomes, rating_steps, ratings, rating_pools)
"""The books; what points to another table comes after it."""


@dataclass(frozen=True)
class _Entry:
    """A game as it was read."""

    ended: Finished
    seq: int
    """Its last event."""
    holders: dict[int, str]


async def recompute(
    store: Store, told: Progress = lambda _: None, worths: Rows | None = None
) -> int:
    """Work out all ratings again, with other worths of the seats if there are; of how many games.

    They are worked out beside the books, in memory, and take their place in one step: whoever
    looks meanwhile sees the old ones, and who breaks it off keeps them.
    """
    entries = await _read_all(store, told)
    if worths is None:
        worths = await store.read(partial(_rows, table=seat_worths))
    books = await asyncio.to_thread(_worked_out, [entry.ended for entry in entries], worths)
    if await change(store, partial(_replace, books=books, entries=entries)):
        await Ranking(store, lambda: 0).catch_up()
    return len(entries)


async def _read_all(store: Store, told: Progress) -> list[_Entry]:
    entries: list[_Entry] = []
    after = ""
    while ids := await store.read(partial(_over, after=after)):
        for game in ids:
            if entry := await _read(store, game):
                entries.append(entry)
        after = ids[-1]
        told(len(entries))
    return entries


async def _read(store: Store, game: str) -> _Entry | None:
    """How a game ended; one that cannot be read must not keep all the others from counting."""
    try:
        with reading(game):
            stored = await store.load(game)
            ended = finished(game, GameState(stored.events), stored.holders) if stored else None
    except Damaged as damage:
        log.error("%s; it does not count", damage)
        return None
    return _Entry(ended, stored.events[-1].seq, stored.holders) if stored and ended else None


def _worked_out(games: list[Finished], worths: Rows) -> Books:
    """The books of these games, by the same ledger, in a database of their own."""
    engine = sa.create_engine("sqlite://")
    with engine.begin() as connection:
        for table in TABLES:
            table.create(connection)
        _insert(connection, seat_worths, worths)
        for game in games:
            ledger.record(connection, game)
        for pool in sorted({(game.variant, game.speed) for game in games if game.rated}):
            while pool[0] in VARIANTS and ledger.advance(connection, pool, CHUNK):
                pass
        books = {table: _rows(connection, table) for table in TABLES}
    engine.dispose()
    return books


def _replace(connection: sa.Connection, books: Books, entries: list[_Entry]) -> list[str]:
    """Put new books in the place of the old ones; which games are not in them yet.

    Those are games that went on, or whose seats changed hands, since they were read. What has
    ended since then was somebody's server's, which catches up with it.
    """
    ledger.lock(connection)
    for table in reversed(TABLES):
        connection.execute(sa.delete(table))
    for table in TABLES:
        _insert(connection, table, books[table])
    over = sa.select(games.c.id, games.c.seq).where(games.c.phase == "over")
    last = {row.id: row.seq for row in connection.execute(over)}
    holders: dict[str, dict[int, str]] = {}
    for row in connection.execute(sa.select(seats)):
        holders.setdefault(row.game, {})[row.player] = row.guest
    changed = [
        entry.ended.game
        for entry in entries
        if last.get(entry.ended.game) != entry.seq
        or holders.get(entry.ended.game, {}) != entry.holders
    ]
    for game in changed:
        ledger.forget(connection, game)
    return changed


def _rows(connection: sa.Connection, table: sa.Table) -> Rows:
    return [dict(row) for row in connection.execute(sa.select(table)).mappings()]


def _insert(connection: sa.Connection, table: sa.Table, rows: Rows) -> None:
    if rows:
        connection.execute(sa.insert(table), rows)


def _over(connection: sa.Connection, after: str) -> list[str]:
    query = sa.select(games.c.id).where(games.c.phase == "over", games.c.id > after)
    return list(connection.scalars(query.order_by(games.c.id).limit(CHUNK)))


# The seats' worth, from the games played here


async def refit(store: Store) -> dict[str, list[SeatWorth]]:
    """Fit what seats are worth to the rated games, and rate everything again by it."""
    found = {}
    for name in VARIANTS:
        samples = await store.read(partial(_samples, name=name))
        if samples:
            found[name] = _fitted(name, samples)
    await recompute(store, worths=_worth_rows(found))
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


def _worth_rows(found: dict[str, list[SeatWorth]]) -> Rows:
    return [
        {"variant": name, "player": player, "worth": worth.base, "growth": worth.growth}
        for name, worths in found.items()
        for player, worth in enumerate(worths)
    ]
