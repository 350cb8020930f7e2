"""A new game as its maker wants it: listed or private, rated, with open seats and invitations."""

from collections.abc import Sequence
from dataclasses import dataclass

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
from cornerwise.server.seats import SeatChoice, SeatView

Whom = Sequence[tuple[int, str, str]]
"""Player, guest and name of each who is invited."""
WITH_OTHERS = ("link", "open", "invite")
"""Seats for people from elsewhere."""


@dataclass(frozen=True)
class Seating:
    """Who sits where at a new table, and who is asked to come."""

    seats: tuple[SeatView, ...]
    holders: tuple[str | None, ...]
    whom: Whom


async def create_game(rooms: Rooms, maker: Person, new: bodies.NewGame) -> tuple[str, Table]:
    """Store a game and its invitations, together; its id and its table."""
    chosen = chosen_variant(new.variant, dict(new.options))
    _check(chosen, new)
    seating = await seat_people(rooms, maker, chosen, new.seats)
    table = Table(
        chosen,
        seating.seats,
        seating.holders,
        new.clock,
        public=new.public,
        private=new.private,
        fill_after=new.fill_after,
        rated=new.rated,
        paired=new.paired,
    )
    return await store_game(rooms, maker, table, seating.whom), table


async def seat_people(
    rooms: Rooms, maker: Person, chosen: Variant, choices: Sequence[SeatChoice]
) -> Seating:
    """From what the maker chose; `Refusal` for who may not play with the people asked for."""
    seats, holders = seated(chosen, choices, maker)
    if any(choice.kind in WITH_OTHERS for choice in choices):
        await penalties.require_free(rooms.services, maker.guest, "ban")
    names = [(p, choice.name) for p, choice in enumerate(choices) if choice.kind == "invite"]
    whom = await invitees(rooms.services, maker, names)
    return Seating(_named(seats, whom), holders, whom)


async def store_game(rooms: Rooms, maker: Person, table: Table, whom: Whom) -> str:
    """The game and its invitations, together; who is invited hears of it."""
    services, game = rooms.services, new_game_id()
    invitations = stored(game, maker, table.seats, whom, table.holders, services.now())
    await rooms.create(table, invitations, id=game)
    services.lobby.concern(*(guest for _, guest, _ in whom))
    return game


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
