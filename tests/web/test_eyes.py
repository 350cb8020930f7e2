"""The pages for other eyes: high contrast, paper, a screen reader."""

from playwright.sync_api import expect

from web.conftest import PHONE, NewPage
from web.table import here, make_game, open_game

COLORS = """() => {
  const {backgroundColor, color} = getComputedStyle(document.body);
  return [backgroundColor, color];
}"""
"""Of the ground and of what is written on it."""


def test_with_high_contrast_one_sees_what_is_chosen(new_page: NewPage) -> None:
    """Whose turn it is, the piece in the hand, its orientation, the big button."""
    page = new_page(forced_colors="active")
    open_game(page, "duo")
    for chosen, others in (
        (".people .on", ".people li:not(.on)"),
        (".tray [aria-pressed=true]", ".tray [aria-pressed=false]"),
        (".strip [aria-pressed=true]", ".strip [aria-pressed=false]"),
    ):
        expect(page.locator(chosen)).to_have_css("outline-style", "solid")
        expect(page.locator(others).first).to_have_css("outline-style", "none")
    ground, ink = page.evaluate(COLORS)
    expect(page.locator(".actions .go")).to_have_css("background-color", ink)
    expect(page.locator(".tray [aria-pressed=false]").first).to_have_css("border-color", ground)


def test_on_paper_it_is_day(new_page: NewPage) -> None:
    """Whatever the page looks like; and what cannot be pressed there is not printed."""
    page = new_page()
    page.goto("/")
    page.get_by_role("button", name="Light or dark").click()
    open_game(page, "duo")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(media="print")
    expect(page.locator("body")).to_have_css("background-color", "rgb(246, 243, 236)")
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("header .name")).to_be_visible()
    for part in ("header nav", "header .tools", ".actions .go"):
        expect(page.locator(part).first).to_be_hidden()


def test_a_page_that_comes_without_a_load_is_told_of(new_page: NewPage) -> None:
    """By its name; the browser itself tells of the first."""
    page = new_page()
    news = page.get_by_role("status").first
    page.goto("/learn")
    expect(page).to_have_title("How to play · Cornerwise")
    expect(news).to_be_empty()
    page.get_by_role("link", name="Puzzles").click()
    expect(news).to_have_text("Puzzles · Cornerwise")
    page.go_back()
    expect(news).to_have_text("How to play · Cornerwise")


def test_a_name_without_a_space_leaves_the_seat_in_the_window(new_page: NewPage) -> None:
    host, guest = new_page(**PHONE), new_page(**PHONE)
    host.goto("/")
    seats = [*here(2), {"kind": "here", "name": "W" * 40}, {"kind": "link"}]
    host.goto(make_game(host, "classic", seats))
    guest.goto(host.get_by_label("Address of the link").first.input_value())
    expect(guest.get_by_role("button", name="Sit here")).to_be_in_viewport(ratio=1)
    for page in (host, guest):
        assert page.evaluate("document.documentElement.scrollWidth") == 390
