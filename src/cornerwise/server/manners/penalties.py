"""What moderators have laid upon somebody: warnings, silence, a ban; each for a time."""

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Literal, cast

import sqlalchemy as sa

from cornerwise.server.manners.messages import Warned
from cornerwise.server.manners.schema import moderation
from cornerwise.server.refusal import Refusal

if TYPE_CHECKING:
    from cornerwise.server.services import Services

Penalty = Literal["silence", "ban"]
TOLD = ("warn", "silence", "ban", "lift")
"""Actions that the person is told of; notes are the moderators' own."""
FOR_EVER = 100 * 365 * 86_400_000
"""Milliseconds: a ban without an end."""


def _in_force(kind: Penalty, now: int) -> sa.ColumnElement[bool]:
    """Whether a row is a penalty that holds now; a later `lift` ends both kinds at once."""
    columns, lift = moderation.c, moderation.alias().c
    lifted = sa.select(sa.func.max(lift.id)).where(
        lift.person == columns.person, lift.kind == "lift"
    )
    is_lifted = columns.id <= sa.func.coalesce(lifted.scalar_subquery(), 0)
    return (columns.kind == kind) & (columns.until > now) & ~is_lifted


def until(connection: sa.Connection, guest: str, kind: Penalty, now: int) -> int | None:
    """When a penalty ends that is in force now."""
    theirs = (moderation.c.person == guest) & _in_force(kind, now)
    found = connection.scalar(sa.select(sa.func.max(moderation.c.until)).where(theirs))
    return None if found is None else int(found)


def banned(connection: sa.Connection, guests: Collection[str], now: int) -> frozenset[str]:
    """Who of these may not play with others now."""
    if not guests:
        return frozenset()
    theirs = moderation.c.person.in_(list(guests)) & _in_force("ban", now)
    return frozenset(connection.scalars(sa.select(moderation.c.person).where(theirs)))


def check_free(connection: sa.Connection, guest: str, kind: Penalty, now: int) -> None:
    """Refuse who may not do this now; in the transaction that does it, for what lasts."""
    end = until(connection, guest, kind, now)
    if end is not None:
        raise refusal(kind, end - now)


async def require_free(services: "Services", guest: str, kind: Penalty) -> None:
    """The same, before anything else is looked at."""
    now = services.now()
    await services.store.read(partial(check_free, guest=guest, kind=kind, now=now))


def refusal(kind: Penalty, left: int) -> Refusal:
    """What somebody is told who may not talk, or not play with others, for a while."""
    hours = max(1, round(left / 3_600_000))
    time = f"for about {hours} more hours" if left < FOR_EVER / 2 else "for ever"
    if kind == "silence":
        return Refusal("silenced", f"a moderator has silenced you {time}")
    return Refusal("banned", f"you cannot play with others here {time}")


def words(connection: sa.Connection, guest: str) -> list[Warned]:
    """What a moderator has told somebody and they have not acknowledged."""
    query = sa.select(moderation).where(
        moderation.c.person == guest,
        moderation.c.kind.in_(TOLD),
        moderation.c.acknowledged.is_(False),
    )
    rows = connection.execute(query.order_by(moderation.c.id).limit(20))
    return [
        Warned(
            id=row.id,
            kind=cast(Literal["warn", "silence", "ban", "lift"], row.kind),
            text=row.text,
            time=row.time,
            until=row.until,
        )
        for row in rows
    ]


def acknowledge(connection: sa.Connection, guest: str, id: int) -> None:
    """Somebody has read a moderator's word."""
    own = (moderation.c.id == id) & (moderation.c.person == guest)
    connection.execute(sa.update(moderation).where(own).values(acknowledged=True))
