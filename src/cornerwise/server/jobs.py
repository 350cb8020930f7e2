"""The pool of worker processes: bounded, cancellable, fair. A dead worker's job is done again.

One process is kept for quick jobs: three tables with the strongest computer would otherwise
keep a child's first opponent waiting for half a minute.
"""

import asyncio
import itertools
import logging
import sys
from collections.abc import Sequence

import msgspec

from cornerwise.server.queueing import JobFailed, JobQueue, Priority, Ticket
from cornerwise.server.worker import Answer, MoveTask, Order, Task

log = logging.getLogger(__name__)
COMMAND = (sys.executable, "-m", "cornerwise.server.worker")
ATTEMPTS = 3
MAX_WAITING = 2000
MAX_ANSWER = 32 << 20
"""Bytes of one answer: an animated picture, at most."""
GRACE = 10.0
"""Seconds that a worker has to obey a stop before it is killed."""
START = 60.0
"""The same for one that has answered nothing yet: on a busy machine it may still be starting."""
LONGEST = 900.0
"""Seconds that any job may take."""
PAUSE = 1.0
"""Seconds until a process that could not be started is tried once more."""


class Busy(Exception):
    """Too many jobs wait; moves of a running game are never refused."""


class Worker:
    """One process and the ticket it works on."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.has_answered = False
        self.ticket: Ticket | None = None
        self.guard: asyncio.TimerHandle | None = None

    def send(self, order: Order) -> None:
        """Write an order; a dead worker is noticed by its reader, not here."""
        assert self.process.stdin is not None
        if not self.process.stdin.is_closing():
            self.process.stdin.write(msgspec.json.encode(order) + b"\n")

    def give(self, ticket: Ticket) -> None:
        """Start a job."""
        self.ticket = ticket
        ticket.attempts += 1
        self.send(Order(id=ticket.id, task=ticket.task))
        self.watch(LONGEST)
        if ticket.hurried:
            self.stop()

    def stop(self) -> None:
        """Ask for the best so far."""
        if self.ticket is not None:
            self.send(Order(id=self.ticket.id))
            self.watch(GRACE if self.has_answered else START)

    def watch(self, seconds: float) -> None:
        """Kill the process if the job is not done in time."""
        self.rest()
        self.guard = asyncio.get_running_loop().call_later(seconds, self.kill)

    def rest(self) -> None:
        """No job, no guard."""
        if self.guard is not None:
            self.guard.cancel()
            self.guard = None

    def kill(self) -> None:
        """End the process at once."""
        if self.process.returncode is None:
            self.process.kill()


class JobPool:
    """Hands tickets to at most `size` workers, which are started when they are first needed."""

    def __init__(self, size: int, command: Sequence[str] = COMMAND) -> None:
        self.size = size
        self._command = command
        self._queue = JobQueue()
        self._workers: list[Worker] = []
        self._readers: set[asyncio.Task[None]] = set()
        self._starting = 0
        self._failures = 0
        """Processes that could not be started, one after the other."""
        self._numbers = itertools.count(1)
        self._closed = False

    @property
    def pids(self) -> list[int]:
        """Process ids of the workers."""
        return [worker.process.pid for worker in self._workers]

    @property
    def unwanted(self) -> list[Ticket]:
        """Jobs that keep a process though nobody waits for them any more."""
        running = [worker.ticket for worker in self._workers if worker.ticket is not None]
        return [ticket for ticket in running if ticket.result.done()]

    @property
    def most_long(self) -> int:
        """Long jobs that may run at once: one process is for the quick ones."""
        return max(1, self.size - 1)

    def submit(self, owner: str, task: Task, priority: Priority) -> Ticket:
        """Hand in a job."""
        if not isinstance(task, MoveTask) and len(self._queue) >= MAX_WAITING:
            raise Busy("the computer has too much to do just now; try again in a minute")
        ticket = Ticket(next(self._numbers), owner, task, priority)
        self._queue.put(ticket)
        self._dispatch()
        return ticket

    def hurry(self, ticket: Ticket) -> None:
        """Come to an end: the result is the best so far."""
        if ticket.hurried:
            return  # said again and again, it would put off the end of who does not obey
        ticket.hurried = True
        for worker in self._workers:
            if worker.ticket is ticket:
                worker.stop()

    def cancel(self, ticket: Ticket) -> None:
        """The result is not wanted any more."""
        ticket.result.cancel()
        self._queue.discard(ticket)
        self.hurry(ticket)

    def warm_up(self) -> None:
        """Start a first worker before it is needed."""
        if not self._workers and not self._starting:
            self._start_worker()

    async def close(self) -> None:
        """End all workers."""
        self._closed = True
        for worker in self._workers:
            worker.rest()
            worker.kill()
        if self._readers:
            await asyncio.gather(*self._readers, return_exceptions=True)

    # Inside

    def _dispatch(self) -> None:
        for worker in self._workers:
            if worker.ticket is not None:
                continue
            if (ticket := self._queue.get(long=self._takes_long)) is not None:
                worker.give(ticket)
        waiting = len(self._queue)
        if waiting > self._starting and len(self._workers) + self._starting < self.size:
            self._start_worker()
        else:
            self._make_room()

    @property
    def _takes_long(self) -> bool:
        """Whether another long job may begin now."""
        running = [worker.ticket for worker in self._workers if worker.ticket is not None]
        return sum(ticket.priority.is_long for ticket in running) < self.most_long

    def _make_room(self) -> None:
        """The least urgent job comes to its end early, if it gives way to somebody who waits."""
        waiting = self._queue.waiting
        running = [worker.ticket for worker in self._workers if worker.ticket is not None]
        others = [t for t in running if any(map(t.priority.gives_way_to, waiting))]
        if others and not any(ticket.hurried for ticket in others):
            self.hurry(max(others, key=lambda ticket: ticket.priority))

    def _start_worker(self) -> None:
        self._starting += 1
        task = asyncio.create_task(self._run_worker(), name="worker")
        self._readers.add(task)
        task.add_done_callback(self._readers.discard)

    async def _run_worker(self) -> None:
        """Start a process and take its answers until it ends."""
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=pipe,
                stdout=pipe,
                limit=MAX_ANSWER,
                start_new_session=True,  # a Ctrl-C in the terminal is for the server alone
            )
        except OSError as error:
            self._failed_to_start(error)
            return
        finally:
            self._starting -= 1
        self._failures = 0
        worker = Worker(process)
        if self._closed:
            worker.kill()
            await process.wait()
            return
        self._workers.append(worker)
        self._dispatch()
        try:
            await self._listen(worker)
        except (ValueError, msgspec.MsgspecError) as error:
            # No answer, or one without end. Whoever is not listened to would never be done.
            log.error("worker %s cannot be understood: %s", process.pid, error)
            worker.kill()
        await process.wait()
        self._died(worker)

    async def _listen(self, worker: Worker) -> None:
        """Until its output ends."""
        assert worker.process.stdout is not None
        while line := await worker.process.stdout.readline():
            self._answered(worker, msgspec.json.decode(line, type=Answer))

    def _failed_to_start(self, error: OSError) -> None:
        """No memory, no files left: try again, and where nobody works give up what waits."""
        log.error("no engine process can be started: %s", error)
        self._failures += 1
        if self._failures < ATTEMPTS:
            asyncio.get_running_loop().call_later(PAUSE, self._try_again)
        elif not self._workers:
            while (ticket := self._queue.get()) is not None:
                ticket.result.set_exception(JobFailed("no engine process can be started"))

    def _try_again(self) -> None:
        if not self._closed:
            self._dispatch()

    def _answered(self, worker: Worker, answer: Answer) -> None:
        ticket, worker.ticket = worker.ticket, None
        worker.has_answered = True
        worker.rest()
        if ticket is not None and not ticket.result.done():
            if answer.error:
                log.error("a worker failed: %s", answer.error)
                ticket.result.set_exception(JobFailed(answer.error))
            else:
                ticket.result.set_result(answer.result)
        self._dispatch()

    def _died(self, worker: Worker) -> None:
        """Its job goes to the head of the queue; a job that kills every worker is given up."""
        self._workers.remove(worker)
        worker.rest()
        ticket = worker.ticket
        if self._closed:
            if ticket is not None:
                ticket.result.cancel()
            return
        log.warning("worker %s ended with %s", worker.process.pid, worker.process.returncode)
        if ticket is not None and not ticket.result.done():
            if ticket.attempts >= ATTEMPTS:
                ticket.result.set_exception(JobFailed("three workers died over this job"))
            else:
                self._queue.put(ticket, first=True)
        self._dispatch()
