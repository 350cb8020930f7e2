"""`cornerwise`, with a wall clock that a test turns: python skewed.py FILE serve …

The file holds the milliseconds by which this server's clock is wrong.
"""

import sys
from pathlib import Path

from starlette.applications import Starlette

import cornerwise.server.run
from cornerwise.cli import main
from cornerwise.server.app import make_app
from cornerwise.server.services import wall_clock
from cornerwise.server.settings import Settings


def skewed_app(settings: Settings) -> Starlette:
    turned = Path(sys.argv[1])

    def now() -> int:
        return wall_clock() + int(turned.read_text() or 0)

    return make_app(settings, now)


if __name__ == "__main__":
    cornerwise.server.run.make_app = skewed_app  # type: ignore[attr-defined]
    sys.exit(main(sys.argv[2:]))
