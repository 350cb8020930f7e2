"""Moves sent early, and notices of games that go on for days."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create their tables."""
    op.create_table(
        "premoves",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("player", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("color", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("moves", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", "color", name="pk_premoves"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_premoves_game"),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(43), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("key", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscriptions"),
    )
    op.create_index("ix_push_subscriptions_guest", "push_subscriptions", ["guest"])
    op.create_table(
        "notice_choices",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("push", sa.Boolean, nullable=False),
        sa.Column("mail", sa.Boolean, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_notice_choices"),
    )
    op.create_table(
        "notices_sent",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("player", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_notices_sent"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_notices_sent_game"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("notices_sent", "notice_choices", "push_subscriptions", "premoves"):
        op.drop_table(table)
