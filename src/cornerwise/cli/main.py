"""Finds the subcommands, reads the arguments, and turns mistakes into one clear line."""

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import cornerwise
from cornerwise.cli.failure import CommandFailed
from cornerwise.exits import INTERRUPTED, NO_READER
from cornerwise.notation import RecordError
from cornerwise.play import MoveError
from cornerwise.rules import OptionError

DEFAULT = "serve"
"""What the command does when it is not told."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit status."""
    _open_closed()
    _write_anything()
    parser = build_parser()
    args = parser.parse_args(argv)
    if not hasattr(args, "run"):
        args = parser.parse_args([DEFAULT])
    try:
        status: int = args.run(args)
        sys.stdout.flush()
    except (CommandFailed, MoveError, OptionError, RecordError) as error:
        return _fail(args, str(error))
    except BrokenPipeError:
        _silence()
        return NO_READER
    except OSError as error:
        return _fail(args, _file_trouble(error))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return status


def build_parser() -> argparse.ArgumentParser:
    """The parser with every subcommand."""
    parser = argparse.ArgumentParser(
        prog="cornerwise",
        description="Play, study and train the Blokus family of games.",
        epilog="cornerwise COMMAND --help explains a command, with examples.",
    )
    version = f"cornerwise {cornerwise.__version__}"
    parser.add_argument("--version", action="version", version=version)
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for module in subcommands():
        module.add(subparsers)
    return parser


def subcommands() -> list[ModuleType]:
    """The modules of this package that are subcommands, by name."""
    package: Any = importlib.import_module("cornerwise.cli")
    names = sorted(found.name for found in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"cornerwise.cli.{name}") for name in names]
    return [module for module in modules if hasattr(module, "add")]


def _open_closed() -> None:
    """A stream that the caller has closed is empty, or swallows what is written."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _write_anything() -> None:
    """A sign that the terminal cannot show becomes a question mark, not a failure."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _fail(args: argparse.Namespace, message: str) -> int:
    sys.stdout.flush()
    print(f"cornerwise {args.command}: {message}", file=sys.stderr)
    return 1


def _file_trouble(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def _silence() -> None:
    """Keep the interpreter from complaining when it flushes at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
