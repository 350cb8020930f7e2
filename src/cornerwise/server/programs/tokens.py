"""Tokens of programs: made once, shown once, kept as hashes."""

import secrets
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from cornerwise.server.accounts.people import News, People
from cornerwise.server.accounts.person import Person
from cornerwise.server.accounts.secrets import token_hash
from cornerwise.server.programs.bodies import TokenView
from cornerwise.server.programs.schema import tokens
from cornerwise.server.store import Store

PREFIX = "cwt_"
"""So that a token that leaks is recognized for what it is."""
MOST = 20
"""Of one account."""
FRESH = 10_000
"""Milliseconds for which a token is believed without asking the store again."""
REMEMBERED = 10_000
SEEN = 60_000
"""Milliseconds between two notes of when a token was used."""


class Tokens:
    """Makes tokens and says whose they are."""

    def __init__(self, store: Store, people: People, now: Callable[[], int]) -> None:
        self._store, self._people, self._now = store, people, now
        self._remembered: dict[str, tuple[int, Person | None]] = {}
        people.subscribe(self._hear)

    def _hear(self, news: News) -> None:
        """Forget whose token was taken back, and who is deleted: they act no more from now on."""
        self._remembered = {
            digest: (time, person)
            for digest, (time, person) in self._remembered.items()
            if person is None or not (person.token in news.ended or person.guest == news.old)
        }

    async def holder(self, token: str) -> Person | None:
        """The program that shows a token; None if there is no such token (any more)."""
        digest = token_hash(token[:200])
        remembered = self._remembered.get(digest)
        if remembered is not None and 0 <= self._now() - remembered[0] < FRESH:
            return remembered[1]
        person = await self._find(digest)
        if len(self._remembered) >= REMEMBERED:
            self._remembered.clear()
        self._remembered[digest] = (self._now(), person)
        return person

    async def _find(self, digest: str) -> Person | None:
        query = sa.select(tokens).where(tokens.c.hash == digest, tokens.c.ended == 0)
        row = await self._store.read(lambda c: c.execute(query).one_or_none())
        if row is None:
            return None
        names = await self._people.names([row.guest])
        if row.guest not in names:
            return None
        if self._now() - row.used >= SEEN:
            await self._store.write(lambda c: _used(c, row.id, self._now()))
        return Person(guest=row.guest, account=names[row.guest], is_bot=True, token=row.id)

    async def living(self, ids: set[str]) -> set[str]:
        """Which of these have not been taken back."""
        query = sa.select(tokens.c.id).where(tokens.c.id.in_(ids), tokens.c.ended == 0)
        return set(await self._store.read(lambda c: c.scalars(query).all()))

    async def make(self, guest: str, name: str) -> tuple[str, TokenView] | None:
        """A new token; None if there are too many."""
        if len(await self.of(guest)) >= MOST:
            return None
        token = PREFIX + secrets.token_urlsafe(32)
        view = TokenView(id=secrets.token_urlsafe(9), name=name, created=self._now(), used=0)
        row = {
            "id": view.id, "guest": guest, "hash": token_hash(token), "name": name,
            "created": view.created, "used": 0, "ended": 0,
        }  # fmt: skip
        await self._store.write(lambda c: _insert(c, row))
        return token, view

    async def of(self, guest: str) -> list[TokenView]:
        """The tokens of an account, the newest first."""
        query = (
            sa.select(tokens)
            .where(tokens.c.guest == guest, tokens.c.ended == 0)
            .order_by(tokens.c.created.desc(), tokens.c.id)
        )
        rows = await self._store.read(lambda c: c.execute(query).all())
        return [
            TokenView(id=row.id, name=row.name, created=row.created, used=row.used) for row in rows
        ]

    async def end(self, guest: str, id: str) -> bool:
        """Take a token back, and close what was opened with it; False if it is not there."""
        if id not in [view.id for view in await self.of(guest)]:
            return False
        await self._store.write(lambda c: _ended(c, id, self._now()))
        self._remembered.clear()
        self._people.tell(News(ended=[id]))
        return True


def _insert(connection: sa.Connection, row: dict[str, Any]) -> None:
    connection.execute(sa.insert(tokens), row)


def _used(connection: sa.Connection, id: str, now: int) -> None:
    connection.execute(sa.update(tokens).where(tokens.c.id == id).values(used=now))


def _ended(connection: sa.Connection, id: str, now: int) -> None:
    connection.execute(sa.update(tokens).where(tokens.c.id == id).values(ended=now))
