"""`cornerwise serve`: play in the browser; the command without a subcommand does the same."""

import argparse
import os
from pathlib import Path

from cornerwise.cli.arguments import Subparsers, subcommand, whole
from cornerwise.cli.failure import CommandFailed

EXAMPLES = """
cornerwise serve
cornerwise serve --port 9000 --no-browser
cornerwise serve --host 0.0.0.0 --data ~/games
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "serve", run, "play in the browser, here or with friends", EXAMPLES
    )
    add_arguments(parser)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the server can be told; the plain command takes the same."""
    parser.add_argument("--port", type=_port, metavar="N", help="default 8765, or a free one")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="0.0.0.0 lets other devices in; default %(default)s",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="folder of the games; default: the user's data folder",
    )
    parser.add_argument("--no-browser", action="store_true", help="only start the server")


def run(args: argparse.Namespace) -> int:
    # Imported here: the other subcommands need not wait for the web parts to load.
    from cornerwise.server.programs.logs import set_up
    from cornerwise.server.run import PortTaken, serve
    from cornerwise.server.settings import SettingError, settings_from_environment
    from cornerwise.server.store.engine import StoreError

    try:
        set_up(os.environ.get("CORNERWISE_LOG", "text"))
        settings = settings_from_environment(data=args.data)
        return serve(settings, host=args.host, port=args.port, browser=not args.no_browser)
    except (PortTaken, SettingError, StoreError) as error:
        raise CommandFailed(str(error)) from error


def _port(text: str) -> int:
    number = whole(text)
    if number is None or number > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a number from 0 to 65535")
    return number
