"""Whether somebody has heard of the game that their wish has found."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Who has found one just now hears of it once more."""
    op.add_column("seeks", sa.Column("told", sa.Boolean, server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """All have heard."""
    op.drop_column("seeks", "told")
