"""Who may sit down with whom."""

from collections.abc import Sequence
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
        # Not a word about who has blocked whom.
        raise Refusal("not_yours", "you cannot take a seat at this table")
