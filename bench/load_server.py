"""Load: many games at once over real websockets, against a real server on this machine.

    python bench/load_server.py --games 200 --seconds 60 --pace 1.0

Each game has two seats on two sockets; each move comes `pace` seconds after the one before
(spread by half, so that games do not march in step). The server runs as it does at home,
in a process of its own with its database on disk. Two figures are taken: the server's own
time, from the receipt of a move to its events in the sockets' queues, which `/api/health`
gives; and what the other player's socket saw, from before sending to after receiving, with
this generator's own work in it.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

import cornerwise as cw


@dataclass
class Load:
    """What is measured."""

    seen: list[float] = field(default_factory=list)
    """Milliseconds from one player's send to the other's receipt."""
    moves: int = 0
    games: int = 0
    refused: int = 0


class Server:
    """`cornerwise serve` in a process of its own."""

    def __init__(self, data: str, workers: int, database: str) -> None:
        rates = {"CORNERWISE_CREATE_RATE": "9999/second", "CORNERWISE_REQUEST_RATE": "9999/second"}
        environment = {**os.environ, **rates, "CORNERWISE_WORKERS": str(workers)}
        if database:
            environment["CORNERWISE_DATABASE"] = database
        command = (sys.executable, "-m", "cornerwise.cli", "serve", "--no-browser", "--port", "0")
        self.process = subprocess.Popen(
            (*command, "--data", data), stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if "Cornerwise is at" in line)
        self.host = line.split("/")[2]

    def request(self, path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
        """The answer, and the cookie that came with it."""
        headers = {"content-type": "application/json", "cookie": cookie}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.host}{path}", data, headers)
        with urllib.request.urlopen(request) as answer:
            given = (answer.headers.get("set-cookie") or cookie).split(";")[0]
            return json.load(answer), given

    def memory(self) -> int:
        """Resident kilobytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if "VmRSS" in line).split()[1])

    def processor_seconds(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)


def make_games(server: Server, variant: str, count: int) -> list[tuple[str, str]]:
    """Games with both seats of one guest, and that guest's cookie."""
    body = {"variant": variant, "seats": [{"kind": "me"}, {"kind": "here"}]}
    made = [server.request("/api/games", body) for _ in range(count)]
    return [(answer["game"], cookie) for answer, cookie in made]


async def play(server: Server, game: str, cookie: str, load: Load, pace: float, end: float) -> None:
    """One game on two sockets, by turns, until the time is up or it is over."""
    address, headers = f"ws://{server.host}/ws", {"cookie": cookie}
    rng = random.Random(game)
    async with (
        websockets.connect(address, additional_headers=headers, compression=None) as one,
        websockets.connect(address, additional_headers=headers, compression=None) as two,
    ):
        sockets, mirror, seq = (one, two), cw.Game("duo"), 0
        for socket in sockets:
            await socket.send(json.dumps({"type": "join", "game": game}))
            created = await until(socket, "joined")
            seq = created["seq"]
        await asyncio.sleep(rng.uniform(0, pace))
        while not mirror.is_over and time.perf_counter() < end:
            mover = mirror.to_play or 0
            move = rng.choice(mirror.legal_moves)
            message = {"type": "play", "game": game, "id": f"m{seq}", "seq": seq, "move": str(move)}
            text = json.dumps(message)
            sent = time.perf_counter()
            await sockets[mover].send(text)
            events = (await until(sockets[1 - mover], "events"))["events"]
            load.seen.append(1000 * (time.perf_counter() - sent))
            load.moves += 1
            seq = events[-1]["seq"]
            mirror.play(move)
            done = await until(sockets[mover], "done")
            load.refused += done["type"] == "error"
            await asyncio.sleep(rng.uniform(0.5, 1.5) * pace)
        load.games += 1


async def until(socket: Any, kind: str) -> dict[str, Any]:
    """The next message of a type."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] in (kind, "error"):
            return message


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def run(args: argparse.Namespace) -> None:
    """Make the games, play them, print the table."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(data, args.workers, args.database)
        try:
            before = server.memory()
            games = make_games(server, "duo", args.games)
            load, begin = Load(), time.perf_counter()
            used = server.processor_seconds()
            end = begin + args.seconds
            tasks = [play(server, game, cookie, load, args.pace, end) for game, cookie in games]
            watch = asyncio.create_task(largest(server))
            await asyncio.gather(*tasks)
            seconds = time.perf_counter() - begin
            watch.cancel()
            health, _ = server.request("/api/health")
            used = server.processor_seconds() - used
            peak = server.peak  # type: ignore[attr-defined]
            report(args, load, health, seconds, used, (peak - before) / (2 * args.games))
        finally:
            server.end()


async def largest(server: Any) -> None:
    """Remember the largest memory."""
    server.peak = 0
    while True:
        server.peak = max(server.peak, server.memory())
        await asyncio.sleep(0.5)


def report(
    args: argparse.Namespace,
    load: Load,
    health: dict[str, Any],
    seconds: float,
    used: float,
    kilobytes: float,
) -> None:
    """The table."""
    rows = [
        ("games, sockets", f"{args.games}, {2 * args.games}"),
        ("moves", f"{load.moves} ({load.moves / seconds:.0f} a second), {load.refused} refused"),
        ("server time, median", f"{health['p50_ms']:.2f} ms"),
        ("server time, 99th percentile", f"{health['p99_ms']:.2f} ms"),
        ("seen by the other player, median", f"{percentile(load.seen, 0.5):.2f} ms"),
        ("seen by the other player, 99th percentile", f"{percentile(load.seen, 0.99):.2f} ms"),
        ("server's processor time", f"{100 * used / seconds:.0f}% of one core"),
        ("memory for each socket, game included", f"{kilobytes:.0f} kB"),
        ("load of the machine", " ".join(f"{value:.1f}" for value in os.getloadavg())),
    ]
    for name, value in rows:
        print(f"| {name} | {value} |")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between a game's moves")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--database", default="", help="a PostgreSQL address")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
