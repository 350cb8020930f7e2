"""`cornerwise review`: what each move of a game gave away."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from cornerwise.cli.analyse import add_thinking, described, engine_of
from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.cli.records import open_game
from cornerwise.engine import Reviewed, review
from cornerwise.play import Game

EXAMPLES = """
cornerwise review game.blksgf
cornerwise review game.blksgf --seconds 5 --player 1
cornerwise review game.json --json
"""
MISTAKE, BLUNDER = 0.10, 0.25
"""Of the expected result: what is worth one mark, and two."""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "review", run, "say what each move of a record gave away", EXAMPLES
    )
    parser.add_argument("record", metavar="RECORD", help="- reads the standard input")
    parser.add_argument("--player", type=int, metavar="N", help="only this player's moves")
    add_thinking(parser, default=1.0)
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    game = open_game(args.record)
    players = game.variant.players
    if args.player is not None and not 1 <= args.player <= players:
        args.parser.error(f"--player {args.player}: the game has players 1 to {players}")
    rows = _rows(args, game)
    if args.json:
        print(json.dumps([_report(row) for row in rows], indent=2))
        return 0
    print(f"{'':5}{'color':8}{'piece':6}{'result':>7}{'lost':>7}{'points':>8}  move")
    found = []
    for row in rows:
        print(_line(row), flush=True)
        found.append(row)
    print(_summary(game, found))
    return 0


def _rows(args: argparse.Namespace, game: Game) -> Iterator[Reviewed]:
    only = None if args.player is None else args.player - 1
    return review(engine_of(args), game, seconds=args.seconds, threads=args.threads, player=only)


def _line(row: Reviewed) -> str:
    move = row.played
    mark = "??" if row.lost >= BLUNDER else "?" if row.lost >= MISTAKE else ""
    better = f"  better: {row.best.move}" if row.best.move != move else ""
    return (
        f"{row.ply:4} {move.color_name:8}{move.piece:6}{row.value:7.1%}{row.lost:7.1%}"
        f"{row.points_lost:8.1f}  {str(move) + mark:24}{better}"
    ).rstrip()


def _summary(game: Game, rows: list[Reviewed]) -> str:
    lines = []
    for player in range(game.variant.players):
        own = [row for row in rows if row.player == player]
        if own:
            lost = sum(row.lost for row in own) / len(own)
            best = sum(row.best.move == row.played for row in own)
            lines.append(
                f"player {player + 1}: {best} of {len(own)} moves the best one, "
                f"{lost:.1%} lost a move, {sum(row.points_lost for row in own):.0f} points in all"
            )
    return "\n".join(lines)


def _report(row: Reviewed) -> dict[str, Any]:
    return {
        "move_number": row.ply,
        "player": row.player + 1,
        "color": row.played.color_name,
        "move": str(row.played),
        "value": round(row.value, 4),
        "lost": round(row.lost, 4),
        "points_lost": round(row.points_lost, 2),
        "best": described(row.best),
    }
