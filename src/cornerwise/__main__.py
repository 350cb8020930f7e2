"""The command `cornerwise`, also as `python -m cornerwise`: loads it, then runs it.

Loading takes most of the first half second. Nothing is under way yet, so Ctrl-C just ends it;
that needs what is imported before this module, `cornerwise` itself, to be next to nothing.
"""

import os
import signal
import sys
from types import FrameType

from cornerwise.exits import INTERRUPTED


def main() -> int:
    """Load the command and run it; the exit status."""
    # Where the caller wants no Ctrl-C, as for a job in the background, it stays without effect.
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _leave)
    from cornerwise.cli import main as command
    from cornerwise.cli.main import subcommands

    subcommands()
    try:
        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return command()
    except KeyboardInterrupt:
        return INTERRUPTED


def _leave(number: int, frame: FrameType | None) -> None:
    """At once: an exception in the middle of an import may be lost, or told as another one."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
