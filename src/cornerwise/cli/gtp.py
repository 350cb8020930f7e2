"""`cornerwise gtp`: Pentobi's dialect of the Go Text Protocol."""

import argparse

from cornerwise.cli.arguments import Subparsers, positive, seed, subcommand
from cornerwise.cli.computer import computer, level, seconds, threads

EXAMPLES = """
cornerwise gtp
cornerwise gtp --game duo --level 7 --seed 7
cornerwise gtp --time 5 --threads 2
printf 'set_game Blokus Duo\\nall_legal b\\n' | cornerwise gtp
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "gtp", run, "speak Pentobi's dialect of GTP on the standard streams", EXAMPLES
    )
    parser.add_argument("--game", help="the first game, by Pentobi's name or ours")
    parser.add_argument("--level", type=level, help="strength, 1 to 10 (5)")
    parser.add_argument("--time", type=seconds, help="seconds a move, in place of the level's")
    parser.add_argument(
        "--simulations", type=positive, help="simulations a move, in place of the level's"
    )
    parser.add_argument("--threads", type=threads, help="of the search (1)")
    parser.add_argument(
        "--memory-mb", type=positive, help="of the tree, in megabytes (512; more for long times)"
    )
    parser.add_argument("--no-net", action="store_true", help="judge by playouts alone")
    parser.add_argument("--ponder", action="store_true", help="think on the other side's time, too")
    parser.add_argument("--seed", type=seed, help="makes the computer's choices repeatable")


def run(args: argparse.Namespace) -> int:
    from cornerwise.gtp import main

    keys = ("level", "time", "simulations", "threads", "memory_mb", "ponder")
    settings = {key: getattr(args, key) for key in keys}
    player = computer(args.seed, use_net=not args.no_net, **settings)
    return main(player=player) if args.game is None else main(variant=args.game, player=player)
