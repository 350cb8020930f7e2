"""The command `cornerwise`. Every module here that has `add` is one of its subcommands.

`add(subparsers)` declares the subcommand and its arguments, `run(args)` does it and
returns the exit status: 0 done, 1 it could not be done, 2 (argparse) wrong usage.
"""

from cornerwise.cli.main import main

__all__ = ["main"]
