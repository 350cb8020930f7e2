"""The load test itself: it starts the server as it is today, and plays."""

import subprocess
import sys
from pathlib import Path

LOAD = Path(__file__).parents[2] / "bench" / "load_server.py"


def test_a_short_run_plays_and_tells_nothing_that_it_does_not_know() -> None:
    few = ("--games", "2", "--seconds", "1", "--pace", "0.1")
    done = subprocess.run(
        (sys.executable, str(LOAD), *few), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    rows = {
        name: value.strip()
        for name, value in (line.strip("| ").split(" | ") for line in done.stdout.splitlines())
    }
    assert rows["servers, games, sockets"] == "1, 2, 8"
    assert int(rows["moves"].split()[0]) > 0
    assert rows["refused"] == "0"
    assert rows["seen by the others, median"].endswith("ms")
    assert "fewer than 10,000 moves" in rows["server time, median"]
