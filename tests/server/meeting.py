"""People with accounts at a table, for tests of the lobby and of manners."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import DefaultCookiePolicy
from http.cookies import SimpleCookie
from typing import Any

import sqlalchemy as sa
from starlette.testclient import TestClient

from cornerwise.server.accounts.schema import accounts
from cornerwise.server.app import make_app
from cornerwise.server.settings import Settings
from server.table import Clock, Guest, Page, Table, ids

PASSWORD = "correct horse battery"
OPEN = {"kind": "open"}


class Member(Guest):
    """A device on which somebody is signed in."""

    def enter(self, path: str, name: str) -> "Member":
        """Sign up or in, and keep the cookies."""
        answer = self.post(path, {"name": name, "password": PASSWORD})
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, str] = {}
        for line in answer.headers.get_list("set-cookie"):
            found |= {key: morsel.value for key, morsel in SimpleCookie(line).items()}
        self.headers = {"cookie": "; ".join(f"{key}={value}" for key, value in found.items())}
        return self

    def delete(self, path: str) -> Any:
        return self.client.delete(path, headers=self.headers)


def device(table: Table) -> Member:
    """A new device, that of a guest."""
    guest = table.guest()
    guest.__class__ = Member
    assert isinstance(guest, Member)
    return guest


def member(table: Table, name: str) -> Member:
    """Somebody who has just opened an account."""
    return device(table).enter("/api/account", name)


def moderator(table: Table, name: str = "Judge Dee") -> Member:
    """Somebody with an account who was made a moderator."""
    member(table, name)
    appoint = sa.update(accounts).where(accounts.c.name == name).values(is_moderator=True)
    table.call(
        table.server.rooms.services.store.write, lambda connection: connection.execute(appoint)
    )
    return device(table).enter("/api/sign-in", name)


def ok(answer: Any, status: int = 200) -> Any:
    """The body of an answer that must not be a refusal."""
    assert answer.status_code == status, answer.text
    return answer.json()


def sit(page: Page, game: str, player: int, **more: Any) -> Any:
    """Join a game and take a seat."""
    return page.act("sit", game, page.join(game)["seq"], player=player, **more)


def say(page: Page, game: str, text: str = "", **more: Any) -> dict[str, Any]:
    """Say something; what comes back."""
    page.send("chat", game=game, id=f"c{next(ids)}", text=text, **more)
    return page.until("chat_line", "error")


def step(table: Table) -> None:
    """One round of the lobby of the first server, now."""
    table.call(table.server.rooms.services.lobby.step)


@contextmanager
def running(settings: Settings, clock: Clock) -> Iterator[Table]:
    """A server that the test ends and starts again."""
    app = make_app(settings, clock)
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield Table(client, app.state.server, clock)
