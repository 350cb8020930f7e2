"""Changes that have something to say: the store's `write` returns nothing by itself."""

from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sa

from cornerwise.server.store.interface import Store

T = TypeVar("T")


async def change(store: Store, work: Callable[[sa.Connection], T]) -> T:
    """Run `work` in a transaction; its result, once that is committed."""
    results: list[T] = []
    await store.write(lambda connection: results.append(work(connection)))
    return results[-1]
