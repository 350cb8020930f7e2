"""Alembic's entry: it gets its connection from `migrate.py`."""

from alembic import context

from cornerwise.server.accounts import schema as _accounts  # noqa: F401 - each part has its tables
from cornerwise.server.lobby import schema as _lobby  # noqa: F401
from cornerwise.server.manners import schema as _manners  # noqa: F401
from cornerwise.server.notices import schema as _notices  # noqa: F401
from cornerwise.server.programs import schema as _programs  # noqa: F401
from cornerwise.server.ranking import schema as _ranking  # noqa: F401
from cornerwise.server.store.schema import metadata
from cornerwise.server.tournaments import schema as _tournaments  # noqa: F401

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
