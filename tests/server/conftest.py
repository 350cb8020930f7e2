"""A server in this process with a clock that the test turns, and a PostgreSQL for who wants one."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cornerwise.server.app import Server, make_app
from cornerwise.server.settings import Settings
from cornerwise.server.store.engine import make_engine
from cornerwise.server.store.migrate import upgrade
from server.attack import Scene, staged
from server.outside import Postgres, RedisServer, numbered
from server.table import Clock, Table


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def newest_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the newest schema and empty: to make one takes longer than most tests."""
    path = tmp_path_factory.mktemp("newest") / "games.sqlite3"
    engine = make_engine(path)
    upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture
def settings(tmp_path: Path, newest_database: Path) -> Settings:
    """A server that has run before, and on which nothing has happened."""
    shutil.copy(newest_database, tmp_path)
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


# PostgreSQL and Redis: Debian's packages, started in temporary folders on loopback


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Started once; every test makes a database of its own in it."""
    server = Postgres().start()
    yield server
    server.remove()


@pytest.fixture
def postgres_url(postgres: Postgres, request: pytest.FixtureRequest) -> str:
    """The address of a new, empty database."""
    return postgres.new_database(f"t{abs(hash(request.node.nodeid)):x}")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """A new database of either kind: every test of the store runs on both."""
    if request.param == "sqlite":
        return tmp_path / "games.sqlite3"
    url: str = request.getfixturevalue("postgres_url")
    return url


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


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """People with things worth stealing, for a whole file."""
    with staged(tmp_path_factory.mktemp("scene")) as scene:
        yield scene
