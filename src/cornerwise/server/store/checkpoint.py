"""SQLite's log is carried over into the database beside the writer, not by it.

A checkpoint waits for the disk, 50 ms and more; in the writer's thread it came after every
thousand pages and held up one move in a hundred.
"""

import logging
import threading

import sqlalchemy as sa

log = logging.getLogger(__name__)
PAUSE = 1.0
"""Seconds between two checkpoints."""
LARGE = 16_000
"""Pages of the log (64 MB) at which writers wait a moment, so that it can begin anew."""
FALLBACK = 64_000
"""Pages at which the writer does it after all."""


class Checkpointer:
    """A thread that keeps the log short."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="checkpoints", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(PAUSE):
            try:
                self.checkpoint()
            except sa.exc.SQLAlchemyError as error:
                log.warning("the database's log could not be carried over: %s", error)

    def checkpoint(self) -> None:
        """Whatever is in the log by now; while others write, a little may remain."""
        with self._engine.connect() as connection:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            _, pages, _ = raw.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if pages > LARGE:
                raw.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
