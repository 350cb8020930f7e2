"""A Redis of our own, to be stopped and started again."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from server.live import free_port


def redis_binary() -> str:
    """Skips the test where there is no Redis."""
    found = shutil.which("redis-server")
    if found is None:
        pytest.skip("there is no redis-server: install the Debian package redis-server to run this")
    return found


class RedisServer:
    """`redis-server` on loopback, with nothing on disk unless it is told to keep its data."""

    def __init__(self, folder: Path, *, keep: bool = False) -> None:
        self.folder = folder
        self.port = free_port()
        self._save = "1 1" if keep else ""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "RedisServer":
        command = (
            redis_binary(), "--port", str(self.port), "--bind", "127.0.0.1",
            "--save", self._save, "--appendonly", "no", "--dir", str(self.folder),
            "--databases", "2000", "--loglevel", "warning",
        )  # fmt: skip
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while not self._answers():
            assert time.monotonic() < deadline, "Redis does not start"
        return self

    def _answers(self) -> bool:
        import redis

        with redis.Redis(port=self.port, socket_timeout=1) as client:
            try:
                return bool(client.ping())
            except redis.RedisError:
                return False

    def kill(self) -> None:
        """kill -9: whatever was not saved is gone."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def url(self, number: int) -> str:
        return f"redis://127.0.0.1:{self.port}/{number}"


def numbered(name: str) -> int:
    """A database number for a test; two of a thousand would have to meet to disturb each other."""
    return hash((os.getpid(), name)) % 2000
