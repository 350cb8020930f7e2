"""What a process has that has imported nothing else: a run of all tests would hide it."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize("home", ["cornerwise", "cornerwise.play"])
def test_a_game_has_its_pictures_at_once(home: str) -> None:
    code = f"from {home} import Game; game = Game('duo'); print(game); print(game.svg())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "<svg" in done.stdout
