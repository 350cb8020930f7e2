"""What the arena's tests share."""

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

FAKE = Path(__file__).with_name("fake_engine.py")


@pytest.fixture
def fake() -> Callable[..., str]:
    """The command line of an engine that misbehaves in a given way at its n-th move."""

    def command(mode: str, at: int = 1) -> str:
        return shlex.join([sys.executable, str(FAKE), mode, str(at)])

    return command
