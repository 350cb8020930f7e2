"""The lobby's tables: wishes to be paired, and invitations. Open seats are games that wait."""

import sqlalchemy as sa

from cornerwise.server.store.schema import metadata

MOVES = {"person": "move"}
"""Belongs to the person: goes along when a guest becomes an account, and away with the account."""

seeks = sa.Table(
    "seeks",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True, info=MOVES),
    sa.Column("id", sa.String(64), nullable=False),
    sa.Column("variant", sa.String(40), nullable=False),
    sa.Column("clock", sa.String(100), nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("paired", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("public_name", sa.String(40), nullable=False),
    sa.Column("rating", sa.Float, nullable=True),
    sa.Column("since", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),
    sa.Column("computers_after", sa.Integer, nullable=False),
    sa.Column("computers", sa.Boolean, nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("told", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("ix_seeks_seen", "seen"),
)

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), nullable=False),
    sa.Column("player", sa.Integer, nullable=False),
    sa.Column("sender", sa.String(32), nullable=False, info=MOVES),
    sa.Column("sender_name", sa.String(40), nullable=False),
    sa.Column("receiver", sa.String(32), nullable=False, info=MOVES),
    sa.Column("receiver_name", sa.String(40), nullable=False),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Index("ix_invitations_game", "game"),
    sa.Index("ix_invitations_sender", "sender"),
    sa.Index("ix_invitations_receiver", "receiver"),
)
