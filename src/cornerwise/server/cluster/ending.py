"""Ending tasks for certain."""

import asyncio
from collections.abc import Iterable

PAUSE = 0.1
"""Seconds after which a task that has not ended is told again."""


async def end(tasks: "Iterable[asyncio.Task[None]]") -> None:
    """Cancel tasks until they have ended.

    Once is not enough: a cancellation that meets a Redis client in mid-answer can come out
    of it as a lost connection, after which the task would go on.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        done, pending = await asyncio.wait(pending, timeout=PAUSE)
        await asyncio.gather(*done, return_exceptions=True)
