"""One thread that writes. Whatever waits when it is free goes into one transaction.

So the disk is asked once for many games: thousands of moves a second on SQLite, where
a transaction for each and a connection for each socket would give a hundred.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence

import sqlalchemy as sa

from cornerwise.server.store.interface import Conflict

Work = Callable[[sa.Connection], None]
_Job = tuple[Work, asyncio.AbstractEventLoop, "asyncio.Future[None]"]
MAX_BATCH = 200


class Writer:
    """The writer thread of a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work) -> None:
        """Run `work` in a transaction; returns when it is committed."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put((work, loop, done))
        # A caller who goes away must not leave the outcome unknown to the others.
        await asyncio.shield(done)

    def close(self) -> None:
        """Finish what waits, then end the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        connection: sa.Connection | None = None
        while (batch := self._batch()) is not None:
            try:
                if connection is None:
                    connection = self._engine.connect()
                self._transact(connection, batch)
            except Exception as error:
                # The connection is gone or unwell: nothing of the batch was committed.
                if connection is not None:
                    connection.invalidate()
                    connection.close()
                    connection = None
                _tell(batch, [error] * len(batch))
        if connection is not None:
            connection.close()

    def _batch(self) -> list[_Job] | None:
        """All jobs that wait, at least one; None at the end."""
        first = self._jobs.get()
        if first is None:
            return None
        batch = [first]
        while len(batch) < MAX_BATCH:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            batch.append(job)
        return batch

    def _transact(self, connection: sa.Connection, batch: list[_Job]) -> None:
        outcomes: list[Exception | None] = []
        if len(batch) == 1:  # nobody to be spared: two statements less
            outcomes.append(_attempt(connection, connection.begin, batch[0][0]))
        else:
            with connection.begin():
                for work, _, _ in batch:
                    outcomes.append(_attempt(connection, connection.begin_nested, work))
        _tell(batch, outcomes)


def _attempt(
    connection: sa.Connection, begin: Callable[[], sa.Transaction], work: Work
) -> Exception | None:
    """One job of the batch; if it conflicts or is at fault itself, it alone is undone."""
    try:
        with begin():
            work(connection)
    except sa.exc.IntegrityError as error:
        return Conflict(str(error.orig))
    except sa.exc.DataError as error:
        return error  # what a column cannot hold is the job's own fault
    except sa.exc.SQLAlchemyError:
        raise  # the database may be unwell: nothing of the batch is safe
    except Exception as error:
        return error
    return None


def _tell(batch: list[_Job], outcomes: Sequence[Exception | None]) -> None:
    """Wake the callers, each event loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[None], Exception | None]]]
    by_loop = {}
    for (_, loop, done), outcome in zip(batch, outcomes, strict=True):
        by_loop.setdefault(loop, []).append((done, outcome))
    for loop, told in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, told)


def _settle(told: list[tuple["asyncio.Future[None]", Exception | None]]) -> None:
    for done, outcome in told:
        if done.cancelled():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
