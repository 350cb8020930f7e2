"""Passkeys: a device proves by signature that it holds a key whose public half we keep.

Challenges are tickets: each works once. What browser and server exchange is WebAuthn's own
JSON; the library checks signature, origin and challenge.
"""

import json
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

import sqlalchemy as sa
import webauthn
from starlette.requests import HTTPConnection
from webauthn.helpers import options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from cornerwise.server.accounts.schema import passkeys
from cornerwise.server.accounts.secrets import new_id, token_hash
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


# Making one


def options_for_new(site: Site, user: str, name: str, known: list[bytes]) -> dict[str, Any]:
    """What the browser needs to make a passkey; `challenge` in it is the ticket."""
    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="Cornerwise",
        user_id=user.encode(),
        user_name=name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=id) for id in known],
    )
    return options_to_json_dict(options)


def checked_new(site: Site, answer: dict[str, Any]) -> dict[str, Any]:
    """The row of a new passkey, from the browser's answer."""
    try:
        made = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=_decode(challenge_of(answer)),
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError) as error:
        raise Refusal("bad_sign_in", f"this passkey cannot be used: {error}") from error
    return {
        "id": new_id(),
        "credential": token_hash(made.credential_id.hex()),
        "credential_id": made.credential_id,
        "public_key": made.credential_public_key,
        "uses": made.sign_count,
    }


# Using one


def options_for_use(site: Site) -> dict[str, Any]:
    """What the browser needs to prove that it holds one; it knows itself for which account."""
    return options_to_json_dict(webauthn.generate_authentication_options(rp_id=site.name))


def checked_use(site: Site, answer: dict[str, Any], row: sa.RowMapping | None) -> int:
    """How often the passkey was used, if the answer is right for what we keep of it."""
    try:
        if row is None:
            raise ValueError("it is not known here")
        used = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=_decode(challenge_of(answer)),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=row["public_key"],
            credential_current_sign_count=row["uses"],
        )
    except (WebAuthnException, ValueError, TypeError, KeyError) as error:
        raise Refusal("bad_sign_in", f"this passkey does not open an account: {error}") from error
    return used.new_sign_count


def challenge_of(answer: dict[str, Any]) -> str:
    """The challenge that an answer says it is for; whether it was ours, its ticket tells."""
    try:
        said = json.loads(_decode(str(answer["response"]["clientDataJSON"])[:4000]))
        return str(said["challenge"])[:200]
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise Refusal("unreadable", "this is no answer of a passkey") from error


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


# The store


def passkeys_of(connection: sa.Connection, account: str) -> list[sa.RowMapping]:
    """An account's own, the oldest first."""
    query = sa.select(passkeys).where(passkeys.c.account == account)
    return list(connection.execute(query.order_by(passkeys.c.created)).mappings())


def passkey_for(connection: sa.Connection, answer: dict[str, Any]) -> sa.RowMapping | None:
    """The passkey that an answer says it comes from."""
    try:
        credential = token_hash(_decode(str(answer["rawId"])[:2000]).hex())
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
