"""A person's rows, in the tables of every part: moved to an account, exported, forgotten.

The tables say themselves which of their columns hold a person (`info={"person": …}`, see
schema.py), so that a part added tomorrow is moved, exported and deleted like the others.
"""

from collections.abc import Iterator
from typing import Any, Literal

import sqlalchemy as sa

from cornerwise.server.store.schema import events, metadata, seats

Fate = Literal["move", "keep", "self", "name"]
IDS: tuple[Fate, ...] = ("self", "move", "keep")
"""Fates of columns with a person's id."""


def person_columns(*fates: Fate) -> Iterator[sa.Column[Any]]:
    """Columns that hold persons, of these fates."""
    for table in metadata.sorted_tables:
        for column in table.columns:
            if column.info.get("person") in fates:
                yield column


def move(connection: sa.Connection, old: str, new: str) -> None:
    """Everything that was `old`'s is `new`'s. Doing it twice does no harm."""
    _move_actions(connection, old, new)
    for column in person_columns("move", "keep"):
        if column.table is events:
            continue
        if _is_unique(column) and _has_rows(connection, column, new):
            _move_rows(connection, column, old, new)
        else:
            connection.execute(
                sa.update(column.table).where(column == old).values({column.name: new})
            )


def _move_actions(connection: sa.Connection, old: str, new: str) -> None:
    """The events' table is large and has no index by person: go by the games of the seats."""
    mine = sa.select(seats.c.game).where(seats.c.guest == old)
    acted = (events.c.guest == old) & events.c.game.in_(mine)
    connection.execute(sa.update(events).where(acted).values(guest=new))


def _is_unique(column: sa.Column[Any]) -> bool:
    """Whether a row with the new person may be there already."""
    table = column.table
    keys = [key for key in table.constraints if isinstance(key, _KEYS)]
    indexes = [index for index in table.indexes if index.unique]
    return any(column.name in one.columns for one in (*keys, *indexes))


def _has_rows(connection: sa.Connection, column: sa.Column[Any], person: str) -> bool:
    """A new account, or nobody, has none: nothing can be there already."""
    return connection.scalar(sa.select(column).where(column == person).limit(1)) is not None


_KEYS = (sa.PrimaryKeyConstraint, sa.UniqueConstraint)


def _move_rows(connection: sa.Connection, column: sa.Column[Any], old: str, new: str) -> None:
    """One by one: where the account has the like already, its own row stays."""
    table = column.table
    for row in connection.execute(sa.select(*table.primary_key).where(column == old)).all():
        same = sa.and_(*(key == value for key, value in zip(table.primary_key, row, strict=True)))
        try:
            with connection.begin_nested():
                connection.execute(sa.update(table).where(same).values({column.name: new}))
        except sa.exc.IntegrityError:
            connection.execute(sa.delete(table).where(same))


def forget(connection: sa.Connection, person: str, nobody: str) -> None:
    """Delete what was the person's alone; `nobody`, without a name, stands in what others need."""
    for column in person_columns("keep"):
        if names := _names_of(column):
            nameless = sa.update(column.table).where(column == person)
            connection.execute(nameless.values(dict.fromkeys(names, "")))
    for column in person_columns("move"):
        connection.execute(sa.delete(column.table).where(column == person))
    move(connection, person, nobody)


def _names_of(column: sa.Column[Any]) -> list[str]:
    """The columns beside it with the names of its person, and of nobody else in the row."""
    named = [c for c in column.table.columns if c.info.get("person") == "name"]
    return [c.name for c in named if c.info.get("of", column.name) == column.name]


def rows_of(connection: sa.Connection, person: str) -> dict[str, list[dict[str, Any]]]:
    """Every row about a person, by table; without secrets, and without the games' events.

    Another person in the row keeps their id to themselves: no answer ever shows one.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for column in person_columns(*IDS):
        if column.table is events:
            continue
        own = [c for c in column.table.columns if c is column or not _is_person(c)]
        shown = [c for c in own if not c.info.get("secret")]
        rows = connection.execute(sa.select(*shown).where(column == person)).mappings()
        found.setdefault(column.table.name, []).extend(dict(row) for row in rows)
    return found


def _is_person(column: sa.Column[Any]) -> bool:
    return column.info.get("person") in IDS
