"""From cookies and tokens to persons."""

from collections.abc import Awaitable, Callable, Mapping

from cornerwise.server.accounts.person import Person
from cornerwise.server.guests import COOKIE, Keeper
from cornerwise.server.refusal import Refusal
from cornerwise.server.store import Store

BEARER = "Bearer "


class People:
    """Says who somebody is. Nothing that a client says about itself is believed without proof."""

    def __init__(self, store: Store, keeper: Keeper, now: Callable[[], int]) -> None:
        self._store, self._keeper, self._now = store, keeper, now
        self.token_holder: Callable[[str], Awaitable[Person | None]] | None = None
        """Finds the program of a token of the bot API; set by the part that gives tokens out."""

    async def identify(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> Person:
        """Who sends this: the holder of a token, of a session, or a guest; else nobody."""
        authorization = headers.get("authorization", "")
        if authorization.startswith(BEARER) and self.token_holder is not None:
            holder = await self.token_holder(authorization.removeprefix(BEARER))
            if holder is None:  # it must not fall back on a cookie
                raise Refusal("sign_in", "this token is not known here, or was taken back")
            return holder
        return Person(guest=self._keeper.guest(cookies.get(COOKIE)) or "")
