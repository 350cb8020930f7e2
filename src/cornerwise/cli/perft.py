"""`cornerwise perft`: how many games of a length there are, to check and to time the core."""

import argparse
import signal
import time

from cornerwise.cli.arguments import (
    Subparsers,
    add_options,
    check_options,
    new_game,
    positive,
    subcommand,
    variant_name,
)
from cornerwise.play import Game

EXAMPLES = """
cornerwise perft duo 3
cornerwise perft trigon_3 2 --contact alternate
cornerwise perft classic 2 a20,b20 t20    (after these moves)
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "perft", run, "count the sequences of moves of a given length", EXAMPLES
    )
    parser.add_argument("variant", type=variant_name, metavar="VARIANT")
    parser.add_argument("depth", type=positive, metavar="DEPTH", help="moves in a sequence")
    parser.add_argument(
        "moves", nargs="*", default=[], metavar="MOVE", help="moves to play first: a20,b20"
    )
    add_options(parser)
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    check_options(args.parser, args.variant, args)
    game = new_game(args.variant, args)
    for move in args.moves:
        game.play(move)
    # The core does not look for Ctrl-C while it counts: let it end the process at once, unless
    # the caller has it without effect, as for a job in the background.
    usual = signal.getsignal(signal.SIGINT)
    if usual != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        for depth in range(1, args.depth + 1):
            _count(game, depth)
    finally:
        signal.signal(signal.SIGINT, usual)
    return 0


def _count(game: Game, depth: int) -> None:
    before = time.perf_counter()
    leaves = game.position.perft(depth)
    seconds = time.perf_counter() - before
    print(f"{depth:3} {leaves:>20,} {seconds:9.3f} s", flush=True)
