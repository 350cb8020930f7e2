"""`python -m cornerwise.arena.worker`: plays the games it is told, one line of JSON each.

A process of its own for each game at a time, so that CPU time can be told apart and a crash
of native code stops one game, not the match. It reads a plan and then jobs from its standard
input and writes rows; at the end of the input it ends, also in the middle of a game.
"""

import os
import select
import signal
import sys
from typing import BinaryIO

import msgspec

from cornerwise.arena.match import make_players, play_game
from cornerwise.arena.openings import Openings
from cornerwise.arena.rows import Job, Plan


class _Deserted(Exception):
    """The match is gone."""


def main() -> int:
    """Work until the input ends."""
    # The terminal's Ctrl-C goes to the match, which then ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = _own_output()
    jobs = os.fdopen(0, "rb", buffering=0)
    plan = msgspec.json.decode(jobs.readline(), type=Plan)
    players = make_players(plan)
    openings = Openings(plan)
    try:
        while line := jobs.readline():
            row = play_game(plan, msgspec.json.decode(line, type=Job), players, openings, _watch)
            answers.write(msgspec.json.encode(row) + b"\n")
    except (_Deserted, BrokenPipeError):
        pass
    finally:
        for player in players.values():
            player.close()
    return 0


def _own_output() -> BinaryIO:
    """Our standard output for answers alone; what anybody prints goes to the error stream."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return answers


def _watch() -> None:
    """Jobs come one at a time, so during a game only the end of the input can be there."""
    if select.select([0], [], [], 0)[0]:
        raise _Deserted


if __name__ == "__main__":
    sys.exit(main())
