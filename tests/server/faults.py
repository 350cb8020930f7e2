"""Everything that can go wrong, done on purpose: to pages, servers, workers and what is below."""

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import websockets

from server.live import Client, LiveServer
from server.outside import Postgres, RedisServer, redis_binary

SKEWED = Path(__file__).with_name("skewed.py")
SECRET = "the same on every server of the test"


class Machines:
    """Servers, workers, PostgreSQL and Redis, each in a process of its own."""

    def __init__(self, folder: Path, servers: int, workers: int) -> None:
        redis_binary()  # skips before anything runs
        self.postgres = Postgres().start()
        self.redis = RedisServer(folder).start()
        self.environment = {
            "CORNERWISE_DATABASE": self.postgres.new_database("faults"),
            "CORNERWISE_REDIS": self.redis.url(1),
            "CORNERWISE_SECRET": SECRET,
            "CORNERWISE_WORKERS": "0",
            "CORNERWISE_REQUEST_RATE": "99999/second",
            "CORNERWISE_CREATE_RATE": "99999/second",
        }
        self.servers = [
            SkewedServer(folder / f"server{number}", self.environment) for number in range(servers)
        ]
        self.workers = [Worker(self.environment) for _ in range(workers)]

    async def start(self) -> None:
        everything = (*self.servers, *self.workers)
        await asyncio.gather(*(asyncio.to_thread(each.start) for each in everything))

    def end(self) -> None:
        for each in (*self.servers, *self.workers):
            each.kill()
        self.redis.kill()
        self.postgres.remove()


class SkewedServer(LiveServer):
    """A server whose wall clock can be turned, and which can be made to stand still."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        super().__init__(folder, **environment)
        folder.mkdir()
        self._turned = folder / "turned"
        self._turned.write_text("0")
        self.command = (sys.executable, str(SKEWED), str(self._turned), "serve", "--no-browser")

    def turn_clock(self, milliseconds: int) -> None:
        draft = self._turned.with_suffix(".new")
        draft.write_text(str(milliseconds))
        draft.replace(self._turned)

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)


class Worker:
    """`cornerwise worker` with one engine process."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = {**os.environ, **environment, "CORNERWISE_WORKERS": "1"}
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = (sys.executable, "-m", "cornerwise", "worker")
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=self._environment
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "serves the queue" in line:
                return
        raise AssertionError(f"the worker did not start: {self._process.wait()}")

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()


class Trouble:
    """Counts faults, and says when a page shall have one."""

    def __init__(self, seed: int, share: float) -> None:
        self.rng = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.is_on = True
        self._share = share

    @property
    def total(self) -> int:
        return self.done.total()

    def strikes(self, *kinds: str) -> str | None:
        """One of these faults, or none, by chance."""
        if not self.is_on or self.rng.random() >= self._share:
            return None
        return self.note(self.rng.choice(kinds))

    def note(self, kind: str) -> str:
        self.done[kind] += 1
        return kind


class UnluckyClient(Client):
    """A page on a bad line: cut off, its messages doubled, out of order, sent again much later.

    It comes back by whichever server answers, and keeps what it saw.
    """

    def __init__(self, machines: Machines, trouble: Trouble, *of_game: Any) -> None:
        super().__init__(machines.servers[0], *of_game)
        self._machines = machines
        self._trouble = trouble
        self._sent: list[dict[str, Any]] = []
        """Actions of the past."""
        self.last: dict[str, Any] = {}
        """The last message, but for `joined`."""
        self._away: set[int] = set()
        """Own seats that the computer plays."""

    def __str__(self) -> str:
        """How it stands, for who looks for what went wrong."""
        turn = self.mirror.player if self.mirror is not None else None
        last = self.seen[-1] if self.seen else None
        return (
            f"game {self.game}, seats {self.seats}, turn of {turn}, "
            f"waits for {self.pending}, {self.reconnections} reconnections, "
            f"last heard {self.last}, last seen {last}"
        )

    async def run(self) -> None:
        while not self.is_over:
            server = self._trouble.rng.choice(self._machines.servers)
            address = f"ws://127.0.0.1:{server.port}/ws"
            try:
                async with websockets.connect(
                    address,
                    additional_headers={"cookie": self.cookie},
                    open_timeout=3,
                    close_timeout=0.1,
                    ping_interval=2,
                    ping_timeout=4,
                    compression=None,
                ) as connection:
                    await self._follow(connection)
            except (TimeoutError, OSError, websockets.WebSocketException):
                self.reconnections += 1
                await asyncio.sleep(0.05)

    async def _follow(self, connection: Any) -> None:
        join = {"type": "join", "game": self.game, "seq": len(self.seen)}
        first = [join] if self.pending is None else [join, self.pending]
        if self._trouble.strikes("reordered at joining"):
            first.reverse()
        if self._trouble.strikes("joined from the beginning"):
            first.append({**join, "seq": 0})
        for message in first:
            await self._send(connection, message)
        while not self.is_over:
            refused = await self._took(json.loads(await connection.recv()))
            if self._trouble.strikes("cut after receiving"):
                connection.transport.abort()
            action = self._next_action()
            if action is not None:
                self.pending = action
                await self._send(connection, action)
            elif refused and self.pending is not None:
                await asyncio.sleep(0.1)
                await self._send(connection, self.pending)

    async def _send(self, connection: Any, message: dict[str, Any]) -> None:
        match self._trouble.strikes(
            "cut before sending", "cut after sending", "sent twice", "an old one again",
            "an old one before", "late",
        ):  # fmt: skip
            case "cut before sending":
                connection.transport.abort()
            case "cut after sending":
                await self._put(connection, message)
                connection.transport.abort()
            case "sent twice":
                await self._put(connection, message, message)
            case "an old one again":
                await self._put(connection, message, *self._an_old_one())
            case "an old one before":
                await self._put(connection, *self._an_old_one(), message)
            case "late":
                await asyncio.sleep(self._trouble.rng.uniform(0, 0.3))
                await self._put(connection, message)
            case None:
                await self._put(connection, message)
        if message["type"] != "join":
            self._sent.append(message)

    def _an_old_one(self) -> list[dict[str, Any]]:
        return [self._trouble.rng.choice(self._sent)] if self._sent else []

    async def _put(self, connection: Any, *messages: dict[str, Any]) -> None:
        for message in messages:
            await connection.send(json.dumps(message))

    async def _took(self, message: dict[str, Any]) -> bool:
        """Whether the action that waits was refused for now and shall be sent again."""
        self.last = message if message["type"] != "joined" else {"type": "joined"}
        if message["type"] != "error":
            await self._take(message)
            return False
        if self.pending is None or message["id"] != self.pending["id"]:
            return False  # about a repeat from the past
        if message["code"] in ("stale", "not_now"):
            self.pending = None
            return False
        assert message["code"] in ("busy", "not_joined", "too_fast"), (message, self.pending)
        return True

    def _see(self, event: dict[str, Any]) -> None:
        new = event["seq"] > len(self.seen)
        super()._see(event)
        if new and event["kind"] == "resigned" and self.mirror is not None:
            self.mirror.resign(event["player"])
        elif new and event["kind"] == "stand_in" and event["player"] in self.seats:
            self._away.add(event["player"])
        elif new and event["kind"] == "returned":
            self._away.discard(event["player"])

    def _next_action(self) -> dict[str, Any] | None:
        if self._away and not self.pending and not self.is_over:
            base = {"type": "return", "game": self.game, "seq": len(self.seen)}
            return {**base, "id": f"back-{len(self.seen)}", "player": min(self._away)}
        return super()._next_action()
