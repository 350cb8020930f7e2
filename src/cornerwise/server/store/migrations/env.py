"""Alembic's entry: it gets its connection from `migrate.py`."""

from alembic import context

from cornerwise.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
