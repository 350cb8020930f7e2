"""Passkeys: a device proves by signature that it holds a key whose public half we keep.

Here is where they belong and what we keep of them; `ceremony.py` makes and checks them.
"""

import json
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

import sqlalchemy as sa
from starlette.requests import HTTPConnection

from cornerwise.server.accounts.schema import passkeys
from cornerwise.server.accounts.secrets import token_hash
from cornerwise.server.refusal import Refusal

MOST = 20
"""Passkeys of one account."""


@dataclass(frozen=True)
class Site:
    """What a passkey belongs to."""

    name: str
    """The host's name, without port."""
    origin: str
    """The page's address as the browser names it."""


def site_of(request: HTTPConnection) -> Site:
    """The site of a request, whose host the door has checked. Browsers want a name."""
    url = request.url
    scheme = {"ws": "http", "wss": "https"}.get(url.scheme, url.scheme)
    name = url.hostname or ""
    if not can_have_passkeys(scheme, name):
        raise Refusal("not_now", "passkeys need https and a name, or localhost")
    return Site(name, f"{scheme}://{url.netloc}")


def can_have_passkeys(scheme: str, name: str) -> bool:
    """Whether browsers offer passkeys on such a page."""
    try:
        ip_address(name)
    except ValueError:
        return scheme == "https" or name == "localhost" or name.endswith(".localhost")
    return False


# What browsers answer


def challenge_of(answer: dict[str, Any]) -> str:
    """The challenge that an answer says it is for; whether it was ours, its ticket tells."""
    try:
        said = json.loads(decode(str(answer["response"]["clientDataJSON"])[:4000]))
        return str(said["challenge"])[:200]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise Refusal("unreadable", "this is no answer of a passkey") from error


def decode(text: str) -> bytes:
    """Bytes as WebAuthn writes them in JSON."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


# The store


def passkeys_of(connection: sa.Connection, account: str) -> list[sa.RowMapping]:
    """An account's own, the oldest first."""
    query = sa.select(passkeys).where(passkeys.c.account == account)
    return list(connection.execute(query.order_by(passkeys.c.created)).mappings())


def passkey_for(connection: sa.Connection, answer: dict[str, Any]) -> sa.RowMapping | None:
    """The passkey that an answer says it comes from."""
    try:
        credential = token_hash(decode(str(answer["rawId"])[:2000]).hex())
    except (KeyError, ValueError):
        return None
    query = sa.select(passkeys).where(passkeys.c.credential == credential)
    return connection.execute(query).mappings().one_or_none()


def add_passkey(
    connection: sa.Connection, row: dict[str, Any], account: str, label: str, now: int
) -> None:
    """Keep one. The same twice is a `Conflict` of the store."""
    values = {**row, "account": account, "label": label, "created": now, "used": now}
    connection.execute(sa.insert(passkeys).values(**values))


def note_use(connection: sa.Connection, id: str, uses: int, now: int) -> None:
    """It was used just now."""
    mine = passkeys.c.id == id
    connection.execute(sa.update(passkeys).where(mine).values(uses=uses, used=now))


def remove_passkey(connection: sa.Connection, account: str, id: str) -> bool:
    """Whether it was there."""
    mine = (passkeys.c.account == account) & (passkeys.c.id == id)
    return connection.execute(sa.delete(passkeys).where(mine)).rowcount > 0
