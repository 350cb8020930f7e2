"""The lobby over HTTP: a look at it, and invitations by name."""

from functools import partial

from cornerwise.server.http import Call, Parameter, Route
from cornerwise.server.lobby import invitations
from cornerwise.server.lobby.bodies import NewInvitation
from cornerwise.server.lobby.inviting import invitees, stored
from cornerwise.server.lobby.messages import Invitations, Lobby
from cornerwise.server.manners.persons import is_id, readable_game
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.changing import change


async def _lobby(call: Call) -> Lobby:
    return await call.rooms.services.lobby.snapshot(call.guest)


async def _mine(call: Call) -> Invitations:
    services = call.rooms.services
    return await services.store.read(
        partial(invitations.mine, guest=call.guest, keeper=services.keeper, now=services.now())
    )


async def _invite(call: Call) -> Invitations:
    body: NewInvitation = call.body
    seen = await readable_game(call, call.path("game"))
    if call.guest not in seen.holders:
        raise Refusal("not_yours", "only who sits at the table can invite others to it")
    if body.player >= len(seen.state.seats) or seen.state.seats[body.player].kind != "free":
        raise Refusal("seat_taken", "that seat is not free")
    services = call.rooms.services
    whom = await invitees(services, call.person, [(body.player, body.account)])
    seats, now = seen.state.seats, services.now()
    invited = stored(seen.id, call.person, seats, whom, seen.holders, now)
    await services.store.write(invited.work)
    services.lobby.concern(call.guest, whom[0][1])
    return await _mine(call)


async def _decline(call: Call) -> Invitations:
    return await _end(call, withdraw=False)


async def _withdraw(call: Call) -> Invitations:
    return await _end(call, withdraw=True)


async def _end(call: Call, *, withdraw: bool) -> Invitations:
    services = call.rooms.services
    id = call.path("invitation")
    if is_id(id):
        work = partial(invitations.end, id=id, guest=call.guest, withdraw=withdraw)
        services.lobby.concern(*await change(services.store, work))
    return await _mine(call)


GAME = Parameter(
    "game", {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}, "Id of the game", in_path=True
)
INVITATION = Parameter(
    "invitation", {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}, "Its id", in_path=True
)

LOBBY_ROUTES = (
    Route(
        method="GET", path="/api/lobby", access="anybody", handler=_lobby, answer=Lobby,
        summary="Open seats, running games, who is here",
    ),
    Route(
        method="GET", path="/api/invitations", access="anybody", handler=_mine,
        answer=Invitations, summary="My invitations",
    ),
    Route(
        method="POST", path="/api/games/{game}/invitations", access="owner", handler=_invite,
        body=NewInvitation, answer=Invitations, parameters=(GAME,), status=201, rate="create",
        refusals=(400, 403, 404, 409, 413), summary="Invite somebody by name to a free seat",
    ),
    Route(
        method="POST", path="/api/invitations/{invitation}/decline", access="owner",
        handler=_decline, answer=Invitations, parameters=(INVITATION,), refusals=(403,),
        summary="No, thank you",
    ),
    Route(
        method="DELETE", path="/api/invitations/{invitation}", access="owner",
        handler=_withdraw, answer=Invitations, parameters=(INVITATION,), refusals=(403,),
        summary="Take an invitation back",
    ),
)  # fmt: skip
"""In the order of the documentation."""
