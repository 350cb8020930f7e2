"""`cornerwise solve`: solutions of a puzzle, a figure or an outline of your own."""

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cornerwise import render
from cornerwise.cli.arguments import Subparsers, seed, subcommand
from cornerwise.cli.computer import seconds
from cornerwise.cli.failure import CommandFailed
from cornerwise.cli.output import output, write_file
from cornerwise.cli.progress import ProgressBar
from cornerwise.puzzles import (
    Effort,
    OutlineError,
    Puzzle,
    PuzzleError,
    Solution,
    count,
    parse_outline,
    solutions,
    solve,
)
from cornerwise.puzzles.feasible import refusal
from cornerwise.puzzles.figures import figure
from cornerwise.puzzles.names import OUTLINE, find_puzzle
from cornerwise.puzzles.shipped import to_text
from cornerwise.puzzles.svg_outline import MAX_BYTES, parse_svg
from cornerwise.puzzles.text import format_pieces

EXAMPLES = """
cornerwise solve tetra --colored
cornerwise solve tetra --touch --count          35: the published number
cornerwise solve eighty-four --symmetry quarter -o game.svg
cornerwise solve outline.txt --seconds 5        # drawn with # or with A and V
cornerwise solve outline.svg -o solution.json
cornerwise puzzles                              lists them
"""
ENDINGS = {".svg": "svg", ".json": "record", ".txt": "text", "": "text"}
NOT_DECIDED = 3
"""Exit status when time was over before an answer was certain."""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(subparsers, "solve", run, "solve a puzzle or fill an outline", EXAMPLES)
    parser.add_argument("puzzle", metavar="PUZZLE", help="a name, or an outline FILE.txt, FILE.svg")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="count all solutions")
    what.add_argument("--all", action="store_true", help="give all solutions, one after another")
    parser.add_argument("--colored", action="store_true", help="no two of a color share an edge")
    parser.add_argument(
        "--touch", action="store_true", help="colored, and every piece meets a corner of its color"
    )
    parser.add_argument(
        "--symmetry", choices=["none", "half", "quarter"], default="none", help="for whole games"
    )
    parser.add_argument("--single-last", action="store_true", help="for whole games: every +20")
    parser.add_argument("--seconds", type=seconds, default=60.0, help="at most so long (60)")
    parser.add_argument("--seed", type=seed, default=0, help="another seed, another solution")
    parser.add_argument(
        "--format", choices=["text", "svg", "record"], help="whatever the ending; default: text"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=output,
        help="write to a file; its ending (txt, svg, json) says what; - for the screen",
    )
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    if args.count and (args.format or args.output):
        args.parser.error("--count gives two numbers: leave out --format and -o")
    args.format = args.format or _format_of(args.output)
    puzzle = _puzzle(args)
    against = refusal(puzzle) if puzzle.kind == "packing" else None
    if against:
        raise CommandFailed(f"{args.puzzle}: it cannot be filled: {against.message}")
    bar = ProgressBar(puzzle.name, sys.stderr)
    effort = Effort(args.seconds, tell=bar.show, seed=args.seed)
    work: Callable[[argparse.Namespace, Puzzle, Effort, ProgressBar], int] = _one
    if args.count:
        work = _count
    elif args.all:
        work = _all
    try:
        return work(args, puzzle, effort, bar)
    except PuzzleError as error:
        raise CommandFailed(str(error)) from None
    finally:
        bar.clear()


def _format_of(path: Path | None) -> str:
    ending = path.suffix.lower() if path else ""
    if ending not in ENDINGS:
        raise CommandFailed(
            f"cannot write a {ending} file; endings are: txt, svg, json (or give --format)"
        )
    return ENDINGS[ending]


def _puzzle(args: argparse.Namespace) -> Puzzle:
    path = Path(args.puzzle)
    try:
        drawn = args.puzzle.startswith(OUTLINE)  # a name too long for a file, perhaps
        is_file = not drawn and (path.suffix.lower() in (".svg", ".txt") or path.is_file())
        puzzle = _from_file(path) if is_file else find_puzzle(args.puzzle)
    except PuzzleError as error:
        args.parser.error(f"{error} (`cornerwise puzzles` lists them)")
    except UnicodeDecodeError:
        raise CommandFailed(f"{path}: not a text; an outline is drawn in text or in SVG") from None
    except OutlineError as error:
        raise CommandFailed(f"{path}: {error}") from None
    if args.colored or args.touch:
        if puzzle.kind == "play" or len(puzzle.variant.colors) == 1:
            args.parser.error(f"--colored and --touch mean nothing in {puzzle.name}")
        puzzle = puzzle.colored(touch=args.touch)
    if args.symmetry != "none" and puzzle.kind != "play":
        args.parser.error(f"--symmetry means nothing in {puzzle.name}")
    if args.single_last and puzzle.kind != "play":
        args.parser.error(f"--single-last means nothing in {puzzle.name}")
    return replace(puzzle, single_last=True) if args.single_last else puzzle


def _from_file(path: Path) -> Puzzle:
    with path.open(encoding="utf-8-sig") as file:
        text = file.read(MAX_BYTES + 1)
    if len(text) > MAX_BYTES:
        raise OutlineError(
            f"longer than {MAX_BYTES >> 20} MB: too long for an outline", reason="large"
        )
    board = parse_svg(text) if path.suffix.lower() == ".svg" else parse_outline(text)
    return figure(board, name=path.stem)


def _one(args: argparse.Namespace, puzzle: Puzzle, effort: Effort, bar: ProgressBar) -> int:
    outcome = solve(puzzle, effort=effort, symmetry=args.symmetry)
    bar.clear()
    if outcome.solution is not None:
        _put(args, _format(args, outcome.solution))
        left = outcome.solution.left_over
        note = f"; left over: {' '.join(left)}" if left else ""
        print(f"{puzzle.name}: solved in {outcome.seconds:.1f} s{note}", file=sys.stderr)
        return 0
    if outcome.answer == "no":
        raise CommandFailed(f"{puzzle.name} has no solution: {outcome.reason}")
    print(f"{puzzle.name}: not decided in {effort.seconds:g} s", file=sys.stderr)
    return NOT_DECIDED


def _all(args: argparse.Namespace, puzzle: Puzzle, effort: Effort, bar: ProgressBar) -> int:
    complete, found = True, 0
    if args.format == "svg" and args.output is None:
        args.parser.error("many pictures need -o FILE.svg: FILE-1.svg, FILE-2.svg, …")
    for solution in solutions(puzzle, effort):
        complete = solution is not None
        if solution is not None:
            found += 1
            bar.clear()
            _put(args, _format(args, solution), found)
    bar.clear()
    print(f"{puzzle.name}: {found} solutions{'' if complete else ' so far'}", file=sys.stderr)
    return 0 if complete else NOT_DECIDED


def _count(args: argparse.Namespace, puzzle: Puzzle, effort: Effort, bar: ProgressBar) -> int:
    counted = count(puzzle, effort)
    bar.clear()
    so_far = "" if counted.complete else " so far (time is over)"
    print(f"{counted.distinct} solutions, turned and mirrored copies counted once{so_far}")
    print(f"{counted.found} with them; an exchange of color names is never counted")
    return 0 if counted.complete else NOT_DECIDED


def _format(args: argparse.Namespace, solution: Solution) -> str:
    if args.format == "record":
        return to_text(solution)
    if args.format == "svg":
        return render.svg(solution.game, last_move=False, starts=False) + "\n"
    if len(solution.puzzle.variant.colors) == 1:
        return format_pieces(solution) + "\n"
    on_screen = args.output is None
    return (
        render.text(
            solution.game,
            color=render.color_depth(sys.stdout) if on_screen else "none",
            unicode=on_screen and render.speaks_unicode(sys.stdout),
            last_move=False,
            starts=False,
        )
        + "\n"
    )


def _put(args: argparse.Namespace, text: str, number: int = 0) -> None:
    if args.output is None:
        print(text, end="", flush=True)
        return
    path = args.output
    if number:
        path = path.with_name(f"{path.stem}-{number}{path.suffix}")
    write_file(path, text)
