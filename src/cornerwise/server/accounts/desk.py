"""The desk: accounts are opened, entered, changed and closed here.

Whoever comes brings along what the device's guest has; whoever goes leaves games without a
name. The store is changed first, then the rooms in memory, of this server and of the others.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar

import sqlalchemy as sa

from cornerwise.server.accounts import keeping, moving
from cornerwise.server.accounts.erasing import erase_account, erase_all_names, erase_names
from cornerwise.server.accounts.keeping import Account
from cornerwise.server.accounts.passkeys import add_passkey
from cornerwise.server.accounts.people import News
from cornerwise.server.accounts.secrets import new_token
from cornerwise.server.refusal import Refusal
from cornerwise.server.rooms import Rooms
from cornerwise.server.store import Conflict

log = logging.getLogger(__name__)
T = TypeVar("T")
CHECK = 60.0
"""Seconds between two looks for what was done to accounts from the command line."""


class Desk:
    """What can be done to accounts; every method is whole in the store or not at all.

    Only the names of a deleted account leave its games one after the other.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._services = rooms.services
        self.people = rooms.services.people
        self.people.subscribe(self._hear)
        self._tasks: set[asyncio.Task[None]] = set()

    async def finish(self) -> None:
        """Names that a server was erasing when it ended; before any game is in memory."""
        await erase_all_names(self._services.store)

    def start(self) -> None:
        """Look after open sockets from now on."""
        self._keep(asyncio.create_task(self._check_for_ever(), name="check sessions"))

    async def close(self) -> None:
        """End what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # The store

    async def read(self, query: Callable[[sa.Connection], T]) -> T:
        """Ask the store."""
        return await self._services.store.read(query)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Change the store; what `work` returns."""
        results: list[T] = []

        def run(connection: sa.Connection) -> None:
            results.append(work(connection))

        await self._services.store.write(run)
        return results[-1]

    # Coming

    async def open_account(
        self, account: Account, guest: str, label: str, passkey: dict[str, Any] | None = None
    ) -> str:
        """A new account, with all that the guest has; the token of its first session."""
        token = new_token()

        def work(connection: sa.Connection) -> None:
            keeping.add_account(connection, account)
            if passkey is not None:
                add_passkey(connection, passkey, account.id, label, account.created)
            self._enter(connection, account.id, guest, token, label)

        try:
            await self.write(work)
        except Conflict:
            raise Refusal("name_taken", "that name is taken, or looks like one that is") from None
        await self._settle(News(old=guest, new=account.id))
        return token

    async def enter(self, account: str, guest: str, label: str, password: str | None = None) -> str:
        """Sign in: the guest's games come along; the token of the new session.

        `password` is what was kept of the one that was shown; it must be so to this moment.
        """
        token = new_token()
        await self.write(lambda c: self._enter(c, account, guest, token, label, password))
        await self._settle(News(old=guest, new=account))
        return token

    def _enter(
        self,
        connection: sa.Connection,
        account: str,
        guest: str,
        token: str,
        label: str,
        password: str | None = None,
    ) -> None:
        # In this order: the books' lock, which who moves takes, the account's, then its session's.
        self._move(connection, guest, account)
        if password not in (None, keeping.held_account(connection, account).password):
            raise Refusal("bad_sign_in", "the password was changed just now; use the new one")
        keeping.add_session(connection, account, token, label, self._services.now())

    def _move(self, connection: sa.Connection, old: str, new: str) -> None:
        if not old:
            return
        for prepare in self.people.on_move:
            prepare(connection, old, new)
        moving.move(connection, old, new)

    # Staying

    async def rename(self, account: str, name: str) -> None:
        """A new public name, for games from now on."""
        try:
            await self.write(lambda c: keeping.rename(c, account, name))
        except Conflict:
            raise Refusal("name_taken", "that name is taken, or looks like one that is") from None
        self.people.tell(News(new=account))

    async def change_password(self, account: str, password: str, session: str) -> None:
        """Another password, and every device but this is signed out: both or neither."""

        def work(connection: sa.Connection) -> list[str]:
            ended = keeping.end_sessions(connection, account, but=session)
            keeping.change(connection, account, password=password)
            return ended

        self.people.tell(News(ended=await self.write(work)))

    async def end_sessions(
        self, account: str, *, only: str | None = None, but: str | None = None
    ) -> list[str]:
        """Sign devices out; their sockets are closed everywhere."""
        ended = await self.write(lambda c: keeping.end_sessions(c, account, only=only, but=but))
        self.people.tell(News(ended=ended))
        return ended

    # Going

    async def close_account(self, account: str) -> None:
        """Delete everything personal. The games stay for who else has played in them."""
        erased = await self.write(lambda c: erase_account(c, account))
        # At once, for the names of a thousand games take seconds, in which nobody may act as one
        # who is gone: what they wrote would be nobody's to erase.
        await self._settle(News(ended=erased.sessions, old=account, new=erased.nobody))
        await erase_all_names(self._services.store)
        await self._settle(News(old=account, new=erased.nobody, games=erased.games))
        self._services.lobby.concern(account)  # nobody waits at their open tables any more

    # Rooms in memory

    async def _settle(self, news: News) -> None:
        """Here at once, so that the answer comes after; at the other servers soon."""
        await self._change_rooms(news)
        self.people.tell(news)

    def _hear(self, news: News) -> None:
        if news.old:
            self._keep(asyncio.create_task(self._change_rooms(news), name="change rooms"))

    async def _change_rooms(self, news: News) -> None:
        """Seats held in memory change hands. What they wrote meanwhile is moved after them."""
        games = set(news.games)
        rooms = [
            room for room in self._rooms.here() if news.old in room.holders or room.id in games
        ]
        for room in rooms:
            await room.change_holder(news.old, news.new, reload=room.id in games)
        if rooms and news.new:
            await self.write(lambda c: moving.move(c, news.old, news.new))
        here = games.intersection(room.id for room in rooms)
        if here:
            await self.write(lambda c: erase_names(c, here))

    # Tasks

    def _keep(self, task: "asyncio.Task[None]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _check_for_ever(self) -> None:
        while True:
            await asyncio.sleep(CHECK)
            try:
                await self.check()
            except Exception as error:
                log.warning("cannot look after sessions: %s", error)

    async def check(self) -> None:
        """Sessions and accounts may have ended by another hand: let go of them here too."""
        await self.people.check_sockets()
        holders = {holder for room in self._rooms.here() for holder in room.holders if holder}
        theirs = {holder for holder in holders if holder.startswith(keeping.ACCOUNT)}
        for account in theirs - await self.read(lambda c: keeping.living_accounts(c, theirs)):
            games = [room.id for room in self._rooms.here() if account in room.holders]
            await self._change_rooms(News(old=account, new="", games=games))
