"""`cornerwise gtp`: Pentobi's dialect of the Go Text Protocol."""

import argparse

from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.cli.computer import computer

EXAMPLES = """
cornerwise gtp
cornerwise gtp --game duo --seed 7
printf 'set_game Blokus Duo\\nall_legal b\\n' | cornerwise gtp
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "gtp", run, "speak Pentobi's dialect of GTP on the standard streams", EXAMPLES
    )
    parser.add_argument("--game", help="the first game, by Pentobi's name or ours")
    parser.add_argument("--seed", type=int, help="makes the computer's choices repeatable")


def run(args: argparse.Namespace) -> int:
    from cornerwise.gtp import main

    if args.game is None:
        return main(player=computer(args.seed))
    return main(variant=args.game, player=computer(args.seed))
