"""Worker processes, and the jobs that they play in parallel."""

import contextlib
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from types import TracebackType

import msgspec

from cornerwise.arena.rows import ArenaError, GameRow, Job, Plan

TRIES = 2
"""How often a game is begun whose worker dies."""
_PATIENCE = 3.0  # seconds that idle workers get to end their engines


class Worker:
    """One process that plays one game at a time. Its engines belong to its process group."""

    def __init__(self, plan: Plan) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-m", "cornerwise.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            bufsize=0,
        )
        self.job: Job | None = None
        self._said = b""
        self._send(plan)

    def _send(self, data: Plan | Job) -> None:
        assert self.child.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # reading its output tells that it is gone
            self.child.stdin.write(msgspec.json.encode(data) + b"\n")

    def begin(self, job: Job) -> None:
        self.job = job
        self._send(job)

    def read(self) -> GameRow | None:
        """A row if one is complete; `EOFError` if the process is gone."""
        assert self.child.stdout is not None
        data = os.read(self.child.stdout.fileno(), 1 << 16)
        if not data:
            raise EOFError
        self._said += data
        line, end, rest = self._said.partition(b"\n")
        if not end:
            return None
        self._said, self.job = rest, None
        return msgspec.json.decode(line, type=GameRow)

    def leave(self) -> None:
        """No more jobs: let it end by itself."""
        assert self.child.stdin is not None
        with contextlib.suppress(OSError):
            self.child.stdin.close()

    def kill(self, patience: float = 0.0) -> int:
        """End it and everything it started; its exit status."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            if patience:
                self.child.wait(patience)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, signal.SIGKILL)
        status = self.child.wait()
        for stream in (self.child.stdin, self.child.stdout):
            assert stream is not None
            with contextlib.suppress(OSError):
                stream.close()
        return status


class Pool:
    """Plays jobs on several workers. As a context manager it leaves no process behind."""

    def __init__(self, plan: Plan, jobs: int) -> None:
        self.plan = plan
        self.size = jobs
        self.workers: list[Worker] = []
        self._selector = selectors.DefaultSelector()
        self._deaths: dict[str, int] = {}

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for worker in self.workers:
            worker.leave()
        for worker in self.workers:
            worker.kill(_PATIENCE if worker.job is None else 0.0)
        self._selector.close()

    def _hire(self) -> Worker:
        worker = Worker(self.plan)
        self.workers.append(worker)
        assert worker.child.stdout is not None
        self._selector.register(worker.child.stdout, selectors.EVENT_READ, worker)
        return worker

    def _dismiss(self, worker: Worker) -> int:
        assert worker.child.stdout is not None
        self._selector.unregister(worker.child.stdout)
        self.workers.remove(worker)
        return worker.kill()

    def play(self, jobs: Iterable[Job]) -> Iterator[GameRow]:
        """The rows of the jobs in the order in which they finish."""
        waiting = iter(jobs)
        for job in islice(waiting, self.size):
            self._hire().begin(job)
        while any(worker.job for worker in self.workers):
            for key, _ in self._selector.select():
                row = self._read(key.data)
                if row is not None:
                    if following := next(waiting, None):
                        key.data.begin(following)
                    yield row

    def _read(self, worker: Worker) -> GameRow | None:
        try:
            return worker.read()
        except EOFError:
            self._replace(worker)
            return None

    def _replace(self, worker: Worker) -> None:
        """The worker died in its game: begin the game again, but not for ever."""
        job, status = worker.job, self._dismiss(worker)
        if job is None:
            return
        self._deaths[job.key] = self._deaths.get(job.key, 0) + 1
        if self._deaths[job.key] >= TRIES:
            raise ArenaError(
                f"game {job.key} ended its process (status {status}) {TRIES} times: our own "
                "engine crashed, or ran out of memory; the games before it are kept"
            )
        self._hire().begin(job)
