"""The first page on a very slow line: what is seen before its files come, or without script."""

import io
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

from web.conftest import PHONE, NewPage

BLUE = (59, 118, 225)
SCRIPTS_ARE_HERE = """() => {
  const here = performance.getEntriesByType('resource').map(({ name }) => name);
  const named = [...document.querySelectorAll('script[src], link[rel=modulepreload]')];
  return named.every((one) => here.includes(one.src || one.href));
}"""
NAME = "() => document.querySelector('header .name svg').getBoundingClientRect().toJSON()"
DESKTOP = {"viewport": {"width": 1440, "height": 900}}


class SlowLine:
    """Holds the files of a kind until they are let through."""

    def __init__(self, page: Page, *kinds: str) -> None:
        self._held: dict[str, list[Route]] = {kind: [] for kind in kinds}
        page.route("**/assets/*", self._meet)
        page.goto("/", wait_until="commit")

    def _meet(self, route: Route) -> None:
        kind = route.request.url.rpartition(".")[2]
        if kind in self._held:
            self._held[kind].append(route)
        else:
            route.continue_()

    def let_through(self, kind: str) -> None:
        """All files of a kind, those to come too."""
        for route in self._held.pop(kind):
            route.continue_()


def seen(page: Page, x: float, y: float) -> tuple[int, ...]:
    """The color of a place in the window."""
    picture = Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB")
    color = picture.getpixel((x, y))
    assert isinstance(color, tuple)
    return color


@pytest.mark.parametrize("look", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_name_is_there_before_any_file_and_stays_where_it_is(
    new_page: NewPage, look: dict[str, Any]
) -> None:
    page = new_page(**look, color_scheme="dark")
    line = SlowLine(page, "css", "js")
    expect(page.locator(".first")).to_be_visible()
    assert seen(page, 18, 16) == BLUE, "drawn, not only there"
    assert max(seen(page, 300, 300)) < 40, "dark from the beginning"
    line.let_through("css")
    expect(page.locator(".soon")).to_have_css("opacity", "1")
    expect(page.locator(".soon text")).to_have_text(["The page is on its way…", "La page arrive…"])
    before = page.locator(".first path").first.bounding_box()
    line.let_through("js")
    expect(page.locator("header .name")).to_be_visible()
    expect(page.locator(".first")).to_have_count(0)
    after = page.evaluate(NAME)
    assert before is not None
    assert (before["x"], before["y"]) == (after["x"], after["y"])


def test_nothing_is_shown_without_its_style(new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    line = SlowLine(page, "css")
    expect(page.locator(".first")).to_be_visible()
    page.wait_for_function(SCRIPTS_ARE_HERE)
    expect(page.locator("header")).to_have_count(0)
    line.let_through("css")
    expect(page.locator("header .name")).to_be_visible()


def test_a_part_that_comes_later_keeps_its_own_style(new_page: NewPage) -> None:
    """The common style stands last in the page, and what comes later stands behind it."""
    page = new_page(**PHONE)
    page.goto("/puzzles/penta")
    hold = page.locator(".solo .hold")
    expect(hold).to_have_css("display", "contents")
    files = page.evaluate("Array.from(document.styleSheets, (sheet) => sheet.href)")
    assert "/assets/index-" in files[0]
    assert len(files) > 1


def test_who_allows_no_script_is_told_in_both_languages(new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("/")
    told = page.locator("noscript p")
    expect(told).to_contain_text(["needs JavaScript", "a besoin de JavaScript"])
    for words in told.all():
        expect(words).to_be_visible()
    expect(page.locator(".soon")).to_be_hidden()
