"""The table on small screens, under fingers, and by keys alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.conftest import PHONE, TABLET, NewPage
from web.table import COVERED, here, make_game, open_game


def swipe(page: Page, piece: str, dx: float, dy: float) -> None:
    """A finger on a piece of the tray, moved away in steps and lifted."""
    box = page.locator(f'[data-piece="{piece}"]').bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = page.context.new_cdp_session(page)
    for step in range(9):
        point = {"x": x + dx * step / 8, "y": y + dy * step / 8}
        kind = "touchMove" if step else "touchStart"
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("look", [PHONE, TABLET, {}], ids=["phone", "tablet", "desktop"])
def test_the_sheet_of_quiet_things_closes(new_page: NewPage, look: dict[str, Any]) -> None:
    """By a press outside, Escape, its own button, its button above all, and what it offers."""
    page = new_page(**look)
    table = open_game(page, "duo")
    sheet, toggle = page.locator(".menu .sheet"), page.locator(".menu > summary")
    held = page.locator(".hand.held")

    def opened() -> None:
        toggle.click()
        expect(sheet).to_be_visible()
        assert not page.evaluate(COVERED, ".menu > summary")

    opened()
    hand = held.bounding_box()
    page.mouse.click(*table.center(195))  # the corner farthest from it
    expect(sheet).to_be_hidden()
    assert held.bounding_box() == hand, "a press that closes does nothing else"
    if not look:  # on phones and tablets the sheet lies above this button
        opened()
        table.place_button.click()
        expect(sheet).to_be_hidden()
        expect(held).to_have_count(1)
        table.expect_moves(0)
    opened()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(held).to_have_count(1)
    opened()
    toggle.click()
    expect(sheet).to_be_hidden()
    for name in ("Close", "Turn the board", "free corners", "Sound"):
        opened()
        sheet.get_by_role("button", name=name).click()
        expect(sheet).to_be_hidden()
    opened()
    # Inter would write the x between two figures of an address as a times sign.
    expect(sheet.locator("input")).to_have_css("font-feature-settings", '"calt" 0')
    sheet.get_by_role("button", name="Resign").click()
    sheet.get_by_role("button", name="No, play on").click()
    sheet.get_by_role("button", name="Copy").click()
    expect(sheet.get_by_text("works on this machine only")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()


def test_the_piece_in_the_hand_lies_below_an_open_sheet(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_game(page, "duo")
    page.locator(".menu > summary").tap()
    levels = page.evaluate(
        "['.hand', '.menu .sheet'].map((s) => document.querySelector(s))"
        ".map((element) => Number(getComputedStyle(element).zIndex))"
    )
    assert levels[0] < levels[1]


def test_the_pages_menu_closes(new_page: NewPage) -> None:
    """On a phone: after a link, a change of language, a press outside, Escape."""
    page = new_page(**PHONE)
    page.goto("/")
    sheet, toggle = page.locator("header .sheet"), page.locator("header summary")
    for close in (
        lambda: sheet.get_by_role("link", name="How to play").tap(),
        lambda: sheet.get_by_role("button", name="Français").tap(),
        lambda: page.touchscreen.tap(40, 700),
        lambda: page.keyboard.press("Escape"),
    ):
        toggle.tap()
        expect(sheet).to_be_visible()
        close()
        expect(sheet).to_be_hidden()


@pytest.mark.parametrize("variant", ["classic", "trigon"])
def test_an_enlarged_board_stays_in_its_frame(new_page: NewPage, variant: str) -> None:
    """Header, cards and tray stay free; a place out of sight is brought into it."""
    page = new_page(**PHONE)
    open_game(page, variant, here(4))
    page.get_by_role("button", name="Zoom").tap()
    for place in ("header .name", ".people li:last-child", ".tray button", ".menu > summary"):
        assert not page.evaluate(COVERED, place), place
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.layer.base')).overflow")
        == "hidden"
    )
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    frame, hand = page.locator(".board").bounding_box(), page.locator(".hand").bounding_box()
    assert frame is not None
    assert hand is not None
    assert frame["x"] < hand["x"] + hand["width"] / 2 < frame["x"] + frame["width"]


@pytest.mark.parametrize("variant", ["classic", "trigon"])
def test_the_zoom_button_covers_no_cell(new_page: NewPage, variant: str) -> None:
    """Neither of the whole board nor of an enlarged one, which fills its frame."""
    page = new_page(**PHONE | {"viewport": {"width": 360, "height": 740}})
    open_game(page, variant, here(4))
    button = page.get_by_role("button", name="Zoom")
    for pressed in ("false", "true"):
        expect(button).to_have_attribute("aria-pressed", pressed)
        box, board = button.bounding_box(), page.locator(".board").bounding_box()
        assert box is not None
        assert board is not None
        assert box["y"] + box["height"] <= board["y"]
        assert min(box["width"], box["height"]) >= 40
        button.tap()


def test_a_swiped_tray_leaves_the_hand_alone(new_page: NewPage) -> None:
    """The browser scrolls the tray: what lay on the board is still there."""
    page = new_page(**PHONE)
    table = open_game(page, "duo")
    move = next(m for m in table.game.legal_moves if m.piece == "X")
    page.locator('[data-piece="X"]').tap()
    page.touchscreen.tap(*table.center(move.cells[2]))
    expect(page.locator(".say")).to_contain_text("Allowed.")
    before = page.locator(".hand.held").bounding_box()
    swipe(page, "W", -150, 4)
    page.wait_for_function("document.querySelector('.tray').scrollLeft > 50")
    expect(page.locator('[data-piece="X"]')).to_have_attribute("aria-pressed", "true")
    assert page.locator(".hand.held").bounding_box() == before
    page.locator(".actions .go").click()  # no tap: one that stops the tray's fling does not count
    table.expect_moves(1)


def test_the_next_persons_tray_begins_at_its_first_piece(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    table = open_game(page, "trigon_3", here(3))
    tray = page.locator(".tray")
    tray.evaluate("(tray) => (tray.scrollLeft = 200)")
    assert tray.evaluate("(tray) => tray.scrollLeft") > 0
    table.place_button.tap()
    table.expect_moves(1)
    expect(page.locator(".say")).to_contain_text("Bo")
    assert tray.evaluate("(tray) => tray.scrollLeft") == 0


def test_a_piece_that_comes_into_the_hand_is_in_sight_in_the_tray(new_page: NewPage) -> None:
    """A hint takes it, or a key, wherever the tray was swiped to."""
    page = new_page(**PHONE)
    open_game(page, "duo")
    held = page.locator(".tray [aria-pressed=true]")
    page.locator(".tray").evaluate("(tray) => (tray.scrollLeft = 9999)")
    expect(held).not_to_be_in_viewport()
    page.locator(".idea").tap()
    expect(page.locator(".marks .hint")).to_have_count(1)
    expect(held).to_be_in_viewport(ratio=0.95)


def test_a_piece_taken_by_key_is_placed_by_key(new_page: NewPage) -> None:
    """Enter takes the piece that has the focus; once it lies on the board, Enter places it."""
    page = new_page()
    table = open_game(page, "duo")
    page.locator('[data-piece="X"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".say")).to_contain_text("In your hand.")
    page.keyboard.press("n")
    expect(page.locator(".say")).to_contain_text("Allowed.")
    page.keyboard.press("Enter")
    table.expect_moves(1)
    page.locator('[data-piece="W"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator('[data-piece="W"]')).to_have_attribute("aria-pressed", "false")


STICKING_OUT = """() => [...document.querySelectorAll('.people .time')].filter((time) => {
  const card = time.closest('li').getBoundingClientRect(), box = time.getBoundingClientRect();
  return !box.width || box.left < card.left || box.right > Math.min(card.right, innerWidth);
}).length"""
"""How many times are not seen whole."""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 640), (740, 360), (820, 1180)])
@pytest.mark.parametrize("clock", [{"initial": 600, "increment": 5}, {"days": 3}])
def test_every_player_sees_all_clocks(
    new_page: NewPage, width: int, height: int, clock: dict[str, int]
) -> None:
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    page.goto("/")
    page.goto(make_game(page, "classic", here(4), clock=clock))
    expect(page.locator(".people .time")).to_have_count(4)
    for time in page.locator(".people .time").all():
        expect(time).to_contain_text("3 jours" if "days" in clock else ":")
    assert page.evaluate(STICKING_OUT) == 0


def test_a_covered_start_cell_has_no_mark(new_page: NewPage) -> None:
    page = new_page()
    table = open_game(page, "duo")
    expect(page.locator(".start")).to_have_count(2)
    page.locator(".actions .go").click()
    table.expect_moves(1)
    expect(page.locator(".start")).to_have_count(1)


def test_a_phone_sends_an_invitation_by_its_own_ways(new_page: NewPage) -> None:
    """Where it has them; a computer and a phone without them copy the link."""
    phone, computer = new_page(**PHONE, locale="fr-FR"), new_page()
    for page in (phone, computer):
        page.add_init_script(
            "Object.defineProperty(navigator, 'share', "
            "{value: (what) => (window.sent = what, Promise.reject(new Error('not now')))})"
        )
        open_game(page, "duo", [{"kind": "me"}, {"kind": "link"}])
    phone.get_by_role("button", name="Envoyer le lien").tap()
    link = phone.get_by_label("Adresse du lien").first.input_value()
    assert phone.evaluate("window.sent") == {"url": link}
    expect(phone.get_by_role("button", name="Copier le lien", exact=True)).to_be_visible()
    expect(computer.get_by_role("button", name="Copy the link", exact=True)).to_be_visible()
    expect(computer.get_by_role("button", name="Send the link")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 664), (740, 360)])
def test_who_is_invited_sees_the_seat_at_once(new_page: NewPage, width: int, height: int) -> None:
    """And who invites the link to send; the empty board can wait. It is back when all are there."""
    look = PHONE | {"viewport": {"width": width, "height": height}}
    host, guest = new_page(**look), new_page(**look)
    open_game(host, "classic", [*here(3), {"kind": "link"}])
    copy = host.get_by_role("button", name="Copy the link", exact=True)
    expect(copy).to_be_in_viewport(ratio=1)
    guest.goto(host.get_by_label("Address of the link").first.input_value())
    sit = guest.get_by_role("button", name="Sit here")
    expect(sit).to_be_in_viewport(ratio=1)
    assert not guest.evaluate(COVERED, ".waiting .go")
    sit.tap()
    for page in (host, guest):
        expect(page.locator(".waiting")).to_have_count(0)
        expect(page.locator(".board")).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
