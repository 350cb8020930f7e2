"""Evidence as rows with their speakers, so that who is deleted is forgotten there, too."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

LINE = ("number", "time", "room", "player", "text")
"""What both forms call by the same names."""
SPEAKER = "SELECT guest FROM chat WHERE game = :game AND number = :number AND time = :time"


def upgrade() -> None:
    """Speakers are found by their lines. Whom chat no longer knows loses the name."""
    evidence = _create()
    connection = op.get_bind()
    speakers = sa.text(SPEAKER)
    for report in connection.execute(sa.text("SELECT id, game, evidence FROM reports")).all():
        for line in json.loads(report.evidence):
            same = {"game": report.game, "number": line["number"], "time": line["time"]}
            guest = connection.scalar(speakers, same) or ""
            connection.execute(sa.insert(evidence), _row(report.id, line, guest))
    op.drop_column("reports", "evidence")


def _create() -> sa.Table:
    made = op.create_table(
        "evidence",
        sa.Column("report", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("player", sa.Integer, nullable=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("public_name", sa.String(40), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("phrase", sa.String(20), nullable=False),
        sa.ForeignKeyConstraint(
            ["report"], ["reports.id"], name="fk_evidence_report", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("report", "number", name="pk_evidence"),
    )
    op.create_index("ix_evidence_guest", "evidence", ["guest"])
    return made


def _row(report: int, line: dict[str, Any], guest: str) -> dict[str, Any]:
    return {
        "report": report,
        "guest": guest,
        "name": line["name"] if guest else "",
        "public_name": line["account"] if guest else "",
        "phrase": line["phrase"] or "",
        **{name: line[name] for name in LINE},
    }


def downgrade() -> None:
    """The lines in one text, and nobody knows any more who said them."""
    connection = op.get_bind()
    op.add_column("reports", sa.Column("evidence", sa.Text, server_default="[]", nullable=False))
    keep = sa.text("UPDATE reports SET evidence = :evidence WHERE id = :id")
    said = sa.text("SELECT * FROM evidence WHERE report = :id ORDER BY number")
    for report in connection.execute(sa.text("SELECT id, game FROM reports")).all():
        rows = connection.execute(said, {"id": report.id}).mappings()
        lines = json.dumps([_line(report.game, row) for row in rows])
        connection.execute(keep, {"id": report.id, "evidence": lines})
    op.drop_table("evidence")


def _line(game: str, row: sa.RowMapping) -> dict[str, Any]:
    line = {name: row[name] for name in LINE}
    names = {"name": row["name"], "account": row["public_name"]}
    return {"type": "chat_line", "game": game, **line, **names, "phrase": row["phrase"] or None}
