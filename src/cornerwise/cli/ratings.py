"""`cornerwise ratings`: the players' ratings, worked out again from the log of the games."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.cli.database import on_database

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
    return on_database(args.data, _fit if args.what == "fit" else _recompute)


async def _fit(store: "SqlStore") -> int:
    from cornerwise.server.ranking.recompute import refit

    found = await refit(store)
    for variant, worths in found.items():
        shown = "  ".join(f"{w.base:+.0f} ({w.growth:+.0f} for 400)" for w in worths)
        print(f"{variant}: by seat {shown}")
    if not found:
        print("no rated games to measure the seats by: they stay as they came")
    return 0


async def _recompute(store: "SqlStore") -> int:
    from cornerwise.server.ranking.recompute import recompute

    count = await recompute(store)
    print(f"{count} finished games read; every rating worked out again")
    return 0
