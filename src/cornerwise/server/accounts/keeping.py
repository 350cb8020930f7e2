"""Accounts and sessions in the store: what is written and asked, in plain SQL."""

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from cornerwise.server.accounts.names import looks
from cornerwise.server.accounts.schema import account_names, accounts, sessions
from cornerwise.server.accounts.secrets import new_id, token_hash
from cornerwise.server.refusal import Refusal

ACCOUNT = "a."
"""How the ids of accounts begin; no guest's does."""
IDLE = 90 * 86_400_000
"""Milliseconds after which an unused session ends."""
TOUCH = 3_600_000
"""Milliseconds between two notes of a session's last use."""


@dataclass(frozen=True, kw_only=True)
class Account:
    """An account as it is kept."""

    id: str
    """Its guest id: seats are held by it."""
    name: str
    created: int
    password: str | None = None
    """Hash; None for who signs in by passkey or mail only."""
    mail: str | None = None
    """Proved to be theirs."""
    is_moderator: bool = False


@dataclass(frozen=True)
class Session:
    """A device that is signed in."""

    id: str
    account: Account
    label: str
    created: int
    used: int


def new_account(name: str, now: int, password: str | None = None) -> Account:
    """An account that is not stored yet."""
    return Account(id=new_id(ACCOUNT), name=name, created=now, password=password)


# Accounts


def add_account(connection: sa.Connection, account: Account) -> None:
    """Store it; a name that looks like another's is a `Conflict` of the store."""
    connection.execute(sa.insert(accounts).values(**vars(account)))
    _hold_name(connection, account.id, account.name)


def rename(connection: sa.Connection, account: str, name: str) -> None:
    """A new public name. The old one stays reserved: it stands in old games."""
    mine = sa.select(account_names.c.account).where(account_names.c.looks == looks(name))
    if connection.scalar(mine) != account:
        _hold_name(connection, account, name)
    change(connection, account, name=name)


def _hold_name(connection: sa.Connection, account: str, name: str) -> None:
    connection.execute(sa.insert(account_names).values(looks=looks(name), account=account))


def change(connection: sa.Connection, account: str, **values: object) -> None:
    """Change columns of an account."""
    connection.execute(sa.update(accounts).where(accounts.c.id == account).values(**values))


def account_by_id(connection: sa.Connection, id: str) -> Account | None:
    """By its guest id."""
    return _account(connection, accounts.c.id == id)


def held_account(connection: sa.Connection, id: str) -> Account:
    """By its guest id; no other server changes it until this transaction has ended."""
    query = sa.select(accounts).where(accounts.c.id == id).with_for_update()
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Refusal("sign_in", "this account is no more")
    return Account(**row._mapping)


def account_by_name(connection: sa.Connection, name: str) -> Account | None:
    """By its present name, in any spelling that looks the same."""
    if "\0" in name:  # nobody's, and PostgreSQL would not even look
        return None
    held = sa.select(account_names.c.account).where(account_names.c.looks == looks(name))
    found = _account(connection, accounts.c.id == held.scalar_subquery())
    return found if found is not None and looks(found.name) == looks(name) else None


def account_by_mail(connection: sa.Connection, mail: str) -> Account | None:
    """By its proved address."""
    return _account(connection, accounts.c.mail == mail)


def _account(connection: sa.Connection, where: sa.ColumnElement[bool]) -> Account | None:
    row = connection.execute(sa.select(accounts).where(where)).one_or_none()
    return None if row is None else Account(**row._mapping)


def all_accounts(connection: sa.Connection) -> list[Account]:
    """Every one, the oldest first."""
    rows = connection.execute(sa.select(accounts).order_by(accounts.c.created, accounts.c.id))
    return [Account(**row._mapping) for row in rows]


def living_accounts(connection: sa.Connection, ids: Iterable[str]) -> set[str]:
    """Which of these are still there."""
    return set(connection.scalars(sa.select(accounts.c.id).where(accounts.c.id.in_(ids))))


def delete_account(connection: sa.Connection, id: str) -> None:
    """The account itself; what belongs to it must be gone (moving.py)."""
    connection.execute(sa.delete(accounts).where(accounts.c.id == id))


# Sessions


def add_session(connection: sa.Connection, account: str, token: str, label: str, now: int) -> None:
    """A device signs in; sessions that nobody used for long go at the same time."""
    connection.execute(sa.delete(sessions).where(sessions.c.used < now - IDLE))
    row = {"id": new_id(), "token": token_hash(token), "account": account, "label": label}
    connection.execute(sa.insert(sessions).values(**row, created=now, used=now))


def session_of(connection: sa.Connection, token: str, now: int) -> Session | None:
    """The living session of a token."""
    query = (
        sa.select(sessions, accounts)
        .set_label_style(sa.LABEL_STYLE_TABLENAME_PLUS_COL)
        .join(accounts, accounts.c.id == sessions.c.account)
        .where(sessions.c.token == token_hash(token), sessions.c.used >= now - IDLE)
    )
    row = connection.execute(query).mappings().one_or_none()
    if row is None:
        return None
    account = Account(**{column.name: row[f"accounts_{column.name}"] for column in accounts.c})
    return Session(
        row["sessions_id"],
        account,
        row["sessions_label"],
        row["sessions_created"],
        row["sessions_used"],
    )


def touch_session(connection: sa.Connection, id: str, now: int) -> None:
    """It was used just now."""
    connection.execute(sa.update(sessions).where(sessions.c.id == id).values(used=now))


def sessions_of(connection: sa.Connection, account: str) -> list[sa.RowMapping]:
    """Where an account is signed in, the last used first."""
    query = sa.select(sessions).where(sessions.c.account == account)
    return list(connection.execute(query.order_by(sessions.c.used.desc())).mappings())


def end_sessions(
    connection: sa.Connection, account: str, *, only: str | None = None, but: str | None = None
) -> list[str]:
    """End sessions of an account: one, all but one, or all. Which have ended."""
    mine = sessions.c.account == account
    if only is not None:
        mine &= sessions.c.id == only
    if but is not None:
        mine &= sessions.c.id != but
    ended = list(connection.scalars(sa.select(sessions.c.id).where(mine)))
    connection.execute(sa.delete(sessions).where(mine))
    return ended


def living_sessions(connection: sa.Connection, ids: Iterable[str]) -> set[str]:
    """Which of these have not ended."""
    return set(connection.scalars(sa.select(sessions.c.id).where(sessions.c.id.in_(ids))))
