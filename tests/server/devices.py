"""Devices that keep their cookies, as browsers do: what tests of accounts play with."""

import itertools
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from http.cookies import SimpleCookie
from typing import Any

import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cornerwise.server.app import Server, make_app
from cornerwise.server.settings import Settings
from cornerwise.server.store.schema import metadata
from server.table import ADDRESS, Clock, Page

PASSWORD = "correct horse battery"


@dataclass
class Club:
    """A server, or several that share their store."""

    clients: list[TestClient]
    servers: list[Server]
    clock: Clock

    def __post_init__(self) -> None:
        self.doors = itertools.cycle(self.clients)

    @property
    def client(self) -> TestClient:
        return self.clients[0]

    @property
    def server(self) -> Server:
        return self.servers[0]

    def device(self, agent: str = "") -> "Device":
        """A new browser."""
        return Device(self, agent)

    def call(self, function: Any, *args: Any) -> Any:
        """Run something inside the first server's event loop."""
        assert self.client.portal is not None
        return self.client.portal.call(function, *args)


def rows(club: Club, table: sa.Table) -> list[Any]:
    """Everything in a table."""
    store = club.server.rooms.services.store
    return list(club.call(store.read, lambda c: c.execute(sa.select(table)).all()))


def dump(club: Club) -> str:
    """The whole database as text. (A row itself would shorten what is long.)"""
    found = (row for table in metadata.sorted_tables for row in rows(club, table))
    return "\n".join(str(tuple(row)) for row in found)


class Device:
    """A browser: it takes the cookies that it is given, and sends them.

    Where there are several servers, each request comes to another.
    """

    def __init__(self, club: Club, agent: str = "") -> None:
        self.club = club
        self.cookies: dict[str, str] = {}
        self.agent = agent

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """One request; the answer's cookies stay."""
        sent = {"user-agent": self.agent, **self.cookie_header, **headers}
        answer = next(self.club.doors).request(method, path, json=body, headers=sent)
        for line in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
                if morsel["max-age"] == "0":
                    del self.cookies[name]
        return answer

    @property
    def cookie_header(self) -> dict[str, str]:
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def get(self, path: str) -> Any:
        return self.ask("GET", path)

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, body)

    def delete(self, path: str) -> Any:
        return self.ask("DELETE", path)

    def make(self, variant: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = self.post("/api/games", {"variant": variant, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    @contextmanager
    def page(self) -> Iterator[Page]:
        with next(self.club.doors).websocket_connect(
            ADDRESS, headers=self.cookie_header
        ) as session:
            yield Page(session)

    def sign_up(self, name: str, password: str = PASSWORD) -> Any:
        answer = self.post("/api/account", {"name": name, "password": password})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def sign_in(self, name: str, password: str = PASSWORD) -> Any:
        answer = self.post("/api/sign-in", {"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def me(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.get("/api/me").json()
        return answer

    def games(self) -> set[str]:
        """Games of which the device holds a seat."""
        listed = self.get("/api/games").json()
        return {game["game"] for game in (*listed["unfinished"], *listed["finished"])}


def end_of(page: Page) -> int:
    """The code with which the server closes a socket, whatever it tells before."""
    try:
        while True:
            page.receive()
    except WebSocketDisconnect as end:
        return end.code


@contextmanager
def running(
    settings: Settings, clock: Clock, host: str = "127.0.0.1:8765", servers: int = 1
) -> Iterator[Club]:
    """Servers in this process."""
    apps = [make_app(settings, clock) for _ in range(servers)]
    with ExitStack() as stack:
        clients = [stack.enter_context(TestClient(app, base_url=f"http://{host}")) for app in apps]
        for client in clients:
            client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield Club(clients, [app.state.server for app in apps], clock)
