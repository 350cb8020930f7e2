"""`cornerwise puzzles`: what there is to puzzle over."""

import argparse
import datetime
import json
import re

from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.cli.failure import CommandFailed
from cornerwise.cli.words import Words
from cornerwise.puzzles import PUZZLES, Puzzle, PuzzleError, format_outline
from cornerwise.puzzles.challenge import Challenge
from cornerwise.puzzles.daily import challenge_of
from cornerwise.puzzles.figures import figures
from cornerwise.puzzles.names import find_puzzle
from cornerwise.puzzles.shipped import shipped_names

EXAMPLES = """
cornerwise puzzles                    all puzzles and figures
cornerwise puzzles --json
cornerwise puzzles carp               the outline of a figure
cornerwise puzzles today              the puzzle of the day
cornerwise puzzles 2026-12-24         that of another day
"""

WORDS = {
    "en": {
        "easy": "easy",
        "medium": "medium",
        "hard": "hard",
        "cells": "cells",
        "you": "You are {color} ({difficulty}).",
        "hold": "You hold: ",
        "answer": "Answer: ",
        "colon": ": ",
    },
    "fr": {
        "easy": "facile",
        "medium": "moyen",
        "hard": "difficile",
        "cells": "cases",
        "you": "Vous êtes {color} ({difficulty}).",
        "hold": "Il vous reste : ",
        "answer": "Réponse : ",
        "colon": " : ",
    },
}


def add(subparsers: Subparsers) -> None:
    parser = subcommand(subparsers, "puzzles", run, "list the solo puzzles and figures", EXAMPLES)
    parser.add_argument("name", nargs="?", metavar="NAME", help="one puzzle, `today`, or a date")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--language", choices=["en", "fr"], default="en")
    parser.add_argument("--answer", action="store_true", help="with the answer (of a day's puzzle)")
    parser.set_defaults(parser=parser)


def run(args: argparse.Namespace) -> int:
    day = None if args.name is None else _day(args.name)
    if day is not None:
        return _show_challenge(args, challenge_of(day))
    if args.answer:
        args.parser.error("--answer is of a day's puzzle; `cornerwise solve` finds other solutions")
    if args.name is None:
        return _list(args)
    try:
        puzzle = find_puzzle(args.name)
    except PuzzleError as error:
        raise CommandFailed(str(error)) from None
    if args.json:
        print(json.dumps(_data(puzzle), ensure_ascii=False, indent=2))
        return 0
    title, task = puzzle.title[args.language], puzzle.task[args.language]
    print(f"{title}{WORDS[args.language]['colon']}{task}")
    if puzzle.figure:
        print(format_outline(puzzle.variant.board))
    return 0


def _day(name: str) -> datetime.date | None:
    if name == "today":
        return datetime.date.today()
    try:
        return datetime.date.fromisoformat(name)
    except ValueError:
        if re.fullmatch(r"\d+-\d+-\d+", name):
            raise CommandFailed(f"{name!r} is no date; one is 2026-12-24") from None
        return None


def _list(args: argparse.Namespace) -> int:
    everything = [*PUZZLES.values(), *figures().values()]
    if args.json:
        print(json.dumps([_data(p) for p in everything], ensure_ascii=False, indent=2))
        return 0
    for puzzle in everything:
        words = WORDS[args.language]
        difficulty, cells = words[puzzle.difficulty], f"{puzzle.cells:3} {words['cells']}"
        print(f"{puzzle.name:24} {difficulty:9} {cells}  {puzzle.title[args.language]}")
    return 0


def _data(puzzle: Puzzle) -> dict[str, object]:
    data: dict[str, object] = {
        "name": puzzle.name,
        "title": dict(puzzle.title),
        "task": dict(puzzle.task),
        "kind": "figure" if puzzle.figure else puzzle.kind,
        "cells": puzzle.cells,
        "pieces": len(puzzle.variant.pieces) * len(puzzle.variant.colors),
        "difficulty": puzzle.difficulty,
        "effort": puzzle.effort,
        "solutions": len(shipped_names(puzzle)),
    }
    if puzzle.figure:
        data["outline"] = format_outline(puzzle.variant.board).splitlines()
    return data


def _show_challenge(args: argparse.Namespace, challenge: Challenge) -> int:
    game = challenge.begin()
    if args.json:
        fields = ("name", "kind", "difficulty", "variant", "color")
        data = {field: getattr(challenge, field) for field in fields}
        data |= {"setup": [list(piece) for piece in challenge.setup]}
        data |= {"question": dict(challenge.question)}
        print(json.dumps(data | ({"answer": list(challenge.answer)} if args.answer else {})))
        return 0
    words, color = WORDS[args.language], game.variant.colors.index(challenge.color)
    name = Words(args.language).color(challenge.color)
    you = words["you"].format(color=name, difficulty=words[challenge.difficulty])
    print(game.text())
    print(f"{you} {challenge.question[args.language]}")
    print(words["hold"] + " ".join(game.stock(color)))
    if args.answer:
        print(words["answer"] + "  ".join(challenge.answer))
    return 0
