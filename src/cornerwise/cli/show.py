"""`cornerwise show`: a picture of a position, on the screen or in a file."""

import argparse
import sys
from pathlib import Path

from cornerwise import render
from cornerwise.cli.arguments import (
    Subparsers,
    add_look,
    add_options,
    check_options,
    new_game,
    positive,
    subcommand,
)
from cornerwise.cli.failure import CommandFailed
from cornerwise.cli.output import output, write_file
from cornerwise.cli.records import open_game, position_after
from cornerwise.play import Game
from cornerwise.render.animate import KINDS
from cornerwise.rules import VARIANTS

EXAMPLES = """
cornerwise show duo                              the empty board
cornerwise show duo e10,f10,e11 j5               after two moves
cornerwise show game.blksgf --move 12            a record after move 12
cornerwise show game.blksgf -o game.gif          the whole game, moving
cornerwise show trigon --svg --theme dark > board.svg
cornerwise show game.blksgf -o last.png --palette safe --numbers --size 1200
"""
FORMATS = ("text", "svg", "png", *KINDS)


def add(subparsers: Subparsers) -> None:
    parser = subcommand(subparsers, "show", run, "draw a board, a position or a game", EXAMPLES)
    parser.add_argument("what", metavar="WHAT", help="a variant, or a record (- reads the input)")
    parser.add_argument(
        "moves", nargs="*", default=[], metavar="MOVE", help="moves to play: e10,f10,e11"
    )
    parser.add_argument("--move", type=int, metavar="N", help="the position after N moves")
    kind = parser.add_mutually_exclusive_group()
    for name in FORMATS:
        kind.add_argument(f"--{name}", dest="format", action="store_const", const=name)
    parser.add_argument(
        "-o",
        "--output",
        type=output,
        help="write to a file; its ending says what; - for the screen",
    )
    look = add_look(parser)
    look.add_argument("--coordinates", action=argparse.BooleanOptionalAction, default=True)
    look.add_argument("--last-move", action=argparse.BooleanOptionalAction, default=True)
    look.add_argument("--starts", action=argparse.BooleanOptionalAction, default=True)
    look.add_argument("--numbers", action="store_true", help="when each piece was played")
    look.add_argument("--size", type=positive, help="width of a picture in pixels (800)")
    look.add_argument("--seconds", type=float, help="for each move of a picture that moves (0.5)")
    add_options(parser)
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    game = _game(args)
    kind = args.format or _kind_of(args.output)
    _check_fits(args, kind)
    if kind == "text":
        _put_text(_text(game, args), args.output)
        return 0
    style, seconds = _style(args), 0.5 if args.seconds is None else args.seconds
    try:
        if kind == "svg":
            picture = render.svg(game, **style).encode()
        elif kind == "png":
            picture = render.png(game, **style)
        else:
            picture = render.animation(game, kind=kind, seconds=seconds, **style)
    except ValueError as error:
        args.parser.error(str(error))
    _put(picture, args.output)
    return 0


def _game(args: argparse.Namespace) -> Game:
    if args.what in VARIANTS:
        check_options(args.parser, args.what, args)
        game = new_game(args.what, args)
    elif args.what != "-" and not Path(args.what).exists() and Path(args.what).name.isidentifier():
        known = ", ".join(VARIANTS)
        args.parser.error(f"{args.what!r} is no file and no variant; variants are: {known}")
    else:
        if args.start or args.contact or args.bonus:
            args.parser.error("a record has its own rules: leave out --start, --contact, --bonus")
        game = open_game(args.what)
    for move in args.moves:
        game.play(move)
    return position_after(game, args.move)


def _kind_of(path: Path | None) -> str:
    if path is None:
        return "text"
    ending = path.suffix.lower().removeprefix(".")
    kind = {"txt": "text", "": "text"}.get(ending, ending)
    if kind not in FORMATS:
        known = "txt, " + ", ".join(FORMATS[1:])
        raise CommandFailed(f"cannot draw a .{ending} file; endings are: {known}")
    return kind


def _check_fits(args: argparse.Namespace, kind: str) -> None:
    """Options that would be passed over are wrong usage."""
    if kind == "text" and (args.numbers or args.size is not None):
        args.parser.error("--numbers and --size are for pictures: give -o FILE.svg, or --svg")
    if kind not in KINDS and args.seconds is not None:
        args.parser.error("--seconds is for pictures that move: give -o FILE.gif, or --gif")


def _style(args: argparse.Namespace) -> render.Settings:
    return {
        "theme": args.theme or "light",
        "palette": args.palette,
        "coordinates": args.coordinates,
        "last_move": args.last_move,
        "starts": args.starts,
        "move_numbers": args.numbers,
        "size": args.size or 800,
    }


def _text(game: Game, args: argparse.Namespace) -> str:
    on_screen = args.output is None
    return render.text(
        game,
        color=render.color_depth(sys.stdout) if on_screen else "none",
        unicode=on_screen and render.speaks_unicode(sys.stdout),
        coordinates=args.coordinates,
        last_move=args.last_move,
        starts=args.starts,
        theme=args.theme or "dark",
        palette=args.palette,
    )


def _put_text(text: str, path: Path | None) -> None:
    if path is None:
        print(text)
    else:
        write_file(path, text + "\n")


def _put(picture: bytes, path: Path | None) -> None:
    if path is not None:
        write_file(path, picture)
        return
    if sys.stdout.isatty() and not picture.startswith(b"<svg"):
        raise CommandFailed("a picture would garble the terminal; give a file with -o")
    sys.stdout.flush()
    sys.stdout.buffer.write(picture)
