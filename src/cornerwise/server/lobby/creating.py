"""A new game as its maker wants it: listed or private, rated, with open seats and invitations."""

from collections.abc import Sequence

import msgspec

from cornerwise.rules import Variant
from cornerwise.server import bodies
from cornerwise.server.accounts.person import Person
from cornerwise.server.guests import new_game_id
from cornerwise.server.lobby.inviting import invitees, stored
from cornerwise.server.making import Table, chosen_variant, require_rateable, require_two, seated
from cornerwise.server.manners import penalties
from cornerwise.server.refusal import Refusal
from cornerwise.server.rooms import Rooms
from cornerwise.server.seats import SeatView

Whom = Sequence[tuple[int, str, str]]
"""Player, guest and name of each who is invited."""


async def create_game(rooms: Rooms, maker: Person, new: bodies.NewGame) -> tuple[str, Table]:
    """Store a game and its invitations, together; its id and its table."""
    services = rooms.services
    chosen = chosen_variant(new.variant, dict(new.options))
    seats, holders = seated(chosen, new.seats, maker)
    _check(chosen, new)
    if any(choice.kind in ("open", "invite") for choice in new.seats):
        await penalties.require_free(services, maker.guest, "ban")
    names = [(p, choice.name) for p, choice in enumerate(new.seats) if choice.kind == "invite"]
    whom = await invitees(services, maker, names)
    seats, game = _named(seats, whom), new_game_id()
    table = Table(
        chosen,
        seats,
        holders,
        new.clock,
        public=new.public,
        private=new.private,
        fill_after=new.fill_after,
        rated=new.rated,
        paired=new.paired,
    )
    invitations = stored(game, maker, seats, whom, holders, services.now())
    await rooms.create(table, invitations, id=game)
    services.lobby.concern(*(guest for _, guest, _ in whom))
    return game, table


def _named(seats: tuple[SeatView, ...], whom: Whom) -> tuple[SeatView, ...]:
    """An invited account as it spells itself."""
    names = {player: name for player, _, name in whom}
    return tuple(
        msgspec.structs.replace(seat, account=names[player]) if player in names else seat
        for player, seat in enumerate(seats)
    )


def _check(chosen: Variant, new: bodies.NewGame) -> None:
    if new.rated:
        require_rateable(chosen, new.clock)
    if new.paired:
        require_two(chosen)
    if new.private and (new.public or any(choice.kind == "open" for choice in new.seats)):
        raise Refusal("unreadable", "a private game can be neither public nor open to anybody")
