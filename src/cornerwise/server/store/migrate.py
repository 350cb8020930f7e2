"""Bring a database to the newest schema, or back, with Alembic. No configuration file is needed.

Nearly every start finds the schema as it should be. One query sees that, and Alembic, which
takes a quarter of a second, is loaded only where there is something to do.
"""

from functools import cache
from importlib.resources import files
from typing import Literal

import sqlalchemy as sa

from cornerwise.server.store.engine import StoreError, reason

MIGRATIONS = files("cornerwise.server.store") / "migrations"
LOCK = 0x636F726E6572
"""Of this program among all that may share a PostgreSQL."""


def _run(connection: sa.Connection, way: Literal["upgrade", "downgrade"], revision: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    getattr(command, way)(config, revision)


def upgrade(engine: sa.Engine, revision: str = "head") -> None:
    """Forward to a revision; a database that is there already is left alone."""
    try:
        if revision == "head" and is_newest(engine):
            return
        with engine.begin() as connection:
            _wait_for_others(connection)
            _run(connection, "upgrade", revision)
    except sa.exc.OperationalError as error:
        raise StoreError(f"cannot open the database {engine.url}: {reason(error)}") from error
    except sa.exc.DatabaseError as error:
        trouble = f"cannot use the database {engine.url}: {reason(error)}"
        raise StoreError(f"{trouble}; if it is damaged, restore a backup") from error


def is_newest(engine: sa.Engine) -> bool:
    """Whether the database has the newest schema; `StoreError` if it has one of the future."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return False
        found = connection.scalars(sa.text("SELECT version_num FROM alembic_version")).all()
    if any(version > newest() for version in found):
        raise StoreError(
            f"the database {engine.url} was used by a newer Cornerwise, whose schema is "
            f"{max(found)} (ours: {newest()}): install that one, or restore a backup from before"
        )
    return list(found) == [newest()]


@cache
def newest() -> str:
    """The last revision: the files of the migrations begin with their numbers."""
    names = (file.name for file in (MIGRATIONS / "versions").iterdir())
    return max(name.split("_")[0] for name in names if name.endswith(".py"))


def _wait_for_others(connection: sa.Connection) -> None:
    """Several servers may start at once: one changes the schema, the others find it done."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})


def downgrade(engine: sa.Engine, revision: str = "base") -> None:
    """Back to a revision. Data that the older schema has no place for is lost."""
    with engine.begin() as connection:
        _run(connection, "downgrade", revision)
