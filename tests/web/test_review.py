"""The review of a finished game: the move that lost it, shown on the board."""

from typing import Any

from playwright.sync_api import Page, expect

from web.conftest import PHONE, NewPage
from web.table import Table, here, make_game


def open_lost_game(page: Page, *more: str) -> None:
    """A game of Duo whose third move wastes the single cell, given up by who is next to move."""
    page.goto("/")
    page.goto(make_game(page, "duo", here(2)))
    table = Table(page, "duo")
    for move in ("e10,f10,g10,e11,e12", "i5,j5,k5,k4,k3", "h9", *more):
        table.click(table.game.move(move))
        table.expect_moves(len(table.game.moves) + 1)
        table.follow()
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()


def test_a_review_shows_the_better_move_beside_the_one_played(new_page: NewPage) -> None:
    """On one board, with words which is which; at the last move, too."""
    page = new_page()
    open_lost_game(page)
    page.get_by_role("button", name="Review with the computer").click()
    expect(page.locator(".sums")).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Move 3, Purple").click()
    expect(page.get_by_text("Move 3 of 3")).to_be_visible()
    expect(page.locator(".board .pieces .piece")).to_have_count(3)
    expect(page.locator(".board .shown")).to_have_count(1)
    expect(page.locator(".board .shown .edge")).to_have_css("stroke-dasharray", "7px, 5px")
    expect(page.get_by_text("a better move is shown")).to_be_visible()
    expect(page.locator(".legend")).to_have_text("playedbetter")
    expect(page.get_by_text("A move that could have been better")).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".board .pieces .piece")).to_have_count(0)
    expect(page.locator(".board .shown")).to_have_count(0)


def test_a_review_names_the_worst_move_of_who_looks(new_page: NewPage) -> None:
    """Where another one decided the game, or none did."""
    page = new_page(**PHONE)
    page.goto("/")
    page.goto(make_game(page, "duo", [{"kind": "me"}, {"kind": "computer", "level": 1}]))
    table = Table(page, "duo")
    page.locator('[data-piece="1"]').tap()
    page.keyboard.press("n")
    table.place_button.tap()
    table.expect_moves(2)
    page.route("**/review?ply=*", lambda route: route.fulfill(json=reviewed(route.request.url)))
    page.locator(".menu > summary").tap()
    page.get_by_role("button", name="Resign").tap()
    page.get_by_role("button", name="Yes, resign").tap()
    page.get_by_role("button", name="Review with the computer").tap()
    headline = page.get_by_role("button", name="Your worst move was move 1.")
    headline.tap()
    expect(headline).to_have_attribute("aria-current", "true")
    steps = page.locator(".steps.walked")
    expect(steps).to_contain_text("Move 1 of 2")
    expect(steps).to_contain_text("Move 1, Purple (You)")
    assert steps.evaluate("(card) => getComputedStyle(card).boxShadow") != "none"


def reviewed(address: str) -> dict[str, Any]:
    """The server's view of a move: the first gave much away, and was made good later."""
    ply = int(address.rsplit("=", 1)[1])
    values = [0.5, 0.5] if ply == 1 else [0.9, 0.1]
    lost = 0.3 if ply == 1 else 0.0
    return {
        "ply": ply, "player": ply - 1, "color": ply - 1, "best": "e10", "forced": False,
        "lost": lost, "points_lost": 3 * lost, "values": values, "reasons": None,
    }  # fmt: skip


def test_a_review_names_the_move_that_decided_the_game(new_page: NewPage) -> None:
    """Above all that could have been better, and marked in words among it."""
    page = new_page(**PHONE)
    open_lost_game(page, "h6,g6,f6,f7,g7")
    page.get_by_role("button", name="Review with the computer").click()
    headline = page.get_by_role("button", name="Move 3 decided the game. Purple (")
    headline.click()
    expect(headline).to_have_attribute("aria-current", "true")
    expect(page.get_by_text("Move 3 of 4")).to_be_visible()
    expect(page.get_by_text("Move 3, Purple (Ada): a better move is shown")).to_be_visible()
    expect(page.locator(".better li").filter(has_text="instead of").first).to_be_visible()
    marked = page.get_by_role("listitem").filter(has_text="This move decided the game")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("Move 3, Purple")


def test_a_grave_mistake_stands_on_one_line(new_page: NewPage) -> None:
    """In the narrow column of a small desktop, its mark beside its figures."""
    page = new_page(viewport={"width": 1024, "height": 768})
    open_lost_game(page)
    page.get_by_role("button", name="Review with the computer").click()
    expect(page.locator(".sums")).to_be_visible()
    row = page.get_by_role("button", name="Move 3, Purple")
    expect(row).to_contain_text("A grave mistake")
    tops = "(row) => ['.when', '.grave'].map((part) => row.querySelector(part).offsetTop)"
    when, mark = row.evaluate(tops)
    assert abs(when - mark) <= 1
    assert row.evaluate("(row) => row.offsetHeight") <= 40


def test_mistakes_of_the_winner_do_not_decide(new_page: NewPage) -> None:
    page = new_page()
    open_lost_game(page)
    page.get_by_role("button", name="Review with the computer").click()
    expect(page.locator(".sums")).to_be_visible()
    expect(page.get_by_role("button", name="Move 3, Purple")).to_be_visible()
    expect(page.get_by_role("button", name="Move 3 decided the game")).to_have_count(0)


def test_a_review_goes_on_where_it_was_interrupted(
    new_page: NewPage, complaints: list[str]
) -> None:
    page = new_page(**PHONE)
    open_lost_game(page)
    page.route("**/review?ply=2", lambda route: route.abort())
    page.get_by_role("button", name="Review with the computer").click()
    expect(page.get_by_text("The review was interrupted.")).to_be_visible()
    assert [text.split(":")[0] for text in complaints] == ["console"]
    complaints.clear()
    page.unroute("**/review?ply=2")
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".sums")).to_be_visible()
    expect(page.get_by_text("Best move found: Ada, ")).to_be_visible()


def test_a_review_whose_file_does_not_come_says_so(
    new_page: NewPage, complaints: list[str]
) -> None:
    """A connection that broke, or a page older than the server's files."""
    page = new_page(**PHONE, service_workers="block")
    page.route("**/assets/Review-*.js", lambda route: route.abort())
    open_lost_game(page)
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer.")
    complaints.clear()
    page.unroute("**/assets/Review-*.js")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Review with the computer")).to_be_visible()


def test_a_move_taken_back_after_the_end_ends_the_review(new_page: NewPage) -> None:
    page = new_page()
    open_lost_game(page)
    page.get_by_role("button", name="Review with the computer").click()
    expect(page.locator(".sums")).to_be_visible()
    page.get_by_role("button", name="Move 3, Purple").click()
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".actions .go")).to_be_visible()
    expect(page.locator(".board .shown")).to_have_count(0)
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("button", name="Review with the computer")).to_be_visible()
    expect(page.get_by_text("Move 2 of 2")).to_be_visible()


def test_what_is_said_of_a_move_stays_in_sight(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1366, "height": 600})
    open_lost_game(page)
    page.get_by_role("button", name="Review with the computer").click()
    expect(page.locator(".sums")).to_be_visible()
    page.get_by_role("button", name="Move 3, Purple").click()
    page.locator(".mine").evaluate("(column) => column.scrollTo(0, column.scrollHeight)")
    expect(page.get_by_text("a better move is shown")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight") == 600


def test_nothing_lies_over_a_result(new_page: NewPage) -> None:
    """On a phone the steps stay in sight once they are used, and cover no score before."""
    page = new_page(**PHONE)
    page.goto("/")
    page.goto(make_game(page, "trigon_3", here(3)))
    page.locator(".actions .go").tap()
    Table(page, "trigon_3").expect_moves(1)
    for _ in range(2):
        page.locator(".menu > summary").click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, resign").click()
    expect(page.locator(".score").last).to_be_in_viewport(ratio=1)
    steps = page.locator(".steps", has=page.get_by_role("slider"))
    expect(steps).to_have_css("position", "static")
    page.get_by_role("slider").scroll_into_view_if_needed()
    page.get_by_role("slider").press("Home")
    expect(steps).to_have_css("position", "sticky")


def test_a_game_is_played_on_once(new_page: NewPage, complaints: list[str]) -> None:
    """However often it is pressed; and a server that is away is said."""
    page = new_page()
    open_lost_game(page)
    page.get_by_role("button", name="One move back").click()
    play_on = page.get_by_role("button", name="Play on from here")
    page.route("**/fork", lambda route: route.abort(), times=1)
    play_on.click()
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    assert [text.split(":")[0] for text in complaints] == ["console"]
    complaints.clear()
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if request.method == "POST" else None
    )
    play_on.dblclick()
    expect(page.locator("main.game")).to_have_attribute("data-moves", "2")
    assert len(asked) == 1
