"""The tables of manners: chat, blocks, reports, moderators' actions, and engine agreement."""

from typing import Any

import sqlalchemy as sa

from cornerwise.server.store.schema import metadata

MOVES: dict[str, Any] = {"person": "move"}
"""Belongs to the person: goes along when a guest becomes an account, and away with the account."""
KEPT: dict[str, Any] = {"person": "keep"}
"""Needed by others: stays, without a name, when the account is deleted."""
NAME: dict[str, Any] = {"person": "name"}
"""The name beside such a person; `of` says which one where a row has two."""
HIDDEN: dict[str, Any] = {"secret": True}
"""Left out of the export of one's data: it would tell on somebody else."""

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("room", sa.String(8), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False, info=MOVES),
    sa.Column("action", sa.String(64), nullable=False),
    sa.Column("player", sa.Integer, nullable=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("public_name", sa.String(40), nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("phrase", sa.String(20), nullable=False),
    sa.Index("ix_chat_guest", "guest", "time"),
)

blocks = sa.Table(
    "blocks",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("guest", sa.String(32), nullable=False, info=MOVES | HIDDEN),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("other", sa.String(32), nullable=False, info=MOVES | HIDDEN),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("guest", "kind", "other", "game", name="uq_blocks_guest"),
    sa.Index("ix_blocks_other", "other"),
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("reporter", sa.String(32), nullable=False, info=MOVES | HIDDEN),
    sa.Column("person", sa.String(32), nullable=False, info=KEPT),
    sa.Column("label", sa.String(40), nullable=False, info=NAME),
    sa.Column("reason", sa.String(10), nullable=False),
    sa.Column("text", sa.String(500), nullable=False),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("line", sa.Integer, nullable=True),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Index("ix_reports_person", "person"),
    sa.Index("ix_reports_state", "state", "time"),
)

evidence = sa.Table(
    "evidence",
    metadata,
    sa.Column(
        "report", sa.Integer, sa.ForeignKey("reports.id", ondelete="CASCADE"), primary_key=True
    ),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("room", sa.String(8), nullable=False),
    sa.Column("guest", sa.String(32), nullable=False, info=KEPT),
    sa.Column("player", sa.Integer, nullable=True),
    sa.Column("name", sa.String(40), nullable=False, info=NAME),
    sa.Column("public_name", sa.String(40), nullable=False, info=NAME),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("phrase", sa.String(20), nullable=False),
    sa.Index("ix_evidence_guest", "guest"),
)
"""Lines of chat as they were when they were reported. Rows, so that each has its speaker: several
people talk in one piece of evidence, and any of them may want to be forgotten."""

moderation = sa.Table(
    "moderation",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("moderator", sa.String(32), nullable=False, info=KEPT | HIDDEN),
    sa.Column(
        "moderator_name", sa.String(40), nullable=False, info=NAME | HIDDEN | {"of": "moderator"}
    ),
    sa.Column("person", sa.String(32), nullable=False, info=KEPT),
    sa.Column("label", sa.String(40), nullable=False, info=NAME | {"of": "person"}),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("text", sa.String(1000), nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=True),
    sa.Column("about", sa.String(40), nullable=False),
    sa.Column("acknowledged", sa.Boolean, nullable=False),
    sa.Index("ix_moderation_person", "person", "time"),
)

checks = sa.Table(
    "checks",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
)

agreements = sa.Table(
    "agreements",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.String(32), nullable=False, info=KEPT),
    sa.Column("variant", sa.String(40), nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("near", sa.Integer, nullable=False),
    sa.Column("lost", sa.Float, nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Index("ix_agreements_guest", "guest", "time"),
    sa.Index("ix_agreements_variant", "variant", "time"),
)

flags = sa.Table(
    "flags",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.String(32), nullable=False, info=KEPT),
    sa.Column("label", sa.String(40), nullable=False, info=NAME),
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
    sa.Index("ix_flags_state", "state", "time"),
    sa.Index("ix_flags_person", "person"),
)
