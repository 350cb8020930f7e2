"""Quick pairing, live: wishes of the people here are kept alive, and games are made of them."""

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from cornerwise.rules import VARIANTS
from cornerwise.server.accounts.person import Person
from cornerwise.server.guests import new_game_id
from cornerwise.server.lobby import pairing, wishes
from cornerwise.server.lobby.listing import clock_of
from cornerwise.server.lobby.messages import Seek, Seeking
from cornerwise.server.lobby.pairing import Group, Kind, Wish
from cornerwise.server.making import Table, chosen_variant, require_rateable, require_two
from cornerwise.server.manners import blocking, penalties
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import MAX_NAME, SeatView
from cornerwise.server.store import Also, Conflict
from cornerwise.server.store.changing import change

if TYPE_CHECKING:
    from cornerwise.server.rooms import Rooms
    from cornerwise.server.services import Services

TOPIC = "lobby.seeks"
VOUCH = 5_000
"""Milliseconds between two words to the store that the seekers are still here."""
DUTY = "pairing"


class Pairing:
    """The wishes of this server's people; where it leads, games are made of everybody's."""

    def __init__(
        self,
        services: "Services",
        tell: Callable[[str, Seeking], None],
        wake: Callable[[], None],
    ) -> None:
        self._services = services
        self._tell = tell
        self._wake = wake
        self._seekers: dict[str, Wish] = {}
        """By guest: whose wishes this server keeps alive."""
        self._told: dict[str, Seeking] = {}
        self._vouched = 0
        self._is_stirred = True
        self.waiting: list[Wish] = []
        """Everybody who waits, on all servers."""
        self.rooms: Rooms
        services.bus.subscribe(TOPIC, lambda _: self._stir())

    @property
    def is_busy(self) -> bool:
        """Whether there is something to be done from time to time."""
        return bool(self._seekers or self.waiting or self._is_stirred)

    def _stir(self) -> None:
        self._is_stirred = True
        self._wake()

    # What people ask

    async def seek(self, person: Person, message: Seek) -> None:
        """Take a wish in."""
        if not person.guest:
            raise Refusal("not_yours", "this browser has no cookie from us, so it can only watch")
        wish = await self._put(await self._wish(person, message))
        before = self._seekers.get(person.guest)
        if before is not None and before.id != wish.id:
            status = seeking_status(before, None, self.waiting, self._services.now())
            self._tell(person.guest, status)
        self._told.pop(person.guest, None)
        self._seekers[person.guest] = wish
        self._announce()

    async def _put(self, wish: Wish) -> Wish:
        work, store = partial(_put, wish=wish, now=self._services.now()), self._services.store
        try:
            return await change(store, work)
        except Conflict:  # the wish before has found a game just now
            return await change(store, work)

    async def _wish(self, person: Person, message: Seek) -> Wish:
        chosen = chosen_variant(message.variant, {})
        if message.rated:
            require_rateable(chosen, message.clock)
        if message.paired:
            require_two(chosen)
        rating = await self._services.rating_of(person.guest, chosen.name, message.clock)
        clock = msgspec.json.encode(message.clock).decode() if message.clock else ""
        return Wish(
            guest=person.guest,
            id=message.id,
            kind=Kind(chosen.name, clock, message.rated, message.paired),
            players=chosen.players,
            name=clean(message.name, MAX_NAME),
            account=person.account,
            rating=rating,
            since=self._services.now(),
            computers_after=message.computers_after,
        )

    async def cancel(self, guest: str) -> None:
        """Forget a wish. The next step says that it has ended, or that a game was quicker."""
        store = self._services.store
        await store.write(lambda connection: wishes.drop(connection, guest))
        for found in await store.read(partial(wishes.wishes_of, guests=[guest])):
            self._seekers.setdefault(guest, found)
        self._announce()

    async def accept_computers(self, guest: str) -> None:
        """Somebody does not want to wait for people any longer."""
        if guest not in self._seekers:
            raise Refusal("not_now", "you do not wait to be paired")
        await self._services.store.write(
            lambda connection: wishes.accept_computers(connection, guest)
        )
        self._announce()

    def left(self, guest: str) -> None:
        """The last page of somebody's is gone: the wish dies unless another server keeps it."""
        self._seekers.pop(guest, None)
        self._told.pop(guest, None)

    def _announce(self) -> None:
        self._services.bus.publish(TOPIC, b"")

    # From time to time

    async def step(self) -> None:
        """Vouch for our people, make games where we lead, tell our people what is new."""
        if not self.is_busy:
            return
        self._is_stirred = False
        now, store = self._services.now(), self._services.store
        if abs(now - self._vouched) >= VOUCH:
            self._vouched, guests = now, list(self._seekers)
            await store.write(lambda connection: _look_after(connection, guests, now))
        self.waiting = await store.read(partial(wishes.alive, now=now))
        if self._services.bus.leads(DUTY) and await self._pair(now):
            self.waiting = await store.read(partial(wishes.alive, now=now))
        await self._tell_seekers(now)

    async def _pair(self, now: int) -> bool:
        """Make every game that can begin; whether there was one."""
        guests = [wish.guest for wish in self.waiting]
        blocked = await self._services.store.read(partial(blocking.pairs, guests=guests))
        groups = pairing.paired(self.waiting, blocked, now)
        for group in groups:
            await self._make(group)
        return bool(groups)

    async def _make(self, group: Group) -> None:
        """One game; if a wish has gone meanwhile, nothing happens and the others wait on."""
        table, game = await self._table(group), new_game_id()
        claim = Also(lambda connection: wishes.claim(connection, group.wishes, game))
        try:
            await self.rooms.create(table, claim, id=game)
        except Conflict:
            return
        self._announce()

    async def _table(self, group: Group) -> Table:
        first = group.wishes[0]
        level = await self._services.level_for(first.guest, first.kind.variant)
        computer = SeatView(kind="computer", level=level)
        seats: list[tuple[SeatView, str | None]] = [
            (SeatView(kind="person", name=wish.name, account=wish.account), wish.guest)
            for wish in group.wishes
        ]
        seats += [(computer, None)] * group.computers
        random.SystemRandom().shuffle(seats)
        return Table(
            variant=VARIANTS[first.kind.variant],
            seats=tuple(seat for seat, _ in seats),
            holders=tuple(holder for _, holder in seats),
            clock=clock_of(first.kind.clock),
            public=True,
            rated=first.kind.rated,
            paired=first.kind.paired,
        )

    async def _tell_seekers(self, now: int) -> None:
        if not self._seekers:
            return
        found = await self._services.store.read(
            partial(wishes.wishes_of, guests=list(self._seekers))
        )
        stored = {wish.guest: wish for wish in found}
        heard: list[Wish] = []
        for guest, mine in list(self._seekers.items()):
            wish = stored.get(guest)
            status = seeking_status(mine, wish, self.waiting, now)
            if self._told.get(guest) != status:
                self._told[guest] = status
                self._tell(guest, status)
            if status.state == "found":
                heard.append(mine)
            if status.state != "waiting" and self._seekers.get(guest) is mine:
                self.left(guest)
        if heard:
            await self._services.store.write(lambda connection: wishes.tell(connection, heard))


def _put(connection: sa.Connection, wish: Wish, now: int) -> Wish:
    """In one transaction, so that a ban which has just come, and took nothing away, is seen."""
    penalties.check_free(connection, wish.guest, "ban", now)
    return wishes.put(connection, wish, now)


def _look_after(connection: sa.Connection, guests: list[str], now: int) -> None:
    """Our people are here; what is too old is forgotten."""
    wishes.vouch(connection, guests, now)


def seeking_status(mine: Wish, stored: Wish | None, waiting: Sequence[Wish], now: int) -> Seeking:
    """How a wish stands, from what the store says of it and of the others. Pure."""
    wish = stored if stored is not None and stored.id == mine.id else None
    others = [other for other in waiting if other.guest != mine.guest]
    state = "ended" if wish is None else "found" if wish.game else "waiting"
    return Seeking(
        id=mine.id,
        state=state,  # type: ignore[arg-type]
        variant=mine.kind.variant,
        clock=clock_of(mine.kind.clock),
        rated=mine.kind.rated,
        paired=mine.kind.paired,
        since=(wish or mine).since,
        waiting=1 + sum(other.kind == mine.kind for other in others),
        players=mine.players,
        offers_computers=wish is not None and pairing.offers_computers(wish, now),
        game=wish.game if wish else "",
    )
