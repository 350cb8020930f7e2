"""The lobby, live: who is here, who follows it, and what they are told, at most twice a second.

What must last is in the store (open games, wishes, invitations); what is kept here can be
read again at any time. News between servers goes over the bus.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol

import msgspec

from cornerwise.server import events as ev
from cornerwise.server.accounts.person import Person
from cornerwise.server.lobby import invitations, listing, messages
from cornerwise.server.lobby.census import Census
from cornerwise.server.lobby.seeking import Pairing
from cornerwise.server.manners import blocking, penalties
from cornerwise.server.state import GameState
from cornerwise.server.wire import FromServer

if TYPE_CHECKING:
    from cornerwise.server.rooms import Rooms
    from cornerwise.server.services import Services

log = logging.getLogger(__name__)
encode = msgspec.json.Encoder().encode
GAMES, PEOPLE = "lobby.games", "lobby.people"
PAUSE = 0.5
"""Seconds between two changes that people are told of."""
STEP = 2.0
"""Seconds between two looks at who is here while nothing else happens."""

Request = (
    messages.EnterLobby
    | messages.LeaveLobby
    | messages.Seek
    | messages.CancelSeek
    | messages.AcceptComputers
)


class Page(Protocol):
    """An open page of somebody's: a socket."""

    @property
    def person(self) -> Person:
        """Who has it open."""

    def tell(self, message: bytes) -> None:
        """Queue a message; never waits."""


class Lobby:
    """One for each server."""

    def __init__(self, services: "Services") -> None:
        self._services = services
        self._stirred = asyncio.Event()
        self.census = Census(services.bus)
        self.pairing = Pairing(services, self.tell_person, self._stirred.set)
        self._pages: dict[str, dict[Page, None]] = {}
        """By guest."""
        self._members: dict[Page, frozenset[str]] = {}
        """Who follows the lobby, and the guests whose games are hidden from them."""
        self._picture = listing.EMPTY
        """What all members have been told."""
        self._found = listing.Found((), (), 0)
        self._is_stale = True
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._rooms: Rooms
        services.bus.subscribe(GAMES, lambda _: self.refresh())
        services.bus.subscribe(PEOPLE, self._hear_person)
        services.bus.on_gap(self.refresh)
        services.listeners.append(self._listen)

    def start(self, rooms: "Rooms") -> None:
        """Begin to look after things."""
        self._rooms = self.pairing.rooms = rooms
        self._keep(self._run())

    async def close(self) -> None:
        """Stop; nothing is lost."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def refresh(self) -> None:
        """Read the store again soon."""
        self._is_stale = True
        self._stirred.set()

    # Pages

    def arrive(self, page: Page) -> None:
        """Somebody has opened a page."""
        guest = page.person.guest
        self._pages.setdefault(guest, {})[page] = None
        self.census.arrive(page.person)
        self._stirred.set()
        if guest:
            self._keep(self._greet(page))

    def depart(self, page: Page) -> None:
        """And has closed it."""
        self._members.pop(page, None)
        guest = page.person.guest
        pages = self._pages.get(guest, {})
        pages.pop(page, None)
        self.census.depart(page.person)
        self._stirred.set()
        if not pages:
            self._pages.pop(guest, None)
            self.pairing.left(guest)

    async def _greet(self, page: Page) -> None:
        """What waits for somebody; guests are warned, too, and can invite."""
        guest = page.person.guest
        mine = await self._invitations(guest)
        if mine.received or mine.sent:
            page.tell(encode(mine))
        for word in await self._services.store.read(partial(penalties.words, guest=guest)):
            page.tell(encode(word))

    async def obey(self, page: Page, message: Request) -> None:
        """What a page asks of the lobby."""
        match message:
            case messages.EnterLobby():
                await self._enter(page)
            case messages.LeaveLobby():
                self._members.pop(page, None)
            case messages.Seek():
                await self.pairing.seek(page.person, message)
            case messages.CancelSeek():
                await self.pairing.cancel(page.person.guest)
            case messages.AcceptComputers():
                await self.pairing.accept_computers(page.person.guest)

    async def _enter(self, page: Page) -> None:
        guest = page.person.guest
        hidden = await self._services.store.read(partial(blocking.estranged, guest=guest))
        await self._look()
        self._members[page] = frozenset(hidden)
        page.tell(encode(self._picture.seen_by(hidden)))

    # People

    def tell_person(self, guest: str, message: FromServer) -> None:
        """To all pages that somebody has open on this server."""
        text = encode(message)
        for page in list(self._pages.get(guest, ())):
            page.tell(text)

    def concern(self, *guests: str) -> None:
        """Something of these people's has changed: invitations, blocks, a moderator's word."""
        for guest in set(guests):
            self._services.bus.publish(PEOPLE, guest.encode())

    def _hear_person(self, message: bytes) -> None:
        guest = message.decode()
        self.refresh()  # who is banned waits no more, in the queue or at an open table
        if guest in self._pages:
            self._keep(self._tell_news(guest))

    async def _tell_news(self, guest: str) -> None:
        self.tell_person(guest, await self._invitations(guest))
        for word in await self._services.store.read(partial(penalties.words, guest=guest)):
            self.tell_person(guest, word)
        hidden = await self._services.store.read(partial(blocking.estranged, guest=guest))
        for page in self._pages.get(guest, ()):
            if page in self._members and self._members[page] != hidden:
                self._members[page] = frozenset(hidden)
                page.tell(encode(self._picture.seen_by(hidden)))

    async def _invitations(self, guest: str) -> messages.Invitations:
        now, keeper = self._services.now(), self._services.keeper
        read = partial(invitations.mine, guest=guest, keeper=keeper, now=now)
        return await self._services.store.read(read)

    # Games

    def _listen(self, game: str, state: GameState, happened: Sequence[ev.Event]) -> None:
        """A room has written something: does the lobby show it?"""
        steps = (ev.Created, ev.Sat, ev.Started, ev.Over)
        if not any(isinstance(event, steps) for event in happened):
            return
        had_free = any(seat.kind == "free" for seat in state.made.seats)
        if state.made.public or had_free:
            self._services.bus.publish(GAMES, b"")
        if had_free:
            self._keep(self._tell_invited(game))

    async def _tell_invited(self, game: str) -> None:
        self.concern(*await self._services.store.read(partial(invitations.invited_to, game=game)))

    # From time to time

    async def _run(self) -> None:
        while True:
            is_busy = self._pages or self.pairing.is_busy
            with suppress(TimeoutError):
                async with asyncio.timeout(STEP if is_busy else None):
                    await self._stirred.wait()
            self._stirred.clear()
            try:
                await self.step()
            except Exception:
                log.exception("the lobby could not be looked after")
            await asyncio.sleep(PAUSE)

    async def step(self) -> None:
        """One round: pairing, census, and what the members see."""
        await self.pairing.step()
        self.census.report(self._rooms.watchers())
        if self._members:
            await self._look()

    async def snapshot(self, guest: str) -> messages.Lobby:
        """The lobby as somebody sees it now."""
        hidden = await self._services.store.read(partial(blocking.estranged, guest=guest))
        await self._look()
        return self._picture.seen_by(hidden)

    async def _look(self) -> None:
        """Look at everything again, and tell the members what is different."""
        async with self._lock:
            if self._is_stale or not self._members:
                self._is_stale = False
                read = partial(listing.read, now=self._services.now())
                self._found = await self._services.store.read(read)
            new = listing.picture(
                self._found,
                self.pairing.waiting,
                self.census.accounts(),
                self.census.guests(),
                self.census.watchers(),
                self._services.now(),
            )
            old, self._picture = self._picture, new
            if old != new:
                self._tell_members(old, new)

    def _tell_members(self, old: listing.Picture, new: listing.Picture) -> None:
        texts: dict[frozenset[str], bytes] = {}
        for page, hidden in list(self._members.items()):
            if hidden not in texts:
                told = listing.changes(old.seen_by(hidden), new.seen_by(hidden))
                texts[hidden] = encode(told) if told else b""
            if texts[hidden]:
                page.tell(texts[hidden])

    def _keep(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("in the lobby: %r", task.exception())
