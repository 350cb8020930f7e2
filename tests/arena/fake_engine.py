"""A GTP engine that behaves until it is asked for its n-th move, and then does not.

python fake_engine.py MODE [N]
"""

import os
import sys
from collections.abc import Callable

from cornerwise.gtp import LargestPiece, Session

HIDDEN = ("set_option", "cputime", "set_random_seed")


def silence() -> str:
    sys.stdin.read()  # until the match lets go
    return ""


def crash() -> str:
    print("out of luck", file=sys.stderr, flush=True)
    os.abort()


def leave() -> str:
    os._exit(3)


MISDEEDS: dict[str, Callable[[], str]] = {
    "illegal": lambda: "= a1\n\n",
    "nonsense": lambda: "= hello there\n\n",
    "garbage": lambda: "Segmentation fault (just kidding)\n",
    "refuse": lambda: "? out of ideas\n\n",
    "pass": lambda: "= pass\n\n",
    "resign": lambda: "= resign\n\n",
    "flood": lambda: "= " + "x" * (1 << 21),
    "silence": silence,
    "crash": crash,
    "leave": leave,
}


def main(mode: str, at: int) -> None:
    session = Session("duo", LargestPiece(seed=1))
    if mode != "options":
        for name in HIDDEN:
            del session.commands[name]
    asked = 0
    for line in sys.stdin:
        asked += line.startswith("genmove")
        misbehaves = mode in MISDEEDS and asked >= at and line.startswith("genmove")
        sys.stdout.write(MISDEEDS[mode]() if misbehaves else session.answer(line))
        sys.stdout.flush()
        if session.is_over:
            break


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
