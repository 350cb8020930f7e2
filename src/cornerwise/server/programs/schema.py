"""The tokens of programs. A token itself is stored nowhere, only its hash."""

import sqlalchemy as sa

from cornerwise.server.store.schema import metadata

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("guest", sa.String(32), nullable=False, info={"person": "move"}),
    sa.Column("hash", sa.String(64), nullable=False, info={"secret": True}),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger, nullable=False),
    sa.Index("ix_tokens_hash", "hash", unique=True),
    sa.Index("ix_tokens_guest", "guest"),
)
"""Taken back tokens stay (`ended` is not 0): who ever let a program play is known for it."""
