"""Whom somebody means: by account, by a seat, by a line of chat."""

import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from cornerwise.server.manners import chat
from cornerwise.server.manners.bodies import WhichPerson
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import MAX_NAME

if TYPE_CHECKING:
    from cornerwise.server.http import Call
    from cornerwise.server.rooms import SeenGame

_ID = re.compile(r"[A-Za-z0-9_.-]{1,32}")
"""Of games, people, invitations: anything else is none, and no database need be asked."""
UNKNOWN = "there is no such person here: give an account, or a game with a seat or a line"


@dataclass(frozen=True)
class Somebody:
    """A person, and what they were called where they were met."""

    guest: str
    label: str


def is_id(text: str) -> bool:
    """Whether something could be an id of ours."""
    return _ID.fullmatch(text) is not None


async def find_person(call: "Call", which: WhichPerson) -> Somebody:
    """Who is meant; `Refusal` if nobody, or the asker themselves."""
    found = await _find(call, which)
    if found is None or not found.guest:
        raise Refusal("unknown_person", UNKNOWN)
    if found.guest == call.guest:
        raise Refusal("unknown_person", "that is you yourself")
    names = await call.rooms.services.people.names([found.guest])
    return Somebody(found.guest, names.get(found.guest, clean(found.label, MAX_NAME)))


async def _find(call: "Call", which: WhichPerson) -> Somebody | None:
    services = call.rooms.services
    if which.account:
        guest = await services.people.guest_of(which.account)
        return None if guest is None else Somebody(guest, which.account)
    game = await readable_game(call, which.game)
    if which.line is not None:
        said = await services.store.read(
            partial(chat.speaker_of, game=which.game, number=which.line)
        )
        return None if said is None else Somebody(*said)
    if which.player is not None and which.player < len(game.state.seats):
        seat = game.state.seats[which.player]
        return Somebody(game.holders[which.player] or "", seat.account or seat.name)
    return None


async def readable_game(call: "Call", game: str) -> "SeenGame":
    """A game that who asks may read: of a private one, who may follow it, and nobody else."""
    if not is_id(game):
        raise Refusal("unknown_game", "there is no such game")
    seen = await call.rooms.look(game)
    is_shown = call.guest in seen.holders or call.rooms.services.keeper.is_key(game, call.key)
    if seen.state.made.private and not is_shown:
        raise Refusal("unknown_game", "there is no such game")
    return seen
