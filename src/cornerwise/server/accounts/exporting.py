"""All that is kept about a person, as one file: every table's rows, and the games."""

import msgspec
import sqlalchemy as sa

from cornerwise.server.accounts.moving import rows_of
from cornerwise.server.store.schema import events, games, seats


def everything(connection: sa.Connection, person: str) -> bytes:
    """JSON: `tables` by name, without secrets, and `games` by id with their events."""
    mine = sa.select(seats.c.game).where(seats.c.guest == person)
    played = sa.select(games.c.id).where(games.c.id.in_(mine)).order_by(games.c.created)
    data = {
        "tables": rows_of(connection, person),
        "games": {
            game: [_event(body) for body in _log(connection, game)]
            for game in connection.scalars(played).all()
        },
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=1)


def _log(connection: sa.Connection, game: str) -> sa.ScalarResult[str]:
    return connection.scalars(
        sa.select(events.c.body).where(events.c.game == game).order_by(events.c.seq)
    )


def _event(body: str) -> msgspec.Raw | str:
    """As it is stored; a damaged one as text, which must not keep anybody from the rest."""
    try:
        msgspec.json.decode(body)
    except msgspec.DecodeError:
        return body
    return msgspec.Raw(body.encode())
