"""A PostgreSQL and a Redis of our own, to be stopped and started again: Debian's packages."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

from server.live import free_port


def _absent(why: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"{why}; in CI the tests on PostgreSQL must run")
    pytest.skip(f"{why}: install the Debian package postgresql to run this")


def _postgres_binaries() -> Path:
    found = shutil.which("initdb")
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found is None and not installed:
        _absent("there is no PostgreSQL")
    return Path(found).parent if found else installed[-1].parent


class Postgres:
    """PostgreSQL in a temporary folder on loopback."""

    def __init__(self) -> None:
        self._binaries = _postgres_binaries()
        self.user = pwd.getpwuid(os.getuid()).pw_name
        # PostgreSQL refuses to run as root, so there it runs as the package's own user.
        if os.getuid() == 0:
            self.user = "postgres"
            if self.user not in [entry.pw_name for entry in pwd.getpwall()]:
                _absent("we are root and there is no user postgres")
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="cornerwise-pg-"))
        shutil.chown(self._folder, self.user)
        self._data = str(self._folder / "data")
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", self.user, "-E", "UTF8")

    def url(self, name: str) -> str:
        return f"postgresql://{self.user}@127.0.0.1:{self.port}/{name}"

    def start(self) -> "Postgres":
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-w", "-l", log, "-o", options, "start")
        return self

    def stop(self) -> None:
        """As a crash would: whoever is in the middle of a transaction loses it."""
        self._run("pg_ctl", "-D", self._data, "-w", "-m", "immediate", "stop")

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self._folder)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            (str(self._binaries / program), *arguments),
            user=self.user if os.getuid() == 0 else None,
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def new_database(self, name: str) -> str:
        """The address of a new, empty database."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')
        return self.url(name)


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
