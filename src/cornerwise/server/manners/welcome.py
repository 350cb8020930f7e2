"""Who may sit down with whom."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING

from cornerwise.server.manners import blocking, penalties
from cornerwise.server.refusal import Refusal

if TYPE_CHECKING:
    from cornerwise.server.services import Services


async def require_welcome(services: "Services", guest: str, holders: Sequence[str | None]) -> None:
    """Refuse a seat to who is banned, or does not get along with somebody at the table."""
    others = {holder for holder in holders if holder and holder != guest}
    if not guest or not others:
        return
    await penalties.require_free(services, guest, "ban")
    strangers = await services.store.read(partial(blocking.estranged, guest=guest))
    if strangers & others:
        raise _unwelcome()


async def require_company(services: "Services", guest: str, seated: Collection[str]) -> None:
    """Refuse a seat beside somebody who may not play with others now."""
    others = set(seated) - {guest}
    now = services.now()
    if await services.store.read(partial(penalties.banned, guests=others, now=now)):
        raise _unwelcome()


def _unwelcome() -> Refusal:
    """Not a word about who has blocked whom, or who is banned."""
    return Refusal("not_yours", "you cannot take a seat at this table")
