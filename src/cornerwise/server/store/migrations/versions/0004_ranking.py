"""Ranking: finished games, how each seat ended, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

GAME = sa.String(32).with_variant(sa.String(32, collation="C"), "postgresql")


def upgrade() -> None:
    """Create the tables of the ranking."""
    op.create_table(
        "finished_games",
        sa.Column("game", GAME, nullable=False),
        *_pool(),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("paired", sa.Boolean, nullable=False),
        sa.Column("pair", sa.String(32), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("tournament", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_finished_games"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_finished_games_game"),
    )
    op.create_index(
        "ix_finished_games_variant", "finished_games", ["variant", "speed", "time", "game"]
    )
    op.create_index("ix_finished_games_public", "finished_games", ["public", "time", "game"])
    op.create_table(
        "outcomes",
        sa.Column("game", GAME, nullable=False),
        sa.Column("player", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("level", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("rated_place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("left", sa.Boolean, nullable=False),
        sa.Column("opening", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="pk_outcomes"),
        sa.ForeignKeyConstraint(["game"], ["finished_games.game"], name="fk_outcomes_game"),
    )
    op.create_index("ix_outcomes_guest", "outcomes", ["guest"])
    _ratings()


def _ratings() -> None:
    op.create_table(
        "rating_steps",
        sa.Column("game", GAME, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        *_pool(),
        sa.Column("time", sa.BigInteger, nullable=False),
        *_rating(),
        sa.Column("change", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", "guest", name="pk_rating_steps"),
        sa.ForeignKeyConstraint(["game"], ["finished_games.game"], name="fk_rating_steps_game"),
    )
    op.create_index("ix_rating_steps_guest", "rating_steps", ["guest", "variant", "speed", "time"])
    op.create_index("ix_rating_steps_variant", "rating_steps", ["variant", "speed", "time", "game"])
    op.create_table(
        "ratings",
        sa.Column("guest", sa.String(32), nullable=False),
        *_pool(),
        *_rating(),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guest", "variant", "speed", name="pk_ratings"),
    )
    op.create_index("ix_ratings_variant", "ratings", ["variant", "speed", "mu"])
    op.create_table(
        "rating_pools",
        *_pool(),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("game", GAME, nullable=False),
        sa.PrimaryKeyConstraint("variant", "speed", name="pk_rating_pools"),
    )
    op.create_table(
        "seat_worths",
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("player", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("worth", sa.Double, nullable=False),
        sa.Column("growth", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("variant", "player", name="pk_seat_worths"),
    )


def _pool() -> list[sa.Column[str]]:
    return [
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
    ]


def _rating() -> list[sa.Column[float]]:
    return [
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    ]


def downgrade() -> None:
    """Drop them."""
    for name in (
        "seat_worths", "rating_pools", "ratings", "rating_steps", "outcomes", "finished_games"
    ):  # fmt: skip
        op.drop_table(name)
