"""The server's database, for commands that look after what is in it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.cli.failure import CommandFailed

if TYPE_CHECKING:
    from cornerwise.server.store import SqlStore

    Work = Callable[[SqlStore], Awaitable[int]]


def on_database(data: Path | None, work: "Work") -> int:
    """Do some work on the database of a folder, or on that of the environment."""
    # Imported here: the other subcommands need not wait for the web parts to load.
    from sqlalchemy.exc import DBAPIError

    from cornerwise.server.store.engine import reason

    store = _open(data)
    try:
        return asyncio.run(_closing(store, work))
    except DBAPIError as error:  # locked by another program, damaged where nobody has looked yet
        raise CommandFailed(f"the database cannot be used now: {reason(error)}") from error


async def _closing(store: "SqlStore", work: "Work") -> int:
    try:
        return await work(store)
    finally:
        await store.close()


def _open(data: Path | None) -> "SqlStore":
    """A database that is there already."""
    from cornerwise.server.settings import SettingError, settings_from_environment
    from cornerwise.server.store import open_store
    from cornerwise.server.store.engine import StoreError

    try:
        settings = settings_from_environment(data=data)
        where = settings.database_url
        if isinstance(where, Path) and not where.exists():
            raise CommandFailed(
                f"there is no {where}; give the folder of a server's games with --data"
            )
        return open_store(where, sync=settings.sync)
    except (SettingError, StoreError) as error:
        raise CommandFailed(str(error)) from error
