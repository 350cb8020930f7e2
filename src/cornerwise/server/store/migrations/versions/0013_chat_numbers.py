"""Lines of chat are counted: the number of a line that was taken out is not given again."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """From the last line that is still there."""
    op.add_column("games", sa.Column("said", sa.Integer, server_default="0", nullable=False))
    last = "SELECT max(number) FROM chat WHERE chat.game = games.id"
    talked = "SELECT game FROM chat"
    op.execute(sa.text(f"UPDATE games SET said = ({last}) WHERE id IN ({talked})"))


def downgrade() -> None:
    """Before, the lines themselves were looked at."""
    op.drop_column("games", "said")
