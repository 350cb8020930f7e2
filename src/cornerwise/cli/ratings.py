"""`cornerwise ratings`: the players' ratings, worked out again from the log of the games."""

import argparse
import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.cli.failure import CommandFailed

if TYPE_CHECKING:
    from cornerwise.server.store import SqlStore

EXAMPLES = """
cornerwise ratings recompute
cornerwise ratings recompute --data ~/games
cornerwise ratings fit
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "ratings", run, "work out the players' ratings again, from the games", EXAMPLES
    )
    parser.add_argument(
        "what",
        choices=["recompute", "fit"],
        help="recompute: every rating from the log; "
        "fit: measure what each seat is worth in the games played here, then recompute",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of the games")


def run(args: argparse.Namespace) -> int:
    from cornerwise.server.settings import SettingError, settings_from_environment
    from cornerwise.server.store import open_store
    from cornerwise.server.store.engine import StoreError

    try:
        settings = settings_from_environment(data=args.data)
        store = open_store(settings.database_url, sync=settings.sync)
    except (SettingError, StoreError) as error:
        raise CommandFailed(str(error)) from error
    return asyncio.run(_work(store, fit=args.what == "fit"))


async def _work(store: "SqlStore", *, fit: bool) -> int:
    from cornerwise.server.ranking.recompute import recompute, refit

    try:
        if fit:
            for variant, worths in (await refit(store)).items():
                shown = "  ".join(f"{w.base:+.0f} ({w.growth:+.0f} for 400)" for w in worths)
                print(f"{variant}: by seat {shown}")
            return 0
        count = await recompute(store)
        print(f"{count} finished games read; every rating worked out again")
        return 0
    finally:
        await store.close()
