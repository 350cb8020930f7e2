"""Names of deleted persons are erased a few games at a time: what is still to be done."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is to be done yet."""
    op.create_table(
        "erasures",
        sa.Column("game", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_erasures"),
    )


def downgrade() -> None:
    """A server of the newer schema must have finished first."""
    op.drop_table("erasures")
