"""Devices that keep their cookies, as browsers do: what tests of accounts play with."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import DefaultCookiePolicy
from http.cookies import SimpleCookie
from typing import Any

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cornerwise.server.app import make_app
from cornerwise.server.settings import Settings
from server.table import Clock, Guest, Page, Table

PASSWORD = "correct horse battery"


class Device(Guest):
    """A browser: it takes the cookies that it is given, and sends them."""

    def __init__(self, client: TestClient, agent: str = "") -> None:
        super().__init__(client, "")
        self.cookies: dict[str, str] = {}
        self.agent = agent

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """One request; the answer's cookies stay."""
        sent = {"user-agent": self.agent, **self.cookie_header, **headers}
        answer = self.client.request(method, path, json=body, headers=sent)
        for line in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
                if morsel["max-age"] == "0":
                    del self.cookies[name]
        self.headers = self.cookie_header  # for the websocket
        return answer

    @property
    def cookie_header(self) -> dict[str, str]:
        return {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}

    def get(self, path: str, **more: Any) -> Any:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any = None) -> Any:
        return self.ask("POST", path, body)

    def delete(self, path: str) -> Any:
        return self.ask("DELETE", path)

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
def running(settings: Settings, clock: Clock, host: str = "127.0.0.1:8765") -> Iterator[Table]:
    """A server in this process."""
    app = make_app(settings, clock)
    with TestClient(app, base_url=f"http://{host}") as client:
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield Table(client, app.state.server, clock)
