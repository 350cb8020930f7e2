"""Tells people that it is their turn: once for each turn, by one way that works."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

import msgspec

from cornerwise.server.notices import keeping, words
from cornerwise.server.notices.bodies import NewBrowser, NoticeChoices, NoticesView
from cornerwise.server.notices.sending import HttpSender, Sender, is_known
from cornerwise.server.notices.webpush import Subscription, VapidKey, is_subscription
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.changing import change

if TYPE_CHECKING:
    from cornerwise.server.services import Services

CONTACT = "mailto:cornerwise@localhost"
"""Of a server that has no public address: services want to know whom to blame."""


class Notices:
    """Browsers and choices of all people, and the way to them."""

    def __init__(self, services: "Services", hosts: Sequence[str] = ()) -> None:
        self._services = services
        self._hosts = hosts
        """Push services beside those that everybody knows."""

    @cached_property
    def key(self) -> VapidKey:
        """The server's own key for push services."""
        return VapidKey(self._services.keeper.secret_for("vapid"))

    @cached_property
    def sender(self) -> Sender:
        """The way to the push services; tests put their own here."""
        mailer = self._services.mailer
        contact = mailer.link("/") if mailer is not None else CONTACT
        return HttpSender(self.key, contact, self._services.now)

    # What people choose

    async def view(self, guest: str) -> NoticesView:
        """What a person's settings page shows."""
        store = self._services.store
        browsers = await store.read(partial(keeping.browsers_of, guest=guest))
        return NoticesView(
            push_key=self.key.public,
            browsers=len(browsers),
            can_mail=await self._address(guest) is not None,
            choices=await store.read(partial(keeping.choices_of, guest=guest)),
        )

    async def choose(self, guest: str, chosen: NoticeChoices) -> None:
        """Keep a person's choices."""
        await self._services.store.write(partial(keeping.choose, guest=guest, chosen=chosen))

    async def add(self, guest: str, browser: NewBrowser) -> None:
        """A browser asks for notices."""
        new = Subscription(browser.endpoint, browser.keys.p256dh, browser.keys.auth)
        if not is_known(new.endpoint, self._hosts):
            raise Refusal("unreadable", "this push service is not known here")
        if not is_subscription(new):
            raise Refusal("unreadable", "the keys of this subscription cannot be used")
        now = self._services.now()
        await self._services.store.write(
            partial(keeping.add_browser, guest=guest, new=new, now=now)
        )

    async def remove(self, guest: str, endpoint: str) -> None:
        """A browser asks for no more of them."""
        await self._services.store.write(
            partial(keeping.remove_browser, endpoint=endpoint, guest=guest)
        )

    # Telling

    async def tell(self, turn: words.Turn) -> None:
        """Tell who is to play, if nobody has told this turn before."""
        store = self._services.store
        claim = partial(keeping.claim_turn, game=turn.game, player=turn.player, seq=turn.seq)
        holder = partial(keeping.holder_of, game=turn.game, player=turn.player)
        guest = await store.read(holder)
        if guest is None or not await change(store, claim):
            return
        choices = await store.read(partial(keeping.choices_of, guest=guest))
        told = choices.push and await self._push(guest, turn, choices)
        if choices.mail and not told:
            await self._mail(guest, turn, choices)

    async def _push(self, guest: str, turn: words.Turn, choices: NoticeChoices) -> bool:
        """To every browser of the person; whether one took it."""
        store, now = self._services.store, self._services.now()
        message = msgspec.json.encode(words.payload(turn, choices.language, now))
        told = False
        for browser in await store.read(partial(keeping.browsers_of, guest=guest)):
            outcome = await self.sender.send(browser, message, turn.game)
            told |= outcome == "sent"
            if outcome == "gone":
                await store.write(partial(keeping.remove_browser, endpoint=browser.endpoint))
        return told

    async def _mail(self, guest: str, turn: words.Turn, choices: NoticeChoices) -> None:
        mailer, address = self._services.mailer, await self._address(guest)
        if mailer is None or address is None:
            return
        link, settings = mailer.link(f"/g/{turn.game}"), mailer.link("/settings")
        now = self._services.now()
        subject, text = words.mail(turn, choices.language, now, link, settings)
        await mailer.send(address, subject, text)

    async def _address(self, guest: str) -> str | None:
        """Where mails for a person can go, if there is mail at all."""
        if self._services.mailer is None:
            return None
        return await self._services.people.mail_of(guest)
