"""kill -9 in mid-game, mid-write and mid-search: nothing that anyone saw is lost or doubled."""

import asyncio
import os
import random
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cornerwise.server.events import Event
from cornerwise.server.state import GameState
from server.live import Client, LiveServer

KILLS = {"sqlite": 24, "postgresql": 8}
GAMES = (
    ("duo", [{"kind": "me"}, {"kind": "computer", "level": 1}]),
    ("duo", [{"kind": "me"}, {"kind": "link"}]),
    ("trigon_3", [{"kind": "me"}, {"kind": "computer", "level": 4}, {"kind": "link"}]),
    ("classic_2", [{"kind": "computer", "level": 1}, {"kind": "me"}]),
)


def seated(server: LiveServer, variant: str, seats: list[dict[str, Any]]) -> list[Client]:
    """A game with a client for the maker and one for each friend by link."""
    made, cookie = server.request("/api/games", {"variant": variant, "seats": seats})
    clients = [Client(server, made["game"], cookie, made["seats"])]
    for player, seat in enumerate(seats):
        if seat["kind"] == "link":
            _, friend = server.request("/api/me")
            client = Client(server, made["game"], friend, [player])
            sit = {"type": "sit", "game": made["game"], "id": "sit", "seq": 1}
            client.pending = {**sit, "player": player, "key": made["key"]}
            clients.append(client)
    return clients


async def play_under_fire(server: LiveServer, kills: int, seed: int) -> list[Client]:
    """Play until the kills are spent and the last games are over."""
    rng = random.Random(seed)
    finished: list[Client] = []
    running: dict[asyncio.Task[None], Client] = {}

    def begin() -> None:
        for variant, seats in GAMES:
            for client in seated(server, variant, seats):
                running[asyncio.create_task(client.run())] = client

    begin()
    while running:
        seconds = rng.uniform(0.02, 0.4) if kills else None
        done, _ = await asyncio.wait(running, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
            finished.append(running.pop(task))
        if kills:
            kills -= 1
            server.kill()
            await asyncio.to_thread(server.start)
            if len(running) < len(GAMES):
                begin()
    return finished


def check(server: LiveServer, client: Client) -> None:
    """What the client saw is what the server has: complete, gapless, legal."""
    record, _ = server.request(f"/api/games/{client.game}")
    assert client.seen == record["events"]
    assert [event["seq"] for event in client.seen] == list(range(1, len(client.seen) + 1))
    ids = [event["id"] for event in client.seen if event["kind"] == "played" and event["id"]]
    assert len(ids) == len(set(ids)), "a move was doubled"
    state = GameState(msgspec.convert(record["events"], list[Event]))
    assert state.game.is_over
    assert list(state.game.scores) == client.seen[-1]["scores"]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_nothing_is_lost_by_kill_9(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    environment = {}
    if kind == "postgresql":
        environment["CORNERWISE_DATABASE"] = request.getfixturevalue("postgres_url")
    server = LiveServer(tmp_path, **environment).start()
    try:
        clients = asyncio.run(play_under_fire(server, KILLS[kind], seed=1))
        assert sum(client.reconnections for client in clients) >= KILLS[kind]
        for client in clients:
            check(server, client)
    finally:
        server.kill()


def test_a_killed_server_leaves_no_worker_behind(tmp_path: Path) -> None:
    server = LiveServer(tmp_path).start()
    computers = [{"kind": "computer", "level": 10}] * 4
    server.request("/api/games", {"variant": "classic", "seats": computers})
    assert server.process is not None
    workers: list[int] = []
    while not workers:
        workers = _children(server.process.pid)
    server.kill()
    for worker in workers:
        _wait_for_end(worker)


def _children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _wait_for_end(pid: int) -> None:
    """Until the process is gone (a test that hangs here has found an orphan)."""
    handle = None
    try:
        handle = os.pidfd_open(pid)
        import select

        ready, _, _ = select.select([handle], [], [], 30)
        assert ready, f"worker {pid} still runs"
    except ProcessLookupError:
        pass
    finally:
        if handle is not None:
            os.close(handle)


def test_the_computer_goes_on_after_a_restart(tmp_path: Path) -> None:
    """Nobody is connected: the server itself takes the game up."""
    server = LiveServer(tmp_path).start()
    computers = [{"kind": "computer", "level": 1}] * 2
    made, cookie = server.request("/api/games", {"variant": "duo", "seats": computers})
    server.kill()
    server.start()
    try:
        watcher = Client(server, made["game"], cookie, [])
        asyncio.run(asyncio.wait_for(watcher.run(), 60))
        check(server, watcher)
    finally:
        server.kill()


def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    server = LiveServer(tmp_path).start()
    server.request("/api/games", {"variant": "duo", "seats": [{"kind": "me"}] * 2})
    assert server.end(signal.SIGINT) == 0
    assert not list(tmp_path.glob("*-wal")), "the database was not closed"
