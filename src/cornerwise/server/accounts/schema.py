"""The tables of accounts. Secrets are kept as hashes only; see docs/security.md.

A column of any part that holds a person's id says so by `info={"person": …}`, and what then
happens to its rows is the same everywhere (moving.py): `move` rows go with the person to an
account and end with it; `keep` rows go along too, but stay when it is deleted, and in them a
column marked `name` is emptied (with `of`, if it is the name of that column's person).
"""

from typing import Any

import sqlalchemy as sa

from cornerwise.server.store.schema import metadata

MOVE: dict[str, Any] = {"person": "move"}
KEEP: dict[str, Any] = {"person": "keep"}
SECRET: dict[str, Any] = {"secret": True}
"""Of a column that is in no export."""


def _owner() -> sa.Column[str]:
    return sa.Column(
        "account", sa.String(32), sa.ForeignKey("accounts.id"), nullable=False, info=MOVE
    )


accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True, info={"person": "self"}),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("password", sa.Text, nullable=True, info=SECRET),
    sa.Column("mail", sa.String(254), nullable=True),
    sa.Column("is_moderator", sa.Boolean, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Index("ix_accounts_mail", "mail", unique=True),
)

account_names = sa.Table(
    "account_names",
    metadata,
    # What the name looks like to a hasty reader (names.py). Former names stay their owner's.
    sa.Column("looks", sa.String(160), primary_key=True),
    _owner(),
    sa.Index("ix_account_names_account", "account"),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("token", sa.String(64), nullable=False, info=SECRET),
    _owner(),
    sa.Column("label", sa.String(80), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
    sa.Index("ix_sessions_token", "token", unique=True),
    sa.Index("ix_sessions_account", "account"),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("credential", sa.String(64), nullable=False, info=SECRET),
    sa.Column("credential_id", sa.LargeBinary, nullable=False, info=SECRET),
    sa.Column("public_key", sa.LargeBinary, nullable=False, info=SECRET),
    sa.Column("uses", sa.BigInteger, nullable=False),
    _owner(),
    sa.Column("label", sa.String(80), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("used", sa.BigInteger, nullable=False),
    sa.Index("ix_passkeys_credential", "credential", unique=True),
    sa.Index("ix_passkeys_account", "account"),
)

tickets = sa.Table(
    "tickets",
    metadata,
    # Things that work once and for a short time: links in mails, challenges to passkeys.
    sa.Column("token", sa.String(64), primary_key=True, info=SECRET),
    sa.Column("purpose", sa.String(16), nullable=False),
    sa.Column("account", sa.String(32), nullable=False, info=MOVE),
    sa.Column("mail", sa.String(254), nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False),
    sa.Index("ix_tickets_account", "account"),
    sa.Index("ix_tickets_expires", "expires"),
)

erasures = sa.Table(
    "erasures",
    metadata,
    sa.Column("game", sa.String(32), primary_key=True),
)
"""Games in which names of deleted persons may stand still, until they have been looked through."""
