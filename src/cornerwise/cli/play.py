"""`cornerwise play`: a game against the computer in the terminal."""

import argparse
import sys

from cornerwise.cli.arguments import (
    Subparsers,
    add_look,
    add_options,
    check_options,
    new_game,
    seed,
    subcommand,
    variant_name,
    whole,
)
from cornerwise.cli.computer import HINT_SECONDS, computer, level
from cornerwise.cli.table import Table
from cornerwise.cli.words import Words, language
from cornerwise.rules import VARIANTS

EXAMPLES = """
cornerwise play
cornerwise play duo --you 2 --level 5
cornerwise play classic --you 1,3 --seed 7
cornerwise play trigon --watch
LANG=fr cornerwise play duo
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(subparsers, "play", run, "play against the computer here", EXAMPLES)
    first = next(iter(VARIANTS))
    parser.add_argument(
        "variant", nargs="?", type=variant_name, default=first, metavar="VARIANT", help=f"({first})"
    )
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--you", default="1", metavar="N,…", help="the players that are people (1)")
    who.add_argument("--watch", action="store_true", help="the computer plays everybody")
    parser.add_argument("--level", type=level, default=3, help="strength, 1 to 10 (3)")
    parser.add_argument("--seed", type=seed, help="makes the computer's choices repeatable")
    add_look(parser)
    add_options(parser)
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    check_options(args.parser, args.variant, args)
    game = new_game(args.variant, args)
    people = set() if args.watch else _people(args, game.variant.players)
    look = {"theme": args.theme or "dark", "palette": args.palette}
    player = computer(args.seed, level=args.level)
    adviser = computer(args.seed, time=HINT_SECONDS)
    table = Table(game, people, player, Words(language()), look, sys.stdout, adviser=adviser)
    _edit_lines()
    return table.play(_ask)


def _people(args: argparse.Namespace, players: int) -> set[int]:
    numbers = {whole(word.strip()) for word in args.you.split(",")}
    if not numbers <= set(range(1, players + 1)):
        args.parser.error(f"--you {args.you}: this game has players 1 to {players}")
    return {number - 1 for number in numbers if number}


def _ask(prompt: str) -> str | None:
    """A line from the player; None at the end of the input."""
    try:
        return input(prompt)
    except EOFError:
        print()
        return None


def _edit_lines() -> None:
    """Arrow keys and a history of lines, where Python has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
