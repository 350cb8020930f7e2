"""The list of keys, from everywhere and by every way; keys when something else has the focus."""

from typing import Any

import pytest
from playwright.sync_api import expect

from web.conftest import PHONE, NewPage
from web.table import open_game


@pytest.mark.parametrize("path", ["/", "/puzzles/rabbit", "/puzzles/draw", "/learn", "/settings"])
def test_a_question_mark_opens_the_list_of_keys(new_page: NewPage, path: str) -> None:
    page = new_page(locale="fr-FR")
    page.goto(path)
    expect(page.locator("main h1").first).to_be_attached()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Touches du clavier")
    for words in ("prochain endroit permis", "un coup en avant", "remplir ou vider", "cette liste"):
        expect(dialog).to_contain_text(words)
    expect(dialog.get_by_role("button", name="Fermer")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_list_of_keys_whose_file_does_not_come_says_so(
    new_page: NewPage, complaints: list[str]
) -> None:
    page = new_page(service_workers="block")
    page.route("**/assets/KeysHelp-*.js", lambda route: route.abort())
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer.")
    complaints.clear()
    page.unroute("**/assets/KeysHelp-*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("alert")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_question_mark_that_is_written_stays_one(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/settings")
    field = page.get_by_label("Your name")
    field.press_sequentially("Who?")
    expect(field).to_have_value("Who?")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_letters_turned_off_leave_the_list(new_page: NewPage) -> None:
    """It is then opened by its buttons only, and names no key that does nothing."""
    page = new_page()
    page.goto("/settings")
    page.get_by_label("Single letters and signs").uncheck()
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    button = page.get_by_role("button", name="All keys")
    button.click()
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("turned off in the settings")
    expect(dialog.locator("kbd", has_text="PgDn")).to_be_visible()
    assert [text for text in dialog.locator("kbd").all_inner_texts() if text in "PNRFH?"] == []
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


@pytest.mark.parametrize(("width", "height"), [(320, 568), (568, 320)])
def test_the_list_of_keys_fits_a_small_window(new_page: NewPage, width: int, height: int) -> None:
    """Its button stays in sight, and a press beside the list closes it as well."""
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    page.goto("/settings")
    page.get_by_role("button", name="Toutes les touches").tap()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("button", name="Fermer")).to_be_in_viewport(ratio=1)
    assert dialog.locator(".list").evaluate("(list) => list.scrollWidth <= list.clientWidth")
    page.touchscreen.tap(3, 3)
    expect(dialog).to_be_hidden()


def test_keys_work_after_the_menu_was_closed(new_page: NewPage) -> None:
    """Escape gives the focus back to its button, which has no use of its own for letters."""
    page = new_page()
    open_game(page, "duo")
    page.locator(".menu > summary").press("Enter")
    expect(page.locator(".menu .sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".menu > summary")).to_be_focused()
    page.keyboard.press("p")
    held = page.locator(".tray [aria-pressed=true]")
    first = held.get_attribute("data-piece") or ""
    page.keyboard.press("p")
    expect(held).not_to_have_attribute("data-piece", first)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def test_keys_place_a_piece_after_a_button_was_pressed_in_vain(new_page: NewPage) -> None:
    """It says why, by key too; the next key brings a piece, and Enter is not for the button."""
    page = new_page()
    page.goto("/puzzles/rabbit")
    undo = page.get_by_role("button", name="Undo")
    undo.focus()
    page.keyboard.press("Enter")
    expect(page.locator("body p[aria-hidden]")).to_have_text("There is nothing to undo.")
    page.keyboard.press("Escape")
    expect(undo).to_be_focused()
    page.keyboard.press("n")
    expect(page.get_by_role("application")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main.solo")).to_have_attribute("data-pieces", "1")


@pytest.mark.parametrize("look", [PHONE, {}], ids=["phone", "desktop"])
def test_the_menu_of_a_game_names_keys_where_there_are_some(
    new_page: NewPage, look: dict[str, Any]
) -> None:
    page = new_page(**look)
    open_game(page, "duo")
    page.locator(".menu > summary").click()
    expect(page.get_by_role("button", name="Turn the board")).to_be_visible()
    keys = page.get_by_role("button", name="Keys", exact=True)
    expect(keys).to_be_visible(visible=not look)


def test_the_help_of_keys_keeps_the_keys(new_page: NewPage) -> None:
    """Escape closes it even when the focus has left it, and no key reaches the board below."""
    page = new_page()
    table = open_game(page, "duo")
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Keys", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("take back the last move")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator(".hand.held")).to_have_count(1)
    table.expect_moves(0)
