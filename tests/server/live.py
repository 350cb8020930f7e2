"""A server in a process of its own, to be killed and started again."""

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import websockets

import cornerwise as cw

COMMAND = (sys.executable, "-m", "cornerwise", "serve", "--no-browser")
PORTS = range(11_000, 30_000)
"""Below those the system gives to outgoing connections: a server that was killed finds its port
free when it comes back."""


def free_port() -> int:
    """A port nobody listens on."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class LiveServer:
    """`cornerwise serve` on a folder. After a kill it comes back on the same port."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.command: tuple[str, ...] = COMMAND
        self.port = free_port()
        self.environment = {**os.environ, "CORNERWISE_WORKERS": "1", **environment}
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> "LiveServer":
        self.process = subprocess.Popen(
            (*self.command, "--port", str(self.port), "--data", str(self.data)),
            stdout=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if "Cornerwise is at" in line:
                return self
        raise AssertionError(f"the server did not start: {self.process.wait()}")

    def kill(self) -> None:
        """kill -9."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.send_signal(how)
        status = self.process.wait(30)
        self.process.stdout.close()
        return status

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def request(self, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
        """The answer as JSON, and the cookie that came with it."""
        headers = {"content-type": "application/json", "cookie": cookie}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            given = (answer.headers.get("set-cookie") or cookie).split(";")[0]
            return json.load(answer), given


class Client:
    """A page that holds seats of one game and never gives up: it plays, reconnects, plays on."""

    def __init__(self, server: LiveServer, game: str, cookie: str, seats: list[int]) -> None:
        self.server = server
        self.game = game
        self.cookie = cookie
        self.seats = seats
        self.seen: list[dict[str, Any]] = []
        """Every event, as it came."""
        self.pending: dict[str, Any] | None = None
        """The action that has no answer yet: sent again after a reconnection, unchanged."""
        self.mirror: cw.Game | None = None
        self.reconnections = 0
        self.has_started = False

    async def run(self) -> None:
        """Until the game is over."""
        address = f"ws://127.0.0.1:{self.server.port}/ws"
        while not self.is_over:
            try:
                async with websockets.connect(
                    address, additional_headers={"cookie": self.cookie}, open_timeout=5
                ) as connection:
                    await self._follow(connection)
            except (TimeoutError, OSError, websockets.WebSocketException):
                self.reconnections += 1
                await asyncio.sleep(0.02)

    @property
    def is_over(self) -> bool:
        return bool(self.seen) and self.seen[-1]["kind"] == "over"

    async def _follow(self, connection: Any) -> None:
        join = {"type": "join", "game": self.game, "seq": len(self.seen)}
        await connection.send(json.dumps(join))
        if self.pending is not None:
            await connection.send(json.dumps(self.pending))
        while not self.is_over:
            await self._take(json.loads(await connection.recv()))
            action = self._next_action()
            if action is not None:
                self.pending = action
                await connection.send(json.dumps(action))

    async def _take(self, message: dict[str, Any]) -> None:
        if message["type"] in ("joined", "events"):
            for event in message["events"]:
                self._see(event)
        elif message["type"] == "done" and self.pending and message["id"] == self.pending["id"]:
            self.pending = None
        elif message["type"] == "error":
            assert message["code"] in ("stale", "busy"), message
            if self.pending and message["id"] == self.pending["id"]:
                self.pending = None

    def _see(self, event: dict[str, Any]) -> None:
        if event["seq"] <= len(self.seen):  # told twice around a reconnection: must be the same
            assert self.seen[event["seq"] - 1] == event
            return
        assert event["seq"] == len(self.seen) + 1, "a gap"
        self.seen.append(event)
        self.has_started |= event["kind"] == "started"
        if event["kind"] == "created":
            self.mirror = cw.Game(event["variant"], **event["options"])
        elif event["kind"] == "played":
            assert self.mirror is not None
            self.mirror.play(event["move"])

    def _next_action(self) -> dict[str, Any] | None:
        game = self.mirror
        if game is None or game.player not in self.seats or self.pending:
            return None
        if self.is_over or not self.has_started:
            return None
        moves = game.legal_moves
        choice = moves[(31 * len(self.seen) + len(moves)) % len(moves)]
        id = f"{self.seats[0]}-{len(self.seen)}"
        return {
            "type": "play",
            "game": self.game,
            "id": id,
            "seq": len(self.seen),
            "move": str(choice),
        }
