"""Hundreds of games while everything fails: at the end every log is complete and as it was seen.

The short run is part of every test run. The long one has ten thousand faults:

    python -m pytest -m long tests/server/test_faults.py
"""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from server.faults import Machines, Trouble, UnluckyClient
from server.live import LiveServer
from server.test_kill import check

GAMES: tuple[tuple[str, list[dict[str, Any]], dict[str, Any] | None], ...] = (
    ("duo", [{"kind": "me"}, {"kind": "link"}], None),
    ("duo", [{"kind": "me"}, {"kind": "computer", "level": 1}], None),
    ("duo", [{"kind": "link"}, {"kind": "me"}], {"initial": 600, "increment": 5}),
    ("trigon_3", [{"kind": "me"}, {"kind": "computer", "level": 1}, {"kind": "link"}], None),
    ("classic_2", [{"kind": "computer", "level": 1}, {"kind": "me"}], None),
)


@dataclass(frozen=True)
class Plan:
    """How much goes wrong."""

    faults: int
    at_once: int
    """Games played at the same time."""
    pause: tuple[float, float]
    """Seconds between two blows to the machines."""
    share: float
    """Of the messages that something happens to."""
    patience: float
    """Seconds within which everything must have come to its end after the last fault."""
    seed: int


SHORT = Plan(faults=200, at_once=4, pause=(0.3, 0.6), share=0.12, patience=120, seed=1)
LONG = Plan(faults=10_000, at_once=32, pause=(0.5, 2.0), share=0.1, patience=300, seed=2)


class Blows:
    """What is done to the machines."""

    def __init__(self, machines: Machines, trouble: Trouble) -> None:
        self._machines = machines
        self._trouble = trouble
        self._all: tuple[tuple[str, int, Callable[[], Awaitable[None]]], ...] = (
            ("server killed", 5, self._kill_server),
            ("server stood still", 2, self._freeze_server),
            ("worker killed", 4, self._kill_worker),
            ("Redis killed, all forgotten", 2, self._kill_redis),
            ("PostgreSQL stopped", 2, self._stop_postgres),
            ("clock turned", 5, self._turn_clock),
        )

    async def strike(self) -> None:
        rng = self._trouble.rng
        (name, _, blow), *_ = rng.choices(self._all, [weight for _, weight, _ in self._all])
        self._trouble.note(name)
        await blow()

    async def each(self) -> None:
        """Every kind once."""
        for name, _, blow in self._all:
            self._trouble.note(name)
            await blow()

    async def _kill_server(self) -> None:
        server = self._trouble.rng.choice(self._machines.servers)
        server.kill()
        await asyncio.to_thread(server.start)

    async def _freeze_server(self) -> None:
        """Longer than its lease: the others take its games, and it must notice."""
        server = self._trouble.rng.choice(self._machines.servers)
        server.signal(signal.SIGSTOP)
        await asyncio.sleep(self._trouble.rng.uniform(0.5, 5))
        server.signal(signal.SIGCONT)

    async def _kill_worker(self) -> None:
        worker = self._trouble.rng.choice(self._machines.workers)
        worker.kill()
        await asyncio.to_thread(worker.start)

    async def _kill_redis(self) -> None:
        self._machines.redis.kill()
        await asyncio.sleep(self._trouble.rng.uniform(0, 4))
        await asyncio.to_thread(self._machines.redis.start)

    async def _stop_postgres(self) -> None:
        await asyncio.to_thread(self._machines.postgres.stop)
        await asyncio.sleep(self._trouble.rng.uniform(0, 2))
        await asyncio.to_thread(self._machines.postgres.start)

    async def _turn_clock(self) -> None:
        server = self._trouble.rng.choice(self._machines.servers)
        server.turn_clock(self._trouble.rng.randint(-120_000, 120_000))


async def request(servers: list[Any], path: str, body: Any = None, cookie: str = "") -> Any:
    """From any server that answers."""
    while True:
        for server in servers:
            try:
                return await asyncio.to_thread(server.request, path, body, cookie)
            except OSError:
                await asyncio.sleep(0.05)


async def new_game(machines: Machines, trouble: Trouble) -> list[UnluckyClient]:
    """A game with a client for each person."""
    variant, seats, clock = trouble.rng.choice(GAMES)
    body: dict[str, Any] = {"variant": variant, "seats": seats}
    if clock is not None:
        body["clock"] = clock
    made, cookie = await request(machines.servers, "/api/games", body)
    clients = [UnluckyClient(machines, trouble, made["game"], cookie, made["seats"])]
    for player, seat in enumerate(seats):
        if seat["kind"] == "link":
            _, friend = await request(machines.servers, "/api/me")
            client = UnluckyClient(machines, trouble, made["game"], friend, [player])
            sit = {"type": "sit", "game": made["game"], "id": "sit", "seq": 1}
            client.pending = {**sit, "player": player, "key": made["key"]}
            clients.append(client)
    return clients


async def play(machines: Machines, trouble: Trouble, plan: Plan) -> list[UnluckyClient]:
    """Games, one after the other in each of many places, until the faults are spent."""
    finished: list[UnluckyClient] = []
    playing: dict[object, list[UnluckyClient]] = {}

    async def place() -> None:
        while trouble.is_on:
            clients = await new_game(machines, trouble)
            playing[asyncio.current_task()] = clients
            await asyncio.gather(*(client.run() for client in clients))
            finished.extend(clients)

    places = [asyncio.create_task(place()) for _ in range(plan.at_once)]
    blows = Blows(machines, trouble)
    await blows.each()
    while trouble.total < plan.faults:
        pause = asyncio.create_task(asyncio.sleep(trouble.rng.uniform(*plan.pause)))
        done, _ = await asyncio.wait([pause, *places], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        await blows.strike()
    trouble.is_on = False
    _, stuck = await asyncio.wait(places, timeout=plan.patience)
    assert not stuck, "\n".join(str(client) for place in stuck for client in playing[place])
    for task in places:
        task.result()
    return finished


def survive(folder: Path, plan: Plan) -> None:
    """Run a plan and look at every game."""

    async def run() -> None:
        await machines.start()
        finished = await play(machines, trouble, plan)
        assert trouble.total >= plan.faults
        for client in finished:
            check(server, client)
        games = {client.game for client in finished}
        moves = sum(event["kind"] == "played" for client in finished for event in client.seen)
        print(f"\n{len(games)} games, {moves} moves seen, {trouble.total} faults:")
        for kind, number in trouble.done.most_common():
            print(f"{number:6} {kind}")

    trouble = Trouble(plan.seed, plan.share)
    machines = Machines(folder, servers=2, workers=2)
    server: LiveServer = machines.servers[0]
    try:
        asyncio.run(run())
    finally:
        machines.end()


def test_hundreds_of_faults(tmp_path: Path) -> None:
    survive(tmp_path, SHORT)


@pytest.mark.long
def test_ten_thousand_faults(tmp_path: Path) -> None:
    survive(tmp_path, LONG)
