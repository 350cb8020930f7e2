"""Reports and what moderators do about them, in the store. Every action stays in the log."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from cornerwise.server.manners import chat
from cornerwise.server.manners.bodies import ActionView, FlagView, NewReport, ReportView
from cornerwise.server.manners.messages import ChatLine
from cornerwise.server.manners.penalties import FOR_EVER
from cornerwise.server.manners.schema import flags, moderation, reports

EVIDENCE = 20
"""Lines of chat that are kept with a report."""
MAX_OPEN = 20
"""Open reports of one person."""
HOUR = 3_600_000
View = TypeVar("View", ReportView, FlagView)
_encode = msgspec.json.Encoder().encode


# Reports


def report(
    connection: sa.Connection, reporter: str, person: str, label: str, new: NewReport, now: int
) -> int:
    """Keep a report with its evidence; 0 if the reporter has too many that nobody has read."""
    mine = (reports.c.reporter == reporter) & (reports.c.state == "open")
    if (connection.scalar(sa.select(sa.func.count()).where(mine)) or 0) >= MAX_OPEN:
        return 0
    which = new.person
    said = chat.around(connection, which.game, which.line, EVIDENCE) if which.game else []
    row = {
        "reporter": reporter,
        "person": person,
        "label": label,
        "reason": new.reason,
        "text": new.text,
        "game": which.game,
        "line": which.line,
        "evidence": _encode(said).decode(),
        "time": now,
        "state": "open",
    }
    (id,) = connection.execute(sa.insert(reports).returning(reports.c.id), row).one()
    return int(id)


def reports_where(connection: sa.Connection, *conditions: Any, most: int = 100) -> list[ReportView]:
    """Reports, the last first."""
    query = sa.select(reports).where(*conditions).order_by(reports.c.id.desc()).limit(most)
    return [_filed(ReportView, row, list[ChatLine]) for row in connection.execute(query).mappings()]


def close(connection: sa.Connection, id: int, state: str) -> tuple[str, str] | None:
    """Close a report, or open it again; whom it is about and their name, None if there is none."""
    return _set_state(connection, reports, id, state)


# Actions


def act(
    connection: sa.Connection, moderator: tuple[str, str], person: tuple[str, str], *, kind: str,
    text: str = "", hours: int = 0, about: str = "", now: int,
) -> int:  # fmt: skip
    """Write an action into the log; from then on it is in force."""
    until = None
    if kind in ("silence", "ban"):
        until = now + (hours * HOUR or FOR_EVER)
    row = {
        "moderator": moderator[0],
        "moderator_name": moderator[1],
        "person": person[0],
        "label": person[1],
        "kind": kind,
        "text": text,
        "time": now,
        "until": until,
        "about": about,
        "acknowledged": False,
    }
    (id,) = connection.execute(sa.insert(moderation).returning(moderation.c.id), row).one()
    return int(id)


def actions_where(connection: sa.Connection, *conditions: Any, most: int = 200) -> list[ActionView]:
    """What moderators did, the last first."""
    query = sa.select(moderation).where(*conditions)
    rows = connection.execute(query.order_by(moderation.c.id.desc()).limit(most))
    return [
        ActionView(
            id=row.id,
            moderator=row.moderator_name,
            person=row.person,
            label=row.label,
            kind=row.kind,
            text=row.text,
            time=row.time,
            until=row.until,
            about=row.about,
        )
        for row in rows
    ]


# Flags


def flags_where(connection: sa.Connection, *conditions: Any, most: int = 100) -> list[FlagView]:
    """Flags, the most conspicuous first."""
    query = sa.select(flags).where(*conditions).order_by(flags.c.excess.desc()).limit(most)
    return [_filed(FlagView, row, list[str]) for row in connection.execute(query).mappings()]


def judge(connection: sa.Connection, id: int, state: str) -> tuple[str, str] | None:
    """Write what a moderator thinks of a flag; whom it is about, None if there is no such flag."""
    return _set_state(connection, flags, id, state)


def _filed(view: type[View], row: Mapping[Any, Any], evidence: Any) -> View:
    """A report or flag from its row, whose columns have the names of its fields."""
    fields = {name: row[name] for name in view.__struct_fields__ if name != "evidence"}
    return view(**fields, evidence=msgspec.json.decode(row["evidence"], type=evidence))


def _set_state(
    connection: sa.Connection, table: sa.Table, id: int, state: str
) -> tuple[str, str] | None:
    query = sa.select(table.c.person, table.c.label).where(table.c.id == id)
    row = connection.execute(query).first()
    if row is None:
        return None
    connection.execute(sa.update(table).where(table.c.id == id).values(state=state))
    return row.person, row.label
