"""Load: many games at once over real websockets, against real servers on this machine.

    python bench/load_server.py --games 1000 --seconds 60
    python bench/load_server.py --games 1000 --servers 2 \\
        --database postgresql://user@127.0.0.1/load --redis redis://127.0.0.1/1

Each game has four seats of four people on four sockets; each move comes about `pace` seconds
after the one before (spread by half, so that games do not march in step). With several
servers, each game's sockets are spread over all of them. The servers run as they do
everywhere, in processes of their own. Two figures are taken: the servers' own time, from the
receipt of a move to its events in the sockets' queues and the answer, which `/api/health`
gives of the last 10,000 (two servers need 90 seconds for as many); and what the three other
players' sockets saw, from before sending to after receiving, with this generator's own work
in it.
"""

import argparse
import asyncio
import gc
import os
import tempfile
import time

import uvloop
from load_game import SEATS, VARIANT, Load, LoadGame
from load_process import ServerProcess
from load_socket import LoadSocket

AT_ONCE = 40
"""Connections that are opened at the same time."""
KEPT = 10_000
"""Actions whose times a server keeps. With fewer moves, those of sitting down are among them."""
TOO_SHORT = f"not told of fewer than {KEPT:,} moves a server"


async def run(args: argparse.Namespace) -> None:
    """Start the servers, make the games, play them, print the table."""
    with tempfile.TemporaryDirectory() as data:
        servers = [ServerProcess(data, args) for _ in range(args.servers)]
        try:
            await measure(servers, args)
        finally:
            for server in servers:
                server.end()


async def measure(servers: list[ServerProcess], args: argparse.Namespace) -> None:
    """One run: sockets first, then games on them, then moves."""
    load, rows = Load(), []
    memory = [sum(server.memory() for server in servers)]
    games = await opened(servers, args, load)
    memory.append(sum(server.memory() for server in servers))
    await seated(games)
    memory.append(sum(server.memory() for server in servers))
    gc.collect()
    gc.freeze()
    used, begin = [server.processor_seconds() for server in servers], time.perf_counter()
    own = time.process_time()
    for game in games:
        game.start()
    await asyncio.sleep(args.seconds)
    for game in games:
        game.stop()
    seconds, own = time.perf_counter() - begin, time.process_time() - own
    used = [s.processor_seconds() - before for s, before in zip(servers, used, strict=True)]
    memory.append(sum(server.memory() for server in servers))
    await asyncio.sleep(1)
    rows = table(args, load, servers, seconds, used, own, memory)
    for name, value in rows:
        print(f"| {name} | {value} |")


async def opened(
    servers: list[ServerProcess], args: argparse.Namespace, load: Load
) -> list[LoadGame]:
    """Games with their sockets open and idle."""
    games = []
    seats = [{"kind": "me"}] + [{"kind": "link"}] * (SEATS - 1)
    body = {"variant": VARIANT, "seats": seats, "clock": {"initial": 3600}}
    people = [[servers[0].new_cookie() for _ in range(SEATS)] for _ in range(args.games)]
    for number, cookies in enumerate(people):
        made = servers[number % len(servers)].request("/api/games", body, cookies[0])
        games.append(LoadGame(made["game"], made["key"], number, load, args.pace))
    gate = asyncio.Semaphore(AT_ONCE)

    async def connect(game: LoadGame, number: int, player: int, cookie: str) -> LoadSocket:
        host = servers[(number + player) % len(servers)].host
        async with gate:
            return await LoadSocket.connect(host, cookie, lambda text: game.hear(player, text))

    for number, (game, cookies) in enumerate(zip(games, people, strict=True)):
        game.sockets = await asyncio.gather(
            *(connect(game, number, player, cookie) for player, cookie in enumerate(cookies))
        )
    return games


async def seated(games: list[LoadGame]) -> None:
    """Everybody joins and sits; the games begin."""
    for begin in range(0, len(games), AT_ONCE):
        some = games[begin : begin + AT_ONCE]
        for game in some:
            game.begin_sitting()
        await asyncio.gather(*(game.sat.wait() for game in some))


def percentile(values: list[float], share: float) -> float:
    """The value below which a share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def table(
    args: argparse.Namespace,
    load: Load,
    servers: list[ServerProcess],
    seconds: float,
    used: list[float],
    own: float,
    memory: list[int],
) -> list[tuple[str, str]]:
    """What was measured, in rows."""
    health = [server.request("/api/health") for server in servers]
    sockets = SEATS * args.games
    per_socket = (memory[1] - memory[0]) / sockets
    per_game = (memory[3] - memory[1]) / args.games
    each = ", ".join

    def taken(name: str) -> str:
        is_short = load.moves < KEPT * args.servers
        return TOO_SHORT if is_short else each(f"{found[name]:.2f} ms" for found in health)

    return [
        ("servers, games, sockets", f"{args.servers}, {args.games}, {sockets}"),
        ("moves", f"{load.moves} ({load.moves / seconds:.0f} a second)"),
        ("refused", f"{len(load.refused)} {' '.join(load.refused[:1])}"),
        ("server time, median", taken("p50_ms")),
        ("server time, 99th percentile", taken("p99_ms")),
        ("seen by the others, median", f"{percentile(load.seen, 0.5):.2f} ms"),
        ("seen by the others, 99th percentile", f"{percentile(load.seen, 0.99):.2f} ms"),
        ("servers' processor time a move", f"{1e6 * sum(used) / load.moves:.0f} µs"),
        ("servers' processor time", each(f"{100 * u / seconds:.0f}% of a core" for u in used)),
        ("generator's processor time", f"{100 * own / seconds:.0f}% of a core"),
        ("memory of an idle socket", f"{per_socket:.1f} KiB"),
        ("memory of a game in play, its events and seats included", f"{per_game:.0f} KiB"),
        ("load of the machine", " ".join(f"{value:.1f}" for value in os.getloadavg())),
    ]  # fmt: skip


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--pace", type=float, default=4.0, help="seconds between a game's moves")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--database", default="", help="a PostgreSQL address")
    parser.add_argument("--redis", default="", help="a Redis address")
    parser.add_argument("--profile", default="", help="write the first server's profile here")
    uvloop.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
