"""Who asks: a guest, the holder of an account, a moderator, a program."""

from dataclasses import dataclass
from typing import Literal

from cornerwise.server.refusal import Refusal

Access = Literal["anybody", "account", "moderator", "bot", "owner"]
"""Who may use a route. With `owner` everybody may ask and the handler answers only to who holds
the thing that is asked for: a seat, a room, a session."""
GONE = "gone."
"""How the ids begin that stand for deleted persons; no cookie can be one."""


def is_deleted(holder: str | None) -> bool:
    """Whether a seat is held by somebody who is no more."""
    return holder is not None and holder.startswith(GONE)


@dataclass(frozen=True, kw_only=True)
class Person:
    """Who a request or a socket comes from. Only the server makes one, from what was proved."""

    guest: str = ""
    """The id that seats are held by: of this device, or of the account. Empty without a cookie."""
    account: str = ""
    """The public name of the account; empty for a guest."""
    is_moderator: bool = False
    is_bot: bool = False
    """Whether it is a program that showed its token."""
    session: str = ""
    """Public id of the session by which the account was proved; empty for guests and programs."""
    token: str = ""
    """Public id of a program's token; empty for people."""

    @property
    def proof(self) -> str:
        """What ends when the account is no longer proved by it; empty for guests."""
        return self.session or self.token


NOBODY = Person()


def check_access(access: Access | None, person: Person) -> None:
    """Refuse who may not use a route. One without a rule is nobody's."""
    match access:
        case "anybody" | "owner":
            return
        case "account" if not person.account:
            raise Refusal("sign_in", "sign in first: this needs an account")
        # A program's token plays for its account, but must not be enough to take it over.
        case "account" if not person.is_bot:
            return
        case "moderator" if person.is_moderator and not person.is_bot:
            return
        case "bot" if person.is_bot:
            return
    raise Refusal("not_yours", f"this is for {_WHO[access]}")


_WHO = {
    "account": "people, not programs",
    "moderator": "moderators",
    "bot": "programs with a token",
    None: "nobody yet",
}
