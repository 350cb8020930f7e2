"""Invitations by name, in the store. One is open while its game waits for that seat.

None is forgotten: they say in which games' logs a name stands, for who wants it erased.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, cast

import sqlalchemy as sa

from cornerwise.server.guests import Keeper
from cornerwise.server.lobby.messages import Invitation, Invitations
from cornerwise.server.lobby.schema import invitations
from cornerwise.server.manners import penalties
from cornerwise.server.manners.schema import blocks
from cornerwise.server.store.schema import games
from cornerwise.server.summary import listed

MAX_OPEN = 20
"""Open invitations that one person may have sent."""
LIFETIME = 14 * 86_400_000
"""Milliseconds."""
Row = Mapping[Any, Any]


@dataclass(frozen=True, kw_only=True)
class Invited:
    """An invitation to be stored."""

    game: str
    player: int
    sender: str
    """Guest."""
    sender_name: str
    receiver: str
    """Guest."""
    receiver_name: str

    def row(self, now: int) -> dict[str, Any]:
        """For the table, with an id of its own."""
        return {"id": secrets.token_urlsafe(9), "state": "open", "time": now, **asdict(self)}


def _open(now: int) -> sa.ColumnElement[bool]:
    is_recent = invitations.c.time >= now - LIFETIME
    return (games.c.id == invitations.c.game) & (games.c.phase == "waiting") & is_recent


def open_count(connection: sa.Connection, sender: str, now: int) -> int:
    """How many of somebody's invitations wait for an answer."""
    query = sa.select(sa.func.count()).where(
        _open(now), invitations.c.sender == sender, invitations.c.state == "open"
    )
    return int(connection.scalar(query) or 0)


def mine(connection: sa.Connection, guest: str, keeper: Keeper, now: int) -> Invitations:
    """What somebody has received and sent. Who is blocked does not reach the receiver."""
    blocked = sa.select(blocks.c.other).where(blocks.c.guest == guest, blocks.c.kind == "block")
    fields = (*invitations.c, games.c.summary)
    received = sa.select(*fields).where(
        _open(now),
        invitations.c.receiver == guest,
        invitations.c.state == "open",
        invitations.c.sender.not_in(blocked),
    )
    sent = sa.select(*fields).where(
        _open(now), invitations.c.sender == guest, invitations.c.state != "withdrawn"
    )
    order = invitations.c.time.desc()
    return Invitations(
        received=_views(_from_free(connection, received.order_by(order).limit(50), now), keeper),
        sent=_views(connection.execute(sent.order_by(order).limit(50)).mappings(), None),
    )


def _from_free(connection: sa.Connection, query: sa.Select[Any], now: int) -> list[Row]:
    """Without those of who is banned: one could not sit down with them."""
    rows = connection.execute(query).mappings().all()
    banned = penalties.banned(connection, {row["sender"] for row in rows}, now)
    return [row for row in rows if row["sender"] not in banned]


def _views(rows: Iterable[Row], keeper: Keeper | None) -> list[Invitation]:
    views = (_view(row, keeper) for row in rows)
    return [view for view in views if view is not None]


def _view(row: Row, keeper: Keeper | None) -> Invitation | None:
    summary = listed(row["game"], row["summary"], [])
    if summary is None or summary.seats[row["player"]].kind != "free":
        return None
    return Invitation(
        id=row["id"],
        game=row["game"],
        key=keeper.key(row["game"]) if keeper else "",
        player=row["player"],
        variant=summary.variant,
        options=summary.options,
        clock=summary.clock,
        rated=summary.rated,
        sender=row["sender_name"],
        receiver=row["receiver_name"],
        state=cast(Literal["open", "declined"], row["state"]),
        time=row["time"],
    )


def end(connection: sa.Connection, id: str, guest: str, *, withdraw: bool) -> list[str]:
    """Withdraw an own invitation, or decline a received one; the people whom it concerned."""
    side = invitations.c.sender if withdraw else invitations.c.receiver
    own = (invitations.c.id == id) & (side == guest)
    found = connection.execute(sa.select(invitations).where(own)).mappings().first()
    if found is None:
        return []
    state = "withdrawn" if withdraw else "declined"
    connection.execute(sa.update(invitations).where(own).values(state=state))
    return [found["sender"], found["receiver"]]


def invited_to(connection: sa.Connection, game: str) -> Collection[str]:
    """Senders and receivers of a game's invitations: whom its changes concern."""
    query = sa.select(invitations.c.sender, invitations.c.receiver)
    rows = connection.execute(query.where(invitations.c.game == game))
    return {guest for row in rows for guest in row}
