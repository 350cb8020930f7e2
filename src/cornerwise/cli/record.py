"""`cornerwise record`: convert, show and check stored games."""

import argparse
import re
import sys

from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.cli.failure import CommandFailed
from cornerwise.cli.output import output, write_file
from cornerwise.cli.records import open_record, parsed, played, record_bytes, shown
from cornerwise.notation import (
    Record,
    RecordError,
    SgfNode,
    format_of,
    format_record,
    write_blksgf,
    write_json,
)
from cornerwise.play import Game, Move

EXAMPLES = """
cornerwise record convert game.blksgf game.json
cornerwise record convert game.json - > game.blksgf
cornerwise record show game.blksgf
cornerwise record check *.blksgf
"""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Signs of a file that would move the cursor of a terminal, or do worse."""
WRITERS = {"blksgf": write_blksgf, "json": write_json}


def add(subparsers: Subparsers) -> None:
    parser = subcommand(subparsers, "record", run, "convert, show and check stored games", EXAMPLES)
    verbs = parser.add_subparsers(title="what to do", metavar="VERB")
    parser.set_defaults(verb=None, parser=parser)
    convert = subcommand(
        verbs, "convert", run, "write a record in the other format", EXAMPLES.splitlines()[1]
    )
    convert.add_argument("file", metavar="FILE", help="- reads the standard input")
    convert.add_argument(
        "output", type=output, metavar="OUTPUT", help="its ending says what; - for the screen"
    )
    convert.add_argument("--to", choices=list(WRITERS), help="the format, whatever the ending")
    show = subcommand(verbs, "show", run, "list the moves of a record", EXAMPLES.splitlines()[3])
    show.add_argument("file", metavar="FILE", help="- reads the standard input")
    check = subcommand(
        verbs, "check", run, "say whether records can be read and played", EXAMPLES.splitlines()[4]
    )
    check.add_argument("files", nargs="+", metavar="FILE", help="- reads the standard input")
    for verb, doing in ((convert, _convert), (show, _show), (check, _check)):
        verb.set_defaults(verb=doing, command="record")


def run(args: argparse.Namespace) -> int:
    if args.verb is None:
        args.parser.error("say what to do: convert, show or check")
    status: int = args.verb(args)
    return status


def _convert(args: argparse.Namespace) -> int:
    data = record_bytes(args.file)
    record = parsed(data, args.file)
    played(record, args.file)  # a record that cannot be played is not passed on
    text = _text(args, record, data)
    if args.output is None:
        sys.stdout.buffer.write(text.encode())
    else:
        write_file(args.output, text)
    variations = len(_ends(record)) - 1
    if variations and format_of(text) == "json":
        note = "a JSON record has the main line only; variations left out"
        print(f"{shown(args.file)}: {note}: {variations}", file=sys.stderr)
    return 0


def _text(args: argparse.Namespace, record: Record, data: bytes) -> str:
    if args.output and not args.to:
        return format_record(record, args.output)
    other = "blksgf" if format_of(data) == "json" else "json"
    return WRITERS[args.to or other](record)


def _ends(record: Record) -> list[SgfNode]:
    """The last node of each line."""
    return [node for node in record.walk() if not node.children]


def _show(args: argparse.Namespace) -> int:
    record = open_record(args.file)
    game = played(record, args.file)
    print(_heading(record))
    for move in game.setup:
        print(f"  set {move.color_name:7} {move.piece:3} {move}")
    number = 0
    for event in game.history:
        if isinstance(event, Move):
            number += 1
            print(f"{number:5} {event.color_name:7} {event.piece:3} {event}")
        else:
            print(f"      player {event.player + 1} resigns")
    print(_ending(game))
    return 0


def _heading(record: Record) -> str:
    variant = record.variant
    lines = [variant.title["en"]]
    lines += [f"{key}: {value}" for key, value in variant.chosen_options.items()]
    lines += [f"player {i}: {name}" for i, name in enumerate(record.players, 1) if name]
    lines += [f"{key}: {value}" for key, value in record.info.items()]
    return _CONTROL.sub("\ufffd", "\n".join(lines))


def _ending(game: Game) -> str:
    pairs = zip(game.variant.colors, game.scores, strict=True)
    scores = ", ".join(f"{color} {score}" for color, score in pairs)
    if not game.is_over:
        return f"{game.color} to play; {scores}"
    *others, last = (str(player + 1) for player in game.result.winners)
    if not others:
        return f"player {last} wins; {scores}"
    return f"players {', '.join(others)} and {last} win; {scores}"


def _check(args: argparse.Namespace) -> int:
    bad = 0
    for path in args.files:
        try:
            verdict = _verdict(open_record(path), path)
        except (CommandFailed, OSError) as error:
            bad += 1
            text = f"{path}: {error.strerror}" if isinstance(error, OSError) else str(error)
            print(text, file=sys.stderr)
        else:  # trouble with the screen is no trouble with the record
            print(f"{shown(path)}: {verdict}")
    return 1 if bad else 0


def _verdict(record: Record, path: str) -> str:
    """All lines of the record are played, variations too."""
    game = played(record, path)
    ends = _ends(record)
    for node in ends:
        try:
            record.game_at(node)
        except RecordError as error:
            raise CommandFailed(f"{shown(path)}: in a variation: {error}") from None
    lines = f", {len(ends)} lines" if len(ends) > 1 else ""
    return f"ok, {record.variant.name}, {len(game.moves)} moves{lines}"
