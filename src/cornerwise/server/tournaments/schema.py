"""The tables of tournaments. Their games are ordinary games, named beforehand."""

import sqlalchemy as sa

from cornerwise.server.store.schema import metadata

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("maker", sa.String(32), nullable=False, info={"person": "keep"}),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Index("ix_tournaments_phase", "phase", "due"),
)
"""`body` is what was chosen (`TournamentChoice`) and the seed; `due` when to look again;
`version` counts the director's steps, so that of two servers one does each."""

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guest", sa.String(32), nullable=False, info={"person": "keep"}),
    sa.Column("name", sa.String(40), nullable=False, info={"person": "name"}),
    sa.Column("account", sa.String(40), nullable=False, info={"person": "name"}),
    sa.Column("is_out", sa.Boolean, nullable=False),
    sa.Index("ix_entrants_guest", "guest"),
)
"""Who takes part, numbered in the order of registration. `is_out`: left, or did not show up."""

tournament_games = sa.Table(
    "tournament_games",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.id"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("made", sa.Boolean, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Index("ix_tournament_games_tournament", "tournament", "round", "number"),
)
"""The tables of each round. `game` is the game's id, chosen before it is made: to make it twice
is impossible. `body` has who sits where and, at the end, points and places."""
