"""The tables. Changes go through a migration (`migrations/versions`); a test compares the two."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
    }
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("variant", sa.String(40), nullable=False),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("acts", sa.Boolean, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("open", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("said", sa.Integer, nullable=False, server_default="0"),
    sa.Index("ix_games_acts", "acts"),
    sa.Index("ix_games_public", "public", "phase", "created"),
    sa.Index("ix_games_open", "open", "created"),
    sa.Index("ix_games_rated", "rated", "changed"),
)
"""`said` is the number of the last line of chat, which may be gone with who said it."""

events = sa.Table(
    "events",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.String(32), nullable=False, info={"person": "keep"}),
    sa.Column("action", sa.String(64), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.String(32), nullable=False, info={"person": "keep"}),
    sa.Index("ix_seats_guest", "guest"),
)

premoves = sa.Table(
    "premoves",
    metadata,
    sa.Column("game", sa.String(32), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("color", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("moves", sa.Text, nullable=False),
)
