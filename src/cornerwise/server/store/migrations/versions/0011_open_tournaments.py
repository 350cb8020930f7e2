"""Tournaments that nobody starts are called off after a while: those made before, too."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None
PATIENCE = 30 * 86_400_000


def upgrade() -> None:
    """From their making on."""
    due = f"UPDATE tournaments SET due = created + {PATIENCE} WHERE phase = 'open' AND due IS NULL"
    op.execute(sa.text(due))


def downgrade() -> None:
    """Before, who looked at one that was due without a start time found nothing to do."""
