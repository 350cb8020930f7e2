"""A server in this process with a clock that the test turns, and a PostgreSQL for who wants one."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cornerwise.server.app import Server, make_app
from cornerwise.server.settings import Settings
from server.outside import RedisServer, numbered
from server.table import Clock, Table


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, workers=1, eager=False)


@pytest.fixture(params=["alone", pytest.param("many", marks=pytest.mark.scaled)])
def table(request: pytest.FixtureRequest, settings: Settings, clock: Clock) -> Iterator[Table]:
    """A running server, in this process; or two that share PostgreSQL and Redis.

    With two, every page comes in by the other server than the page before, so that each
    game is played from where it is owned and from where it is not.
    """
    if request.param == "alone":
        with served(settings, clock) as (client, server):
            yield Table(client, server, clock)
        return
    shared = replace(
        settings,
        database=request.getfixturevalue("postgres_url"),
        redis=request.getfixturevalue("redis_url"),
    )
    with served(shared, clock) as (client, server), served(shared, clock) as (other, _):
        yield Table(client, server, clock, other)


@contextmanager
def served(settings: Settings, clock: Clock) -> Iterator[tuple[TestClient, Server]]:
    """A server in this process, and how to reach it."""
    app = make_app(settings, clock)
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        # Guests carry their own cookies in these tests; the client must not mix them.
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield client, app.state.server


# PostgreSQL: Debian's package, started in a temporary folder on loopback


@dataclass(frozen=True)
class Postgres:
    """A running PostgreSQL of our own."""

    port: int
    user: str

    def url(self, name: str) -> str:
        return f"postgresql://{self.user}@127.0.0.1:{self.port}/{name}"


def _binaries() -> Path | None:
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return installed[-1].parent if installed else None


def _absent(why: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(f"{why}; in CI the tests on PostgreSQL must run")
    pytest.skip(f"{why}: install the Debian package postgresql to run this")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Started once; every test makes a database of its own in it."""
    binaries = _binaries()
    if binaries is None:
        _absent("there is no PostgreSQL")
    # PostgreSQL refuses to run as root, so there it runs as the package's own user.
    user = pwd.getpwuid(os.getuid()).pw_name
    if os.getuid() == 0:
        user = "postgres"
        if user not in [entry.pw_name for entry in pwd.getpwall()]:
            _absent("we are root and there is no user postgres")
    folder = Path(tempfile.mkdtemp(prefix="cornerwise-pg-"))
    shutil.chown(folder, user)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    def run(*command: str) -> None:
        as_user = user if os.getuid() == 0 else None
        done = subprocess.run(
            command, user=as_user, cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    data, log = str(folder / "data"), str(folder / "log")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    control = (str(binaries / "pg_ctl"), "-D", data, "-w", "-l", log)
    run(str(binaries / "initdb"), "-D", data, "-A", "trust", "-U", user, "-E", "UTF8")
    try:
        run(*control, "-o", options, "start")
        yield Postgres(port, user)
    finally:
        run(*control, "-m", "immediate", "stop")
        shutil.rmtree(folder)


@pytest.fixture
def postgres_url(postgres: Postgres, request: pytest.FixtureRequest) -> str:
    """The address of a new, empty database."""
    import psycopg

    name = f"t{abs(hash(request.node.nodeid)):x}"
    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return postgres.url(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """A new database of either kind: every test of the store runs on both."""
    if request.param == "sqlite":
        return tmp_path / "games.sqlite3"
    url: str = request.getfixturevalue("postgres_url")
    return url


# Redis: Debian's package likewise


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """Started once; every test has a database of its own in it."""
    server = RedisServer(tmp_path_factory.mktemp("redis")).start()
    yield server
    server.kill()


@pytest.fixture
def redis_url(redis_server: RedisServer, request: pytest.FixtureRequest) -> str:
    """The address of an empty Redis database."""
    return redis_server.url(numbered(request.node.nodeid))
