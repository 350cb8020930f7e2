"""Reports and what moderators do about them, in the store. Every action stays in the log."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from cornerwise.server.manners import chat
from cornerwise.server.manners.bodies import (
    ActionView,
    FlagView,
    NewReport,
    ReportView,
    WhichPerson,
)
from cornerwise.server.manners.messages import ChatLine
from cornerwise.server.manners.penalties import FOR_EVER
from cornerwise.server.manners.schema import evidence, flags, moderation, reports

EVIDENCE = 20
"""Lines of chat that are kept with a report."""
MAX_OPEN = 20
"""Open reports of one person."""
HOUR = 3_600_000
View = TypeVar("View", ReportView, FlagView)


# Reports


def report(
    connection: sa.Connection, reporter: str, person: str, label: str, new: NewReport, now: int
) -> int:
    """Keep a report with its evidence; 0 if the reporter has too many that nobody has read."""
    mine = (reports.c.reporter == reporter) & (reports.c.state == "open")
    if (connection.scalar(sa.select(sa.func.count()).where(mine)) or 0) >= MAX_OPEN:
        return 0
    row = {
        "reporter": reporter,
        "person": person,
        "label": label,
        "reason": new.reason,
        "text": new.text,
        "game": new.person.game,
        "line": new.person.line,
        "time": now,
        "state": "open",
    }
    (id,) = connection.execute(sa.insert(reports).returning(reports.c.id), row).one()
    _keep_evidence(connection, int(id), new.person)
    return int(id)


def _keep_evidence(connection: sa.Connection, report: int, which: WhichPerson) -> None:
    """What was said there, each line with its speaker, whatever becomes of the chat."""
    said = connection.execute(chat.around(which.game, which.line, EVIDENCE)).mappings().all()
    kept = [column.name for column in evidence.columns if column.name != "report"]
    if said:
        rows = [{"report": report} | {name: row[name] for name in kept} for row in said]
        connection.execute(sa.insert(evidence), rows)


def reports_where(connection: sa.Connection, *conditions: Any, most: int = 100) -> list[ReportView]:
    """Reports, the last first."""
    query = sa.select(reports).where(*conditions).order_by(reports.c.id.desc()).limit(most)
    rows = connection.execute(query).mappings().all()
    said = _evidence(connection, [row["id"] for row in rows])
    return [_filed(ReportView, row, said[row["id"]]) for row in rows]


def _evidence(connection: sa.Connection, ids: Sequence[int]) -> dict[int, list[ChatLine]]:
    """By report, in order."""
    query = sa.select(evidence, reports.c.game).join(reports, reports.c.id == evidence.c.report)
    query = query.where(evidence.c.report.in_(ids)).order_by(evidence.c.number)
    said: dict[int, list[ChatLine]] = defaultdict(list)
    for row in connection.execute(query).mappings():
        said[row["report"]].append(chat.line_of(row))
    return said


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
    return [
        _filed(FlagView, row, msgspec.json.decode(row["evidence"], type=list[str]))
        for row in connection.execute(query).mappings()
    ]


def judge(connection: sa.Connection, id: int, state: str) -> tuple[str, str] | None:
    """Write what a moderator thinks of a flag; whom it is about, None if there is no such flag."""
    return _set_state(connection, flags, id, state)


def _filed(view: type[View], row: Mapping[Any, Any], evidence: Sequence[Any]) -> View:
    """A report or flag from its row, whose columns have the names of its fields."""
    fields = {name: row[name] for name in view.__struct_fields__ if name != "evidence"}
    return view(**fields, evidence=list(evidence))


def _set_state(
    connection: sa.Connection, table: sa.Table, id: int, state: str
) -> tuple[str, str] | None:
    query = sa.select(table.c.person, table.c.label).where(table.c.id == id)
    row = connection.execute(query).first()
    if row is None:
        return None
    connection.execute(sa.update(table).where(table.c.id == id).values(state=state))
    return row.person, row.label
