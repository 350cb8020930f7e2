"""Making invitations: who may, whom, and how many."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa

from cornerwise.server.accounts.person import Person
from cornerwise.server.lobby import invitations
from cornerwise.server.lobby.invitations import MAX_OPEN, Invited
from cornerwise.server.lobby.schema import invitations as table
from cornerwise.server.manners import penalties
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import MAX_NAME, SeatView
from cornerwise.server.store import Also

if TYPE_CHECKING:
    from cornerwise.server.services import Services


async def invitees(
    services: "Services", sender: Person, names: Sequence[tuple[int, str]]
) -> list[tuple[int, str, str]]:
    """Player, guest and name of each account to be invited; `Refusal` if there is none such."""
    if not names:
        return []
    await penalties.require_free(services, sender.guest, "ban")
    now = services.now()
    count = partial(invitations.open_count, sender=sender.guest, now=now)
    if await services.store.read(count) + len(names) > MAX_OPEN:
        raise Refusal("not_now", f"at most {MAX_OPEN} of your invitations may wait for an answer")
    found = []
    for player, name in names:
        guest = await services.people.guest_of(name)
        if guest is None or guest == sender.guest:
            raise Refusal("unknown_person", f"nobody else here has the name {name!r}")
        spelled = (await services.people.names([guest])).get(guest, name)
        found.append((player, guest, spelled))
    return found


def stored(
    game: str, sender: Person, seats: Sequence[SeatView], whom: Sequence[tuple[int, str, str]],
    holders: Sequence[str | None], now: int,
) -> Also:  # fmt: skip
    """The invitations, to be committed with their game."""
    mine = [
        seat.name for seat, holder in zip(seats, holders, strict=True) if holder == sender.guest
    ]
    name = sender.account or clean(next(iter(mine), ""), MAX_NAME)
    rows = [
        Invited(
            game=game,
            player=player,
            sender=sender.guest,
            sender_name=name,
            receiver=guest,
            receiver_name=spelled,
        ).row(now)
        for player, guest, spelled in whom
    ]

    def work(connection: sa.Connection) -> None:
        if rows:
            connection.execute(sa.insert(table), rows)

    return Also(work)
