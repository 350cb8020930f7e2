"""The tables of notices: browsers, choices, and which turns were told."""

import hashlib

import sqlalchemy as sa

from cornerwise.server.notices.bodies import Language, NoticeChoices
from cornerwise.server.notices.schema import choices, sent, subscriptions
from cornerwise.server.notices.webpush import Subscription, encode
from cornerwise.server.store.schema import seats

MAX_BROWSERS = 10
"""Of one person; the oldest gives way."""


def browser_id(endpoint: str) -> str:
    """A short name for an address that may be long."""
    return encode(hashlib.sha256(endpoint.encode()).digest())


def add_browser(connection: sa.Connection, guest: str, new: Subscription, now: int) -> None:
    """A browser belongs to who subscribed last: another person may use the same one."""
    remove_browser(connection, new.endpoint)
    connection.execute(
        sa.insert(subscriptions),
        {
            "id": browser_id(new.endpoint),
            "guest": guest,
            "endpoint": new.endpoint,
            "key": new.key,
            "auth": new.auth,
            "created": now,
        },
    )
    mine = sa.select(subscriptions.c.id).where(subscriptions.c.guest == guest)
    newest = mine.order_by(subscriptions.c.created.desc(), subscriptions.c.id)
    old = list(connection.scalars(newest.offset(MAX_BROWSERS)))
    connection.execute(sa.delete(subscriptions).where(subscriptions.c.id.in_(old)))


def remove_browser(connection: sa.Connection, endpoint: str, guest: str | None = None) -> None:
    """Forget a browser, if it belongs to the guest given."""
    which = subscriptions.c.id == browser_id(endpoint)
    if guest is not None:
        which &= subscriptions.c.guest == guest
    connection.execute(sa.delete(subscriptions).where(which))


def browsers_of(connection: sa.Connection, guest: str) -> list[Subscription]:
    """Where a person is told."""
    query = sa.select(subscriptions).where(subscriptions.c.guest == guest)
    return [Subscription(row.endpoint, row.key, row.auth) for row in connection.execute(query)]


def choices_of(connection: sa.Connection, guest: str) -> NoticeChoices:
    """What a person chose, or what holds for who has not."""
    row = connection.execute(sa.select(choices).where(choices.c.guest == guest)).first()
    if row is None:
        return NoticeChoices()
    language: Language = "fr" if row.language == "fr" else "en"
    return NoticeChoices(push=row.push, mail=row.mail, language=language)


def choose(connection: sa.Connection, guest: str, chosen: NoticeChoices) -> None:
    """Keep a person's choices."""
    connection.execute(sa.delete(choices).where(choices.c.guest == guest))
    row = {"push": chosen.push, "mail": chosen.mail, "language": chosen.language}
    connection.execute(sa.insert(choices), {"guest": guest, **row})


def claim_turn(connection: sa.Connection, game: str, player: int, seq: int) -> bool:
    """Whether the turn that began with event `seq` is still to be told; after this it is not."""
    own = (sent.c.game == game) & (sent.c.player == player)
    found = connection.scalar(sa.select(sent.c.seq).where(own))
    if found is not None and found >= seq:
        return False
    if found is None:
        connection.execute(sa.insert(sent), {"game": game, "player": player, "seq": seq})
        return True
    # Of two servers that read the same number, one finds it changed.
    newer = sa.update(sent).where(own, sent.c.seq == found).values(seq=seq)
    return connection.execute(newer).rowcount == 1


def holder_of(connection: sa.Connection, game: str, player: int) -> str | None:
    """Who holds a seat."""
    own = (seats.c.game == game) & (seats.c.player == player)
    return connection.scalar(sa.select(seats.c.guest).where(own))
