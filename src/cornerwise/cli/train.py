"""`cornerwise train`: self-play and learning, with the `training` folder of a checkout."""

import argparse
import importlib
import sys
from importlib.util import find_spec
from pathlib import Path

from cornerwise.cli.arguments import Subparsers, subcommand
from cornerwise.cli.failure import CommandFailed

EXAMPLES = """
cornerwise train -- --config duo --seconds 500 --out run --resume
cornerwise train -- --help
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "train", run, "train a net by self-play (in a checkout, with PyTorch)", EXAMPLES
    )
    parser.add_argument("rest", nargs="*", metavar="ARGUMENT", help="for the training itself")


def run(args: argparse.Namespace) -> int:
    if not Path("training/__main__.py").is_file():
        raise CommandFailed("run this in a checkout of Cornerwise: it needs the folder training/")
    if find_spec("torch") is None:
        raise CommandFailed("training needs PyTorch: install torch, then try again")
    sys.path.insert(0, str(Path.cwd()))
    done: int = importlib.import_module("training.__main__").main(args.rest)
    return done
