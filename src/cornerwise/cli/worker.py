"""`cornerwise worker`: think for servers on other machines."""

import argparse
import asyncio
import os

from cornerwise.cli.arguments import Subparsers, subcommand, whole
from cornerwise.cli.failure import CommandFailed

EXAMPLES = """
CORNERWISE_REDIS=redis://redis.example cornerwise worker
cornerwise worker --redis redis://redis.example --processes 8
"""


def add(subparsers: Subparsers) -> None:
    parser = subcommand(
        subparsers, "worker", run, "think for servers on this or other machines", EXAMPLES
    )
    parser.add_argument(
        "--redis", metavar="URL", help="the servers' Redis; default: CORNERWISE_REDIS"
    )
    parser.add_argument(
        "--processes",
        type=_count,
        metavar="N",
        help="engine processes; default: CORNERWISE_WORKERS, or as many as processors (two at "
        "least)",
    )


def run(args: argparse.Namespace) -> int:
    from cornerwise.server.cluster.host import serve_queue
    from cornerwise.server.programs.logs import set_up
    from cornerwise.server.settings import SettingError, settings_from_environment
    from cornerwise.server.store.engine import StoreError

    try:
        set_up(os.environ.get("CORNERWISE_LOG", "text"))
        settings = settings_from_environment(redis=args.redis, workers=args.processes)
        if not settings.redis:
            raise CommandFailed(
                "name the servers' Redis: --redis redis://host, or CORNERWISE_REDIS"
            )
        asyncio.run(serve_queue(settings))
    except (SettingError, StoreError) as error:
        raise CommandFailed(str(error)) from error
    return 0


def _count(text: str) -> int:
    number = whole(text)
    if number is None or not 1 <= number <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes: 1 to 1024")
    return number
