"""Tournaments in the database. Functions run inside a transaction, or in a reader's thread."""

from collections.abc import Sequence
from typing import Any, cast

import msgspec
import sqlalchemy as sa

from cornerwise.server.guests import new_game_id
from cornerwise.server.store import Conflict
from cornerwise.server.store.schema import games
from cornerwise.server.tournaments.bodies import Phase
from cornerwise.server.tournaments.schema import entrants, tournament_games, tournaments
from cornerwise.server.tournaments.score import Meeting
from cornerwise.server.tournaments.tournament import (
    Chosen,
    Entrant,
    PlannedGame,
    Step,
    Tournament,
)

BYE = "bye."
"""Begins the id of a table without a game."""
_encode = msgspec.json.Encoder().encode


class TableBody(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is stored."""

    entrants: list[int | None]
    places: list[int] = []
    points: list[int] = []
    left: list[bool] = []


def lost_table(entrants: Sequence[int | None]) -> TableBody:
    """A table whose game is lost to all: nobody came before anybody, and nobody left."""
    count = len(entrants)
    return TableBody(entrants=list(entrants), places=[1] * count, left=[False] * count)


# Reading


def load(connection: sa.Connection, id: str) -> Tournament | None:
    """A tournament with everything, or None."""
    row = connection.execute(sa.select(tournaments).where(tournaments.c.id == id)).one_or_none()
    if row is None:
        return None
    found = sa.select(entrants).where(entrants.c.tournament == id).order_by(entrants.c.number)
    tables = sa.select(tournament_games).where(tournament_games.c.tournament == id)
    tables = tables.order_by(tournament_games.c.round, tournament_games.c.number)
    return _tournament(
        row,
        [_entrant(entry) for entry in connection.execute(found)],
        [_planned(table) for table in connection.execute(tables)],
    )


def _tournament(
    row: sa.Row[Any], entered: list[Entrant], planned: Sequence[PlannedGame] = ()
) -> Tournament:
    return Tournament(
        id=row.id,
        maker=row.maker,
        phase=cast(Phase, row.phase),
        version=row.version,
        round=row.round,
        created=row.created,
        chosen=msgspec.json.decode(row.body, type=Chosen),
        entrants=entered,
        games=planned,
    )


def _entrant(row: sa.Row[Any]) -> Entrant:
    return Entrant(
        number=row.number, guest=row.guest, name=row.name, account=row.account, is_out=row.is_out
    )


def _planned(row: sa.Row[Any]) -> PlannedGame:
    body = msgspec.json.decode(row.body, type=TableBody)
    meeting = Meeting(
        round=row.round,
        entrants=tuple(body.entrants),
        over=row.over,
        places=tuple(body.places),
        points=tuple(body.points),
        left=tuple(body.left),
    )
    return PlannedGame(game=row.game, made=row.made, meeting=meeting)


def recent(connection: sa.Connection, phases: Sequence[Phase], limit: int) -> list[Tournament]:
    """Tournaments without their games: phase by phase, the newest of each first."""
    order = sa.case({phase: place for place, phase in enumerate(phases)}, value=tournaments.c.phase)
    count = (
        sa.select(sa.func.count())
        .where(entrants.c.tournament == tournaments.c.id, ~entrants.c.is_out)
        .scalar_subquery()
    )
    query = (
        sa.select(tournaments, count.label("present"))
        .where(tournaments.c.phase.in_(phases))
        .order_by(order, tournaments.c.created.desc(), tournaments.c.id)
        .limit(limit)
    )
    return [
        _tournament(
            row, [Entrant(number=n, guest="", name="", account="") for n in range(row.present)]
        )
        for row in connection.execute(query)
    ]


def unfinished(connection: sa.Connection, now: int) -> list[str]:
    """Tournaments that the director should look at: those that run, and those due to start."""
    due = (tournaments.c.phase == "open") & (tournaments.c.due <= now)
    query = sa.select(tournaments.c.id).where((tournaments.c.phase == "running") | due)
    return list(connection.scalars(query.order_by(tournaments.c.created)))


def just_over(connection: sa.Connection, id: str) -> list[str]:
    """Games of a tournament that have ended and are not entered yet."""
    query = (
        sa.select(tournament_games.c.game)
        .join(games, games.c.id == tournament_games.c.game)
        .where(tournament_games.c.tournament == id, ~tournament_games.c.over)
        .where(games.c.phase == "over")
    )
    return list(connection.scalars(query))


def last_event(connection: sa.Connection, game: str) -> int:
    """The number of the last event in a game."""
    return int(connection.scalar(sa.select(games.c.seq).where(games.c.id == game)) or 0)


# Writing


def create(connection: sa.Connection, made: Tournament) -> None:
    """A new tournament with its first entrants."""
    connection.execute(
        sa.insert(tournaments),
        {
            "id": made.id, "maker": made.maker, "phase": made.phase, "version": 0, "round": 0,
            "due": made.due, "created": made.created,
            "body": _encode(made.chosen).decode(),
        },
    )  # fmt: skip
    for entrant in made.entrants:
        _insert(connection, made.id, entrant)


def open_count(connection: sa.Connection, maker: str) -> int:
    """How many tournaments of somebody's have yet to begin."""
    mine = (tournaments.c.maker == maker) & (tournaments.c.phase == "open")
    return int(connection.scalar(sa.select(sa.func.count()).where(mine)) or 0)


def change(connection: sa.Connection, tournament: Tournament, entrant: Entrant) -> None:
    """Enter somebody, or change an entry; `Conflict` if the tournament has gone on since."""
    _bump(connection, tournament)
    own = (entrants.c.tournament == tournament.id) & (entrants.c.number == entrant.number)
    connection.execute(sa.delete(entrants).where(own))
    _insert(connection, tournament.id, entrant)


def _bump(connection: sa.Connection, tournament: Tournament, **values: Any) -> None:
    """One more version, unless another came first."""
    done = connection.execute(
        sa.update(tournaments)
        .where(tournaments.c.id == tournament.id, tournaments.c.version == tournament.version)
        .values(version=tournament.version + 1, **values)
    )
    if done.rowcount != 1:
        raise Conflict(f"tournament {tournament.id} has gone on")


def _insert(connection: sa.Connection, id: str, entrant: Entrant) -> None:
    connection.execute(
        sa.insert(entrants),
        {
            "tournament": id, "number": entrant.number, "guest": entrant.guest,
            "name": entrant.name, "account": entrant.account, "is_out": entrant.is_out,
        },
    )  # fmt: skip


def take(connection: sa.Connection, tournament: Tournament, step: Step) -> None:
    """Do a step, unless another server has done it; the games of the round get their ids."""
    chosen = msgspec.structs.replace(tournament.chosen, rounds=step.rounds)
    body = _encode(chosen).decode()
    _bump(connection, tournament, phase=step.phase, round=step.round, due=None, body=body)
    rows = [
        _row(tournament.id, step.round, number, table) for number, table in enumerate(step.tables)
    ]
    if rows:
        connection.execute(sa.insert(tournament_games), rows)


def _row(id: str, round: int, number: int, table: tuple[int | None, ...]) -> dict[str, Any]:
    is_bye = len(table) == 1
    return {
        "game": f"{BYE}{id}.{round}.{number}" if is_bye else new_game_id(),
        "tournament": id,
        "round": round,
        "number": number,
        "made": is_bye,
        "over": is_bye,
        "body": _encode(TableBody(entrants=list(table))).decode(),
    }


def mark_made(connection: sa.Connection, game: str, tournament: Tournament) -> None:
    """The game of a table exists: written together with the game itself.

    `Conflict` if another server has made it, or if somebody of the tournament has become an
    account, or is gone, since it was read: the seat would be held by nobody.
    """
    theirs = sa.select(entrants.c.guest).where(entrants.c.tournament == tournament.id)
    known = {entrant.guest for entrant in tournament.entrants}
    if not known <= set(connection.scalars(theirs)):
        raise Conflict(f"somebody of tournament {tournament.id} is another person now")
    done = connection.execute(
        sa.update(tournament_games)
        .where(tournament_games.c.game == game, ~tournament_games.c.made)
        .values(made=True)
    )
    if done.rowcount != 1:
        raise Conflict(f"game {game} is made already")


def finish(connection: sa.Connection, id: str, game: str, body: TableBody, gone: list[int]) -> None:
    """A table has ended, once. Who did not show up is out until they come back."""
    done = connection.execute(
        sa.update(tournament_games)
        .where(tournament_games.c.game == game, ~tournament_games.c.over)
        .values(over=True, body=_encode(body).decode())
    )
    if gone and done.rowcount:  # else another server was quicker, and they may be back already
        own = (entrants.c.tournament == id) & entrants.c.number.in_(gone)
        connection.execute(sa.update(entrants).where(own).values(is_out=True))
