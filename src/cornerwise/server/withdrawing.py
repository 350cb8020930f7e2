"""Who plays with nobody any more, deleted or banned, keeps nobody waiting."""

import sqlalchemy as sa

from cornerwise.server.lobby import wishes
from cornerwise.server.tournaments import leaving


def withdraw(connection: sa.Connection, person: str) -> None:
    """Take somebody out of whatever has yet to begin. Games under way are played to their end."""
    wishes.drop(connection, person)
    leaving.withdraw(connection, person)
