"""Who takes part no longer without having left: deleted, banned, or there twice. In the store."""

import msgspec
import sqlalchemy as sa

from cornerwise.server.tournaments.schema import entrants, tournaments
from cornerwise.server.tournaments.tournament import Chosen

_decode = msgspec.json.Decoder(Chosen).decode


def withdraw(connection: sa.Connection, person: str) -> None:
    """Nobody shall wait, round after round, for somebody, nor for them to start what they made."""
    entered = sa.select(entrants.c.tournament).where(entrants.c.guest == person, ~entrants.c.is_out)
    made = (tournaments.c.phase == "open") & (tournaments.c.maker == person)
    _take_out(connection, person, tournaments.c.id.in_(entered) | made)
    for id in connection.scalars(sa.select(tournaments.c.id).where(made)).all():
        _pass_on(connection, id)


def merge(connection: sa.Connection, guest: str, account: str) -> None:
    """A guest becomes an account that takes part as well: one person plays once.

    The account's entry goes on. The guest's leaves, for tables may have been played with it.
    """
    entered = sa.select(entrants.c.tournament).where(~entrants.c.is_out)
    twice = [entered.where(entrants.c.guest == each) for each in (guest, account)]
    _take_out(connection, guest, sa.and_(*(tournaments.c.id.in_(ids) for ids in twice)))


def _take_out(connection: sa.Connection, person: str, where: sa.ColumnElement[bool]) -> None:
    """Out of some tournaments, of those that have not ended."""
    goes_on = tournaments.c.phase.in_(("open", "running"))
    # One more version: a round that is being planned with them must be planned again.
    touched = sa.update(tournaments).where(goes_on, where).values(version=tournaments.c.version + 1)
    found = list(connection.scalars(touched.returning(tournaments.c.id)))
    mine = (entrants.c.guest == person) & entrants.c.tournament.in_(found)
    connection.execute(sa.update(entrants).where(mine).values(is_out=True))


def _pass_on(connection: sa.Connection, id: str) -> None:
    """To who entered first. What nobody has entered and nothing else would start is called off."""
    own = tournaments.c.id == id
    inside = sa.select(entrants.c.guest).where(entrants.c.tournament == id, ~entrants.c.is_out)
    heir = connection.scalar(inside.order_by(entrants.c.number).limit(1))
    body = connection.scalars(sa.select(tournaments.c.body).where(own)).one()
    if heir is not None:
        connection.execute(sa.update(tournaments).where(own).values(maker=heir))
    elif not _decode(body).starts:
        connection.execute(sa.update(tournaments).where(own).values(phase="canceled"))
