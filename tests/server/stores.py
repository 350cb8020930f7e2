"""An open store for the length of a test's body."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from cornerwise.server.store import SqlStore, open_store

Body = Callable[[SqlStore], Awaitable[None]]


def with_store(database: str | Path, body: Body) -> None:
    """Run a test's body with an open store."""

    async def run() -> None:
        store = open_store(database)
        try:
            await body(store)
        finally:
            await store.close()

    asyncio.run(run())
