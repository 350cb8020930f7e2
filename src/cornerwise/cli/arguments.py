"""Arguments that several subcommands take."""

import argparse
from typing import Any

from cornerwise.play import Game
from cornerwise.render import PALETTES, THEMES
from cornerwise.rules import VARIANTS, OptionError, Variant, variant

Subparsers = Any
"""What argparse gives to `add` (it has no public name)."""
MOST_SEED = 2**62
"""What the engine takes, and every other part."""


def subcommand(
    subparsers: Subparsers, name: str, run: Any, help: str, examples: str
) -> argparse.ArgumentParser:
    """A parser for a subcommand, with its examples at the end of its help."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name,
        help=help,
        description=help[0].upper() + help[1:] + ".",
        epilog="examples:\n" + "\n".join(f"  {line}" for line in examples.strip().splitlines()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, command=name)
    return parser


def variant_name(text: str) -> str:
    """An argument that must be a variant."""
    if text not in VARIANTS:
        raise argparse.ArgumentTypeError(
            f"there is no variant {text!r}; there are: {', '.join(VARIANTS)}"
        )
    return text


def bonus(text: str) -> tuple[int, int]:
    """An argument such as 15,20."""
    try:
        first, second = (int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"a bonus is two numbers such as 15,20, not {text!r}"
        ) from None
    return first, second


def whole(text: str) -> int | None:
    """The number that a text of digits says; None for any other text and for very long ones."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else None


def positive(text: str) -> int:
    """An argument that must be a whole number from 1."""
    number = whole(text)
    if number is None or not 0 < number < 10**9:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1")
    return number


def seed(text: str) -> int:
    """An argument that says where chance begins."""
    number = whole(text)
    if number is None or number > MOST_SEED:
        raise argparse.ArgumentTypeError(f"{text!r} is no seed: a whole number from 0 to 2^62")
    return number


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of a variant."""
    group = parser.add_argument_group("options of the game (see `cornerwise variants`)")
    group.add_argument("--start", help="where colors begin: assigned, any, symmetric or spaced")
    group.add_argument("--contact", help="base, or alternate: corners only")
    group.add_argument("--bonus", type=bonus, metavar="A,B", help="15,20 or 10,15")


def chosen_variant(name: str, args: argparse.Namespace) -> Variant:
    """A variant with the options of the command line; an option it lacks is wrong usage."""
    options = {key: getattr(args, key) for key in ("start", "contact", "bonus")}
    return variant(name, **{key: value for key, value in options.items() if value is not None})


def new_game(name: str, args: argparse.Namespace) -> Game:
    """A game of a variant with the options of the command line."""
    return Game(chosen_variant(name, args))


def check_options(parser: argparse.ArgumentParser, name: str, args: argparse.Namespace) -> None:
    """Refuse options that the variant does not have, as wrong usage."""
    try:
        chosen_variant(name, args)
    except OptionError as error:
        parser.error(str(error))


def add_look(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """How pictures look."""
    group = parser.add_argument_group("look")
    group.add_argument("--theme", choices=list(THEMES), help="light or dark")
    group.add_argument(
        "--palette", choices=list(PALETTES), default="usual", help="safe: for color-blind eyes"
    )
    return group
