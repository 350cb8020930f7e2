"""The server is away and the pages are here: they say so, and go on when it is back."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from web.conftest import PHONE, NewPage

FRENCH = "Le serveur ne répond pas. Est-il en marche ?"


def only_the_line_complained(complaints: list[str]) -> None:
    """What the browser itself notes of a request that failed is no fault; anything else stays."""
    complaints[:] = [text for text in complaints if "Failed to load resource" not in text]


def cut(page: Page, paths: str) -> None:
    """No answer to these requests."""
    page.route(re.compile(paths), lambda route: route.abort())


@pytest.mark.parametrize(
    ("path", "asked", "mark"),
    [
        ("/learn", "/api/variants$", ".tips li"),
        ("/learn", r"/api/variants/\w+$", ".tips li"),
        ("/games", "/api/games$", "main .soft"),
        ("/puzzles", "/api/puzzles$", ".tiles li"),
        ("/puzzles/rabbit", "/api/puzzles/rabbit$", "main.solo"),
        ("/puzzles/~xx_xx", "/api/puzzles/outlines/", "main.solo"),
        ("/puzzles/today", "/api/puzzles/challenges/", "main.solo"),
        ("/ranking", "/api/leaderboards/", "main .soft"),
        ("/tournaments", "/api/tournaments$", "main .go"),
        ("/players/me", "/api/players/me$", "#ratings-title"),
        ("/account", "/api/me$", "form .go"),
    ],
)
def test_a_page_without_an_answer_can_be_asked_again(
    new_page: NewPage, complaints: list[str], path: str, asked: str, mark: str
) -> None:
    page = new_page(**PHONE, locale="fr-FR", service_workers="block")
    cut(page, asked)
    page.goto(path)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(FRENCH)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    only_the_line_complained(complaints)
    page.unroute_all()
    alert.get_by_role("button", name="Réessayer").tap()
    expect(page.locator(mark).first).to_be_visible()
    expect(alert).to_have_count(0)
    only_the_line_complained(complaints)


def test_who_one_is_is_asked_again(new_page: NewPage, complaints: list[str]) -> None:
    """A page opened while the server was away knows its person once it is back."""
    page = new_page(service_workers="block")
    cut(page, "/api/me$")
    page.goto("/account")
    expect(page.get_by_role("alert")).to_be_visible()
    page.unroute_all()
    expect(page.locator("form .go")).to_be_visible()
    only_the_line_complained(complaints)


def test_an_answer_that_does_not_come_is_told(new_page: NewPage, complaints: list[str]) -> None:
    """To who places a piece or wants to see the answer; and only as long as that is so."""
    page = new_page()
    page.goto("/puzzles/endless")
    expect(page.locator(".tray button").first).to_be_visible()
    cut(page, "/judge$")
    say = page.locator(".say")
    for name in ("Show the answer", "Yes, show it"):
        page.get_by_role("button", name=name).click()
    expect(say).to_contain_text("The solver does not answer.")
    page.unroute_all()
    held: list[Route] = []
    page.route("**/judge", lambda route: held.append(route))
    page.keyboard.press("n")
    page.keyboard.press("Enter")
    expect(page.locator("main.solo")).to_have_attribute("data-pieces", "1")
    page.keyboard.press("Control+z")
    expect(page.locator("main.solo")).to_have_attribute("data-pieces", "0")
    held[0].abort()
    for name in ("Show the answer", "Yes, show it"):
        expect(say).not_to_contain_text("does not answer")
        page.get_by_role("button", name=name).click()
    held[1].continue_()
    expect(say).to_contain_text("This was the answer.")
    only_the_line_complained(complaints)


def test_a_game_that_could_not_be_made_is_told_and_tried_again(
    new_page: NewPage, complaints: list[str]
) -> None:
    """The big button goes on working, and what is said is in sight, however far down one is."""
    page = new_page(**PHONE)
    page.goto("/")
    page.get_by_label("Clock").scroll_into_view_if_needed()
    page.wait_for_function("scrollY > 0")
    cut(page, "/api/games$")
    page.locator(".big").tap()
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    page.unroute_all()
    page.locator(".big").tap()
    expect(page.locator("main.game")).to_be_visible()
    only_the_line_complained(complaints)


def test_a_file_that_was_refused_can_be_chosen_again(
    new_page: NewPage, complaints: list[str], tmp_path: Path
) -> None:
    """Browsers tell of no choice where the same file is chosen once more."""
    page = new_page()
    page.goto("/games")
    file = tmp_path / "game.blksgf"
    file.write_text("no game")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(file)
    expect(page.get_by_role("alert")).to_contain_text(".blksgf")
    expect(chooser).to_have_value("")
    only_the_line_complained(complaints)
