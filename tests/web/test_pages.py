"""Every page: no accessibility fault, both languages, both themes, phone and desktop."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import PHONE, NewPage
from web.table import here, make_game

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, input, select, summary')]
  .filter((e) => e.checkVisibility() && !e.closest('label') && !e.matches('.skip, [tabindex="-1"]'))
  .map((e) => [e.getBoundingClientRect(), e.outerHTML.slice(0, 90)])
  .filter(([box]) => box.width > 1 && (box.width < 24 || box.height < 24))
  .map(([, html]) => html)"""

SMALL: dict[str, Any] = PHONE | {"viewport": {"width": 320, "height": 568}}
TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
CUT_CHOICES = """() => [...document.querySelectorAll('select')]
  .filter((select) => select.checkVisibility())
  .flatMap((select) => {
    const twin = select.cloneNode(true);
    twin.style.cssText = 'position: fixed; width: auto; min-width: 0; field-sizing: content';
    select.after(twin);
    const wide = [...twin.options].filter((option) => {
      [select.value, twin.value] = [option.value, option.value];
      return twin.offsetWidth > select.offsetWidth;
    });
    twin.remove();
    return wide.map((option) => option.text);
  })"""
"""Choices whose words do not fit into their box. They stay as they were for the page."""

LOW = """() => [...document.querySelectorAll(
    'button, summary, select, nav a, a.button, a.tool, .up a, label:has(input, select)')]
  .filter((e) => e.checkVisibility() && !e.matches('[tabindex="-1"]'))
  .filter((e) => e.getBoundingClientRect().height < 39.5)
  .map((e) => e.outerHTML.slice(0, 90))"""
"""What is too low for a finger."""


def faults(page: Page) -> list[str]:
    """What axe finds wrong, and targets that are too small."""
    page.evaluate(AXE.read_text())
    run = "tags => axe.run(document, {runOnly: tags})"
    found = page.evaluate(run, RULES)["violations"]
    words = [
        f"{fault['id']}: {node['html'][:140]} {node['failureSummary']}"
        for fault in found
        for node in fault["nodes"]
    ]
    return words + [f"small target: {html}" for html in page.evaluate(SMALL_TARGETS)]


def over_game(page: Page) -> str:
    """A finished game: both resign at once."""
    address = make_game(page, "duo", here(2))
    page.goto(address)
    page.locator(".menu > summary").click()
    for words in (re.compile("Resign|Abandonner"), re.compile("Yes|Oui")):
        page.get_by_role("button", name=words).click()
    expect(page.locator(".score").first).to_be_visible()
    return address


LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "light", "locale": "en-US"},
    {"color_scheme": "dark", "locale": "fr-FR"},
    {"color_scheme": "light", "locale": "fr-FR", **PHONE},
]


@pytest.mark.parametrize("look", LOOKS, ids=["day", "night", "phone"])
def test_no_page_has_an_accessibility_fault(new_page: NewPage, look: dict[str, Any]) -> None:
    """axe finds nothing on any page, and every target can be hit."""
    page = new_page(**look)
    found: dict[str, list[str]] = {}
    page.goto("/")
    expect(page.locator(".big")).to_be_visible()
    found["start"] = faults(page)
    page.goto(make_game(page, "classic", here(4), clock={"initial": 600, "increment": 5}))
    expect(page.locator(".strip button").first).to_be_visible()
    found["game"] = faults(page)
    page.locator(".menu > summary").click()
    found["game menu"] = faults(page)
    page.goto(make_game(page, "trigon_2", [here(1)[0], {"kind": "link"}]))
    expect(page.locator(".waiting")).to_be_visible()
    found["waiting"] = faults(page)
    page.goto(over_game(page))
    expect(page.locator(".score").first).to_be_visible()
    found["after the game"] = faults(page)
    for path, mark in (
        ("/games", ".picture svg"),
        ("/learn", ".tips li"),
        ("/settings", "select"),
        ("/study", ".board label"),
        ("/study/line#trigon_2", ".best .move"),
        ("/nothing", "h1"),
    ):
        page.goto(path)
        expect(page.locator(mark).first).to_be_visible()
        found[path] = faults(page)
    assert {name: list_ for name, list_ in found.items() if list_} == {}


def test_every_game_has_its_lessons(new_page: NewPage) -> None:
    """The tutorial of each variant, with a board that says no when it must."""
    page = new_page()
    page.goto("/learn")
    choice = page.locator(".which select")
    expect(choice).to_be_visible()
    for name in choice.locator("option").evaluate_all("all => all.map((o) => o.value)"):
        choice.select_option(name)
        expect(page.locator(".examples li")).to_have_count(3)
        expect(page.locator(".beside .picture svg")).to_be_visible()
        board = page.locator("figure svg").first
        expect(page.locator("figcaption").first).to_contain_text("Allowed.")
        board.focus()
        for _ in range(4):
            page.keyboard.press("ArrowLeft")
        expect(page.locator("figcaption").first).to_contain_text("Not here.")
    choice.select_option("trigon")
    captions = page.locator("figcaption")
    expect(captions).to_have_count(3)
    expect(captions.nth(1)).to_contain_text("Allowed.")
    expect(captions.nth(2)).to_contain_text("A corner meets the side of your own piece.")


def test_lessons_speak_of_keys_where_there_are_some(new_page: NewPage) -> None:
    for look in ({}, PHONE):
        page = new_page(**look)
        page.goto("/learn")
        expect(page.get_by_role("button", name="Turn")).to_be_visible()
        expect(page.get_by_text("Arrow keys move the piece")).to_be_visible(visible=not look)


def test_language_and_theme_change_at_once_and_stay(new_page: NewPage) -> None:
    """French for a French browser; the switch needs no reload and outlives one."""
    page = new_page(locale="fr-FR")
    page.goto("/")
    expect(page.get_by_role("button", name="Jouer")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "en"
    page.get_by_role("button", name="Light or dark").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert dark == "rgb(20, 22, 27)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_settings_show_on_the_board(new_page: NewPage) -> None:
    """Coordinates, numbers, patterns."""
    page = new_page()
    page.goto("/settings")
    for words in ("Coordinates", "Numbers", "Color-blind"):
        page.get_by_label(words).check()
    page.goto(make_game(page, "duo", here(2)))
    expect(page.locator(".coordinate")).to_have_count(28)
    page.locator(".actions .go").click()
    expect(page.locator(".number")).to_have_text(["1"])
    expect(page.locator(".board .pieces .pattern").first).to_be_visible()


def test_the_shell_opens_without_the_server(new_page: NewPage, complaints: list[str]) -> None:
    """The installed page says what is the matter instead of failing, and needs no other host."""
    page = new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    manifest = page.request.get("/manifest.webmanifest").json()
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    stored = page.evaluate(
        "caches.keys().then((names) => caches.open(names[0])).then((c) => c.keys())"
        ".then((keys) => keys.map((k) => new URL(k.url).pathname))"
    )
    assert "/" in stored
    assert any(path.endswith(".woff2") for path in stored)
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer.")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".big")).to_be_visible()
    complaints[:] = [c for c in complaints if "ERR_INTERNET_DISCONNECTED" not in c]


def test_the_first_page_is_small(new_page: NewPage) -> None:
    """Under 200 kB in all, as sent."""
    page = new_page()
    page.goto("/", wait_until="networkidle")
    sizes = page.evaluate(
        "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
        ".map((entry) => entry.transferSize)"
    )
    assert sum(sizes) < 200_000


def test_a_mangled_link_leads_to_a_page_that_says_so(new_page: NewPage) -> None:
    """Cut within a letter, copied with a bracket or the end of a sentence, far too long."""
    page = new_page()
    for path in ("/g/abcdefghijkl)", "/g/abcdefghijkl.", "/g/é", f"/g/{'a' * 300}"):
        page.goto(path)
        expect(page.get_by_role("heading", name="This game is not here")).to_be_visible()
    page.goto("/puzzles/%")
    expect(page.get_by_role("heading", name="Nothing here")).to_be_visible()


@pytest.mark.parametrize("place", ["/settings", "game"])
def test_the_header_can_be_skipped(new_page: NewPage, place: str) -> None:
    """By key, and the address of a game stays what it was."""
    page = new_page()
    page.goto("/")
    page.goto(make_game(page, "duo", here(2)) if place == "game" else place)
    expect(page.locator("main h1")).to_have_count(1)
    address = page.url
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("main :focus")).to_have_count(1)
    assert page.url == address


def test_a_table_that_did_not_come_is_asked_for_again(
    new_page: NewPage, complaints: list[str]
) -> None:
    page = new_page()
    page.goto("/")
    address = make_game(page, "duo", here(2))
    page.route("**/api/variants/duo?*", lambda route: route.abort(), times=1)
    page.goto(address)
    expect(page.locator("main.game")).to_be_visible()
    assert [text.split(":")[0] for text in complaints] == ["console"]
    complaints.clear()


def test_the_game_played_last_is_in_view(new_page: NewPage) -> None:
    """On a phone the games lie in a row that slides."""
    page = new_page(**SMALL)
    page.goto("/")
    page.locator('input[value="trigon_3"]').check()
    page.reload()
    chosen = page.locator('input[value="trigon_3"]')
    expect(chosen).to_be_checked()
    expect(chosen).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    page.goto("/learn")
    page.locator(".which select").select_option("duo")
    page.get_by_role("link", name="Play Duo").click()
    expect(page.locator('input[value="duo"]')).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_the_buttons_of_the_first_page_are_low(new_page: NewPage, locale: str) -> None:
    """On the smallest phone, with a game that waits: one line, nothing hidden below for good."""
    page = new_page(**SMALL, locale=locale)
    page.goto("/")
    page.locator('input[value="classic_teams"]').check()
    make_game(page, "duo", here(2))
    page.reload()
    expect(page.locator(".resume")).to_be_visible()
    bar = page.locator(".foot").bounding_box()
    assert bar is not None
    assert bar["height"] <= 56
    page.get_by_label(re.compile("Clock|Pendule")).focus()
    page.wait_for_function("scrollY > 0")
    last = page.get_by_label(re.compile("Clock|Pendule")).bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= bar["y"]


@pytest.mark.parametrize("look", [SMALL, TABLET], ids=["phone", "tablet"])
@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_no_choice_is_cut(new_page: NewPage, locale: str, look: dict[str, Any]) -> None:
    """The words of every choice fit into their box, on the smallest phone and in two columns."""
    page = new_page(**look, locale=locale)
    page.goto("/")
    cut = set()
    for game in ("classic", "trigon_2", "trigon_3"):
        page.locator(f'input[value="{game}"]').check()
        cut |= set(page.evaluate(CUT_CHOICES))
    page.locator("li select").nth(0).select_option("open")
    expect(page.locator("#company-title")).to_be_visible()
    cut |= set(page.evaluate(CUT_CHOICES))
    for path in ("/settings", "/learn", "/ranking"):
        page.goto(path)
        expect(page.locator("select").first).to_be_visible()
        cut |= set(page.evaluate(CUT_CHOICES))
    assert cut == set()


def test_fingers_find_everything(new_page: NewPage) -> None:
    """40 pixels at least, on every page but the table, which has its own measures."""
    page = new_page(**PHONE, locale="fr-FR")
    low: dict[str, list[str]] = {}
    for path, mark in (
        ("/", ".big"),
        ("/lobby", ".game"),
        ("/ranking", "select"),
        ("/puzzles", ".tiles"),
        ("/puzzles/today", ".up"),
        ("/learn", ".which"),
        ("/settings", ".switch"),
        ("/account", ".form"),
    ):
        page.goto(path)
        expect(page.locator(mark).first).to_be_visible()
        page.locator("header summary").tap()
        low[path] = page.evaluate(LOW)
    assert {path: list_ for path, list_ in low.items() if list_} == {}


def test_after_the_game_the_way_on_is_plain(new_page: NewPage) -> None:
    """How it was counted, two buttons alike, and what opens is seen."""
    page = new_page(viewport={"width": 1280, "height": 800}, locale="fr-FR")
    page.goto("/")
    address = over_game(page)
    page.get_by_role("button", name="Revanche").click()
    page.wait_for_function("old => location.pathname !== old", arg=address)
    page.goto(address)
    expect(page.get_by_text("Chaque case non posée coûte un point.")).to_be_visible()
    to_rematch = page.get_by_role("link", name="Vers la revanche")
    other = page.get_by_role("link", name="Autre partie")
    heights = [(button.bounding_box() or {}).get("height") for button in (to_rematch, other)]
    assert heights == [40, 40]
    page.get_by_text("Garder et partager").click()
    expect(page.get_by_role("button", name="Copier le lien vers la partie")).to_be_in_viewport(
        ratio=1
    )


@pytest.mark.parametrize(("width", "height"), [(1366, 650), (1280, 720), (1024, 660)])
def test_the_start_page_shows_its_button_at_once(
    new_page: NewPage, width: int, height: int
) -> None:
    page = new_page(viewport={"width": width, "height": height})
    page.goto("/")
    expect(page.locator(".button.go.big")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("look", [PHONE, {}], ids=["phone", "desktop"])
def test_who_has_no_game_yet_finds_the_way_to_the_first(
    new_page: NewPage, look: dict[str, Any]
) -> None:
    """Below the words, at their edge: not where the name stands until the page has come."""
    page = new_page(**look)
    page.goto("/games")
    button = page.get_by_role("main").get_by_role("link", name="Play").bounding_box()
    heading = page.get_by_role("heading", name="My games").bounding_box()
    assert button is not None
    assert heading is not None
    assert button["x"] == heading["x"]


def test_a_game_that_waits_comes_first_on_a_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    page.goto(make_game(page, "duo", here(2)))
    expect(page.locator(".board svg").first).to_be_visible()
    page.goto("/")
    resume = page.get_by_role("link", name="Go on with your game")
    expect(resume).to_be_in_viewport(ratio=1)
    above, below = resume.bounding_box(), page.locator(".big").bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    # Whatever scrolls below them, nothing of it is seen in the gap between them.
    gap = {"x": 30, "y": (above["y"] + above["height"] + below["y"]) / 2, "width": 300, "height": 1}
    seen = set()
    for top in range(0, 150, 10):
        page.evaluate("(top) => scrollTo(0, top)", top)
        seen.add(page.screenshot(clip=gap))
    assert len(seen) == 1
