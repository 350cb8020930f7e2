"""The pool of workers: bounded, fair, cancellable; a dead worker's job is done again."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise.server import jobs
from cornerwise.server.jobs import Busy, JobPool
from cornerwise.server.queueing import JobFailed, JobQueue, Priority, Ticket
from cornerwise.server.worker import HintTask, MoveTask, SentGame

FAKE = Path(__file__).with_name("fake_worker.py")


def task(name: str) -> MoveTask:
    return MoveTask(game=SentGame(variant=name, options={}), level=1)


def with_pool(tmp_path: Path, body: Callable[[JobPool], Awaitable[None]], size: int = 1) -> None:
    async def run() -> None:
        pool = JobPool(size, (sys.executable, str(FAKE), str(tmp_path)))
        try:
            await asyncio.wait_for(body(pool), 30)
        finally:
            await pool.close()

    asyncio.run(run())


def test_a_job_is_done(tmp_path: Path) -> None:
    async def body(pool: JobPool) -> None:
        assert await pool.submit("game", task("echo"), Priority.QUICK).result == "echo"

    with_pool(tmp_path, body)


def test_workers_are_bounded(tmp_path: Path) -> None:
    async def body(pool: JobPool) -> None:
        tickets = [pool.submit(f"g{i}", task(f"echo:{i}"), Priority.QUICK) for i in range(40)]
        results = await asyncio.gather(*(ticket.result for ticket in tickets))
        assert results == [f"echo:{i}" for i in range(40)]
        assert len(pool.pids) <= 2

    with_pool(tmp_path, body, size=2)


def test_a_dead_workers_job_is_done_by_another(tmp_path: Path) -> None:
    async def body(pool: JobPool) -> None:
        tickets = [pool.submit("g", task(name), Priority.QUICK) for name in ("die-once", "echo")]
        assert [await ticket.result for ticket in tickets] == ["die-once", "echo"]

    with_pool(tmp_path, body)
    assert (tmp_path / "log").read_text().split() == ["die-once", "die-once", "echo"]


@pytest.mark.parametrize("babble", ["babble", "drone"])
def test_a_worker_that_cannot_be_understood_is_replaced(tmp_path: Path, babble: str) -> None:
    async def body(pool: JobPool) -> None:
        tickets = [pool.submit("g", task(name), Priority.QUICK) for name in (babble, "echo")]
        assert [await ticket.result for ticket in tickets] == [babble, "echo"]

    with_pool(tmp_path, body)


def test_a_worker_killed_in_mid_search_is_replaced(tmp_path: Path) -> None:
    async def body(pool: JobPool) -> None:
        ticket = pool.submit("g", task("wait"), Priority.QUICK)
        while not (tmp_path / "log").exists():
            await asyncio.sleep(0.01)
        (first,) = pool.pids
        os.kill(first, signal.SIGKILL)
        while pool.pids in ([first], []):
            await asyncio.sleep(0.01)
        pool.hurry(ticket)
        assert await ticket.result == "stopped"

    with_pool(tmp_path, body)


def test_a_job_that_kills_every_worker_is_given_up(tmp_path: Path) -> None:
    async def body(pool: JobPool) -> None:
        deadly = pool.submit("g", task("die"), Priority.QUICK)
        after = pool.submit("h", task("echo"), Priority.QUICK)
        with pytest.raises(JobFailed, match="three workers died"):
            await deadly.result
        assert await after.result == "echo"

    with_pool(tmp_path, body)


def test_an_error_in_a_worker_is_told(tmp_path: Path) -> None:
    async def body(pool: JobPool) -> None:
        with pytest.raises(JobFailed, match="it broke"):
            await pool.submit("g", task("error"), Priority.QUICK).result
        assert await pool.submit("g", task("echo"), Priority.QUICK).result == "echo"

    with_pool(tmp_path, body)


def test_a_search_can_be_stopped_and_cancelled(tmp_path: Path) -> None:
    async def body(pool: JobPool) -> None:
        ticket = pool.submit("g", task("wait"), Priority.QUICK)
        pool.hurry(ticket)
        assert await ticket.result == "stopped"
        running = pool.submit("g", task("wait"), Priority.QUICK)
        waiting = pool.submit("g", task("wait:never"), Priority.QUICK)
        pool.cancel(waiting)
        pool.cancel(running)
        assert await pool.submit("g", task("echo"), Priority.QUICK).result == "echo"

    with_pool(tmp_path, body)
    assert "wait:never" not in (tmp_path / "log").read_text()


def test_where_no_worker_can_be_started_no_job_waits_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory or open files may have run out; when there is enough again, all is as before."""
    monkeypatch.setattr(jobs, "PAUSE", 0.0)

    async def body(pool: JobPool) -> None:
        works, pool._command = pool._command, (str(tmp_path / "nothing"),)
        tickets = [pool.submit(name, task("echo"), Priority.QUICK) for name in "gh"]
        for ticket in tickets:
            with pytest.raises(JobFailed, match="no engine process"):
                await ticket.result
        pool._command = works
        assert await pool.submit("g", task("echo"), Priority.QUICK).result == "echo"

    with_pool(tmp_path, body)


def test_a_worker_that_could_not_be_started_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "PAUSE", 0.0)

    async def body(pool: JobPool) -> None:
        works, pool._command = pool._command, (str(tmp_path / "nothing"),)
        ticket = pool.submit("g", task("echo"), Priority.QUICK)
        while not pool._failures:
            await asyncio.sleep(0)
        pool._command = works
        assert await ticket.result == "echo"

    with_pool(tmp_path, body)


def test_a_worker_that_does_not_obey_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LONGEST", 0.05)

    async def body(pool: JobPool) -> None:
        with pytest.raises(JobFailed):
            await pool.submit("g", task("deaf"), Priority.QUICK).result
        assert await asyncio.wait_for(asyncio.sleep(0, "alive"), 1) == "alive"

    with_pool(tmp_path, body)


def test_a_process_that_is_still_starting_is_not_killed_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine that takes longer than a stop may."""
    monkeypatch.setattr(jobs, "GRACE", 0.0)

    async def body(pool: JobPool) -> None:
        ticket = pool.submit("g", task("wait"), Priority.QUICK)
        pool.hurry(ticket)
        assert await ticket.result == "stopped"

    with_pool(tmp_path, body)


def test_who_is_impatient_does_not_keep_a_deaf_worker_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "START", 0.1)

    async def body(pool: JobPool) -> None:
        ticket = pool.submit("g", task("deaf:deaf"), Priority.QUICK)
        while not ticket.result.done():
            pool.hurry(ticket)
            await asyncio.sleep(0.01)
        with pytest.raises(JobFailed, match="three workers died"):
            await ticket.result

    with_pool(tmp_path, body)


def test_a_move_ends_a_puzzle_early(tmp_path: Path) -> None:
    async def body(pool: JobPool) -> None:
        puzzle = pool.submit("g", task("wait"), Priority.PUZZLE)
        while not (tmp_path / "log").exists():
            await asyncio.sleep(0.01)
        assert await pool.submit("h", task("echo"), Priority.QUICK).result == "echo"
        assert await puzzle.result == "stopped"

    with_pool(tmp_path, body)


def test_a_deeper_look_makes_way_for_everything_else(tmp_path: Path) -> None:
    """Who asked for it has an answer already. Two of them keep their turns."""

    async def body(pool: JobPool) -> None:
        first = pool.submit("g", task("wait:first"), Priority.DEEPER)
        while not (tmp_path / "log").exists():
            await asyncio.sleep(0.01)
        second = pool.submit("h", task("echo:second"), Priority.DEEPER)
        await asyncio.sleep(0)
        assert not first.hurried
        others = (Priority.ANALYSIS, Priority.PUZZLE, Priority.FILM)
        jobs = [pool.submit("i", task(f"echo:{p.name}"), p).result for p in others]
        await asyncio.gather(first.result, second.result, *jobs)
        assert first.result.result() == "stopped"
        order = (tmp_path / "log").read_text().split()
        assert order == ["wait:first", "echo:PUZZLE", "echo:ANALYSIS", "echo:FILM", "echo:second"]

    with_pool(tmp_path, body)


def test_hints_are_bounded_but_moves_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MAX_WAITING", 3)

    async def body(pool: JobPool) -> None:
        for number in range(3):
            pool.submit(f"g{number}", task("wait"), Priority.QUICK)
        with pytest.raises(Busy):
            pool.submit("g", HintTask(game=task("echo").game), Priority.QUICK)
        pool.submit("g", task("echo"), Priority.QUICK)

    with_pool(tmp_path, body)


def test_jobs_that_nobody_wants_any_more_take_no_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks for reviews and goes, again and again, must not keep others from their hints."""
    monkeypatch.setattr(jobs, "MAX_WAITING", 3)

    async def body(pool: JobPool) -> None:
        pool.submit("g", task("wait"), Priority.STRONG)
        for _ in range(9):
            hint = HintTask(game=task("echo").game)
            pool.cancel(pool.submit("me", hint, Priority.ANALYSIS))
        assert len(pool._queue) <= 1, "the move alone, if no process is there yet"

    with_pool(tmp_path, body)


def test_one_process_is_kept_for_quick_jobs(tmp_path: Path) -> None:
    """However many tables the strongest computer thinks for."""

    async def body(pool: JobPool) -> None:
        strong = [pool.submit(name, task(f"wait:{name}"), Priority.STRONG) for name in "ghi"]
        answers = [pool.submit(f"q{i}", task("echo"), Priority.QUICK).result for i in range(3)]
        assert await asyncio.gather(*answers) == ["echo"] * 3
        assert "wait:h" not in (tmp_path / "log").read_text()
        for ticket in strong:
            pool.hurry(ticket)
            assert await ticket.result == "stopped"

    with_pool(tmp_path, body, size=2)


def test_a_film_keeps_nobody_at_a_table_waiting(tmp_path: Path) -> None:
    """It cannot end early, so it begins where it is in nobody's way. A picture takes a second."""

    async def body(pool: JobPool) -> None:
        films = [pool.submit(name, task(f"wait:{name}"), Priority.FILM) for name in "gh"]
        for priority in (Priority.QUICK, Priority.PICTURE):
            assert await pool.submit("q", task("echo"), priority).result == "echo"
        puzzle = pool.submit("p", task("echo"), Priority.PUZZLE)
        strong = pool.submit("s", task("echo"), Priority.STRONG)
        await asyncio.sleep(0)
        assert not any(film.hurried for film in films)
        pool.hurry(films[0])
        assert await films[0].result == "stopped"
        assert await asyncio.gather(strong.result, puzzle.result) == ["echo"] * 2
        pool.cancel(films[1])

    with_pool(tmp_path, body, size=2)


def test_pictures_wait_for_tables() -> None:
    async def body() -> list[int]:
        queue = JobQueue()
        order = (Priority.FILM, Priority.PICTURE, Priority.STRONG, Priority.QUICK, Priority.QUICK)
        for number, priority in enumerate(order):
            queue.put(Ticket(number, f"owner {number}", task("echo"), priority))
        return [ticket.id for ticket in iter(lambda: queue.get(long=False), None)]

    assert asyncio.run(body()) == [3, 4, 1], "and the others take long"


def test_games_take_turns_and_people_come_first() -> None:
    async def body() -> list[int]:
        queue = JobQueue()
        orders = [
            ("a", Priority.ANALYSIS),
            ("a", Priority.STRONG),
            ("a", Priority.STRONG),
            ("a", Priority.STRONG),
            ("b", Priority.STRONG),
            ("c", Priority.QUICK),
            ("a", Priority.QUICK),
        ]
        for number, (owner, priority) in enumerate(orders):
            queue.put(Ticket(number, owner, task("echo"), priority))
        assert len(queue) == 7
        return [ticket.id for ticket in iter(queue.get, None)]

    assert asyncio.run(body()) == [5, 1, 6, 4, 2, 3, 0]


def test_hints_wait_for_moves_and_take_turns_with_the_strong() -> None:
    """However many games somebody asks for hints in, no table's computer stands still for it."""

    async def body() -> list[str]:
        queue = JobQueue()
        hints = [(f"h{number}", Priority.HINT) for number in range(3)]
        strong = [(f"s{number}", Priority.STRONG) for number in range(3)]
        for owner, priority in (*hints, *strong, ("m", Priority.QUICK)):
            queue.put(Ticket(0, owner, task("echo"), priority))
        return [ticket.owner for ticket in iter(queue.get, None)]

    assert asyncio.run(body()) == ["m", "s0", "h0", "s1", "h1", "s2", "h2"]


def test_a_real_worker_plays_and_ends_with_its_input() -> None:
    async def body() -> None:
        pool = JobPool(1)
        try:
            game = cw.Game("trigon_3", contact="alternate")
            game.play(game.legal_moves[0])
            game.resign(1)
            sent = SentGame.of(game)
            assert sent.rebuild() == game
            ticket = pool.submit("g", MoveTask(game=sent, level=2), Priority.QUICK)
            game.play(await asyncio.wait_for(ticket.result, 60))
            (worker,) = pool._workers
            assert worker.process.stdin is not None
            worker.process.stdin.close()
            assert await asyncio.wait_for(worker.process.wait(), 60) == 0
        finally:
            await pool.close()

    asyncio.run(body())


def test_a_strong_search_can_be_told_to_move_now() -> None:
    async def body() -> None:
        pool = JobPool(1)
        try:
            game = cw.Game("classic")
            task = MoveTask(game=SentGame.of(game), level=10)
            ticket = pool.submit("g", task, Priority.QUICK)
            while not pool.pids:
                await asyncio.sleep(0.01)
            pool.hurry(ticket)
            game.play(await asyncio.wait_for(ticket.result, 60))
        finally:
            await pool.close()

    asyncio.run(body())
