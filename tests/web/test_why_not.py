"""Buttons that cannot be used just now say why: to the eye, to the finger, to the ear."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from web.conftest import PHONE, NewPage
from web.people import seated, sign_up, wish
from web.table import here, make_game, open_game

DESKTOP = {"viewport": {"width": 1440, "height": 900}}


def expect_reason(page: Page, button: Locator, words: str) -> None:
    """Pressed in vain, it says why, wholly inside the window, and to a screen reader too."""
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description(re.compile(re.escape(words)))
    button.click(force=True)
    bubble = page.locator("body p[aria-hidden]", has_text=words)
    expect(bubble).to_be_visible()
    expect(bubble).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("status").filter(has_text=words).first).to_be_attached()


@pytest.mark.parametrize(
    ("look", "reason"),
    [
        (PHONE | {"locale": "fr-FR"}, "Pas de conseil en partie classée"),
        (DESKTOP, "No hints in rated games and tournaments"),
    ],
    ids=["phone", "desktop"],
)
def test_there_are_no_hints_where_it_counts(
    new_page: NewPage, look: dict[str, Any], reason: str
) -> None:
    ada, bo = new_page(**look), new_page(**look)
    for page in (ada, bo):
        wish(page, "Duo", rated=True)
    seated(ada, "duo")
    seated(bo, "duo")
    first = ada if ada.locator(".card.on b").inner_text() in ("You", "Vous") else bo
    expect_reason(first, first.locator(".actions .idea"), reason)
    first.mouse.click(5, 5)
    expect(first.locator("body p[aria-hidden]", has_text=reason)).to_have_count(0)


def test_the_buttons_of_the_piece_name_what_is_missing(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_game(page, "duo")
    page.keyboard.press("Escape")
    for name in ("Turn", "Flip"):
        button = page.locator(".actions").get_by_role("button", name=name)
        expect_reason(page, button, "Take a piece first.")
    page.locator("[data-piece]").first.tap()
    turn = page.locator(".actions").get_by_role("button", name="Turn")
    expect(turn).to_be_enabled()
    expect(turn).to_have_accessible_description("")
    expect(page.get_by_text("Take a piece first.").and_(page.locator("p"))).to_have_count(0)


def test_an_incomplete_form_says_what_it_lacks(new_page: NewPage) -> None:
    page = new_page(locale="fr-FR")
    sign_up(page, "Zoé")
    page.goto("/tournaments")
    page.get_by_role("button", name="Créer un tournoi").click()
    name = page.get_by_label("Nom", exact=True)
    make = page.locator("form .go")
    expect_reason(page, make, "Écrivez d’abord un nom.")
    page.evaluate("dispatchEvent(new Event('resize'))")  # a phone's keyboard goes away
    expect(page.locator("body p[aria-hidden]")).to_have_text("Écrivez d’abord un nom.")
    name.press("Enter")
    expect(page.locator("body p[aria-hidden]")).to_have_text("Écrivez d’abord un nom.")
    name.fill("Printemps")
    expect(page.locator("body p[aria-hidden]")).to_have_count(0)
    make.click()
    page.wait_for_url("**/tournaments/*")
    start = page.get_by_role("button", name="Commencer")
    expect_reason(page, start, "Il faut d’abord au moins 2 inscriptions.")


def test_the_ends_of_a_game_are_told(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/")
    page.goto(make_game(page, "duo", here(2)))
    page.locator(".actions .go").click()
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Look at the moves").click()
    expect_reason(page, page.get_by_role("button", name="One move on"), "This is the last move.")
    page.get_by_role("button", name="To the beginning").click()
    expect_reason(page, page.get_by_role("button", name="One move back"), "This is the beginning.")
