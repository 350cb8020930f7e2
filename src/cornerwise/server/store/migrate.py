"""Bring a database to the newest schema, or back, with Alembic. No configuration file is needed."""

from importlib.resources import files

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from cornerwise.server.store.engine import StoreError

LOCK = 0x636F726E6572
"""Of this program among all that may share a PostgreSQL."""


def _config(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("cornerwise.server.store") / "migrations"))
    config.attributes["connection"] = connection
    return config


def upgrade(engine: sa.Engine, revision: str = "head") -> None:
    """Forward to a revision; a database that is there already is left alone."""
    try:
        with engine.begin() as connection:
            _wait_for_others(connection)
            command.upgrade(_config(connection), revision)
    except sa.exc.OperationalError as error:
        raise StoreError(f"cannot open the database {engine.url}: {error.orig}") from error


def _wait_for_others(connection: sa.Connection) -> None:
    """Several servers may start at once: one changes the schema, the others find it done."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})


def downgrade(engine: sa.Engine, revision: str = "base") -> None:
    """Back to a revision. Data that the older schema has no place for is lost."""
    with engine.begin() as connection:
        command.downgrade(_config(connection), revision)
