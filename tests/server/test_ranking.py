"""Ratings: what a result changes, and that the books never depend on who wrote first."""

import asyncio
import itertools
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
from cornerwise.server.ranking.computers import computer_ratings, fitting_level, step
from cornerwise.server.ranking.outcome import Finished, SeatOutcome, finished
from cornerwise.server.ranking.ranking import Ranking
from cornerwise.server.ranking.recompute import recompute, refit
from cornerwise.server.ranking.scale import (
    DOUBT,
    MEAN,
    NEWCOMER,
    PROVISIONAL,
    Rating,
    expected_share,
)
from cornerwise.server.ranking.schema import (
    finished_games,
    outcomes,
    rating_pools,
    rating_steps,
    ratings,
    seat_worths,
)
from cornerwise.server.ranking.seat_worth import Sample, SeatWorth, fit, shipped, worth_of
from cornerwise.server.ranking.update import Standing, pair_standings, rated
from cornerwise.server.seats import ClockSpec
from cornerwise.server.speeds import speed_of
from cornerwise.server.state import GameState
from cornerwise.server.store import SqlStore, open_store
from cornerwise.server.store.changing import change
from cornerwise.server.store.schema import events, seats
from server.rated_games import NOW, a_deserted_game, a_finished_game, game_id

DUO = cw.variant("duo")
FOUR = cw.variant("classic")


def standing(guest: str, place: float, level: int = 0, worth: float = 0.0) -> Standing:
    return Standing(guest, level, place, SeatWorth(worth))


# Speeds


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        (None, None),
        (ClockSpec(initial=180, increment=2), "blitz"),
        (ClockSpec(initial=300), "blitz"),
        (ClockSpec(initial=300, increment=5), "rapid"),
        (ClockSpec(initial=1800), "slow"),
        (ClockSpec(days=3), "days"),
    ],
)
def test_the_clock_says_how_fast_a_game_is(clock: ClockSpec | None, speed: str | None) -> None:
    assert speed_of(clock, DUO) == speed


# One result


def test_the_winner_gains_what_the_loser_loses() -> None:
    after = rated(DUO, [standing("ada", 1), standing("bo", 2)], {})
    assert after["ada"].mu - MEAN == pytest.approx(MEAN - after["bo"].mu)
    assert after["ada"].mu > MEAN
    assert after["ada"].sigma == pytest.approx(after["bo"].sigma)
    assert after["ada"].sigma < DOUBT


def test_equals_who_share_the_place_stay_where_they_are() -> None:
    after = rated(DUO, [standing("ada", 1), standing("bo", 1)], {})
    assert after["ada"].mu == pytest.approx(MEAN)
    assert after["bo"].mu == pytest.approx(MEAN)


def test_four_players_come_out_in_their_order() -> None:
    players = [standing("a", 2), standing("b", 1), standing("c", 4), standing("d", 2)]
    after = rated(FOUR, players, {})
    assert after["b"].mu > after["a"].mu == pytest.approx(after["d"].mu)
    assert after["a"].mu > after["c"].mu


def test_partners_move_together_and_who_left_falls_alone() -> None:
    teams = cw.variant("classic_teams")
    players = [standing("a", 1), standing("b", 3), standing("c", 1), standing("d", 3)]
    after = rated(teams, players, {})
    assert after["a"] == after["c"]
    assert after["b"] == after["d"]
    left = [standing("a", 1), standing("b", 2), standing("c", 4), standing("d", 2)]
    without = rated(teams, left, {})
    assert without["a"].mu > MEAN > without["c"].mu


def test_a_computer_is_an_anchor() -> None:
    strong = rated(DUO, [standing("ada", 1), standing("", 2, level=9)], {})
    weak = rated(DUO, [standing("ada", 1), standing("", 2, level=1)], {})
    assert list(strong) == ["ada"]
    assert strong["ada"].mu - MEAN > 3 * (weak["ada"].mu - MEAN) > 0


def test_the_scale_is_the_same_for_two_and_four_and_for_teams() -> None:
    """A point gained over an equal opponent is worth the same odds everywhere: known players of
    the same difference expect the same share, so their changes cancel at that share."""
    sure = Rating(MEAN, 1.0)
    ahead = Rating(MEAN + 200, 1.0)
    share = expected_share(200)
    for variant in (DUO, cw.variant("classic_teams")):
        members = variant.players // 2
        known = {}
        wins, losses = [], []
        for player in range(variant.players):
            first = player in variant.sides[0].players
            known[str(player)] = ahead if first else sure
            wins.append(standing(str(player), 1 if first else 2))
            losses.append(standing(str(player), 2 if first else 1))
        gain = rated(variant, wins, known)["0"].mu - ahead.mu
        loss = ahead.mu - rated(variant, losses, known)["0"].mu
        assert gain * share == pytest.approx(loss * (1 - share), rel=0.01), members


def test_the_seat_s_worth_is_taken_out() -> None:
    plain = rated(DUO, [standing("ada", 1), standing("bo", 2)], {})
    lucky = rated(DUO, [standing("ada", 1, worth=100), standing("bo", 2, worth=-100)], {})
    hard = rated(DUO, [standing("ada", 1, worth=-100), standing("bo", 2, worth=100)], {})
    assert MEAN < lucky["ada"].mu < plain["ada"].mu < hard["ada"].mu


def test_a_strength_is_found_in_a_few_dozen_games_and_then_is_no_longer_provisional() -> None:
    rng = random.Random(7)
    anchors = computer_ratings(DUO)
    rating, counts = NEWCOMER, 0
    for _ in range(60):
        level = fitting_level(DUO, rating)
        won = rng.random() < expected_share(1900 - anchors[level].mu)
        players = [standing("ada", 1 if won else 2), standing("", 2 if won else 1, level=level)]
        rating = rated(DUO, players, {"ada": rating})["ada"]
        counts += rating.is_provisional
    assert abs(rating.mu - 1900) < 200
    assert 15 < counts < 40
    assert rating.sigma < PROVISIONAL


# Computers


@pytest.mark.parametrize("name", list(cw.VARIANTS))
def test_every_level_is_stronger_than_the_last(name: str) -> None:
    heights = [rating.mu for rating in computer_ratings(cw.variant(name)).values()]
    steps = [b - a for a, b in itertools.pairwise(heights)]
    assert len(heights) == 10
    assert all(80 < height < 350 for height in steps)
    assert heights[3] == MEAN


def test_few_games_prove_little() -> None:
    assert step(0.7, 0) == pytest.approx(step(0.7, 1000))
    assert step(0.9, 10) < step(0.9, 100)


def test_the_level_fits_the_person() -> None:
    assert fitting_level(DUO, NEWCOMER) == 4
    assert fitting_level(DUO, Rating(400, 50)) == 1
    assert fitting_level(DUO, Rating(9000, 50)) == 9


# Seats


EVEN = [SeatWorth()] * 4


def test_the_worth_of_a_seat_and_its_growth_are_found_again() -> None:
    rng = random.Random(3)
    truth = SeatWorth(60, 40)
    samples = []
    for _ in range(6000):
        strength = rng.choice([900.0, 1500.0, 2300.0])
        ahead = rng.choice([-200.0, 0.0, 200.0])
        lent = 2 * truth.among(strength + ahead / 2)
        won = rng.random() < expected_share(ahead + lent)
        samples.append(Sample((strength + ahead, strength), (1, 2) if won else (2, 1)))
    first, second = fit(samples, EVEN[:2])
    assert first.base == pytest.approx(60, abs=12)
    assert first.growth == pytest.approx(40, abs=12)
    assert first.base + second.base == pytest.approx(0, abs=1e-6)
    few = fit(samples[:5], EVEN[:2])
    assert abs(few[0].base) < 75


def test_shared_places_and_four_seats_can_be_fitted() -> None:
    even = [Sample((MEAN,) * 4, (1, 1, 3, 4)), Sample((MEAN,) * 4, (4, 3, 1, 1))]
    worth = [w.base for w in fit(even, EVEN)]
    assert worth == pytest.approx(worth[::-1], abs=1e-6)
    assert worth[1] > worth[0]
    shared = fit([Sample((MEAN,) * 4, (1, 1, 1, 1))], EVEN)
    assert [w.base for w in shared] == pytest.approx([0.0] * 4)
    better = [w.base for w in fit([Sample((MEAN,) * 4, (1, 2, 3, 4))] * 50, EVEN)]
    assert better == sorted(better, reverse=True)


def test_a_seat_s_worth_grows_with_the_players_but_not_for_ever() -> None:
    worth = SeatWorth(10, 20)
    assert worth.among(MEAN) == 10
    assert worth.among(MEAN + 400) == 30
    assert worth.among(MEAN + 5000) == worth.among(MEAN + 1000) == 60


@pytest.mark.parametrize("name", list(cw.VARIANTS))
def test_the_shipped_worths_fit_their_variants(name: str) -> None:
    variant = cw.variant(name)
    worth = worth_of(variant)
    assert len(worth) == variant.players
    assert sum(w.base for w in worth) == pytest.approx(0, abs=0.5)
    assert sum(w.growth for w in worth) == pytest.approx(0, abs=0.5)
    for side in variant.sides:
        assert len({worth[player] for player in side.players}) == 1


def test_worths_are_shipped_for_variants_there_are() -> None:
    """A new variant's seats are even until they have been measured."""
    assert "classic" in shipped()
    assert shipped().keys() <= cw.VARIANTS.keys()


# Pairs


def outcome(player: int, guest: str, place: int, points: int, *, left: bool = False) -> SeatOutcome:
    return SeatOutcome(
        player=player, guest=guest, place=place, rated_place=place, points=points, left=left
    )


def test_a_pair_is_one_result() -> None:
    first = [outcome(0, "ada", 1, -5), outcome(1, "bo", 2, -10)]
    second = [outcome(0, "bo", 1, -3), outcome(1, "ada", 2, -6)]
    both = pair_standings(first, second)
    assert both is not None
    assert [(s.guest, s.place, s.worth.base) for s in both] == [("ada", 1, 0), ("bo", 2, 0)]


def test_one_game_each_and_equal_points_is_even() -> None:
    first = [outcome(0, "ada", 1, -5), outcome(1, "bo", 2, -10)]
    second = [outcome(0, "bo", 1, -5), outcome(1, "ada", 2, -10)]
    both = pair_standings(first, second)
    assert both is not None
    assert [s.place for s in both] == [1, 1]


def test_points_of_a_game_given_up_do_not_count() -> None:
    first = [outcome(0, "ada", 1, -60), outcome(1, "bo", 2, -70, left=True)]
    second = [outcome(0, "bo", 1, -3), outcome(1, "ada", 2, -50)]
    both = pair_standings(first, second)
    assert both is not None
    assert [s.place for s in both] == [1, 1]
    strangers = [outcome(0, "cy", 1, 0), outcome(1, "ada", 2, 0)]
    assert pair_standings(first, strangers) is None


# What counts of a game


def state_of(*parts: Any) -> GameState:
    new, more = parts
    return GameState([*new.events, *more.events])


def test_only_whole_games_with_a_clock_between_different_people_count() -> None:
    def is_rated(*names: str | int, **more: Any) -> bool:
        new, rest = a_finished_game("duo", *names, loser=1, **more)
        held = {p: h for p, h in enumerate(new.holders) if h}
        ended = finished(new.game, state_of(new, rest), held)
        assert ended is not None
        return ended.rated

    assert is_rated("ada", "bo")
    assert is_rated("ada", 3)
    assert not is_rated("ada", "bo", rated=False)
    assert not is_rated("ada", "bo", clock=None)
    assert not is_rated("ada", "ada")
    assert not is_rated("ada", "bo", opening=("e10",))


def test_the_first_pieces_are_the_opening() -> None:
    new, more = a_finished_game("duo", "ada", "bo", seed=5)
    state = state_of(new, more)
    ended = finished(new.game, state, {0: "ada", 1: "bo"})
    assert ended is not None
    assert ended.seats[1].opening.split() == [move.piece for move in state.game.moves[1:6:2]]
    assert [seat.place for seat in ended.seats] == list(state.game.result.places)


# The books


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
