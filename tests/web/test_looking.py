"""The moves of a game that is not over, looked at before playing on or instead."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import cornerwise as cw
from cornerwise.notation import Record, write_blksgf
from web.conftest import PHONE, NewPage
from web.table import Table, here, make_game

MOVES = ("e10,f10,g10,e11,e12", "i5,j5,k5,k4,k3", "h9")


def open_record(page: Page) -> None:
    """A record of three moves of Duo, chosen as a file."""
    game = cw.Game("duo")
    for move in MOVES:
        game.play(move)
    open_file(page, game)


def open_file(page: Page, game: cw.Game) -> None:
    """A game of Ada and Bo, chosen as a file."""
    text = write_blksgf(Record.of(game, players=["Ada", "Bo"]))
    page.goto("/games")
    page.locator('input[type="file"]').set_input_files(
        {"name": "game.blksgf", "mimeType": "text/plain", "buffer": text.encode()}
    )
    page.wait_for_url("**/g/*")


@pytest.mark.parametrize("look", [PHONE, {}], ids=["phone", "desktop"])
def test_a_record_of_a_game_that_is_not_over_can_be_looked_at(
    new_page: NewPage, look: dict[str, Any]
) -> None:
    """Step by step, by buttons, slider and arrows; the hand stays empty until one plays on."""
    page = new_page(**look)
    open_record(page)
    pieces = page.locator(".board .pieces .piece")
    expect(pieces).to_have_count(3)
    for name, count in (("To the beginning", 0), ("One move on", 1), ("To the end", 3)):
        page.get_by_role("button", name=name).click()
        expect(pieces).to_have_count(count)
    page.keyboard.press("ArrowLeft")
    expect(pieces).to_have_count(2)
    expect(page.locator(".people [aria-current]")).to_contain_text("Ada")
    expect(page.locator("[data-piece]")).to_have_count(0)
    expect(page.locator(".people .left")).to_have_count(2)  # with no tray, the cards have them all
    page.get_by_role("slider").fill("3")
    page.get_by_role("button", name="Play on", exact=True).click()
    table = Table(page, "duo")
    for move in MOVES:
        table.game.play(move)
    table.click(table.choose())
    table.expect_moves(4)
    page.reload()
    expect(page.locator(".actions .go")).to_be_visible()


def test_a_record_is_played_on_from_a_move_before_its_last(new_page: NewPage) -> None:
    """As another game; and there a piece can be placed at once."""
    page = new_page()
    open_record(page)
    first = page.url
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="One move on").click()
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: url != first)
    Table(page, "duo").expect_moves(1)
    expect(page.locator(".actions .go")).to_be_enabled()


def test_the_moves_of_a_running_game_can_be_looked_at(new_page: NewPage) -> None:
    """The hand is kept meanwhile; at the last move one follows what others play."""
    page, watcher = new_page(), new_page()
    page.goto("/")
    page.goto(make_game(page, "duo", here(2)))
    table = Table(page, "duo")
    table.click(table.game.move(MOVES[0]))
    table.expect_moves(1)
    watcher.goto(page.url)
    for person in (watcher, page):
        person.locator(".menu > summary").click()
        person.get_by_role("button", name="Look at the moves").click()
        person.get_by_role("button", name="One move back").click()
        expect(person.locator(".board .pieces .piece")).to_have_count(0)
    expect(page.locator(".hand.held")).to_have_count(0)
    watcher.keyboard.press("ArrowRight")
    expect(page.get_by_text("Bo plays Orange.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".hand.held")).to_have_count(1)
    page.locator(".actions .go").click()
    expect(watcher.locator(".board .pieces .piece")).to_have_count(2)
    expect(watcher.get_by_text("Move 2 of 2")).to_be_visible()


def test_the_list_of_games_has_the_figures_of_the_result(new_page: NewPage) -> None:
    """Of each side, not of each color; the winner first."""
    game = cw.Game("classic_2")
    while not game.is_over:
        game.play(max(game.legal_moves, key=lambda move: move.size))
    page = new_page()
    open_file(page, game)
    result = page.locator(".side .head")
    expect(result).to_have_count(2)
    shown = [" ".join(text.split()) for text in result.all_inner_texts()]
    page.goto("/games")
    listed = page.locator(".results > span")
    expect(listed).to_have_count(3)  # and the number of moves
    assert [" ".join(text.split()) for text in listed.all_inner_texts()][:2] == shown
    best = max(game.result.points)
    expect(page.locator(".results .won")).to_contain_text(str(best).replace("-", "−"))
