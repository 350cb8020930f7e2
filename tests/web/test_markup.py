"""Names full of markup, in a real browser: shown as they are, and nothing of it runs.

(Chat: `test_chat_in_two_languages`.)
"""

from typing import Any

from playwright.sync_api import Page, expect

from web.conftest import NewPage

MARKUP = [
    "<img src=x onerror=window.hacked=1>",
    "</script><script>window.hacked=1</script>",
    "<svg onload=window.hacked=1>",
    "{@html '<b>x</b>'} ${7*7} &lt;i&gt;",
]


def call(page: Page, path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the server as this page's person."""
    answer = page.request.fetch(path, method="POST" if body else "GET", data=body)
    assert answer.ok, answer.text()
    return answer.json()


def look(page: Page, path: str) -> None:
    """Open a page; nothing that came in as text has become a part of it."""
    page.goto(path)
    expect(page.locator("main")).to_be_visible()
    assert page.evaluate("window.hacked") is None
    for tag in ("img[src=x]", "main script", "svg[onload]", "[onerror]"):
        assert page.locator(tag).count() == 0, (path, tag)


def test_markup_is_shown_as_text(new_page: NewPage) -> None:
    page, watcher = new_page(), new_page()
    page.goto("/")
    seats: list[dict[str, Any]] = [{"kind": "here", "name": text[:40]} for text in MARKUP]
    table = {"variant": "classic", "public": True}
    made = call(page, "/api/games", table | {"seats": [seats[0] | {"kind": "me"}, *seats[1:]]})
    call(page, "/api/games", table | {"seats": [*seats[:3], {"kind": "open"}]})
    cup = {"name": MARKUP[0][:60], "kind": "swiss", "variant": "duo", "clock": {"initial": 60}}
    tournament = call(page, "/api/tournaments", cup)["line"]["id"]
    for path in ("/games", "/lobby", f"/tournaments/{tournament}", f"/g/{made['game']}"):
        look(page, path)
        look(watcher, path)
    for text in MARKUP:
        expect(watcher.get_by_text(text[:40]).first).to_be_visible()
