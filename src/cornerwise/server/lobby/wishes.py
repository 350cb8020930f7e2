"""Wishes to be paired, in the store: one for each person, alive while a server says so."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from cornerwise.rules import VARIANTS
from cornerwise.server.lobby.pairing import Kind, Wish
from cornerwise.server.lobby.schema import seeks
from cornerwise.server.store import Conflict

ALIVE = 20_000
"""Milliseconds after which a wish is forgotten when no server has vouched for it."""
KEPT = 600_000
"""Milliseconds for which a found game is kept for who lost the connection just then."""


def put(connection: sa.Connection, wish: Wish, now: int) -> Wish:
    """Take a wish in; as it is stored then. The same one again keeps its place and its find.

    A game that was found and not heard of yet is found by the new wish: its clock runs, and
    nobody else would tell. `Conflict` if one is found at this very moment: put it in again.
    """
    mine = seeks.c.guest == wish.guest
    is_unheard = (seeks.c.game != "") & ~seeks.c.told
    keeps = mine & (is_unheard | (seeks.c.id == wish.id))
    kept = connection.execute(sa.update(seeks).where(keeps).values(id=wish.id, seen=now))
    if not kept.rowcount:
        connection.execute(sa.delete(seeks).where(mine, ~is_unheard))
        connection.execute(sa.insert(seeks), _row(wish, now))
    (stored,) = wishes_of(connection, [wish.guest])
    return stored


def tell(connection: sa.Connection, found: Sequence[Wish]) -> None:
    """These people have been told of their games; a new wish of theirs is for another."""
    for wish in found:
        same = (seeks.c.guest == wish.guest) & (seeks.c.id == wish.id)
        connection.execute(sa.update(seeks).where(same).values(told=True))


def drop(connection: sa.Connection, guest: str) -> None:
    """Forget somebody's wish, unless it has led to a game."""
    connection.execute(sa.delete(seeks).where(seeks.c.guest == guest, seeks.c.game == ""))


def accept_computers(connection: sa.Connection, guest: str) -> None:
    """Somebody takes computers for the places still empty."""
    connection.execute(sa.update(seeks).where(seeks.c.guest == guest).values(computers=True))


def vouch(connection: sa.Connection, guests: Collection[str], now: int) -> None:
    """These people are still here; and those who left long ago are forgotten."""
    if guests:
        here = seeks.c.guest.in_(list(guests))
        connection.execute(sa.update(seeks).where(here, seeks.c.game == "").values(seen=now))
    connection.execute(sa.delete(seeks).where(seeks.c.seen < now - KEPT))


def alive(connection: sa.Connection, now: int) -> list[Wish]:
    """Everybody who waits."""
    query = sa.select(seeks).where(seeks.c.seen >= now - ALIVE, seeks.c.game == "")
    return [_wish(row) for row in connection.execute(query.limit(2000)).mappings()]


def wishes_of(connection: sa.Connection, guests: Collection[str]) -> list[Wish]:
    """The wishes of some people, with what they have found."""
    query = sa.select(seeks).where(seeks.c.guest.in_(list(guests)))
    return [_wish(row) for row in connection.execute(query).mappings()]


def claim(connection: sa.Connection, wishes: Sequence[Wish], game: str) -> None:
    """These wishes have led to a game; `Conflict` if one of them has gone or found another."""
    for wish in wishes:
        still = (seeks.c.guest == wish.guest) & (seeks.c.id == wish.id) & (seeks.c.game == "")
        found = connection.execute(sa.update(seeks).where(still).values(game=game))
        if found.rowcount != 1:
            raise Conflict(f"a wish of game {game} has gone")


def _row(wish: Wish, now: int) -> dict[str, Any]:
    return {
        "guest": wish.guest,
        "id": wish.id,
        "variant": wish.kind.variant,
        "clock": wish.kind.clock,
        "rated": wish.kind.rated,
        "paired": wish.kind.paired,
        "name": wish.name,
        "public_name": wish.account,
        "rating": wish.rating,
        "since": wish.since,
        "seen": now,
        "computers_after": wish.computers_after,
        "computers": wish.computers,
        "game": wish.game,
    }


def _wish(row: Mapping[Any, Any]) -> Wish:
    return Wish(
        guest=row["guest"],
        id=row["id"],
        kind=Kind(row["variant"], row["clock"], row["rated"], row["paired"]),
        players=VARIANTS[row["variant"]].players,
        name=row["name"],
        account=row["public_name"],
        rating=row["rating"],
        since=row["since"],
        computers_after=row["computers_after"],
        computers=row["computers"],
        game=row["game"],
    )
