"""Where notices go: browsers that asked for them, what people chose, and what was sent."""

import sqlalchemy as sa

from cornerwise.server.store.schema import metadata

subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("id", sa.String(43), primary_key=True),  # a digest of the endpoint
    sa.Column("guest", sa.String(32), nullable=False, info={"person": "move"}),
    sa.Column("endpoint", sa.Text, nullable=False),
    sa.Column("key", sa.String(120), nullable=False),
    sa.Column("auth", sa.String(40), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("ix_push_subscriptions_guest", "guest"),
)

choices = sa.Table(
    "notice_choices",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True, info={"person": "move"}),
    sa.Column("push", sa.Boolean, nullable=False),
    sa.Column("mail", sa.Boolean, nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
)

sent = sa.Table(
    "notices_sent",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seq", sa.Integer, nullable=False),  # the event with which that turn began
)
