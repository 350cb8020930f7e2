"""`cornerwise accounts`: list accounts, name moderators, help who cannot get in, delete."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.cli.database import on_database
from cornerwise.cli.failure import CommandFailed

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cornerwise.server.accounts.keeping import Account
    from cornerwise.server.store import SqlStore

EXAMPLES = """
cornerwise accounts                         list them
cornerwise accounts make-moderator Ada      who may act on reports
cornerwise accounts unmake-moderator Ada
cornerwise accounts reset Ada               a link to get in again, all devices signed out
cornerwise accounts delete Ada              with all personal data; games stay, nameless
"""
ACTIONS = ("list", "make-moderator", "unmake-moderator", "reset", "delete")


def add(subparsers: Subparsers) -> None:
    parser = subcommand(subparsers, "accounts", run, "look after the server's accounts", EXAMPLES)
    parser.add_argument(
        "action",
        nargs="?",
        choices=ACTIONS,
        default="list",
        metavar="ACTION",
        help="list (default), make-moderator, unmake-moderator, reset, delete",
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="name of the account")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="folder of the games; default: the user's own"
    )
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    if (args.name is None) != (args.action == "list"):
        args.parser.error("give the name of one account (and none to list them)")
    return on_database(args.data, lambda store: _act(store, args.action, args.name))


async def _act(store: "SqlStore", action: str, name: str | None) -> int:
    from cornerwise.server.accounts import keeping

    if name is None:
        _print_list(await store.read(keeping.all_accounts))
        return 0
    account = await store.read(lambda c: keeping.account_by_name(c, name))
    if account is None:
        raise CommandFailed(f"there is no account {name!r}")
    match action:
        case "reset":
            await _reset(store, account)
        case "delete":
            await _delete(store, account)
        case _:
            is_moderator = action == "make-moderator"
            await store.write(lambda c: keeping.change(c, account.id, is_moderator=is_moderator))
            print(f"{account.name} is {'now' if is_moderator else 'no longer'} a moderator.")
    return 0


def _print_list(accounts: "list[Account]") -> None:
    for account in accounts:
        since = datetime.fromtimestamp(account.created / 1000, UTC).date()
        marks = "moderator" if account.is_moderator else ""
        print(f"{account.name:24} since {since}  {marks}".rstrip())
    if not accounts:
        print("There are no accounts.")


async def _reset(store: "SqlStore", account: "Account") -> None:
    """A link that works once, to be handed over; the old password and all sessions end."""
    from cornerwise.server.accounts import keeping
    from cornerwise.server.accounts.secrets import new_token
    from cornerwise.server.accounts.tickets import add_ticket
    from cornerwise.server.services import wall_clock

    token = new_token()

    def work(connection: "Connection") -> None:
        keeping.change(connection, account.id, password=None)
        keeping.end_sessions(connection, account.id)
        add_ticket(connection, "reset", token, wall_clock(), account.id)

    await store.write(work)
    print(f"{account.name} can sign in once, within a day, at the server's page")
    print(f"/sign-in#{token}")
    print("and should choose a new password there.")


async def _delete(store: "SqlStore", account: "Account") -> None:
    from cornerwise.server.accounts.erasing import erase_account, erase_all_names

    def work(connection: "Connection") -> None:
        erase_account(connection, account.id)

    await store.write(work)
    await erase_all_names(store)
    print(f"{account.name} is deleted. Its games stay, nameless.")
