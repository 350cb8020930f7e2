"""The shared queue: any host may think; a dead one's job is taken up; people come first."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cornerwise.server.cluster import asking, serving
from cornerwise.server.cluster.asking import SharedJobs
from cornerwise.server.cluster.ending import end
from cornerwise.server.cluster.job_scripts import WAITING
from cornerwise.server.cluster.line import Line
from cornerwise.server.cluster.membership import Membership
from cornerwise.server.cluster.serving import JobServer
from cornerwise.server.jobs import Busy, JobPool
from cornerwise.server.queueing import JobFailed, Priority
from cornerwise.server.worker import HintTask, MoveTask, SentGame

FAKE = Path(__file__).with_name("fake_worker.py")


def task(name: str) -> MoveTask:
    return MoveTask(game=SentGame(variant=name, options={}), level=1)


class Hosts:
    """One server that asks, and hosts that think, all in this event loop."""

    def __init__(self, url: str, memory: Path) -> None:
        self.url = url
        self.memory = memory
        self.line = Line(url)
        self.members = Membership(self.line)
        self.jobs = SharedJobs(self.line, self.members.me)
        self.workers: list[tuple[Line, JobPool, JobServer]] = []

    async def open(self) -> None:
        await self.line.open()
        await self.members.start()
        self.jobs.start()

    async def host(self, size: int = 1) -> JobServer:
        line = Line(self.url)
        pool = JobPool(size, (sys.executable, str(FAKE), str(self.memory)))
        server = JobServer(line, pool)
        await line.open()
        server.start()
        self.workers.append((line, pool, server))
        return server

    async def kill_host(self) -> None:
        """As kill -9 would: nothing is given back."""
        line, pool, server = self.workers.pop(0)
        await end(server._tasks)
        await pool.close()
        await line.close()

    async def close(self) -> None:
        for line, pool, server in self.workers:
            await server.close()
            await pool.close()
            await line.close()
        await self.jobs.close()
        await self.members.close()
        await self.line.close()

    async def begun(self, name: str) -> None:
        """Until a worker has begun with a job."""
        log = self.memory / "log"
        while not log.exists() or name not in log.read_text().split():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def hosts_of(url: str, memory: Path) -> AsyncIterator[Hosts]:
    found = Hosts(url, memory)
    await found.open()
    try:
        yield found
    finally:
        await found.close()


def run(url: str, memory: Path, body: Callable[[Hosts], Awaitable[None]]) -> None:
    async def main() -> None:
        async with hosts_of(url, memory) as found:
            await asyncio.wait_for(body(found), 30)

    asyncio.run(main())


def test_a_job_is_done_by_whoever_serves_the_queue(redis_url: str, tmp_path: Path) -> None:
    async def body(hosts: Hosts) -> None:
        early = hosts.jobs.submit("game", task("echo:early"), Priority.QUICK)
        await hosts.host()
        await hosts.host()
        tickets = [hosts.jobs.submit(f"g{i}", task(f"echo:{i}"), Priority.QUICK) for i in range(20)]
        results = await asyncio.gather(*(ticket.result for ticket in (early, *tickets)))
        assert results == ["echo:early", *(f"echo:{i}" for i in range(20))]

    run(redis_url, tmp_path, body)


def test_people_come_first_and_games_take_turns(redis_url: str, tmp_path: Path) -> None:
    async def body(hosts: Hosts) -> None:
        orders = [
            ("a", "1", Priority.ANALYSIS),
            ("a", "2", Priority.STRONG),
            ("a", "3", Priority.STRONG),
            ("a", "4", Priority.STRONG),
            ("b", "5", Priority.STRONG),
            ("d", "8", Priority.HINT),
            ("c", "6", Priority.QUICK),
            ("a", "7", Priority.QUICK),
        ]
        tickets = []
        for owner, name, priority in orders:
            tickets.append(hosts.jobs.submit(owner, task(f"echo:{name}"), priority))
            await asyncio.sleep(0.01)  # Redis gets them in this order
        await hosts.host()
        await asyncio.gather(*(ticket.result for ticket in tickets))

    run(redis_url, tmp_path, body)
    done = [name.split(":")[1] for name in (tmp_path / "log").read_text().split()]
    assert done == ["6", "2", "7", "5", "8", "3", "4", "1"]


def test_a_dead_hosts_job_is_taken_up_by_another(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LIFE", 300)
    monkeypatch.setattr(serving, "BEAT", 0.1)

    async def body(hosts: Hosts) -> None:
        await hosts.host()
        ticket = hosts.jobs.submit("g", task("wait"), Priority.QUICK)
        await hosts.begun("wait")
        (tmp_path / "log").unlink()
        await hosts.kill_host()
        await hosts.host()
        await hosts.begun("wait")
        hosts.jobs.hurry(ticket)
        assert await ticket.result == "stopped"

    run(redis_url, tmp_path, body)


def test_a_host_that_ends_in_good_order_gives_its_job_back(redis_url: str, tmp_path: Path) -> None:
    async def body(hosts: Hosts) -> None:
        first = await hosts.host()
        ticket = hosts.jobs.submit("g", task("wait"), Priority.QUICK)
        await hosts.begun("wait")
        await hosts.host()
        (tmp_path / "log").unlink()
        await first.close()
        await hosts.begun("wait")
        hosts.jobs.hurry(ticket)
        assert await ticket.result == "stopped"

    run(redis_url, tmp_path, body)


def test_a_job_over_which_every_host_dies_is_given_up(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LIFE", 100)
    monkeypatch.setattr(serving, "BEAT", 60.0)
    monkeypatch.setattr(asking, "LOOK", 0.05)

    async def body(hosts: Hosts) -> None:
        for _ in range(3):
            await hosts.host()
        ticket = hosts.jobs.submit("g", task("deaf"), Priority.QUICK)
        with pytest.raises(JobFailed, match="three workers died"):
            await ticket.result

    run(redis_url, tmp_path, body)


def test_an_error_in_a_worker_is_told(redis_url: str, tmp_path: Path) -> None:
    async def body(hosts: Hosts) -> None:
        await hosts.host()
        with pytest.raises(JobFailed, match="it broke"):
            await hosts.jobs.submit("g", task("error"), Priority.QUICK).result

    run(redis_url, tmp_path, body)


def test_a_job_can_be_cancelled_wherever_it_is(redis_url: str, tmp_path: Path) -> None:
    async def body(hosts: Hosts) -> None:
        await hosts.host()
        running = hosts.jobs.submit("g", task("wait"), Priority.QUICK)
        await hosts.begun("wait")
        waiting = hosts.jobs.submit("h", task("echo:never"), Priority.QUICK)
        hosts.jobs.cancel(waiting)
        hosts.jobs.cancel(running)
        assert await hosts.jobs.submit("i", task("echo"), Priority.QUICK).result == "echo"

    run(redis_url, tmp_path, body)
    assert "echo:never" not in (tmp_path / "log").read_text()


def test_a_word_to_hurry_that_is_lost_is_found(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Channels forget; and the word may be quicker than the job, which comes on another line."""
    monkeypatch.setattr(serving, "BEAT", 0.05)

    async def body(hosts: Hosts) -> None:
        host = await hosts.host()
        host._line.hear(host._line.key("worker", host.name), lambda _: None)
        ticket = hosts.jobs.submit("g", task("wait"), Priority.QUICK)
        await hosts.begun("wait")
        hosts.jobs.hurry(ticket)
        assert await ticket.result == "stopped"

    run(redis_url, tmp_path, body)


def test_a_host_takes_no_job_while_its_process_is_not_free(redis_url: str, tmp_path: Path) -> None:
    """A picture that nobody waits for any more is drawn to its end all the same."""

    async def body(hosts: Hosts) -> None:
        host = await hosts.host()
        film = hosts.jobs.submit("g", task("deaf:deaf"), Priority.FILM)
        await hosts.begun("deaf:deaf")
        hosts.jobs.cancel(film)
        while host._work:
            await asyncio.sleep(0.01)
        move = hosts.jobs.submit("h", task("echo"), Priority.QUICK)
        await asyncio.sleep(0.1)
        assert not host._work
        await hosts.host()
        assert await move.result == "echo"

    run(redis_url, tmp_path, body)


def test_a_move_ends_an_analysis_early(redis_url: str, tmp_path: Path) -> None:
    async def body(hosts: Hosts) -> None:
        await hosts.host()
        analysis = hosts.jobs.submit("g", task("wait"), Priority.ANALYSIS)
        await hosts.begun("wait")
        assert await hosts.jobs.submit("h", task("echo"), Priority.QUICK).result == "echo"
        assert await analysis.result == "stopped"

    run(redis_url, tmp_path, body)


def test_one_process_of_a_host_is_kept_for_quick_jobs(redis_url: str, tmp_path: Path) -> None:
    """Also while the processes are still starting: what waits for one of them counts."""

    async def body(hosts: Hosts) -> None:
        strong = [hosts.jobs.submit(name, task(f"wait:{name}"), Priority.STRONG) for name in "ghi"]
        while await hosts.line.run(WAITING, int(Priority.STRONG)) < len(strong):
            await asyncio.sleep(0.01)
        await hosts.host(size=2)
        await hosts.begun("wait:g")
        answers = [
            hosts.jobs.submit(f"q{i}", task("echo"), Priority.QUICK).result for i in range(3)
        ]
        assert await asyncio.gather(*answers) == ["echo"] * 3
        assert "wait:h" not in (tmp_path / "log").read_text()
        for ticket in strong:
            hosts.jobs.hurry(ticket)
            assert await ticket.result == "stopped"

    run(redis_url, tmp_path, body)


def test_a_strong_move_ends_an_analysis_early(redis_url: str, tmp_path: Path) -> None:
    """Although a process is free: it is kept for quick ones."""

    async def body(hosts: Hosts) -> None:
        await hosts.host(size=2)
        analysis = hosts.jobs.submit("g", task("wait"), Priority.ANALYSIS)
        await hosts.begun("wait")
        assert await hosts.jobs.submit("h", task("echo"), Priority.STRONG).result == "echo"
        assert await analysis.result == "stopped"

    run(redis_url, tmp_path, body)


def test_a_first_look_ends_a_deeper_one_early(redis_url: str, tmp_path: Path) -> None:
    async def body(hosts: Hosts) -> None:
        await hosts.host(size=2)
        deeper = hosts.jobs.submit("g", task("wait"), Priority.DEEPER)
        await hosts.begun("wait")
        another = hosts.jobs.submit("h", task("echo:another"), Priority.DEEPER)
        assert await hosts.jobs.submit("i", task("echo"), Priority.ANALYSIS).result == "echo"
        assert await deeper.result == "stopped"
        assert await another.result == "echo:another"
        assert (tmp_path / "log").read_text().split() == ["wait", "echo", "echo:another"]

    run(redis_url, tmp_path, body)


def test_jobs_of_a_dead_server_are_not_done(redis_url: str, tmp_path: Path) -> None:
    async def body(hosts: Hosts) -> None:
        async with hosts_of(redis_url, tmp_path) as dead:
            dead.jobs.submit("g", task("echo:orphan"), Priority.QUICK)
            await asyncio.sleep(0.05)
        await hosts.host()
        assert await hosts.jobs.submit("h", task("echo"), Priority.ANALYSIS).result == "echo"

    run(redis_url, tmp_path, body)
    assert (tmp_path / "log").read_text().split() == ["echo"]


def test_redis_that_forgets_everything_loses_no_job(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "LOOK", 0.05)

    async def body(hosts: Hosts) -> None:
        ticket = hosts.jobs.submit("g", task("echo"), Priority.QUICK)
        await asyncio.sleep(0.05)
        await hosts.line._client.flushdb()
        await hosts.members._beat()
        await hosts.host()
        assert await ticket.result == "echo"

    run(redis_url, tmp_path, body)


def test_analyses_are_bounded_but_moves_are_not(
    redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "MAX_WAITING", 3)

    async def body(hosts: Hosts) -> None:
        for number in range(3):
            hosts.jobs.submit(f"g{number}", task("echo"), Priority.QUICK)
        with pytest.raises(Busy):
            hosts.jobs.submit("g", HintTask(game=task("echo").game), Priority.QUICK)
        hosts.jobs.submit("g", task("echo"), Priority.QUICK)

    run(redis_url, tmp_path, body)
