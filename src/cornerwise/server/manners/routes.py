"""Manners over HTTP: chat read back, blocks, reports."""

from functools import partial

from cornerwise.server.http import KEY, Call, Parameter, Route
from cornerwise.server.manners import blocking, bodies, chat, moderating, penalties
from cornerwise.server.manners.persons import find_person, readable_game
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.changing import change


def path_number(call: Call) -> int:
    """The number of something in the address."""
    text = call.path("id")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refusal("unreadable", f"{text[:20]!r} is no number")
    return int(text)


async def _chat(call: Call) -> bodies.ChatHistory:
    seen = await readable_game(call, call.path("game"))
    services, guest, game = call.rooms.services, call.guest, call.path("game")
    is_player, is_over = guest in seen.holders, seen.state.over is not None
    read = services.store.read
    return bodies.ChatHistory(
        lines=await read(
            partial(chat.lines, game=game, guest=guest, is_player=is_player, is_over=is_over)
        ),
        muted=(await read(partial(blocking.unheard, guest=guest, game=game)))[1],
        silenced_until=await read(
            partial(penalties.until, guest=guest, kind="silence", now=services.now())
        ),
    )


async def _manners(call: Call) -> bodies.MyManners:
    services, guest, now = call.rooms.services, call.guest, call.rooms.services.now()
    read = services.store.read
    return bodies.MyManners(
        blocks=await read(partial(blocking.of, guest=guest)),
        words=await read(partial(penalties.words, guest=guest)),
        silenced_until=await read(partial(penalties.until, guest=guest, kind="silence", now=now)),
        banned_until=await read(partial(penalties.until, guest=guest, kind="ban", now=now)),
    )


async def _acknowledge(call: Call) -> bodies.MyManners:
    body: bodies.Acknowledge = call.body
    await call.rooms.services.store.write(
        lambda connection: penalties.acknowledge(connection, call.guest, body.id)
    )
    return await _manners(call)


async def _block(call: Call) -> bodies.MyManners:
    body: bodies.NewBlock = call.body
    services, now = call.rooms.services, call.rooms.services.now()
    if body.kind == "room":
        await readable_game(call, body.game)
        put = partial(blocking.put, guest=call.guest, kind=body.kind, game=body.game, now=now)
    else:
        whom = await find_person(call, body.person or bodies.WhichPerson())
        put = partial(
            blocking.put, guest=call.guest, kind=body.kind, other=whom.guest, label=whom.label,
            now=now,
        )  # fmt: skip
    if not await change(services.store, put):
        raise Refusal("not_now", f"you have blocked {blocking.MAX_BLOCKS} already")
    services.lobby.concern(call.guest)
    return await _manners(call)


async def _unblock(call: Call) -> bodies.MyManners:
    id = path_number(call)
    services = call.rooms.services
    await services.store.write(lambda connection: blocking.remove(connection, call.guest, id))
    services.lobby.concern(call.guest)
    return await _manners(call)


async def _report(call: Call) -> bodies.Noted:
    body: bodies.NewReport = call.body
    services = call.rooms.services
    whom = await find_person(call, body.person)
    new = bodies.NewReport(
        person=body.person, reason=body.reason, text=clean(body.text, len(body.text))
    )
    write = partial(
        moderating.report, reporter=call.guest, person=whom.guest, label=whom.label, new=new,
        now=services.now(),
    )  # fmt: skip
    id = await change(services.store, write)
    if not id:
        raise Refusal("not_now", "the moderators have not yet read your other reports")
    return bodies.Noted(id=id)


GAME = Parameter(
    "game", {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}, "Id of the game", in_path=True
)
ID = Parameter("id", {"type": "integer", "minimum": 1, "maximum": 999_999_999}, "Number", True)

MANNERS_ROUTES = (
    Route(
        method="GET", path="/api/games/{game}/chat", access="owner", handler=_chat,
        answer=bodies.ChatHistory, parameters=(GAME, KEY), refusals=(404,),
        summary="What was said at a game, as far as I may read it",
    ),
    Route(
        method="GET", path="/api/manners", access="anybody", handler=_manners,
        answer=bodies.MyManners, summary="Whom I have blocked or muted, and moderators' words",
    ),
    Route(
        method="POST", path="/api/manners/acknowledge", access="owner", handler=_acknowledge,
        body=bodies.Acknowledge, answer=bodies.MyManners, refusals=(400, 403, 413),
        summary="I have read a moderator's word",
    ),
    Route(
        method="POST", path="/api/blocks", access="anybody", handler=_block,
        body=bodies.NewBlock, answer=bodies.MyManners, parameters=(KEY,),
        refusals=(400, 403, 404, 409, 413), summary="Block or mute somebody, or a game's chat",
    ),
    Route(
        method="DELETE", path="/api/blocks/{id}", access="owner", handler=_unblock,
        answer=bodies.MyManners, parameters=(ID,), refusals=(400, 403),
        summary="Unblock or unmute",
    ),
    Route(
        method="POST", path="/api/reports", access="anybody", handler=_report,
        body=bodies.NewReport, answer=bodies.Noted, status=201, rate="create", parameters=(KEY,),
        refusals=(400, 403, 404, 409, 413), summary="Tell the moderators",
    ),
)  # fmt: skip
"""In the order of the documentation."""
