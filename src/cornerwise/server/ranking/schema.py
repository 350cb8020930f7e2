"""The tables of the ranking: finished games, how each seat ended, and ratings step by step."""

import sqlalchemy as sa

from cornerwise.server.store.schema import metadata

GAME = sa.String(32).with_variant(sa.String(32, collation="C"), "postgresql")
"""Games that end in the same millisecond are ordered by id: byte by byte on every database."""

finished_games = sa.Table(
    "finished_games",
    metadata,
    sa.Column("game", GAME, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("variant", sa.String(40), nullable=False),
    sa.Column("speed", sa.String(8), nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("paired", sa.Boolean, nullable=False),
    sa.Column("pair", sa.String(32), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("tournament", sa.String(32), nullable=False),
    sa.Index("ix_finished_games_variant", "variant", "speed", "time", "game"),
    sa.Index("ix_finished_games_public", "public", "time", "game"),
)
"""Every game that is over, rated or not."""

outcomes = sa.Table(
    "outcomes",
    metadata,
    sa.Column("game", GAME, sa.ForeignKey("finished_games.game"), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.String(32), nullable=False, info={"person": "keep"}),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("rated_place", sa.Integer, nullable=False),
    sa.Column("points", sa.Integer, nullable=False),
    sa.Column("left", sa.Boolean, nullable=False),
    sa.Column("opening", sa.String(64), nullable=False),
    sa.Index("ix_outcomes_guest", "guest"),
)

rating_steps = sa.Table(
    "rating_steps",
    metadata,
    sa.Column("game", GAME, sa.ForeignKey("finished_games.game"), primary_key=True),
    sa.Column("guest", sa.String(32), primary_key=True, info={"person": "keep"}),
    sa.Column("variant", sa.String(40), nullable=False),
    sa.Column("speed", sa.String(8), nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("change", sa.Double, nullable=False),
    sa.Index("ix_rating_steps_guest", "guest", "variant", "speed", "time"),
    sa.Index("ix_rating_steps_variant", "variant", "speed", "time", "game"),
)
"""A player's rating after each rated game."""

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("guest", sa.String(32), primary_key=True, info={"person": "keep"}),
    sa.Column("variant", sa.String(40), primary_key=True),
    sa.Column("speed", sa.String(8), primary_key=True),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Index("ix_ratings_variant", "variant", "speed", "mu"),
)
"""Where everybody stands now: the last of the steps."""

rating_pools = sa.Table(
    "rating_pools",
    metadata,
    sa.Column("variant", sa.String(40), primary_key=True),
    sa.Column("speed", sa.String(8), primary_key=True),
    sa.Column("time", sa.BigInteger, nullable=False),
    sa.Column("game", GAME, nullable=False),
)
"""How far the games of a pool are rated: up to this one, in the order of time and id."""

seat_worths = sa.Table(
    "seat_worths",
    metadata,
    sa.Column("variant", sa.String(40), primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("worth", sa.Double, nullable=False),
    sa.Column("growth", sa.Double, nullable=False),
)
"""What seats are worth by this server's own games; where empty, what was shipped counts."""
