"""Who is paired with whom: the pure decisions of quick pairing, and their rows on both stores."""

import asyncio
import math
import random
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cornerwise.server.lobby import pairing, wishes
from cornerwise.server.lobby.listing import clock_of
from cornerwise.server.lobby.pairing import Kind, Wish, fits, offers_computers, paired, window
from cornerwise.server.lobby.seeking import seeking_status
from cornerwise.server.store import Conflict, SqlStore
from server.stores import with_store

NOW = 1_800_000_000_000
DUO = Kind("duo", "", False)
TRIGON = Kind("trigon_3", '{"initial":300,"increment":3}', True)


def wish(guest: str, *, kind: Kind = DUO, players: int = 2, waited: int = 0, **more: Any) -> Wish:
    """Somebody who has waited so many seconds."""
    return Wish(
        guest=guest, id=f"w-{guest}", kind=kind, players=players, since=NOW - 1000 * waited, **more
    )


def names(groups: list[pairing.Group]) -> list[set[str]]:
    return [{member.guest for member in group.wishes} for group in groups]


def test_two_who_want_the_same_meet() -> None:
    assert names(paired([wish("ada"), wish("bo")], (), NOW)) == [{"ada", "bo"}]


@pytest.mark.parametrize(
    "other",
    [
        Kind("junior", "", False),
        Kind("duo", '{"initial":300}', False),
        Kind("duo", "", True),
        Kind("duo", "", False, True),
    ],
)
def test_only_equal_wishes_meet(other: Kind) -> None:
    assert paired([wish("ada"), wish("bo", kind=other)], (), NOW) == []


def test_a_table_of_three_needs_three() -> None:
    three = [wish(name, kind=TRIGON, players=3) for name in ("ada", "bo", "cy")]
    assert paired(three[:2], (), NOW) == []
    assert names(paired(three, (), NOW)) == [{"ada", "bo", "cy"}]


def test_nobody_is_paired_twice() -> None:
    many = [wish(f"g{i}", waited=i % 7, rating=1500.0 + 9 * i) for i in range(31)]
    random.Random(1).shuffle(many)
    groups = paired(many, (), NOW)
    everybody = [member.guest for group in groups for member in group.wishes]
    assert len(groups) == 15
    assert len(everybody) == len(set(everybody))


def test_who_has_waited_longest_gets_the_nearest() -> None:
    line = [
        wish("new", rating=1500.0),
        wish("old", rating=1520.0, waited=9),
        wish("near", rating=1530.0, waited=1),
    ]
    assert names(paired(line, (), NOW)) == [{"old", "near"}]


def test_the_window_widens_with_waiting() -> None:
    assert window(0) == pairing.NARROW
    assert window(30_000) == pairing.NARROW + 300
    assert window(pairing.WIDE_OPEN) == math.inf
    strong, weak = wish("strong", rating=2000.0), wish("weak", rating=1600.0)
    assert not fits(strong, weak, (), NOW)
    assert fits(strong, weak, (), NOW + 25_000)
    assert paired([strong, weak], (), NOW + 24_000) == []
    assert len(paired([strong, weak], (), NOW + 25_000)) == 1


def test_who_has_just_come_need_not_take_what_a_long_wait_accepts() -> None:
    patient, new = wish("patient", rating=2000.0, waited=50), wish("new", rating=1500.0)
    assert not fits(patient, new, (), NOW)
    assert fits(replace(patient, since=NOW - pairing.WIDE_OPEN), new, (), NOW)


def test_without_a_rating_everybody_fits() -> None:
    assert fits(wish("ada"), wish("bo", rating=2600.0), (), NOW)


def test_blocked_people_never_meet_whoever_blocked() -> None:
    line = [wish("ada", waited=90), wish("bo", waited=90), wish("cy")]
    for blocked in ({("ada", "bo")}, {("bo", "ada")}):
        assert names(paired(line, blocked, NOW)) == [{"ada", "cy"}]
    four = [wish(name, kind=TRIGON, players=3, waited=90) for name in ("ada", "bo", "cy", "di")]
    assert names(paired(four, {("cy", "ada")}, NOW)) == [{"ada", "bo", "di"}]


def test_what_was_found_is_not_paired_again() -> None:
    assert paired([wish("ada", game="g"), wish("bo")], (), NOW) == []


# Computers


def test_computers_are_offered_after_the_chosen_time_and_once() -> None:
    ada = wish("ada", computers_after=30)
    assert not offers_computers(ada, NOW + 29_999)
    assert offers_computers(ada, NOW + 30_000)
    assert not offers_computers(replace(ada, computers=True), NOW + 30_000)
    assert not offers_computers(replace(ada, computers_after=0), NOW + 10**9)


def test_only_who_accepted_plays_with_computers_and_with_as_many_people_as_there_are() -> None:
    ada = wish("ada", kind=TRIGON, players=3, computers=True)
    bo = wish("bo", kind=TRIGON, players=3, computers=True)
    cy = wish("cy", kind=TRIGON, players=3)
    (group,) = paired([ada, bo], (), NOW)
    assert (names([group]), group.computers) == ([{"ada", "bo"}], 1)
    (alone,) = paired([ada, replace(bo, computers=False)], (), NOW)
    assert (names([alone]), alone.computers) == ([{"ada"}], 2)
    (full,) = paired([ada, bo, cy], (), NOW)
    assert full.computers == 0


# What the seeker is told


def test_the_status_of_a_wish() -> None:
    mine, other = wish("ada", computers_after=10), wish("bo", kind=TRIGON, players=3)
    waiting = seeking_status(mine, mine, [mine, other, wish("cy")], NOW + 10_000)
    assert (waiting.state, waiting.waiting, waiting.offers_computers) == ("waiting", 2, True)
    found = seeking_status(mine, replace(mine, game="g1"), [], NOW)
    assert (found.state, found.game) == ("found", "g1")
    assert seeking_status(mine, None, [], NOW).state == "ended"
    assert seeking_status(mine, replace(mine, id="newer"), [mine], NOW).state == "ended"
    timed = seeking_status(other, other, [other], NOW)
    assert timed.clock == clock_of(TRIGON.clock)
    assert timed.clock is not None
    assert (timed.clock.initial, timed.clock.increment) == (300, 3)


# In the store


async def put(store: SqlStore, one: Wish, now: int = NOW) -> None:
    await store.write(lambda connection: wishes.put(connection, one, now))


async def alive(store: SqlStore, now: int = NOW) -> list[Wish]:
    return await store.read(partial(wishes.alive, now=now))


def test_a_wish_is_kept_whole_and_once_a_person(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        ada = wish("ada", kind=TRIGON, players=3, name="<b>Ada", account="Ada", rating=1512.5)
        await put(store, ada)
        assert await alive(store) == [ada]
        await put(store, replace(ada, since=NOW + 9), NOW + 9)  # the same id: its place is kept
        assert await alive(store, NOW + 9) == [ada]
        other = replace(ada, id="another", kind=DUO, players=2)
        await put(store, other)
        assert await alive(store) == [other]
        await store.write(lambda connection: wishes.drop(connection, "ada"))
        assert await alive(store) == []

    with_store(database, body)


def test_a_wish_lives_while_a_server_vouches_for_it(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        await put(store, wish("ada"))
        await put(store, wish("bo"))
        later = NOW + wishes.ALIVE
        await store.write(lambda connection: wishes.vouch(connection, ["ada"], later))
        assert [w.guest for w in await alive(store, later + 1)] == ["ada"]
        await store.write(lambda c: wishes.vouch(c, [], later + wishes.KEPT + 1))
        assert await store.read(partial(wishes.wishes_of, guests=["ada", "bo"])) == []

    with_store(database, body)


def test_a_wish_leads_to_one_game(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        ada, bo, cy = wish("ada"), wish("bo"), wish("cy")
        for one in (ada, bo, cy):
            await put(store, one)

        def claim(game: str, *who: Wish) -> Awaitable[None]:
            return store.write(lambda connection: wishes.claim(connection, who, game))

        outcomes = await asyncio.gather(
            claim("g1", ada, bo), claim("g2", bo, cy), claim("g3", cy, ada), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, Conflict]
        found = await store.read(partial(wishes.wishes_of, guests=["ada", "bo", "cy"]))
        assert {w.guest: w.game for w in found} == {"ada": "g1", "bo": "g1", "cy": ""}
        await put(store, replace(cy, id="changed"))
        with pytest.raises(Conflict):
            await claim("g4", cy)

    with_store(database, body)


def test_a_found_game_that_nobody_has_told_is_found_by_the_next_wish(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        ada = wish("ada")
        await put(store, ada)
        await store.write(lambda connection: wishes.claim(connection, [ada], "g1"))
        await put(store, replace(ada, id="next", kind=TRIGON, players=3))
        (found,) = await store.read(partial(wishes.wishes_of, guests=["ada"]))
        assert found == replace(ada, id="next", game="g1")
        await store.write(lambda connection: wishes.tell(connection, [found]))
        await put(store, found)
        assert await store.read(partial(wishes.wishes_of, guests=["ada"])) == [found]
        await put(store, replace(ada, id="last"))
        assert await alive(store) == [replace(ada, id="last")]

    with_store(database, body)
