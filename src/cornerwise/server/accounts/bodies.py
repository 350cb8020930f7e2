"""Bodies of requests and answers about accounts."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

AccountName = Annotated[str, Meta(min_length=1, max_length=60)]
Password = Annotated[str, Meta(min_length=1, max_length=128)]
Mail = Annotated[str, Meta(min_length=3, max_length=254, pattern="^[^@\\s]+@[^@\\s]+$")]
Label = Annotated[str, Meta(max_length=80)]
Token = Annotated[str, Meta(min_length=1, max_length=100)]


class Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a page sends."""


class SignUp(Request, frozen=True, kw_only=True):
    """A new account, by password or by passkey; what the device's guest has goes along."""

    name: AccountName
    password: Password | None = None
    passkey: dict[str, Any] | None = None
    """The browser's answer to `/api/account/passkeys/options`, as JSON."""


class SignIn(Request, frozen=True, kw_only=True):
    """By name and password."""

    name: AccountName
    password: Password


class SignInByPasskey(Request, frozen=True, kw_only=True):
    """The browser's answer to `/api/sign-in/passkey/options`, as JSON."""

    passkey: dict[str, Any]


class AskLink(Request, frozen=True, kw_only=True):
    """Send a sign-in link to the proved address of an account."""

    mail: Mail
    language: Literal["en", "fr"] = "en"


class UseTicket(Request, frozen=True, kw_only=True):
    """What stood behind `#` in a link from a mail."""

    token: Token


class AskPasskey(Request, frozen=True, kw_only=True):
    """Begin to make a passkey."""

    name: AccountName = "?"
    """The account that is to be opened with it; who is signed in need not say."""


class NewPasskey(Request, frozen=True, kw_only=True):
    """A further passkey for one's account."""

    passkey: dict[str, Any]
    label: Label = ""


class NewName(Request, frozen=True, kw_only=True):
    """Be called something else from now on."""

    name: AccountName


class NewPassword(Request, frozen=True, kw_only=True):
    """Change the password, or get a first one; all other devices are signed out."""

    old: Password | None = None
    """Needed if there is one."""
    new: Password


class NewMail(Request, frozen=True, kw_only=True):
    """Prove an address: a link goes there. Without an address, have none."""

    mail: Mail | None
    password: Password | None = None
    """Needed if there is one."""
    language: Literal["en", "fr"] = "en"


class CloseAccount(Request, frozen=True, kw_only=True):
    """Delete the account and all personal data, for good."""

    name: AccountName
    """Of the account, typed once more."""
    password: Password | None = None
    """Needed if there is one."""


class PasskeyView(msgspec.Struct, frozen=True, kw_only=True):
    """A passkey of one's own."""

    passkey: str
    label: str
    created: int
    used: int


class AccountView(msgspec.Struct, frozen=True, kw_only=True):
    """One's own account."""

    name: str
    created: int
    mail: str | None
    has_password: bool
    is_moderator: bool
    passkeys: list[PasskeyView]


class SessionView(msgspec.Struct, frozen=True, kw_only=True):
    """A device that is signed in."""

    session: str
    label: str
    """Browser and system, as far as the browser says."""
    created: int
    used: int
    """The last use, to the hour."""
    is_this: bool
    """Whether it is the device that asks."""


class SessionList(msgspec.Struct, frozen=True, kw_only=True):
    """Where one is signed in, the last used first."""

    sessions: list[SessionView]


class PasskeyOptions(msgspec.Struct, frozen=True, kw_only=True):
    """For `navigator.credentials`, as `parse…OptionsFromJSON` takes it."""

    options: dict[str, Any]


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """It is so."""

    done: bool = True
