"""The moderators' pages over HTTP: reports, people, actions, flags. All is logged."""

from functools import partial

import msgspec
import sqlalchemy as sa

from cornerwise.server.http import Call, Parameter, Route
from cornerwise.server.manners import bodies, chat, moderating, penalties
from cornerwise.server.manners.persons import is_id
from cornerwise.server.manners.routes import ID, path_number
from cornerwise.server.manners.schema import flags, moderation, reports
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.changing import change
from cornerwise.server.withdrawing import withdraw

MAX_PERSON = 32


async def _reports(call: Call) -> list[bodies.ReportView]:
    state = "closed" if call.query("state") == "closed" else "open"
    read = call.rooms.services.store.read
    found = await read(lambda c: moderating.reports_where(c, reports.c.state == state))
    names = await call.rooms.services.people.names(view.reporter for view in found)
    return [_named(view, names) for view in found]


def _named(view: bodies.ReportView, names: dict[str, str]) -> bodies.ReportView:
    return msgspec.structs.replace(view, reporter=names.get(view.reporter, "guest"))


async def _log(call: Call) -> list[bodies.ActionView]:
    return await call.rooms.services.store.read(moderating.actions_where)


async def _flags(call: Call) -> list[bodies.FlagView]:
    asked = call.query("state")
    state = asked if asked in ("dismissed", "confirmed") else "open"
    read = call.rooms.services.store.read
    return await read(lambda c: moderating.flags_where(c, flags.c.state == state))


async def _person(call: Call) -> bodies.PersonFile:
    return await _file(call, call.path("person"))


async def _find(call: Call) -> bodies.PersonFile:
    guest = await call.rooms.services.people.guest_of(call.query("account") or "")
    if guest is None:
        raise Refusal("unknown_person", "nobody here has that name")
    return await _file(call, guest)


async def _file(call: Call, person: str) -> bodies.PersonFile:
    if not is_id(person):
        raise Refusal("unknown_person", "nobody here has that id")
    services, now = call.rooms.services, call.rooms.services.now()
    names = await services.people.names([person])
    read = services.store.read
    found = await read(lambda c: moderating.reports_where(c, reports.c.person == person))
    actions = await read(lambda c: moderating.actions_where(c, moderation.c.person == person))
    return bodies.PersonFile(
        person=person,
        label=names.get(person) or _label(found, actions),
        account=names.get(person, ""),
        silenced_until=await read(partial(penalties.until, guest=person, kind="silence", now=now)),
        banned_until=await read(partial(penalties.until, guest=person, kind="ban", now=now)),
        reports=found,
        actions=actions,
        flags=await read(lambda c: moderating.flags_where(c, flags.c.person == person)),
        lines=await read(partial(chat.last_of, guest=person, most=50)),
    )


def _label(found: list[bodies.ReportView], actions: list[bodies.ActionView]) -> str:
    """What somebody without an account was called last."""
    return next(iter([view.label for view in found] + [view.label for view in actions]), "")


async def _act(call: Call) -> bodies.PersonFile:
    body: bodies.NewAction = call.body
    services = call.rooms.services
    before = await _file(call, body.person)
    # A guest need not have a name, nor have said a word, to be reported or flagged.
    if not (before.label or before.lines or before.reports or before.flags or before.actions):
        raise Refusal("unknown_person", "nobody here has that id")
    write = partial(
        moderating.act,
        moderator=(call.guest, call.person.account),
        person=(body.person, before.label),
        kind=body.kind,
        text=clean(body.text, len(body.text)),
        hours=body.hours,
        about=f"report {body.report}" if body.report else "",
        now=services.now(),
    )

    def work(connection: sa.Connection) -> None:
        write(connection)
        if body.kind == "ban":
            withdraw(connection, body.person)

    await services.store.write(work)
    services.lobby.concern(body.person)
    return await _file(call, body.person)


async def _close(call: Call) -> bodies.Noted:
    body: bodies.CloseReport = call.body
    return await _decided(call, "close", body.state, body.text)


async def _judge(call: Call) -> bodies.Noted:
    body: bodies.JudgeFlag = call.body
    return await _decided(call, "judge", body.state, body.text)


async def _decided(call: Call, kind: str, state: str, text: str) -> bodies.Noted:
    """Close a report or judge a flag, and write that into the log, together."""
    id, now = path_number(call), call.rooms.services.now()
    moderator = (call.guest, call.person.account)
    decide, what = (moderating.close, "report") if kind == "close" else (moderating.judge, "flag")

    def work(connection: sa.Connection) -> int:
        person = decide(connection, id, state)
        if person is None:
            return 0
        said = f"{state}: {clean(text, len(text))}" if text else state
        return moderating.act(
            connection, moderator, person, kind=kind, text=said, about=f"{what} {id}", now=now
        )

    done = await change(call.rooms.services.store, work)
    if not done:
        raise Refusal("unknown_person", f"there is no {what} {id}")
    return bodies.Noted(id=done)


PERSON = Parameter("person", {"type": "string", "maxLength": MAX_PERSON}, "Id of somebody", True)
ACCOUNT = Parameter("account", {"type": "string"}, "Name of an account")
REPORT_STATE = Parameter("state", {"type": "string", "enum": ["open", "closed"]}, "Which")
FLAG_STATE = Parameter(
    "state", {"type": "string", "enum": ["open", "dismissed", "confirmed"]}, "Which"
)

MODERATION_ROUTES = (
    Route(
        method="GET", path="/api/moderation/reports", access="moderator", handler=_reports,
        answer=list[bodies.ReportView], parameters=(REPORT_STATE,), refusals=(403,),
        summary="Reports, the last first",
    ),
    Route(
        method="POST", path="/api/moderation/reports/{id}", access="moderator", handler=_close,
        body=bodies.CloseReport, answer=bodies.Noted, parameters=(ID,),
        refusals=(400, 403, 404, 413), summary="Close a report, or open it again",
    ),
    Route(
        method="GET", path="/api/moderation/people", access="moderator", handler=_find,
        answer=bodies.PersonFile, parameters=(ACCOUNT,), refusals=(403, 404),
        summary="All about somebody, by account",
    ),
    Route(
        method="GET", path="/api/moderation/people/{person}", access="moderator",
        handler=_person, answer=bodies.PersonFile, parameters=(PERSON,), refusals=(403, 404),
        summary="All about somebody, by id",
    ),
    Route(
        method="POST", path="/api/moderation/actions", access="moderator", handler=_act,
        body=bodies.NewAction, answer=bodies.PersonFile, status=201,
        refusals=(400, 403, 404, 413), summary="Warn, silence, ban, lift, note",
    ),
    Route(
        method="GET", path="/api/moderation/log", access="moderator", handler=_log,
        answer=list[bodies.ActionView], refusals=(403,), summary="What moderators did",
    ),
    Route(
        method="GET", path="/api/moderation/flags", access="moderator", handler=_flags,
        answer=list[bodies.FlagView], parameters=(FLAG_STATE,), refusals=(403,),
        summary="Who plays far above their rating, for a person to judge",
    ),
    Route(
        method="POST", path="/api/moderation/flags/{id}", access="moderator", handler=_judge,
        body=bodies.JudgeFlag, answer=bodies.Noted, parameters=(ID,),
        refusals=(400, 403, 404, 413), summary="What I think of a flag",
    ),
)  # fmt: skip
"""In the order of the documentation."""
