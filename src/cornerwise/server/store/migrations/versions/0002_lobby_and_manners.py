"""The lobby (open seats, wishes to be paired, invitations) and manners (chat, reports, flags)."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Columns that lists are made from, and the new tables."""
    _lobby()
    _manners()


def _lobby() -> None:
    op.create_table(
        "seeks",
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("clock", sa.String(100), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("public_name", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=True),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("computers_after", sa.Integer, nullable=False),
        sa.Column("computers", sa.Boolean, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_seeks"),
    )
    op.create_index("ix_seeks_seen", "seeks", ["seen"])
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("sender", sa.String(32), nullable=False),
        sa.Column("sender_name", sa.String(40), nullable=False),
        sa.Column("receiver", sa.String(32), nullable=False),
        sa.Column("receiver_name", sa.String(40), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_invitations_game"),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
    )
    op.create_index("ix_invitations_game", "invitations", ["game"])
    op.create_index("ix_invitations_receiver", "invitations", ["receiver"])
    op.create_index("ix_invitations_sender", "invitations", ["sender"])
    op.add_column(
        "games", sa.Column("public", sa.Boolean, server_default=sa.false(), nullable=False)
    )
    op.add_column(
        "games", sa.Column("rated", sa.Boolean, server_default=sa.false(), nullable=False)
    )
    op.add_column("games", sa.Column("open", sa.Boolean, server_default=sa.false(), nullable=False))
    op.create_index("ix_games_open", "games", ["open", "created"])
    op.create_index("ix_games_public", "games", ["public", "phase", "created"])


def _manners() -> None:
    _blocks()
    _flags()
    _moderation()
    _reports()
    _agreements()
    _chat()
    _checks()


def _blocks() -> None:
    op.create_table(
        "blocks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("other", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_blocks"),
        sa.UniqueConstraint("guest", "kind", "other", "game", name="uq_blocks_guest"),
    )
    op.create_index("ix_blocks_other", "blocks", ["other"])


def _flags() -> None:
    op.create_table(
        "flags",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("usual", sa.Float, nullable=False),
        sa.Column("excess", sa.Float, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_flags"),
    )
    op.create_index("ix_flags_person", "flags", ["person"])
    op.create_index("ix_flags_state", "flags", ["state", "time"])


def _moderation() -> None:
    op.create_table(
        "moderation",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("moderator", sa.String(32), nullable=False),
        sa.Column("moderator_name", sa.String(40), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("acknowledged", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_moderation"),
    )
    op.create_index("ix_moderation_person", "moderation", ["person", "time"])


def _reports() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("reporter", sa.String(32), nullable=False),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("reason", sa.String(10), nullable=False),
        sa.Column("text", sa.String(500), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("line", sa.Integer, nullable=True),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_person", "reports", ["person"])
    op.create_index("ix_reports_state", "reports", ["state", "time"])


def _agreements() -> None:
    op.create_table(
        "agreements",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("player", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("near", sa.Integer, nullable=False),
        sa.Column("lost", sa.Float, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_agreements_game"),
        sa.PrimaryKeyConstraint("game", "player", name="pk_agreements"),
    )
    op.create_index("ix_agreements_guest", "agreements", ["guest", "time"])
    op.create_index("ix_agreements_variant", "agreements", ["variant", "time"])


def _chat() -> None:
    op.create_table(
        "chat",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("action", sa.String(64), nullable=False),
        sa.Column("player", sa.Integer, nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("public_name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("phrase", sa.String(20), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_chat_game"),
        sa.PrimaryKeyConstraint("game", "number", name="pk_chat"),
    )
    op.create_index("ix_chat_guest", "chat", ["guest", "time"])


def _checks() -> None:
    op.create_table(
        "checks",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_checks_game"),
        sa.PrimaryKeyConstraint("game", name="pk_checks"),
    )


TABLES = (
    "seeks", "invitations", "chat", "blocks", "reports", "moderation", "checks", "agreements",
    "flags",
)  # fmt: skip


def downgrade() -> None:
    """Drop them."""
    for table in TABLES:
        op.drop_table(table)
    op.drop_index("ix_games_open", "games")
    op.drop_index("ix_games_public", "games")
    for column in ("public", "rated", "open"):
        op.drop_column("games", column)
