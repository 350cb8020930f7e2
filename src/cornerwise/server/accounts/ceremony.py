"""What browser and server tell each other when a passkey is made, and when it is used.

Challenges are tickets: each works once. What is exchanged is WebAuthn's own JSON; the library
checks signature, origin and challenge. It takes a sixth of a second to load and few ask for it,
so whoever needs this module imports it then: a server that was killed is back the sooner.
"""

from typing import Any

import sqlalchemy as sa
import webauthn
from webauthn.helpers import options_to_json_dict
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from cornerwise.server.accounts.passkeys import Site, challenge_of, decode
from cornerwise.server.accounts.secrets import new_id, token_hash
from cornerwise.server.refusal import Refusal

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
            expected_challenge=decode(challenge_of(answer)),
            expected_rp_id=site.name,
            expected_origin=site.origin,
        )
    except Exception as error:
        raise Refusal("bad_sign_in", f"this passkey cannot be used: {_why(error)}") from error
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
            expected_challenge=decode(challenge_of(answer)),
            expected_rp_id=site.name,
            expected_origin=site.origin,
            credential_public_key=row["public_key"],
            credential_current_sign_count=row["uses"],
        )
    except Exception as error:
        why = f"this passkey does not open an account: {_why(error)}"
        raise Refusal("bad_sign_in", why) from error
    return used.new_sign_count


def _why(error: Exception) -> str:
    """The library's reason; over what is no answer at all it stumbles in ways of its own."""
    is_reason = isinstance(error, WebAuthnException | ValueError)
    return str(error) if is_reason else "its answer cannot be read"
