"""What a page says and hears about notices."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Language = Literal["en", "fr"]


class PushKeys(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two keys of a browser's subscription, in base64url."""

    p256dh: Annotated[str, Meta(min_length=1, max_length=120)]
    auth: Annotated[str, Meta(min_length=1, max_length=40)]


class NewBrowser(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A browser that wants notices: what `PushSubscription.toJSON()` gives."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]
    keys: PushKeys
    expirationTime: float | None = None  # noqa: N815 - the browsers' own spelling


class ForgetBrowser(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A browser that wants no more notices."""

    endpoint: Annotated[str, Meta(min_length=1, max_length=1000)]


class NoticeChoices(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How somebody wants to be told that it is their turn in a game of days."""

    push: bool = True
    """By the browsers that asked for it."""
    mail: bool = False
    """By mail, when no browser took the notice; only for an account with a proved address."""
    language: Language = "en"


class NoticesView(msgspec.Struct, frozen=True, kw_only=True):
    """What the server knows about it."""

    push_key: str
    """For `pushManager.subscribe({applicationServerKey})`, in base64url."""
    browsers: int
    """Browsers of this person that asked for notices."""
    can_mail: bool
    """Whether a mail could be sent: it is configured here, and the address is known."""
    choices: NoticeChoices
