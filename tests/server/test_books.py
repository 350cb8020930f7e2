"""The books of the ratings never depend on who wrote first, nor on what broke off."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

import cornerwise as cw
from cornerwise.server.accounts.erasing import erase_account
from cornerwise.server.ranking import ledger
from cornerwise.server.ranking import ranking as ranking_module
from cornerwise.server.ranking import recompute as recompute_module
from cornerwise.server.ranking.outcome import Finished, finished
from cornerwise.server.ranking.ranking import Ranking
from cornerwise.server.ranking.recompute import recompute, refit
from cornerwise.server.ranking.scale import MEAN
from cornerwise.server.ranking.schema import (
    finished_games,
    outcomes,
    rating_pools,
    rating_steps,
    ratings,
    seat_worths,
)
from cornerwise.server.ranking.seat_worth import SeatWorth, worth_of
from cornerwise.server.seats import ClockSpec
from cornerwise.server.state import GameState
from cornerwise.server.store import SqlStore, open_store
from cornerwise.server.store.changing import change
from cornerwise.server.store.schema import events, seats
from server.rated_games import NOW, a_deserted_game, a_finished_game, game_id

FOUR = cw.variant("classic")

Body = Callable[[SqlStore, Ranking], Awaitable[None]]


def with_books(database: str | Path, body: Body) -> None:
    async def run() -> None:
        store = open_store(database)
        try:
            await body(store, Ranking(store, lambda: NOW))
        finally:
            await store.close()

    asyncio.run(run())


def contents(connection: sa.Connection) -> list[list[tuple[Any, ...]]]:
    """Every digit of the ratings."""
    return [
        [tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key))]
        for table in (ratings, rating_steps, rating_pools)
    ]


async def play_some(store: SqlStore, count: int) -> list[str]:
    """Games of all kinds, two pairs among them, many at the same millisecond."""
    rng = random.Random(11)
    guests = ["ada", "bo", "cy", "di", "ed"]
    games = []
    for number in range(count):
        variant = rng.choice(["duo", "classic", "classic_3", "classic_teams", "trigon_2"])
        players = cw.variant(variant).players
        names: list[str | int] = [*rng.sample(guests, players - 1), rng.choice([2, 5, "fay"])]
        rng.shuffle(names)
        time = NOW + 1000 * (number // 3)
        loser = rng.randrange(players)
        new, more = a_finished_game(variant, *names, time=time, loser=loser, seed=number)
        if players == 2 or number % 4 == 0:
            new, more = a_finished_game(variant, *names, time=time, seed=number)
        await store.commit(new, more)
        games.append(new.game)
    for first_time in (NOW, NOW + 5000):
        first = game_id()
        for id, names, pair in ((first, ("ada", "bo"), None), (game_id(), ("bo", "ada"), first)):
            new, more = a_finished_game(
                "duo", *names, time=first_time + (1500 if pair else 0), id=id, paired=True,
                pair=pair, seed=len(games),
            )  # fmt: skip
            await store.commit(new, more)
            games.append(id)
    return games


def test_ratings_are_recomputed_to_the_last_digit(database: str | Path) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        for game in await play_some(store, 60):
            await ranking.enter(game)
        live = await store.read(contents)
        assert len(live[1]) > 100
        await recompute(store)
        assert await store.read(contents) == live

    with_books(database, body)


@pytest.mark.parametrize("table", recompute_module.TABLES, ids=str)
def test_broken_off_in_the_middle_everything_stays_as_it_was(
    database: str | Path, monkeypatch: pytest.MonkeyPatch, table: sa.Table
) -> None:
    insert = recompute_module._insert

    def break_off(connection: sa.Connection, into: sa.Table, rows: recompute_module.Rows) -> None:
        if into is table and connection.engine.url.database:  # the store's, not the one in memory
            raise RuntimeError("broken off")
        insert(connection, into, rows)

    async def body(store: SqlStore, ranking: Ranking) -> None:
        for game in await play_some(store, 12):
            await ranking.enter(game)
        live, worths = await store.read(contents), await store.read(seats_worth)
        for again in (recompute, refit):
            with pytest.raises(RuntimeError, match="broken off"):
                await again(store)
            assert await store.read(contents) == live
            assert await store.read(seats_worth) == worths

    monkeypatch.setattr(recompute_module, "_insert", break_off)
    with_books(database, body)


def seats_worth(connection: sa.Connection) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(sa.select(seat_worths))]


def test_who_signs_in_while_ratings_are_worked_out_is_rated(
    database: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_out = recompute_module._worked_out

    async def body(store: SqlStore, ranking: Ranking) -> None:
        for game in await play_some(store, 12):
            await ranking.enter(game)

        def sign_in(*about: Any) -> recompute_module.Books:
            with store.engine.begin() as connection:
                cy = seats.c.guest == "cy"
                connection.execute(sa.update(seats).where(cy).values(guest="account"))
            return work_out(*about)

        with monkeypatch.context() as patch:
            patch.setattr(recompute_module, "_worked_out", sign_in)
            await recompute(store)
        caught_up = await store.read(contents)
        assert {row[0] for row in caught_up[0]} >= {"account"}
        await recompute(store)
        assert await store.read(contents) == caught_up

    with_books(database, body)


def test_who_is_deleted_while_a_game_is_entered_is_in_no_book(postgres_url: str) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        new, more = a_finished_game("duo", "ada", "bo")
        await store.commit(new, more)
        stored = await store.load(new.game)
        assert stored is not None
        ended = finished(new.game, GameState(stored.events), stored.holders)
        assert ended is not None
        with store.engine.begin() as another_server:
            ranking_module._record(another_server, ended, stored.holders)
            erasing = asyncio.create_task(change(store, partial(erase_account, account="ada")))
            await asyncio.wait({erasing}, timeout=0.5)
        nobody = (await erasing).nobody
        await ranking.catch_up()
        assert await store.read(ledger_guests) == {nobody, "bo"}

    with_books(postgres_url, body)


def ledger_guests(connection: sa.Connection) -> set[str]:
    """Everybody in the books."""
    columns = (outcomes.c.guest, rating_steps.c.guest, ratings.c.guest)
    return {guest for column in columns for guest in connection.scalars(sa.select(column))}


def test_a_game_that_cannot_be_read_is_told_once_and_counts_when_it_is_restored(
    database: str | Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        game, *others = await play_some(store, 4)
        one = sa.update(events).where(events.c.game == game, events.c.seq == 1)
        whole = (await store.load(game)).events[0]  # type: ignore[union-attr]
        await store.write(lambda c: c.execute(one.values(body="{")))
        for _ in range(3):
            await ranking.catch_up()
        assert await store.read(entered) == set(others)
        (told,) = [record for record in caplog.records if record.levelname == "ERROR"]
        assert f"game {game} cannot be read" in told.getMessage()
        await store.write(lambda c: c.execute(one.values(body=msgspec.json.encode(whole).decode())))
        await ranking.catch_up()
        assert await store.read(entered) == {game, *others}

    with_books(database, body)


def entered(connection: sa.Connection) -> set[str]:
    return set(connection.scalars(sa.select(finished_games.c.game)))


def test_the_order_of_entering_does_not_matter(database: str | Path) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        games = await play_some(store, 40)
        random.Random(5).shuffle(games)
        for game in games:
            await ranking.enter(game)
        shuffled = await store.read(contents)
        await recompute(store)
        assert await store.read(contents) == shuffled

    with_books(database, body)


def test_what_nobody_entered_is_caught_up_with(database: str | Path) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        await play_some(store, 10)
        await ranking.catch_up()
        live = await store.read(contents)
        assert live[0]
        await recompute(store)
        assert await store.read(contents) == live

    with_books(database, body)


def test_a_pair_counts_once_and_only_when_both_games_are_over(database: str | Path) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        first, second = game_id(), game_id()
        for id, names, pair in ((first, ("ada", "bo"), None), (second, ("bo", "ada"), first)):
            new, more = a_finished_game(
                "duo", *names, loser=1, id=id, time=NOW + bool(pair), paired=True, pair=pair
            )
            await store.commit(new, more)
            await ranking.enter(id)
            found = (await store.read(contents))[0]
            assert len(found) == (2 if pair else 0)
        assert [row[3] for row in found] == pytest.approx([MEAN, MEAN])
        assert [row[5] for row in found] == [1, 1]

    with_books(database, body)


def test_two_guests_who_become_one_person_are_rated_as_one(database: str | Path) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        for game in await play_some(store, 40):
            await ranking.enter(game)

        def become_one(connection: sa.Connection) -> None:
            ranking.merge(connection, "bo", "ada")
            for table, column in (
                ("seats", "guest"), ("outcomes", "guest"), ("rating_steps", "guest"),
                ("ratings", "guest"),
            ):  # fmt: skip
                connection.execute(
                    sa.text(f"UPDATE {table} SET {column} = 'ada' WHERE {column} = 'bo'")
                )

        await store.write(become_one)
        await ranking.catch_up()
        live = await store.read(contents)
        assert not any("bo" in row for row in live[0])
        await recompute(store)
        assert await store.read(contents) == live

    with_books(database, body)


def test_who_signs_in_while_a_game_is_entered_is_rated_for_it(
    database: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        new, more = a_finished_game("duo", "guest", 4)
        await store.commit(new, more)

        def sign_in(*about: Any) -> Finished | None:
            with store.engine.begin() as connection:
                connection.execute(sa.update(seats).values(guest="account"))
            monkeypatch.setattr(ranking_module, "finished", finished)
            return finished(*about)

        monkeypatch.setattr(ranking_module, "finished", sign_in)
        await ranking.enter(new.game)
        assert [row[0] for row in (await store.read(contents))[0]] == ["account"]

    with_books(database, body)


def test_worths_fitted_here_go_before_those_shipped(database: str | Path) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        rows = [
            {"variant": "duo", "player": 0, "worth": 50.0, "growth": 5.0},
            {"variant": "duo", "player": 1, "worth": -50.0, "growth": -5.0},
        ]
        await store.write(lambda c: c.execute(sa.insert(seat_worths), rows) and None)
        assert await store.read(lambda c: ledger.worths(c, "duo")) == [
            SeatWorth(50.0, 5.0),
            SeatWorth(-50.0, -5.0),
        ]
        assert await store.read(lambda c: ledger.worths(c, "classic")) == worth_of(FOUR)

    with_books(database, body)


def test_the_level_for_somebody_comes_from_the_ratings(database: str | Path) -> None:
    async def body(store: SqlStore, ranking: Ranking) -> None:
        assert await ranking.level_for("nobody", "duo") == 4
        for number in range(12):
            new, more = a_finished_game("duo", "ada", 8, loser=1, time=NOW + number)
            await store.commit(new, more)
            await ranking.enter(new.game)
        assert await ranking.level_for("ada", "duo") >= 8
        assert await ranking.level_for("ada", "classic") >= 8
        rating = await ranking.rating_of("ada", "duo", ClockSpec(initial=60))
        assert rating is not None
        assert rating > 2000
        assert await ranking.rating_of("ada", "duo", None) is None

    with_books(database, body)


def test_who_left_the_seat_to_the_computer_is_rated_as_having_lost(database: str | Path) -> None:
    """The computer in Ada's place wins on the board; her rating falls all the same."""

    async def body(store: SqlStore, ranking: Ranking) -> None:
        new, more = a_deserted_game()
        await store.commit(new, more)
        await ranking.enter(new.game)
        rows = (await store.read(contents))[0]
        by_guest = {row[0]: row[3] for row in rows}
        assert by_guest["ada"] < MEAN < by_guest["bo"]

    with_books(database, body)
