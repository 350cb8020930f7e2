"""A wish may be for a pair of games."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Wishes made before are for single games."""
    op.add_column(
        "seeks", sa.Column("paired", sa.Boolean, server_default=sa.false(), nullable=False)
    )


def downgrade() -> None:
    """All wishes are for single games."""
    op.drop_column("seeks", "paired")
