"""Where games are kept: a small interface, and SQL behind it (SQLite or PostgreSQL)."""

from cornerwise.server.store.interface import (
    Also,
    Append,
    Change,
    Conflict,
    Head,
    Listed,
    NewGame,
    Store,
    StoredGame,
)
from cornerwise.server.store.sql import SqlStore, open_store

__all__ = [
    "Also",
    "Append",
    "Change",
    "Conflict",
    "Head",
    "Listed",
    "NewGame",
    "SqlStore",
    "Store",
    "StoredGame",
    "open_store",
]
