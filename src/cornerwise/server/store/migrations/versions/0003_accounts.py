"""Accounts: names, sessions, passkeys, tickets."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of accounts."""
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("password", sa.Text, nullable=True),
        sa.Column("mail", sa.String(254), nullable=True),
        sa.Column("is_moderator", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
    )
    op.create_index("ix_accounts_mail", "accounts", ["mail"], unique=True)
    _owned("account_names", sa.Column("looks", sa.String(160), nullable=False))
    _owned(
        "sessions",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        *_used(),
    )
    op.create_index("ix_sessions_token", "sessions", ["token"], unique=True)
    _owned(
        "passkeys",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("credential", sa.String(64), nullable=False),
        sa.Column("credential_id", sa.LargeBinary, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        *_used(),
    )
    op.create_index("ix_passkeys_credential", "passkeys", ["credential"], unique=True)
    op.create_table(
        "tickets",
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("account", sa.String(32), nullable=False),
        sa.Column("mail", sa.String(254), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_tickets"),
    )
    op.create_index("ix_tickets_account", "tickets", ["account"])
    op.create_index("ix_tickets_expires", "tickets", ["expires"])


def _owned(table: str, key: sa.Column[str], *columns: sa.Column[object]) -> None:
    """A table whose rows belong to an account."""
    op.create_table(
        table,
        key,
        sa.Column("account", sa.String(32), nullable=False),
        *columns,
        sa.PrimaryKeyConstraint(key.name, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=f"fk_{table}_account"),
    )
    op.create_index(f"ix_{table}_account", table, ["account"])


def _used() -> tuple[sa.Column[object], ...]:
    """Columns of what is used now and then."""
    return (
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("tickets", "passkeys", "sessions", "account_names", "accounts"):
        op.drop_table(table)
