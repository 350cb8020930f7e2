"""People who meet: signing up through the page, wishing for a game, a cable that can be cut."""

import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from web.table import Table

PASSWORD = "correct horse battery"


def sign_up(page: Page, name: str) -> None:
    """A new account, through the page."""
    page.goto("/account")
    page.get_by_role("button", name=re.compile("Create an account|Créer un compte")).click()
    page.locator("input[autocomplete=username]").fill(name)
    page.locator("input[autocomplete=new-password]").fill(PASSWORD)
    page.locator("form .go").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def wish(page: Page, game: str, *, rated: bool = False) -> None:
    """One tap in the lobby: this game, now."""
    page.goto("/lobby")
    box = page.locator(".quick input[type=checkbox]").first
    box.set_checked(rated)
    page.get_by_role("button", name=re.compile(rf"^{game} \d")).click()


def seated(page: Page, variant: str) -> Table:
    """The table at which a page has arrived."""
    page.wait_for_url("**/g/*")
    expect(page.locator("main.game")).to_be_visible()
    return Table(page, variant)


def has_turn(page: Page) -> bool:
    """Whether this page's person is to play."""
    return page.locator(".say").inner_text().startswith(("Your turn", "À vous", "Allowed", "Coup"))


def wait_for_turn(page: Page) -> None:
    """Wait until this page's person is to play."""
    expect(page.locator(".say")).to_contain_text(
        re.compile("Your turn|À vous|Allowed|Coup permis|C’est à vous")
    )


class Cable:
    """The network of one page, which can be cut and mended. Install it before the first page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.whole = True
        self._lines: list[WebSocketRoute] = []
        page.route_web_socket("**/ws", self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if not self.whole:
            line.close()
            return
        line.connect_to_server()
        self._lines.append(line)

    def cut(self) -> None:
        """Nothing goes through any more."""
        self.whole = False
        self.page.context.set_offline(True)
        for line in self._lines:
            line.close()
        self._lines.clear()

    def mend(self) -> None:
        """As before."""
        self.whole = True
        self.page.context.set_offline(False)


def open_game(page: Page, variant: str, **more: Any) -> str:
    """A game with one seat open to the lobby; returns its address."""
    body = {"variant": variant, "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}], **more}
    answer = page.request.post("/api/games", data=body)
    assert answer.ok, answer.text()
    return f"/g/{answer.json()['game']}"
