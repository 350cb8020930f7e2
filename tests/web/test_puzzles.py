"""Puzzles in the browser: placed by pointer and keys, kept on the device, helped by the solver."""

import datetime
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cornerwise import puzzles
from web.conftest import PHONE, NewPage
from web.table import TO_WINDOW, UNIT
from web.test_pages import faults


def center(page: Page, name: str, cell: str) -> tuple[float, float]:
    """The center of a cell in the window."""
    view = page.request.get(f"/api/puzzles/{name}").json()["variant"]
    numbers = view["polygons"][view["names"].index(cell)]
    corners = len(numbers) // 2
    place = (sum(numbers[::2]) / corners, sum(numbers[1::2]) / corners)
    x, y = page.evaluate(TO_WINDOW, [[place], UNIT])[0]
    return x, y


def expect_pieces(page: Page, count: int) -> None:
    expect(page.locator("main.solo")).to_have_attribute("data-pieces", str(count))


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_tetra_from_the_list_to_the_end(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles")
    page.get_by_role("link", name=re.compile("Fill the 8×10")).click()
    expect_pieces(page, 0)
    page.locator('[data-piece="O"]').click()
    page.mouse.click(*center(page, "tetra", "b2"))
    page.get_by_role("button", name=re.compile("^Place")).click()
    expect_pieces(page, 1)
    page.locator(".board").focus()
    for key in ("p", "Enter"):
        page.keyboard.press(key)
    expect_pieces(page, 2)
    page.reload()
    expect_pieces(page, 2)
    page.keyboard.press("ControlOrMeta+z")
    expect_pieces(page, 1)
    press(page, "Check")
    expect(page.locator(".say")).to_contain_text("can still be completed")
    press(page, "Hint")
    expect(page.locator(".say")).to_contain_text("This one is right.")
    expect(page.locator(".marks .hint")).to_have_count(1)
    expect_pieces(page, 1)
    page.get_by_role("button", name=re.compile("^Place")).click()
    expect_pieces(page, 2)
    expect(page.locator(".marks .hint")).to_have_count(0)
    press(page, "Solve")
    expect_pieces(page, 20)
    expect(page.locator(".say")).to_contain_text("This is one solution.")
    expect(page.get_by_role("link", name="Next puzzle")).to_have_attribute(
        "href", "/puzzles/tetra-square"
    )
    expect(page.locator(".bravo")).to_have_count(0)
    press(page, "Undo")
    expect_pieces(page, 19)
    page.goto("/puzzles")
    expect(page.locator("a", has_text="Fill the 8×10")).to_contain_text("10% done")


def test_the_way_a_piece_is_held_has_a_frame(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles/tetra")
    page.locator('[data-piece="L4"]').click()
    held = page.locator(".strip [aria-pressed=true]")
    expect(held).to_have_css("border-top-width", "2px")


def test_a_piece_of_a_packing_comes_up_again(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/puzzles/tetra")
    page.locator('[data-piece="O"]').tap()
    page.touchscreen.tap(*center(page, "tetra", "c3"))
    page.get_by_role("button", name=re.compile("^Place")).tap()
    expect_pieces(page, 1)
    page.touchscreen.tap(*center(page, "tetra", "c3"))
    expect_pieces(page, 0)
    expect(page.locator('[data-piece="O"]')).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844)])
def test_the_buttons_stay_when_a_piece_is_taken(new_page: NewPage, width: int, height: int) -> None:
    """The place of its orientations is kept; a word stands clear of its button's side."""
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    page.goto("/puzzles/tetra")
    expect(page.locator(".actions")).to_be_visible()
    page.evaluate("document.fonts.ready")
    tops = "document.querySelector('.actions').getBoundingClientRect().top + scrollY"
    before = page.evaluate(tops)
    page.locator(".tray button").first.tap()
    expect(page.locator(".say")).to_contain_text("En main.")
    assert page.evaluate(tops) == before
    undo = page.locator(".actions .button", has_text="Annuler")
    box, word = undo.bounding_box(), undo.locator("span").bounding_box()
    assert box is not None
    assert word is not None
    assert word["x"] + word["width"] + 10 <= box["x"] + box["width"]


def test_a_game_shows_the_color_to_play(new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    page.goto("/puzzles/eighty-four")
    expect(page.locator(".say")).to_contain_text("À Bleu de jouer.")
    page.locator(".board").focus()
    for key in ("p", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".say")).to_contain_text("À Jaune de jouer.")
    expect_pieces(page, 1)


def test_the_puzzle_of_the_day_counts(new_page: NewPage) -> None:
    page = new_page()
    page.clock.set_fixed_time(datetime.datetime(2026, 11, 16, 12))
    challenge = puzzles.challenge_of(datetime.date(2026, 11, 16))
    page.goto("/puzzles/today")
    expect_pieces(page, 0)
    answer(page, challenge)
    expect(page.locator(".bravo")).to_be_visible()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    page.goto("/puzzles/endless")
    press(page, "Hard")
    expect(page.get_by_role("button", name="Hard")).to_have_attribute("aria-pressed", "true")
    show_answer(page)
    expect(page.locator(".say")).to_contain_text("This was the answer")
    press(page, "Next question")
    expect_pieces(page, 0)


def test_an_answer_that_was_shown_does_not_count(new_page: NewPage) -> None:
    page = new_page()
    page.clock.set_fixed_time(datetime.datetime(2026, 11, 16, 12))
    page.goto("/puzzles/today")
    show_answer(page)
    expect_pieces(page, 1)
    page.reload()
    answer(page, puzzles.challenge_of(datetime.date(2026, 11, 16)))
    expect(page.locator(".say")).to_contain_text("That is the answer")
    expect(page.get_by_text("this day does not count")).to_be_visible()
    page.goto("/puzzles")
    expect(page.get_by_role("link", name="Solve it")).to_be_visible()
    expect(page.get_by_text("in a row")).to_have_count(0)


def show_answer(page: Page) -> None:
    for name in ("Show the answer", "Yes, show it"):
        press(page, name)


def answer(page: Page, challenge: puzzles.Challenge) -> None:
    """Place what the question asks for."""
    game = challenge.begin()
    view = page.request.get(f"/api/variants/{challenge.variant}").json()
    for text in challenge.answer:
        move = game.play(text)
        piece = int(game.tables.piece[move.placement])
        orientation = int(game.tables.orientation[move.placement])
        page.locator(f'[data-piece="{move.piece}"]').click()
        at = view["pieces"][piece]["orientations"].index(orientation)
        page.locator(".strip button").nth(at).click()
        numbers = [view["polygons"][cell] for cell in move.cells]
        xs = [x for polygon in numbers for x in polygon[::2]]
        ys = [y for polygon in numbers for y in polygon[1::2]]
        middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        page.mouse.click(*page.evaluate(TO_WINDOW, [[middle], UNIT])[0])
        page.get_by_role("button", name=re.compile("^Place")).click()


def test_an_outline_is_drawn_refused_and_shared(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles/draw#x-x-x-x")
    verdict = page.locator(".verdict")
    expect(verdict).to_have_attribute("data-answer", "no")
    expect(verdict).to_contain_text("separate small regions")
    paper = page.get_by_role("application")
    paper.focus()
    press(page, "Start again")
    paper.focus()
    for key in (" ", "ArrowRight", " ", "ArrowDown", " "):
        page.keyboard.press(key)
    expect(verdict).to_have_attribute("data-answer", "yes")
    expect(verdict).to_contain_text("3 cells.")
    assert page.url.endswith("#xx_-x")
    press(page, "Show a solution")
    expect(page.locator("svg[role=application] .face").first).to_be_visible()


def test_what_was_drawn_comes_back(new_page: NewPage) -> None:
    """After a press too many: other paper, a fresh sheet, a stroke; by button and key."""
    page = new_page()
    page.goto("/puzzles/draw#xxxx")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    paper = page.get_by_role("application")
    box = paper.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 30, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 30, steps=9)
    page.mouse.up()
    expect(page.locator(".verdict")).not_to_contain_text("4 cells.")
    press(page, "Triangles")
    press(page, "Squares")
    press(page, "Undo")
    press(page, "Undo")
    expect(page.locator(".verdict")).not_to_contain_text("4 cells.")
    press(page, "Start again")
    expect(page.locator(".verdict")).to_contain_text("0 cells.")
    for _ in range(2):
        page.keyboard.press("ControlOrMeta+z")
    expect(page.locator(".verdict")).to_contain_text("4 cells.")
    expect(undo).to_be_disabled()
    assert page.url.endswith("#xxxx")


def test_only_the_pencil_draws(new_page: NewPage) -> None:
    """Not the right button, nor a press that began beside the paper."""
    page = new_page()
    page.goto("/puzzles/draw")
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    drawn = page.locator(".verdict b")
    for button, start in (("right", box["y"] + 30), ("left", box["y"] - 9)):
        page.mouse.move(box["x"] + 30, start)
        page.mouse.down(button=button)
        page.mouse.move(box["x"] + 90, box["y"] + 90, steps=9)
        page.mouse.up(button=button)
        expect(drawn).to_have_text("0 cells.")
    page.mouse.down()
    page.mouse.move(box["x"] + 200, box["y"] + 90, steps=9)
    page.mouse.up()
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    expect(drawn).not_to_have_text("0 cells.")


def test_a_quick_stroke_leaves_no_gap(new_page: NewPage) -> None:
    """However far apart the places that the browser tells of lie."""
    page = new_page()
    page.goto("/puzzles/draw")
    box = page.get_by_role("application").bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 4, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 3 / 4, y)  # in one step
    page.mouse.up()
    expect(page.get_by_label("Address of the link")).to_have_value(re.compile("~x{10,}$"))


def test_what_is_drawn_with_a_mouse_has_no_frame(new_page: NewPage) -> None:
    """Of its own the browser frames a picture that was pressed; who comes by key needs one."""
    page = new_page()
    page.goto("/puzzles/draw")
    paper = page.get_by_role("application")
    paper.click()
    expect(paper).to_be_focused()
    expect(paper).to_have_css("outline-style", "none")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(paper).to_be_focused()
    expect(paper).to_have_css("outline-style", "solid")


def test_a_link_is_called_copied_until_it_changes(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles/draw#xxxx")
    copy = page.get_by_role("button", name="Copy the link to this figure")
    copy.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.get_by_role("application").focus()
    page.keyboard.press(" ")
    expect(copy).to_be_visible()


def test_who_is_sent_an_outline_is_to_solve_it(new_page: NewPage) -> None:
    """The page says what it is, with the way to begin first; who drew it goes on drawing."""
    page = new_page()
    page.goto("/puzzles/draw")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Draw your own")
    page.get_by_role("application").focus()
    for key in (" ", "ArrowRight", " "):
        page.keyboard.press(key)
    page.wait_for_url("**/puzzles/draw#xx")
    page.reload()
    expect(heading).to_have_text("Draw your own")
    link = page.get_by_label("Address of the link")
    expect(link).to_have_value(re.compile("/puzzles/~xx$"))
    stranger = new_page(**PHONE, locale="fr-FR")
    stranger.goto("/puzzles/draw#xx")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Une figure dessinée")
    expect(stranger.locator("main")).to_contain_text("Quelqu’un a dessiné cette figure.")
    begin = stranger.get_by_role("link", name="La résoudre")
    expect(begin).to_be_in_viewport(ratio=1)
    begin.tap()
    stranger.wait_for_url("**/puzzles/~xx")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Une figure dessinée")


def test_a_drawn_outline_is_played_to_the_end(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles/draw#xxxx")
    page.get_by_role("link", name="Solve it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("A drawn figure")
    assert page.url.endswith("/puzzles/~xxxx")
    expect(page.locator("nav.wide [aria-current]")).to_have_text("Puzzles")
    page.locator('[data-piece="I4"]').click()
    page.mouse.click(*center(page, "outlines/~xxxx", "b1"))
    page.get_by_role("button", name=re.compile("^Place")).click()
    expect(page.locator(".bravo")).to_be_visible()
    page.reload()
    expect_pieces(page, 1)
    expect(page.locator(".bravo")).to_be_visible()


def test_colors_keep_apart_where_that_is_chosen(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles/tetra")
    page.get_by_role("link", name="Colors apart").click()
    expect(page.get_by_role("link", name="Colors apart")).to_have_attribute("aria-current", "true")
    for cell in ("b2", "g6"):
        press_piece(page, "O" if cell == "b2" else "I4")
        page.mouse.click(*center(page, "tetra+colored", cell))
        page.get_by_role("button", name=re.compile("^Place")).click()
    expect_pieces(page, 2)
    press(page, "Check")
    expect(page.locator(".say")).to_contain_text("can still be completed")
    press(page, "Solve")
    expect(page.locator(".say")).to_contain_text("This is one solution.")


def press_piece(page: Page, name: str) -> None:
    page.locator(f'[data-piece="{name}"]').click()


def test_a_wrong_answer_is_refuted_on_the_board(new_page: NewPage) -> None:
    page = new_page()
    day = next(
        day
        for day in (datetime.date(2026, 11, 16) + datetime.timedelta(n) for n in range(60))
        if puzzles.challenge_of(day).kind == "block"
    )
    page.clock.set_fixed_time(datetime.datetime(day.year, day.month, day.day, 12))
    page.goto("/puzzles/today")
    page.locator(".board").focus()
    wanted = puzzles.challenge_of(day).answer[0]
    page.keyboard.press("p")
    page.keyboard.press("n")
    held = page.locator("[role=status][aria-live]").last
    expect(held).not_to_be_empty()
    if held.inner_text().split(".")[0].split() == sorted(wanted.split(",")):
        page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(".say")).to_contain_text("Still possible, outlined in red:")
    expect(page.locator(".marks .shown").first).to_be_visible()
    press(page, "Undo")
    expect(page.locator(".marks .shown")).to_have_count(0)


LOOKS: list[dict[str, Any]] = [
    {"color_scheme": "dark", "locale": "fr-FR"},
    {"color_scheme": "light", "locale": "en-US", **PHONE},
]


@pytest.mark.parametrize("look", LOOKS, ids=["night", "phone"])
def test_no_puzzle_page_has_an_accessibility_fault(new_page: NewPage, look: dict[str, Any]) -> None:
    page = new_page(**look)
    found: dict[str, list[str]] = {}
    for path, mark in (
        ("/puzzles", ".picture svg"),
        ("/puzzles/tetra", ".colors"),
        ("/puzzles/~xxx_x-x_xxx", ".tray"),
        ("/puzzles/endless", ".levels"),
        ("/puzzles/draw#AVA", ".verdict"),
    ):
        page.goto(path)
        expect(page.locator(mark).first).to_be_visible()
        found[path] = faults(page)
    assert not any(found.values()), found


IS_WHOLE = """(piece) => {
    const {left, right, top, bottom} = piece.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const ends = [[left + 2, y], [right - 2, y], [x, top + 2], [x, bottom - 2]];
    return ends.every(([x, y]) => piece.contains(document.elementFromPoint(x, y)));
}"""
"""Neither cut off nor covered by anything."""
UPRIGHT = [(320, 568), (360, 640), (390, 664), (700, 1000), (768, 1024)]
SIDEWAYS = [(667, 375), (740, 360), (844, 390)]


@pytest.mark.parametrize(("width", "height"), UPRIGHT + SIDEWAYS)
@pytest.mark.parametrize("name", ["tetra", "rabbit", "penta", "eighty-eight", "today"])
def test_a_puzzle_shows_its_big_button_at_once(
    new_page: NewPage, name: str, width: int, height: int
) -> None:
    """And the whole first piece that can be placed: in that day's, the last of them all."""
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    page.clock.set_fixed_time("2026-11-19T12:00:00")
    page.goto(f"/puzzles/{name}")
    piece = page.locator(".tray button:not(.pale)").first
    expect(piece).to_be_visible()
    page.evaluate("document.fonts.ready")
    expect(page.locator(".actions .go")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    page.wait_for_function(IS_WHOLE, arg=piece.element_handle())
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_a_phone_shows_the_chosen_form_and_the_way_back_to_a_drawing(new_page: NewPage) -> None:
    page = new_page(**PHONE, locale="fr-FR")
    page.goto("/puzzles/tetra+touching")
    expect(page.locator(".forms [aria-current=true]")).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".form")).to_contain_text("chacune touche un coin de sa couleur")
    page.goto("/puzzles/~xxxx")
    page.get_by_role("link", name="Modifier le contour").tap()
    page.wait_for_url("**/puzzles/draw#xxxx")
