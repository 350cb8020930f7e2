"""`cornerwise analyse`: the best moves of a position, with what is expected of them."""

import argparse
import json
import sys
from typing import Any

from cornerwise.cli.arguments import Subparsers, positive, seed, subcommand
from cornerwise.cli.computer import seconds, threads
from cornerwise.cli.failure import CommandFailed
from cornerwise.cli.records import open_game, position_after
from cornerwise.engine import Analysis, Engine, MoveView, watch
from cornerwise.play import Game, Move

EXAMPLES = """
cornerwise analyse game.blksgf
cornerwise analyse game.blksgf --move 12 --seconds 10
cornerwise analyse game.json --move 0 --json
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "analyse", run, "show the best moves of a position of a record", EXAMPLES
    )
    parser.add_argument("record", metavar="RECORD", help="- reads the standard input")
    parser.add_argument(
        "--move", type=int, metavar="N", help="the position after N moves (default: the last)"
    )
    add_thinking(parser, default=5.0)
    parser.add_argument("--most", type=positive, default=8, help="how many moves to show (8)")


def add_thinking(parser: argparse.ArgumentParser, default: float) -> None:
    """Arguments of the commands that think about records."""
    parser.add_argument(
        "--seconds", type=seconds, default=default, help=f"for each position ({default:g})"
    )
    parser.add_argument("--threads", type=threads, default=1, help="of the search (1)")
    parser.add_argument("--no-net", action="store_true", help="judge by playouts alone")
    parser.add_argument("--seed", type=seed, help="makes the search's choices repeatable")
    parser.add_argument("--json", action="store_true", help="for programs")


def engine_of(args: argparse.Namespace) -> Engine:
    """The engine that thinks; it has no level, its time is given."""
    return Engine(seed=args.seed, use_net=not args.no_net)


def run(args: argparse.Namespace) -> int:
    game = position_after(open_game(args.record), args.move)
    if game.is_over:
        raise CommandFailed("the game is over there: choose an earlier position with --move")
    last: Analysis | None = None
    for last in watch(
        engine_of(args), game, seconds=args.seconds, most=args.most, threads=args.threads
    ):
        _show_progress(last, args)
    assert last is not None
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    print(json.dumps(_report(game, last), indent=2) if args.json else _table(game, last))
    return 0


def _show_progress(found: Analysis, args: argparse.Namespace) -> None:
    if sys.stderr.isatty():
        best = found.best
        print(
            f"\r{found.seconds:5.1f} of {args.seconds:g} s  {found.simulations:,} simulations  "
            f"{best.move} {found.value:.0%}\x1b[K",
            end="",
            file=sys.stderr,
            flush=True,
        )


def _table(game: Game, found: Analysis) -> str:
    colors = " ".join(f"{color:>7.7}" for color in game.variant.colors)
    lines = [
        f"{game.color} to play, move {len(game.moves) + 1}; "
        f"{found.simulations:,} simulations in {found.seconds:.1f} s",
        f"{'':3} {'visits':>9} {'result':>7} {colors}  piece move",
    ]
    for number, view in enumerate(found.moves, 1):
        lines.append(f"{number:3} {_numbers(found, view)}  {view.move.piece:5} {view.move}")
    lines.append(f"expected: {' '.join(str(move) for move in (found.best.move, *found.best.line))}")
    return "\n".join(lines)


def _numbers(found: Analysis, view: MoveView) -> str:
    scores = " ".join(f"{score:7.1f}" for score in view.scores)
    certain = "=" if view.proven else " "
    return f"{view.visits:9,} {view.values[found.player]:6.1%}{certain} {scores}"


def _report(game: Game, found: Analysis) -> dict[str, Any]:
    return {
        "variant": game.variant.name,
        "move_number": len(game.moves) + 1,
        "color": game.color,
        "player": found.player + 1,
        "simulations": found.simulations,
        "seconds": round(found.seconds, 3),
        "moves": [described(view) for view in found.moves],
    }


def described(view: MoveView) -> dict[str, Any]:
    """A move and what is thought of it, for programs."""
    return {
        "move": str(view.move),
        "piece": view.move.piece,
        "visits": view.visits,
        "values": [round(value, 4) for value in view.values],
        "scores": [round(score, 2) for score in view.scores],
        "proven": view.proven,
        "line": [_with_color(move) for move in view.line],
    }


def _with_color(move: Move) -> dict[str, str]:
    return {"color": move.color_name, "move": str(move)}
