"""Who is here, on two servers that hear each other."""

import asyncio
from collections.abc import Awaitable, Callable

from cornerwise.server.accounts.person import Person
from cornerwise.server.cluster.bus import LocalBus
from cornerwise.server.lobby.census import FORGOTTEN, PACE, REPEAT, Census, Report

ADA, BO = Person(guest="a.1", account="Ada"), Person(guest="a.2", account="Bo")
GUEST = Person(guest="g1")


class Seconds:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class CountingBus(LocalBus):
    """Counts what is published."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def publish(self, topic: str, message: bytes) -> None:
        self.count += 1
        super().publish(topic, message)


def run(body: Callable[[CountingBus, Seconds], Awaitable[None]]) -> None:
    async def inside() -> None:
        await body(CountingBus(), Seconds())

    asyncio.run(inside())


async def heard() -> None:
    """What was published has been delivered."""
    await asyncio.sleep(0)


def test_two_servers_know_each_others_people() -> None:
    async def body(bus: CountingBus, clock: Seconds) -> None:
        here, there = Census(bus, clock), Census(bus, clock)
        here.arrive(ADA)
        here.arrive(GUEST)
        there.arrive(BO)
        here.report({"game": 2})
        there.report({})
        await heard()
        for census in (here, there):
            assert census.accounts() == {"a.1": "Ada", "a.2": "Bo"}
            assert census.guests() == {"g1"}
            assert census.here() == {"a.1", "a.2", "g1"}
            assert census.watchers() == {"game": 2}

    run(body)


def test_somebody_with_two_pages_leaves_with_the_last() -> None:
    async def body(bus: CountingBus, clock: Seconds) -> None:
        census = Census(bus, clock)
        census.arrive(ADA)
        census.arrive(ADA)
        census.depart(ADA)
        census.report({})
        assert census.accounts() == {"a.1": "Ada"}
        census.depart(ADA)
        census.depart(ADA)
        census.report({})
        assert census.here() == set()

    run(body)


def test_nobody_without_a_cookie_is_counted() -> None:
    async def body(bus: CountingBus, clock: Seconds) -> None:
        census = Census(bus, clock)
        census.arrive(Person())
        census.report({})
        assert census.here() == set()

    run(body)


def test_a_silent_servers_people_have_left() -> None:
    async def body(bus: CountingBus, clock: Seconds) -> None:
        here, there = Census(bus, clock), Census(bus, clock)
        there.arrive(BO)
        there.report({})
        await heard()
        clock.now += FORGOTTEN
        assert here.here() == {"a.2"}
        clock.now += 0.1
        assert here.here() == set()

    run(body)


def test_reports_keep_their_pace_and_are_repeated() -> None:
    async def body(bus: CountingBus, clock: Seconds) -> None:
        census = Census(bus, clock)
        census.report({})
        assert bus.count == 1
        census.arrive(ADA)
        census.report({})  # too soon for the others; here it is known at once
        assert (bus.count, census.here()) == (1, {"a.1"})
        clock.now += PACE
        census.report({})
        census.report({})
        assert bus.count == 2
        clock.now += REPEAT
        census.report({})
        assert bus.count == 3

    run(body)


def test_a_report_can_be_read_by_an_older_server() -> None:
    import msgspec

    assert msgspec.json.decode(b'{"server":"x","more":1}', type=Report).guests == []
