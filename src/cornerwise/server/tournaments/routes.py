"""What can be asked and done about tournaments."""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import sqlalchemy as sa

from cornerwise.server.guests import new_game_id
from cornerwise.server.http import Call, Parameter, Route
from cornerwise.server.making import chosen_variant
from cornerwise.server.manners import penalties
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import LEVELS, MAX_NAME
from cornerwise.server.speeds import speed_of
from cornerwise.server.store import Conflict
from cornerwise.server.tournaments import bodies, keeping, views
from cornerwise.server.tournaments.bodies import Phase
from cornerwise.server.tournaments.tournament import (
    CALLED_OFF,
    Chosen,
    Entrant,
    Step,
    Tournament,
    begin,
    entrant_of,
    fewest,
)

MAX_LISTED = 100
MAX_OPEN = 10
"""Tournaments of one maker that have yet to begin: the list is everybody's."""
LATEST = 366 * 86_400_000
"""Milliseconds until the start, at most."""
TRIES = 20
"""Of an entry, when others enter at the same moment."""
PHASES: Sequence[Phase] = ("open", "running", "over")
Entry = Callable[[Tournament, Entrant | None], Entrant]
"""Somebody's entry as it shall be, from the tournament and the entry as it is."""
Write = Callable[[sa.Connection, Tournament, Entrant], None]


# Looking


async def _list(call: Call) -> bodies.TournamentList:
    limit = call.number("limit", 50, range(1, MAX_LISTED + 1))
    found = await call.rooms.services.store.read(lambda c: keeping.recent(c, PHASES, limit))
    return bodies.TournamentList(tournaments=[views.line(tournament) for tournament in found])


async def _show(call: Call) -> bodies.TournamentView:
    # In a thread: the table of hundreds takes milliseconds that the sockets need.
    return await asyncio.to_thread(views.view, await _load(call), call.guest)


async def _load(call: Call) -> Tournament:
    id = call.path("tournament")
    found = await call.rooms.services.store.read(lambda c: keeping.load(c, id))
    if found is None:
        raise Refusal("unknown_game", "there is no such tournament")
    return found


# Making


async def _create(call: Call) -> bodies.TournamentView:
    new: bodies.NewTournament = call.body
    chosen = _chosen(new, call.rooms.services.now())
    await penalties.require_free(call.rooms.services, call.guest, "ban")
    maker = [_entry(call, 0, new.entrant)] if new.entrant else []
    made = Tournament(
        id=new_game_id(), maker=call.guest, phase="open", version=0, round=0,
        created=call.rooms.services.now(), chosen=chosen, entrants=maker,
    )  # fmt: skip
    await call.rooms.services.store.write(lambda c: _keep(c, made))
    return views.view(made, call.guest)


def _keep(connection: sa.Connection, made: Tournament) -> None:
    if keeping.open_count(connection, made.maker) >= MAX_OPEN:
        raise Refusal("not_now", f"start or cancel one of your {MAX_OPEN} other tournaments first")
    keeping.create(connection, made)


def _chosen(new: bodies.NewTournament, now: int) -> Chosen:
    variant = chosen_variant(new.variant, dict(new.options))
    if speed_of(new.clock, variant) is None:
        raise Refusal("unreadable", "a tournament needs a clock, or it might never end")
    if new.starts and new.starts < now:
        raise Refusal("unreadable", "the start is in the past")
    if new.starts > now + LATEST:
        raise Refusal("unreadable", "a tournament starts within a year")
    if new.kind == "duplicate" and new.level == LEVELS[1]:
        raise Refusal("unreadable", "in a duplicate the computers' level is 9 at most")
    name = clean(new.name, len(new.name))
    if not name:
        raise Refusal("unreadable", "a tournament needs a name that can be read")
    return Chosen(
        name=name,
        kind=new.kind,
        variant=new.variant,
        options=dict(new.options),
        clock=new.clock,
        rounds=new.rounds,
        starts=new.starts,
        most=new.most,
        level=new.level,
        rated=new.rated,
        seed=secrets.randbits(40),
    )


# Taking part


def _entry(call: Call, number: int, name: str) -> Entrant:
    account = call.person.account
    shown = clean(name, MAX_NAME) or account
    if not shown:
        raise Refusal("unreadable", "say by which name you take part")
    return Entrant(number=number, guest=call.guest, name=shown, account=account)


async def _enter(call: Call) -> bodies.TournamentView:
    body: bodies.EnterTournament = call.body

    def entry(tournament: Tournament, me: Entrant | None) -> Entrant:
        _require_room(tournament, me)
        return _entry(call, me.number if me else len(tournament.entrants), body.name)

    def write(connection: sa.Connection, tournament: Tournament, entrant: Entrant) -> None:
        penalties.check_free(connection, call.guest, "ban", call.rooms.services.now())
        keeping.change(connection, tournament, entrant)

    return await _change(call, entry, write)


def _require_room(tournament: Tournament, me: Entrant | None) -> None:
    if tournament.phase == "running" and me is not None and me.number in tournament.seated:
        return  # back again: from the next round on
    if tournament.phase != "open":
        raise Refusal("not_now", "this tournament can be entered no more")
    if (me is None or me.is_out) and len(tournament.active) >= tournament.chosen.most:
        raise Refusal("not_now", "this tournament is full")


async def _leave(call: Call) -> bodies.TournamentView:
    def entry(tournament: Tournament, me: Entrant | None) -> Entrant:
        if me is None:
            raise Refusal("not_yours", "you do not take part in this tournament")
        if tournament.phase not in ("open", "running"):
            raise Refusal("not_now", "this tournament is over")
        return replace(me, is_out=True)

    return await _change(call, entry, keeping.change)


async def _change(call: Call, entry: Entry, write: Write) -> bodies.TournamentView:
    """Write what `entry` makes of the tournament; when others come first, try again."""
    for _ in range(TRIES):
        with suppress(Conflict):
            await _change_once(call, entry, write)
            return await _show(call)
    raise Refusal("busy", "too many come at the same moment; try again")


async def _change_once(call: Call, entry: Entry, write: Write) -> None:
    tournament = await _load(call)
    entrant = entry(tournament, entrant_of(tournament, call.guest))
    await call.rooms.services.store.write(lambda c: write(c, tournament, entrant))


# The maker's


async def _start(call: Call) -> bodies.TournamentView:
    tournament = await _load_own(call)
    kind = tournament.chosen.kind
    if len(tournament.active) < fewest(kind):
        raise Refusal("not_now", f"a tournament of this kind needs {fewest(kind)} who take part")
    await _take(call, tournament, await asyncio.to_thread(begin, tournament))
    await call.rooms.services.director.look(tournament.id)
    return await _show(call)


async def _cancel(call: Call) -> bodies.TournamentView:
    tournament = await _load_own(call)
    await _take(call, tournament, CALLED_OFF)
    return await _show(call)


async def _load_own(call: Call) -> Tournament:
    tournament = await _load(call)
    if tournament.maker != call.guest:
        raise Refusal("not_yours", "only who made the tournament can do that")
    if tournament.phase != "open":
        raise Refusal("not_now", "this tournament has begun")
    return tournament


async def _take(call: Call, tournament: Tournament, step: Step) -> None:
    try:
        await call.rooms.services.store.write(lambda c: keeping.take(c, tournament, step))
    except Conflict as error:
        raise Refusal("stale", "this tournament has gone on since") from error


TOURNAMENT = Parameter(
    "tournament", {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}, "Its id", in_path=True
)
LIMIT = Parameter("limit", {"type": "integer", "minimum": 1, "maximum": MAX_LISTED}, "At most")
_here = "/api/tournaments/{tournament}"

TOURNAMENT_ROUTES = (
    Route(
        method="GET", path="/api/tournaments", access="anybody", handler=_list,
        answer=bodies.TournamentList, parameters=(LIMIT,), refusals=(400,),
        summary="Tournaments: to be entered, running, over",
    ),
    Route(
        method="POST", path="/api/tournaments", access="anybody", handler=_create, status=201,
        body=bodies.NewTournament, answer=bodies.TournamentView, refusals=(400, 403, 409, 413),
        rate="create", summary="A new tournament",
    ),
    Route(
        method="GET", path=_here, access="anybody", handler=_show,
        answer=bodies.TournamentView, parameters=(TOURNAMENT,), refusals=(404,),
        summary="A tournament: entrants, results, rounds",
    ),
    Route(
        method="POST", path=f"{_here}/enter", access="anybody", handler=_enter,
        body=bodies.EnterTournament, answer=bodies.TournamentView, parameters=(TOURNAMENT,),
        refusals=(400, 403, 404, 409, 413, 503), summary="Take part, or again after an absence",
    ),
    Route(
        method="POST", path=f"{_here}/leave", access="owner", handler=_leave,
        answer=bodies.TournamentView, parameters=(TOURNAMENT,), refusals=(403, 404, 409, 503),
        summary="Take part no longer",
    ),
    Route(
        method="POST", path=f"{_here}/start", access="owner", handler=_start,
        answer=bodies.TournamentView, parameters=(TOURNAMENT,), refusals=(403, 404, 409),
        summary="Start it, as its maker",
    ),
    Route(
        method="POST", path=f"{_here}/cancel", access="owner", handler=_cancel,
        answer=bodies.TournamentView, parameters=(TOURNAMENT,), refusals=(403, 404, 409),
        summary="Call it off, as its maker",
    ),
)  # fmt: skip
