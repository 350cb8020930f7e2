"""From cookies and tokens to persons, quickly: what was proved is remembered for a minute."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Protocol, TypeVar

import msgspec
import sqlalchemy as sa

from cornerwise.server.accounts import keeping
from cornerwise.server.accounts.person import Person
from cornerwise.server.accounts.schema import accounts
from cornerwise.server.accounts.secrets import token_hash
from cornerwise.server.cluster.bus import Bus
from cornerwise.server.guests import COOKIE, Keeper
from cornerwise.server.refusal import Refusal
from cornerwise.server.store import Store

log = logging.getLogger(__name__)
T = TypeVar("T")
BEARER = "Bearer "
SESSION = "cornerwise_session"
"""The cookie of who is signed in."""
FRESH = 60_000
"""Milliseconds for which a session is believed without asking the store again."""
REMEMBERED = 20_000
"""Sessions and names in memory at most."""
TOPIC = "people"
CHANGED_IDENTITY = 4401
"""Close code: who you are has changed, connect again."""

OnMove = Callable[[sa.Connection, str, str], None]


class News(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the servers tell each other about people."""

    ended: list[str] = []
    """Sessions that have ended, and tokens that were taken back."""
    old: str = ""
    new: str = ""
    """Whose seats are now whose."""
    games: list[str] = []
    """Games whose names were erased: load them again."""


class Connected(Protocol):
    """An open websocket, or a program's stream."""

    person: Person

    def drop(self, code: int) -> None:
        """Close it."""


class People:
    """Says who somebody is. Nothing that a client says about itself is believed without proof."""

    def __init__(self, store: Store, keeper: Keeper, now: Callable[[], int], bus: Bus) -> None:
        self._store, self._keeper, self._now, self._bus = store, keeper, now, bus
        self._sessions: dict[str, tuple[Person, int]] = {}
        self._names: dict[str, str] = {}
        self._sockets: dict[Connected, None] = {}
        self.token_holder: Callable[[str], Awaitable[Person | None]] | None = None
        """Finds the program of a token of the bot API; set by the part that gives tokens out."""
        self.living_tokens: Callable[[set[str]], Awaitable[set[str]]] | None = None
        """Which of these tokens have not been taken back; set by the same part."""
        self.on_move: list[OnMove] = []
        """Called with old and new id, first in the transaction that moves a person's rows."""
        bus.subscribe(TOPIC, self._hear)
        bus.on_gap(self._forget_all)

    # Who somebody is

    async def identify(self, headers: Mapping[str, str], cookies: Mapping[str, str]) -> Person:
        """Who sends this: the holder of a token, of a session, or a guest; else nobody."""
        authorization = headers.get("authorization", "")
        if authorization.startswith(BEARER) and self.token_holder is not None:
            holder = await self.token_holder(authorization.removeprefix(BEARER))
            if holder is None:  # it must not fall back on a cookie
                raise Refusal("sign_in", "this token is not known here, or was taken back")
            return holder
        signed_in = await self._signed_in(cookies.get(SESSION))
        return signed_in or Person(guest=self._keeper.guest(cookies.get(COOKIE)) or "")

    async def _signed_in(self, token: str | None) -> Person | None:
        if not token or len(token) > 100:
            return None
        key = token_hash(token)
        known = self._sessions.get(key)
        if known is not None and 0 <= self._now() - known[1] < FRESH:
            return known[0]
        self._sessions.pop(key, None)
        session = await self._store.read(
            lambda connection: keeping.session_of(connection, token, self._now())
        )
        return None if session is None else await self._remember(key, session)

    async def _remember(self, key: str, session: keeping.Session) -> Person:
        now = self._now()
        if now - session.used > keeping.TOUCH:
            await self._store.write(lambda c: keeping.touch_session(c, session.id, now))
        person = Person(
            guest=session.account.id,
            account=session.account.name,
            is_moderator=session.account.is_moderator,
            session=session.id,
        )
        _bound(self._sessions)
        self._sessions[key] = (person, now)
        return person

    # Names

    async def names(self, guests: Iterable[str]) -> dict[str, str]:
        """The public names of those who have an account."""
        wanted = {guest for guest in guests if guest.startswith(keeping.ACCOUNT)}
        unknown = wanted - self._names.keys()
        if unknown:
            query = sa.select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(unknown))
            rows = await self._store.read(lambda connection: connection.execute(query).all())
            _bound(self._names)
            self._names |= {row.id: row.name for row in rows}
        return {guest: self._names[guest] for guest in wanted if guest in self._names}

    async def guest_of(self, name: str) -> str | None:
        """The id of who has a public name, in any spelling that looks the same."""
        found = await self._store.read(lambda c: keeping.account_by_name(c, name))
        return None if found is None else found.id

    async def mail_of(self, guest: str) -> str | None:
        """The proved mail address of an account, if it has one."""
        found = await self._store.read(lambda c: keeping.account_by_id(c, guest))
        return None if found is None else found.mail

    # Open sockets, and what has changed

    def connected(self, socket: Connected) -> None:
        """A socket is open: it will be closed when its session or token ends."""
        self._sockets[socket] = None

    def disconnected(self, socket: Connected) -> None:
        """It is no more."""
        self._sockets.pop(socket, None)

    def tell(self, news: News) -> None:
        """Every server, this one included, acts on it."""
        self._bus.publish(TOPIC, msgspec.json.encode(news))

    def subscribe(self, hear: Callable[[News], None]) -> None:
        """Hear what changes, from any server."""
        self._bus.subscribe(TOPIC, lambda message: hear(_read(message)))

    def _hear(self, message: bytes) -> None:
        news = _read(message)
        self._names.pop(news.old, None)
        self._names.pop(news.new, None)
        ended = set(news.ended)
        self._sessions = {
            key: (person, time)
            for key, (person, time) in self._sessions.items()
            if person.session not in ended and person.guest not in (news.old, news.new)
        }
        for socket in list(self._sockets):
            person = socket.person
            if person.proof in ended or (news.old and person.guest == news.old):
                socket.drop(CHANGED_IDENTITY)

    def _forget_all(self) -> None:
        """News may have been missed: ask the store again, and let sockets prove themselves."""
        self._sessions.clear()
        self._names.clear()
        for socket in list(self._sockets):
            if socket.person.proof:
                socket.drop(CHANGED_IDENTITY)

    async def check_sockets(self) -> None:
        """Close the sockets of who was proved by what ended elsewhere, as on the command line."""
        ids = {socket.person.session for socket in self._sockets} - {""}
        tokens = {socket.person.token for socket in self._sockets} - {""}
        alive = await self._store.read(lambda c: keeping.living_sessions(c, ids))
        if tokens and self.living_tokens is not None:
            alive |= await self.living_tokens(tokens)
        for socket in list(self._sockets):
            # Who has come since was not asked about.
            if socket.person.proof in (ids | tokens) - alive:
                socket.drop(CHANGED_IDENTITY)


def _read(message: bytes) -> News:
    return msgspec.json.decode(message, type=News)


def _bound(cache: dict[str, T]) -> None:
    """Half of a full cache goes, the oldest first."""
    if len(cache) >= REMEMBERED:
        for key in list(cache)[: REMEMBERED // 2]:
            del cache[key]
