"""What can be asked about accounts over HTTP."""

from typing import Any

from cornerwise.server.accounts import bodies, caring, entering
from cornerwise.server.http import Parameter, Route

ID: dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{16}$"}
PASSKEY = Parameter("passkey", ID, "Id of the passkey", in_path=True)
SESSION = Parameter("session", ID, "Id of the session", in_path=True)
MAX_PASSKEY = 65_536
"""Bytes of a browser's answer; attestations can be long."""

ENTERING = (
    Route(
        method="POST", path="/api/account", access="anybody", handler=entering.sign_up,
        body=bodies.SignUp, answer=bodies.AccountView, status=201, max_body=MAX_PASSKEY,
        refusals=(400, 403, 409, 413), rate="sign_up",
        summary="Sign up; all of the device's games go along",
    ),
    Route(
        method="POST", path="/api/sign-in", access="anybody", handler=entering.sign_in,
        body=bodies.SignIn, answer=bodies.AccountView, refusals=(400, 403, 413), rate="sign_in",
        summary="Sign in by name and password",
    ),
    Route(
        method="POST", path="/api/sign-in/passkey/options", access="anybody",
        handler=entering.sign_in_options, answer=bodies.PasskeyOptions, refusals=(403, 409),
        rate="sign_in", summary="A challenge to a passkey",
    ),
    Route(
        method="POST", path="/api/sign-in/passkey", access="anybody",
        handler=entering.sign_in_by_passkey, body=bodies.SignInByPasskey,
        answer=bodies.AccountView, max_body=MAX_PASSKEY, refusals=(400, 403, 409, 413),
        rate="sign_in", summary="Sign in by passkey",
    ),
    Route(
        method="POST", path="/api/sign-in/link", access="anybody", handler=entering.ask_link,
        body=bodies.AskLink, answer=bodies.Accepted, refusals=(400, 403, 409, 413), rate="sign_in",
        summary="Send a sign-in link to a proved address",
    ),
    Route(
        method="POST", path="/api/sign-in/link/open", access="anybody",
        handler=entering.sign_in_by_link, body=bodies.UseTicket, answer=bodies.AccountView,
        refusals=(400, 403, 413), rate="sign_in", summary="Sign in by a link from a mail",
    ),
    Route(
        method="POST", path="/api/sign-out", access="anybody", handler=entering.sign_out,
        answer=bodies.Accepted, refusals=(403,), summary="Sign this device out",
    ),
)  # fmt: skip

CARING = (
    Route(
        method="GET", path="/api/account", access="account", handler=caring.account,
        answer=bodies.AccountView, refusals=(401,), summary="My account",
    ),
    Route(
        method="POST", path="/api/account/name", access="account", handler=caring.change_name,
        body=bodies.NewName, answer=bodies.AccountView, refusals=(400, 401, 403, 409, 413),
        rate="sign_in", summary="Another public name",
    ),
    Route(
        method="POST", path="/api/account/password", access="account",
        handler=caring.change_password, body=bodies.NewPassword, answer=bodies.AccountView,
        refusals=(400, 401, 403, 413), rate="sign_in",
        summary="Another password; signs all other devices out",
    ),
    Route(
        method="POST", path="/api/account/mail", access="account", handler=caring.change_mail,
        body=bodies.NewMail, answer=bodies.Accepted, refusals=(400, 401, 403, 409, 413),
        rate="sign_in", summary="Send a link that proves an address; or have none",
    ),
    Route(
        method="POST", path="/api/account/mail/proof", access="account",
        handler=caring.prove_mail, body=bodies.UseTicket, answer=bodies.AccountView,
        refusals=(400, 401, 403, 409, 413), rate="sign_in", summary="Prove an address",
    ),
    Route(
        method="POST", path="/api/account/passkeys/options", access="anybody",
        handler=entering.passkey_options, body=bodies.AskPasskey, answer=bodies.PasskeyOptions,
        refusals=(400, 403, 409, 413), rate="sign_in",
        summary="What the browser needs to make a passkey, for my account or a new one",
    ),
    Route(
        method="POST", path="/api/account/passkeys", access="account",
        handler=caring.add_passkey, body=bodies.NewPasskey, answer=bodies.AccountView,
        status=201, max_body=MAX_PASSKEY, refusals=(400, 401, 403, 409, 413), rate="sign_in",
        summary="A further passkey",
    ),
    Route(
        method="DELETE", path="/api/account/passkeys/{passkey}", access="account",
        handler=caring.remove_passkey, answer=bodies.AccountView, parameters=(PASSKEY,),
        refusals=(401, 403, 404, 409), summary="Remove a passkey",
    ),
    Route(
        method="GET", path="/api/account/sessions", access="account", handler=caring.sessions,
        answer=bodies.SessionList, refusals=(401,), summary="Where I am signed in",
    ),
    Route(
        method="DELETE", path="/api/account/sessions", access="account",
        handler=caring.end_other_sessions, answer=bodies.SessionList, refusals=(401, 403),
        summary="Sign every other device out",
    ),
    Route(
        method="DELETE", path="/api/account/sessions/{session}", access="account",
        handler=caring.end_session, answer=bodies.SessionList, parameters=(SESSION,),
        refusals=(401, 403, 404), summary="Sign a device out",
    ),
    Route(
        method="GET", path="/api/account/export", access="anybody", handler=caring.export,
        refusals=(403,), rate="sign_in",
        summary="All that is kept about me, a guest's too, with my games",
    ),
    Route(
        method="POST", path="/api/me/forget", access="anybody", handler=caring.forget_guest,
        answer=bodies.Accepted, refusals=(403, 409), rate="sign_in",
        summary="Forget a guest: all personal data go, games stay, nameless",
    ),
    Route(
        method="POST", path="/api/account/delete", access="account",
        handler=caring.close_account, body=bodies.CloseAccount, answer=bodies.Accepted,
        refusals=(400, 401, 403, 413), rate="sign_in",
        summary="Delete my account and all personal data; games stay, nameless",
    ),
)  # fmt: skip

ACCOUNT_ROUTES = (*ENTERING, *CARING)
