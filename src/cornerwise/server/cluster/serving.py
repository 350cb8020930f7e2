"""A host that serves the queue: it takes jobs when it has a process free, and gives answers.

Moves of running games come first. While a job runs here its lease is renewed; if this host
dies, the lease ends and another takes the job up.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from cornerwise.server.cluster import job_scripts as scripts
from cornerwise.server.cluster.asking import ATTEMPTS, DIED, KEPT, SharedAnswer
from cornerwise.server.cluster.ending import end
from cornerwise.server.cluster.line import Line, LineDown
from cornerwise.server.jobs import JobPool
from cornerwise.server.queueing import JobFailed, Priority, Ticket
from cornerwise.server.worker import Task

log = logging.getLogger(__name__)
LIFE = 3_000
"""Milliseconds after which a worker that said nothing is believed dead."""
BEAT = 0.7
"""Seconds between two words of progress."""
POLL = 1.0
"""Seconds between two looks at the queue when nobody calls."""
YIELD = 0.03
"""Seconds that who sits at a table may wait for a free worker before a full one makes room."""
_task = msgspec.json.Decoder(Task)
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Work:
    """A job in work here."""

    id: str
    ticket: Ticket


class JobServer:
    """Feeds a pool of processes from the queue."""

    def __init__(self, line: Line, pool: JobPool) -> None:
        self.name = secrets.token_urlsafe(6)
        self._line = line
        self._pool = pool
        self._work: dict[str, Work] = {}
        self._called = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        line.hear(line.key("work"), self._hear_work)
        line.hear(line.key("worker", self.name), self._hear_stop)

    def start(self) -> None:
        """Begin to take jobs."""
        for work in (self._take_for_ever(), self._beat_for_ever()):
            self._spawn(work)

    async def close(self) -> None:
        """Give back what is in work; others do it."""
        held = list(self._work)
        await end(self._tasks)
        try:
            await self._line.run(scripts.GIVE_BACK, self.name, *held)
        except LineDown:
            log.info("jobs that could not be given back are taken up when their lease ends")

    # Taking

    async def _take_for_ever(self) -> None:
        while True:
            self._called.clear()
            try:
                while len(self._held) < self._pool.size and await self._take():
                    pass
            except LineDown as error:
                log.warning("cannot ask for jobs: %s", error)
            with suppress(TimeoutError):
                # Not wait_for: in Python 3.11 it can swallow the word to end.
                async with asyncio.timeout(POLL):
                    await self._called.wait()

    @property
    def _held(self) -> list[Ticket]:
        """What keeps a process, or waits for one to start."""
        return [*(work.ticket for work in self._work.values()), *self._pool.unwanted]

    @property
    def _takes_long(self) -> bool:
        """Whether another long job may be taken."""
        return sum(ticket.priority.is_long for ticket in self._held) < self._pool.most_long

    async def _take(self) -> bool:
        takes_long = self._takes_long
        wanted = [int(priority) for priority in Priority if takes_long or not priority.is_long]
        found = await self._line.run(scripts.ACQUIRE, self.name, LIFE, *wanted)
        if not found:
            return False
        id, priority, owner, task, hurried = found
        ticket = self._pool.submit(owner.decode(), _task.decode(task), Priority(priority))
        work = Work(id.decode(), ticket)
        self._work[work.id] = work
        if hurried == b"1":
            self._pool.hurry(ticket)
        self._spawn(self._finish(work))
        return True

    async def _finish(self, work: Work) -> None:
        try:
            answer = SharedAnswer(id=work.id, result=await work.ticket.result)
        except JobFailed as error:
            answer = SharedAnswer(id=work.id, error=str(error))
        except asyncio.CancelledError:
            if work.ticket.result.cancelled():  # nobody wants it any more
                self._done(work)
            raise
        while True:
            try:
                await self._line.run(scripts.FINISH, self.name, work.id, _encode(answer), KEPT)
                break
            except LineDown:
                await asyncio.sleep(POLL)
        self._done(work)

    def _done(self, work: Work) -> None:
        self._work.pop(work.id, None)
        self._called.set()

    # Being told

    def _hear_work(self, priority: bytes) -> None:
        self._called.set()
        wanted = Priority(int(priority))
        is_kept = wanted.is_long and not self._takes_long
        is_full = is_kept or len(self._held) >= self._pool.size
        if is_full and self._giving_way(wanted) is not None:
            self._spawn(self._make_room(wanted))

    async def _make_room(self, wanted: Priority) -> None:
        """Somebody waits, and everybody may be full: a job that gives way ends early."""
        await asyncio.sleep(YIELD)
        least = self._giving_way(wanted)
        if least is None or any(work.ticket.hurried for work in self._work.values()):
            return
        if await self._line.run(scripts.WAITING, int(wanted)):
            self._pool.hurry(least)

    def _giving_way(self, wanted: Priority) -> Ticket | None:
        """The least urgent job here of those that give way."""
        running = (work.ticket for work in self._work.values())
        others = (ticket for ticket in running if ticket.priority.gives_way_to(wanted))
        return max(others, key=lambda ticket: ticket.priority, default=None)

    def _hear_stop(self, message: bytes) -> None:
        word, id = message[:1], message[1:].decode()
        work = self._work.get(id)
        if work is not None and word == b"c":
            self._pool.cancel(work.ticket)
        elif work is not None:
            self._pool.hurry(work.ticket)

    # The heartbeat

    async def _beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._line.run(scripts.REAP, ATTEMPTS, DIED, KEPT)
                found = await self._line.run(scripts.PROGRESS, self.name, LIFE, *self._work)
            except LineDown as error:
                log.warning("no word to Redis: %s", error)
                continue
            for ids, tell in zip(found, (self._pool.cancel, self._pool.hurry), strict=True):
                for id in ids:
                    work = self._work.get(id.decode())
                    if work is not None and not work.ticket.result.done():
                        tell(work.ticket)

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work, name="queue")
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a job could not be handled: %r", task.exception())
