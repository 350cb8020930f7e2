"""`cornerwise variants`: every game there is."""

import argparse
import json
from typing import Any

from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.rules import VARIANTS, Variant
from cornerwise.tables import compile_tables

EXAMPLES = """
cornerwise variants
cornerwise variants --json
"""
HEADS = ("name", "title", "players", "colors", "cells", "placements", "options")


def add(subparsers: Subparsers) -> None:
    parser = subcommand(subparsers, "variants", run, "list the games and their options", EXAMPLES)
    parser.add_argument("--json", action="store_true", help="for programs")


def run(args: argparse.Namespace) -> int:
    found = [_facts(variant) for variant in VARIANTS.values()]
    if args.json:
        print(json.dumps(found, indent=2))
        return 0
    rows = [HEADS, *(_row(facts) for facts in found)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADS))]
    for row in rows:
        print("  ".join(_pad(row[i], widths[i], i) for i in range(len(HEADS))).rstrip())
    return 0


def _facts(variant: Variant) -> dict[str, Any]:
    return {
        "name": variant.name,
        "title": dict(variant.title),
        "players": variant.players,
        "colors": list(variant.colors),
        "cells": len(variant.board.cells),
        "placements": compile_tables(variant).n_placements,
        "options": variant.choices,
    }


def _row(facts: dict[str, Any]) -> tuple[str, ...]:
    options = [
        f"{key}={'|'.join(_shown(choice) for choice in choices)}"
        for key, choices in facts["options"].items()
        if len(choices) > 1
    ]
    return (
        facts["name"],
        facts["title"]["en"],
        str(facts["players"]),
        str(len(facts["colors"])),
        str(facts["cells"]),
        str(facts["placements"]),
        " ".join(options),
    )


def _shown(choice: str | list[int]) -> str:
    return choice if isinstance(choice, str) else ",".join(map(str, choice))


def _pad(text: str, width: int, column: int) -> str:
    """Numbers to the right, words to the left."""
    return text.rjust(width) if 2 <= column <= 5 else text.ljust(width)
