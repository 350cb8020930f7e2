"""The study board: moves are tried, the computer thinks along, nothing that was tried is lost."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import cornerwise as cw
from cornerwise.notation import read_blksgf
from web.conftest import PHONE, NewPage
from web.table import Table, here, make_game

LINE = "/study/line#duo?start=any/e10,f10,g10,e11,e12/i5,j5,k5,k4,k3"
SHOWN = ".board .pieces .piece"
CURRENT = ".tree [aria-current]"


def open_line(page: Page, line: str = LINE) -> None:
    """A study of a line that somebody sent."""
    page.goto(line)
    page.wait_for_url(re.compile(r"/study/[0-9a-f]{12}$"))
    expect(page.locator(".study")).to_be_visible()


def best(page: Page, n: int = 0) -> Any:
    return page.locator(".best .move").nth(n)


def test_moves_are_tried_with_the_computers_view(new_page: NewPage) -> None:
    """By its list and by hand; who goes back and tries another has a variation."""
    page = new_page()
    open_line(page)
    expect(page.locator(SHOWN)).to_have_count(2)
    expect(page.locator(".bar.known")).to_have_attribute(
        "aria-label", re.compile(r"Chances: Purple \d+%, Orange \d+%")
    )
    best(page).click()
    expect(page.locator(SHOWN)).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(SHOWN)).to_have_count(2)
    reasons = page.locator(".best details")
    reasons.locator("summary").click()
    expect(reasons).to_contain_text(re.compile("corners? for Purple|Purple keeps"))
    expect(reasons).not_to_contain_text(re.compile(r"\byou\b", re.IGNORECASE))
    best(page, 1).hover()
    expect(page.locator(".board .shown")).to_have_count(1)
    best(page, 1).click()
    expect(page.locator(".variation .ply")).to_have_count(1)
    expect(page.locator(".tree .ply")).to_have_count(4)
    page.keyboard.press("p")  # a piece of the next color comes to a place where it may lie
    page.keyboard.press("Enter")
    expect(page.locator(SHOWN)).to_have_count(4)
    expect(page.locator(CURRENT)).to_have_attribute("aria-label", re.compile("^4. Orange "))


def test_what_was_said_and_tried_is_there_again(new_page: NewPage) -> None:
    """After a reload, in the list, and in a file that is opened again."""
    page = new_page()
    open_line(page)
    best(page).click()
    page.get_by_label("Note on this move").fill("Better than e9!")
    page.get_by_role("button", name="interesting").click()
    page.get_by_role("button", name="One move back").click()
    best(page, 1).click()
    page.get_by_role("button", name="Make it the main line").click()
    expect(page.locator(".variation .said")).to_have_count(1)
    page.reload()
    expect(page.locator(".variation .said")).to_have_attribute("title", "Better than e9!")
    page.get_by_text("Keep and share").click()
    expect(page.get_by_role("button", name="Copy a link to this line")).to_be_in_viewport()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    path = Path(download.value.path())
    record = read_blksgf(path.read_text())
    assert len(list(record.walk())) == 5
    assert len(record.game().moves) == 3
    page.get_by_role("link", name="All studies").click()
    expect(page.locator(".tiles a")).to_have_count(1)
    page.locator("input[type=file]").set_input_files(
        {"name": "duo.blksgf", "mimeType": "text/plain", "buffer": path.read_bytes()}
    )
    expect(page.locator(".variation .said")).to_have_attribute("title", "Better than e9!")
    expect(page.locator(".variation .said")).to_contain_text("!?")


def test_a_move_that_was_taken_away_comes_back(new_page: NewPage) -> None:
    page = new_page()
    open_line(page)
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Take it and all that follows away").click()
    expect(page.locator(".tree .ply")).to_have_count(0)
    expect(page.locator(SHOWN)).to_have_count(0)
    page.get_by_role("button", name="Bring it back").click()
    expect(page.locator(".tree .ply")).to_have_count(2)
    expect(page.locator(SHOWN)).to_have_count(1)


def test_where_the_browser_keeps_nothing_one_studies_all_the_same(new_page: NewPage) -> None:
    """It is said that the page must not be closed before a file is saved."""
    page = new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    open_line(page)
    best(page).click()
    expect(page.locator(SHOWN)).to_have_count(3)
    expect(page.get_by_text("This browser has no room to keep this study.")).to_be_visible()
    page.get_by_role("link", name="All studies").click()
    page.locator(".tiles a").click()
    expect(page.locator(SHOWN)).to_have_count(3)


@pytest.mark.parametrize("size", [{}, PHONE])
def test_who_steps_has_the_buttons_where_they_were(new_page: NewPage, size: dict[str, Any]) -> None:
    """While the computer has not answered its list keeps its room."""
    page = new_page(**size)
    open_line(page)
    expect(best(page, 4)).to_be_visible()
    page.get_by_text("Why the first one?").click()
    expect(page.locator(".best details ul")).to_be_visible()
    back = page.locator(".moves .steps button").nth(1)
    top = "button => button.getBoundingClientRect().top"
    before = back.evaluate(top)
    page.route("**/api/study/analysis", lambda route: None)
    page.evaluate("document.querySelectorAll('.moves .steps button')[1].click()")
    expect(page.locator(SHOWN)).to_have_count(1)
    expect(best(page)).to_have_count(0)
    assert back.evaluate(top) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (320, 460), (820, 1180)])
def test_a_finger_on_a_list_sees_the_board(new_page: NewPage, size: tuple[int, int]) -> None:
    """However far down the list is, what is pressed there is seen to happen."""
    width, height = size
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}})
    open_line(page)
    last = best(page, 4)
    expect(last).to_be_visible()
    page.get_by_label("Note on this move").focus()
    expect(page.get_by_label("Note on this move")).to_be_in_viewport()
    expect(page.locator(".table")).to_be_in_viewport(ratio=0.95)
    last.tap()
    expect(page.locator(SHOWN)).to_have_count(3)
    expect(page.locator(".table")).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".stand")).to_be_in_viewport(ratio=0.95)


def test_the_list_is_there_while_the_server_is_away(
    new_page: NewPage, complaints: list[str]
) -> None:
    page = new_page()
    open_line(page)
    page.route("**/api/variants/**", lambda route: route.abort())
    page.goto("/study")
    expect(page.locator(".tiles a")).to_have_attribute("href", re.compile(r"/study/[0-9a-f]{12}"))
    page.goto("about:blank")
    assert not [line for line in complaints if line.startswith("error")]
    complaints.clear()  # the browser's own, of what did not come


def test_two_tabs_lose_nothing_of_each_other(new_page: NewPage) -> None:
    page = new_page()
    open_line(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(SHOWN)).to_have_count(2)
    best(page).click()
    page.get_by_label("Note on this move").fill("Tried here.")
    expect(other.locator(".tree .said")).to_have_attribute("title", "Tried here.")
    expect(other.locator(SHOWN)).to_have_count(2)
    other.keyboard.press("ArrowLeft")
    expect(other.locator(SHOWN)).to_have_count(1)
    page.reload()
    expect(page.locator(".tree .said")).to_have_attribute("title", "Tried here.")


def test_a_link_leads_to_the_same_line_elsewhere(new_page: NewPage) -> None:
    page = new_page()
    open_line(page)
    page.get_by_text("Keep and share").click()
    address = page.get_by_role("textbox", name="address").input_value()
    friend = new_page(locale="fr-FR", **PHONE)
    open_line(friend, address)
    expect(friend.locator(SHOWN)).to_have_count(2)
    expect(friend.get_by_text("L’avis de l’ordinateur")).to_be_visible()
    friend.go_back()
    assert "/line" not in friend.url


@pytest.mark.parametrize("line", ["/study/line#ludo/a1", "/study/0123456789ab"])
def test_a_study_that_is_not_here_says_where_it_is(
    new_page: NewPage, line: str, complaints: list[str]
) -> None:
    page = new_page()
    page.goto("/study")
    page.goto(line)
    expect(page.get_by_role("heading", name="This study is not on this device")).to_be_visible()
    page.get_by_role("link", name="All studies").click()
    expect(page.get_by_role("heading", name="A new board")).to_be_visible()
    complaints.clear()  # the browser's own, of a game that there is not


def test_a_finished_game_is_studied_at_the_move_that_is_looked_at(new_page: NewPage) -> None:
    """Names and a resignation come along, and from any move one can play on."""
    page = new_page()
    page.goto("/")
    page.goto(make_game(page, "duo", here(2)))
    table = Table(page, "duo")
    for move in ("e10,f10,g10,e11,e12", "i5,j5,k5,k4,k3"):
        table.click(table.game.move(move))
        table.expect_moves(len(table.game.moves) + 1)
        table.follow()
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Study", exact=True).click()
    expect(page.locator(SHOWN)).to_have_count(1)
    expect(page.locator(".tree .ply")).to_have_count(3)
    expect(page.locator(".tree .ply").last).to_contain_text("resigns")
    # Who goes back to the game and comes again finds what they tried.
    best(page).click()
    expect(page.locator(".variation .ply")).to_have_count(1)
    page.go_back()
    page.get_by_role("button", name="Study", exact=True).click()
    expect(page.locator(".variation .ply")).to_have_count(1)
    expect(page.locator(".tree .ply")).to_have_count(4)
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One move on").click()
    page.get_by_text("Keep and share").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/g/*")
    expect(page.locator(SHOWN)).to_have_count(1)


def study_given_up_game(page: Page) -> None:
    """One of two moves against the computer."""
    page.goto("/")
    page.goto(make_game(page, "duo", [{"kind": "me"}, {"kind": "computer", "level": 1}]))
    page.locator('[data-piece="1"]').click()
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator(SHOWN)).to_have_count(2)
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="Study", exact=True).click()


def test_nobody_is_called_you_in_what_others_may_read(new_page: NewPage) -> None:
    page = new_page()
    study_given_up_game(page)
    expect(page.locator(".study .head")).to_contain_text("Purple · Computer 1")
    expect(page.locator(".study .head")).not_to_contain_text("You")
    expect(page.locator(".tree .ply").last).to_have_text("3 Purple resigns")
    page.get_by_role("button", name="To the end").click()
    expect(page.locator(".say")).to_have_text("The game ends here: nobody is left to play against.")
    expect(page.locator(".best .state")).to_have_text(
        "The game ends here: nobody is left to play against."
    )


def test_one_plays_on_against_the_computer_that_was_there(new_page: NewPage) -> None:
    page = new_page()
    study_given_up_game(page)
    best(page).click()
    expect(page.locator(SHOWN)).to_have_count(3)
    page.get_by_text("Keep and share").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/g/*")
    expect(page.locator(SHOWN)).to_have_count(4)  # the computer's answer


def test_every_game_can_be_studied(new_page: NewPage) -> None:
    """By what is chosen on the page; the color that is to play is the right one."""
    page = new_page(locale="fr-FR")
    for name, variant in cw.VARIANTS.items():
        page.goto("/study")
        page.locator(f"input[value={name}]").check()
        page.get_by_role("button", name="Commencer").click()
        best(page).click()
        expect(page.locator(SHOWN)).to_have_count(1)
        expect(page.locator(".bar.known > span")).to_have_count(len(variant.sides))
    page.goto("/study")
    expect(page.locator(".tiles a")).to_have_count(len(cw.VARIANTS))
    page.get_by_role("button", name="Supprimer").first.click()
    page.get_by_role("button", name="Oui, supprimer").click()
    expect(page.locator(".tiles a")).to_have_count(len(cw.VARIANTS) - 1)


def test_a_note_asks_the_computer_nothing(new_page: NewPage) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: "analysis" in request.url and asked.append(request.url))
    page.route("**/api/study/analysis", lambda route: None)
    open_line(page)
    with page.expect_request("**/api/study/analysis"):
        page.keyboard.press("ArrowLeft")
    count = len(asked)
    page.get_by_label("Note on this move").press_sequentially("Too early.")
    page.get_by_role("button", name="doubtful").click()
    expect(page.locator(".tree .said")).to_be_visible()
    with page.expect_request("**/api/study/analysis"):
        page.keyboard.press("ArrowRight")
    assert len(asked) == count + 1


def test_the_computer_can_be_silent_or_away(new_page: NewPage, complaints: list[str]) -> None:
    """Its view is asked for only where it is wanted; while it does not answer one plays on."""
    page = new_page()
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(json.dumps(route.request.post_data_json))
        route.fulfill(status=503, json={"code": "busy", "message": "try again"})

    page.route("**/api/study/analysis", busy)
    open_line(page)
    expect(page.get_by_text("The computer does not answer just now.")).to_be_visible()
    page.get_by_role("checkbox", name="The computer's view").uncheck()
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    expect(page.locator(SHOWN)).to_have_count(3)
    count = len(asked)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(SHOWN)).to_have_count(2)
    page.unroute("**/api/study/analysis")
    assert len(asked) == count
    page.get_by_role("checkbox", name="The computer's view").check()
    expect(best(page)).to_be_visible()
    complaints.clear()


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (740, 360), (820, 1180)])
def test_it_fits_every_window(new_page: NewPage, size: tuple[int, int]) -> None:
    """Nothing is wider than the window, and the board is on the first screen beside its pieces."""
    width, height = size
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    open_line(page, "/study/line#trigon_teams")
    expect(best(page)).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator(".table")).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".stand")).to_be_in_viewport(ratio=0.95)
    expect(page.locator(".tray button").first).to_be_in_viewport()
    tops = [page.locator(part).bounding_box() for part in (".best", ".moves", ".remarks")]
    assert tops == sorted(tops, key=lambda box: box["y"] if box else 0)


def test_it_fits_with_type_twice_as_large(new_page: NewPage) -> None:
    """Nothing is wider than the window, and no number is cut off."""
    page = new_page(**PHONE, locale="fr-FR")
    wide, width = "document.documentElement.scrollWidth", PHONE["viewport"]["width"]
    open_line(page)
    larger = "document.documentElement.style.fontSize = '200%'"
    page.evaluate(larger)
    expect(best(page)).to_be_visible()
    assert page.evaluate(wide) <= width
    bar = page.locator(".stand .bar")
    assert bar.evaluate("bar => bar.clientHeight >= bar.querySelector('b').scrollHeight")
    page.goto("/study")
    page.evaluate(larger)
    expect(page.get_by_role("button", name="Commencer")).to_be_attached()
    assert page.evaluate(wide) <= width
