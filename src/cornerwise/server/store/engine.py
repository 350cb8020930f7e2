"""Connections: a file becomes SQLite in WAL mode, an address PostgreSQL."""

from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from cornerwise.server.store.checkpoint import FALLBACK

_text = partial(str, encoding="utf-8", errors="replace")
"""SQLite checks no text. A byte that the disk has spoilt is the trouble of the row that has it:
an error would be taken for one of the whole database."""


class StoreError(Exception):
    """The database cannot be used; the message says what to do."""


def reason(error: sa.exc.DBAPIError) -> str:
    """What the database itself says of an error, in one line."""
    return " ".join(str(error.orig).split())


def make_engine(url: str | Path, *, sync: str = "normal") -> sa.Engine:
    """An engine for a file, or for an address such as `postgresql://user@host/name`.

    `sync` (SQLite): with `normal`, a killed process loses nothing, a power cut perhaps
    the last moves; `full` asks the disk at every commit.
    """
    if isinstance(url, Path):
        return _sqlite(url, sync)
    if url.startswith("sqlite:///"):
        return _sqlite(Path(url.removeprefix("sqlite:///")), sync)
    for scheme in ("postgresql://", "postgres://", "postgresql+psycopg://"):
        if url.startswith(scheme):
            return _postgresql("postgresql+psycopg://" + url.removeprefix(scheme))
    raise StoreError(
        f"cannot use the database {url!r}: give a file, or postgresql://user@host/name"
    )


def _postgresql(address: str) -> sa.Engine:
    try:
        return sa.create_engine(
            address,
            pool_size=4,
            pool_pre_ping=True,
            connect_args={"connect_timeout": 5, "tcp_user_timeout": 10_000},
        )
    except (ValueError, sa.exc.ArgumentError) as error:  # it may have a password: not shown
        wanted = "postgresql://user@host:5432/name"
        raise StoreError(f"the database's address cannot be read; it is like {wanted}") from error


def _sqlite(path: Path, sync: str) -> sa.Engine:
    if sync not in ("normal", "full"):
        raise StoreError(f"CORNERWISE_SYNC is normal or full, not {sync!r}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"cannot make the folder {path.parent}: {error.strerror}") from error
    engine = sa.create_engine(f"sqlite:///{path}")

    # The driver's own transactions begin too late for savepoints; SQLAlchemy's docs say to
    # turn them off and to send BEGIN ourselves.
    @sa.event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.text_factory = _text
        for pragma in (
            "journal_mode=WAL",
            f"synchronous={sync.upper()}",
            "foreign_keys=ON",
            "busy_timeout=10000",
            "cache_size=-16000",
            f"wal_autocheckpoint={FALLBACK}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def _begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
