"""Tickets work once and for a short time: links in mails, and challenges to passkeys.

Only the hash of a ticket is kept, so who reads the database can use none.
"""

from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from cornerwise.server.accounts.schema import tickets
from cornerwise.server.accounts.secrets import token_hash

Purpose = Literal["sign_in", "reset", "mail", "passkey_new", "passkey_use"]
LIFE: dict[Purpose, int] = {
    "sign_in": 15 * 60_000,
    "reset": 24 * 3_600_000,
    "mail": 24 * 3_600_000,
    "passkey_new": 5 * 60_000,
    "passkey_use": 5 * 60_000,
}
"""Milliseconds."""


@dataclass(frozen=True)
class Ticket:
    """What a ticket is good for."""

    account: str
    """Whose it is; empty for a challenge to whoever signs in."""
    mail: str


def add_ticket(
    connection: sa.Connection,
    purpose: Purpose,
    token: str,
    now: int,
    account: str = "",
    mail: str = "",
) -> None:
    """Store one; the expired ones go at the same time."""
    connection.execute(sa.delete(tickets).where(tickets.c.expires < now))
    row = {"token": token_hash(token), "purpose": purpose, "account": account, "mail": mail}
    connection.execute(sa.insert(tickets).values(**row, expires=now + LIFE[purpose]))


def take_ticket(connection: sa.Connection, purpose: Purpose, token: str, now: int) -> Ticket | None:
    """Use one up. Of two who come with the same, one gets it."""
    mine = (tickets.c.token == token_hash(token)) & (tickets.c.purpose == purpose)
    taken = sa.delete(tickets).where(mine).returning(tickets)
    row = connection.execute(taken).one_or_none()
    return None if row is None or row.expires < now else Ticket(row.account, row.mail)
