"""Jobs for workers on any host, as the server that asks sees them: a `JobPool` over Redis.

Each job is remembered here until its answer is here. If Redis forgets it, it is handed in
again; if the message with its answer is lost, the answer is found by asking.
"""

import asyncio
import itertools
import logging
from collections.abc import Coroutine

import msgspec

from cornerwise.server.cluster import job_scripts as scripts
from cornerwise.server.cluster.ending import end
from cornerwise.server.cluster.line import Line, LineDown
from cornerwise.server.jobs import MAX_WAITING, Busy
from cornerwise.server.queueing import JobFailed, Priority, Ticket
from cornerwise.server.worker import MoveTask, Task

log = logging.getLogger(__name__)
encode = msgspec.json.Encoder().encode
LOOK = 2.0
"""Seconds between two looks after the jobs that have no answer yet."""
ATTEMPTS = 3
KEPT = 60_000
"""Milliseconds that an answer is kept."""
DIED = "three workers died over this job"


class SharedAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker somewhere says."""

    id: str
    result: str = ""
    error: str = ""


_decode = msgspec.json.Decoder(SharedAnswer).decode


class SharedJobs:
    """Hands jobs to whoever serves the queue."""

    def __init__(self, line: Line, me: str) -> None:
        self._line = line
        self._me = me
        self._numbers = itertools.count(1)
        self._tickets: dict[str, Ticket] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        line.hear(line.key("answers", me), self._answered)

    def start(self) -> None:
        """Look after the jobs from now on."""
        self._spawn(self._look_for_ever())

    @property
    def pids(self) -> list[int]:
        """The engine processes are not ours."""
        return []

    def submit(self, owner: str, task: Task, priority: Priority) -> Ticket:
        """Hand in a job."""
        if not isinstance(task, MoveTask) and len(self._tickets) >= MAX_WAITING:
            raise Busy("the computer has too much to do just now; try again in a minute")
        ticket = Ticket(next(self._numbers), owner, task, priority)
        self._tickets[self._id(ticket)] = ticket
        self._spawn(self._hand_in(ticket))
        return ticket

    def hurry(self, ticket: Ticket) -> None:
        """Come to an end: the result is the best so far."""
        ticket.hurried = True
        self._spawn(self._stop(ticket, "h"))

    def cancel(self, ticket: Ticket) -> None:
        """The result is not wanted any more."""
        ticket.result.cancel()
        if self._tickets.pop(self._id(ticket), None) is not None:
            self._spawn(self._stop(ticket, "c"))

    def warm_up(self) -> None:
        """Workers start by themselves."""

    async def close(self) -> None:
        """Nobody waits any more; workers see that the asker is gone."""
        for ticket in self._tickets.values():
            ticket.result.cancel()
        self._tickets.clear()
        await end(self._tasks)

    # Inside

    def _id(self, ticket: Ticket) -> str:
        return f"{self._me}.{ticket.id}"

    def _spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work, name="job")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hand_in(self, ticket: Ticket) -> None:
        if ticket.result.done():
            return
        id, priority = self._id(ticket), int(ticket.priority)
        task, hurried = encode(ticket.task), int(ticket.hurried)
        try:
            await self._line.run(
                scripts.HAND_IN, id, priority, ticket.owner, self._me, task, hurried
            )
        except LineDown:
            log.warning("job %s waits until Redis is back", id)
        if ticket.result.cancelled():
            await self._stop(ticket, "c")  # the two words may have passed each other

    async def _stop(self, ticket: Ticket, word: str) -> None:
        try:
            await self._line.run(scripts.STOP, self._id(ticket), word)
        except LineDown:
            log.warning("job %s could not be stopped: Redis is away", self._id(ticket))

    def _answered(self, data: bytes) -> None:
        answer = _decode(data)
        ticket = self._tickets.pop(answer.id, None)
        if ticket is None or ticket.result.done():
            return
        if answer.error:
            log.error("a worker failed: %s", answer.error)
            ticket.result.set_exception(JobFailed(answer.error))
        else:
            ticket.result.set_result(answer.result)

    async def _look_for_ever(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self._look()
            except LineDown as error:
                log.warning("cannot look after jobs: %s", error)

    async def _look(self) -> None:
        """Take up dead workers' jobs, answers that were not heard, jobs that Redis lost."""
        await self._line.run(scripts.REAP, ATTEMPTS, DIED, KEPT)
        asked = dict(self._tickets)
        found = await self._line.run(scripts.CHECK, *asked)
        for (id, ticket), state in zip(asked.items(), found, strict=True):
            if isinstance(state, bytes):
                self._answered(state)
            elif state == 0 and id in self._tickets:
                await self._hand_in(ticket)
