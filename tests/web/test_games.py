"""Whole games through the page, each by another way of placing."""

import itertools
from typing import Any

from playwright.sync_api import Page, expect

from web.conftest import PHONE, NewPage
from web.server import ServerProcess
from web.table import Table, here, make_game


def sit_down(page: Page, variant: str, seats: list[dict[str, Any]], **options: Any) -> Table:
    """Make a game and open it."""
    page.goto("/")
    page.goto(make_game(page, variant, seats, options=options))
    expect(page.locator(".board svg").first).to_be_visible()
    return Table(page, variant, **options)


def test_duo_by_mouse(new_page: NewPage) -> None:
    """Every piece dragged from the tray, or brought by two clicks."""
    table = sit_down(new_page(), "duo", here(2))
    while not table.game.is_over:
        move = table.choose()
        place = table.drag if len(table.game.moves) % 3 == 0 else table.click
        place(move)
        table.game.play(move)
        table.expect_moves(len(table.game.moves))
    table.expect_over()


def test_trigon_by_touch_on_a_phone(new_page: NewPage) -> None:
    """Tap a piece, tap a cell, confirm; on triangles, with the stricter contact rule."""
    page = new_page(**PHONE)
    table = sit_down(page, "trigon_3", here(3), contact="alternate")
    while not table.game.is_over:
        table.tap(table.choose())
        table.expect_moves(len(table.game.moves) + 1)
        table.follow()
    table.expect_over()


def test_moves_of_computers_are_seen_one_by_one(new_page: NewPage) -> None:
    """Three computers answer within milliseconds: each piece lies alone for a while."""
    page = new_page()
    computer = {"kind": "computer", "level": 1}
    table = sit_down(page, "classic", [{"kind": "me"}, *[computer] * 3])
    page.evaluate("""() => {
      const main = document.querySelector('main.game');
      window.seen = [];
      const note = () => window.seen.push([Number(main.dataset.moves), performance.now()]);
      new MutationObserver(note).observe(main, {attributeFilter: ['data-moves']});
    }""")
    table.place_button.click()  # a first piece is in the hand
    table.expect_moves(4)
    seen = page.evaluate("window.seen")
    assert [moves for moves, _ in seen] == [1, 2, 3, 4]
    times = [time for _, time in seen]
    # The first answer counts from the press, which is a little before the server has heard of it.
    assert all(b - a > 400 for a, b in itertools.pairwise(times[1:]))


def test_classic_for_two_by_keyboard(new_page: NewPage) -> None:
    """From the start page to the result without a pointer."""
    page = new_page()
    seats = [{"kind": "me"}, {"kind": "here"}]
    choice = {"variant": "classic_2", "options": {}, "seats": seats, "clock": "none"}
    page.goto("/")
    page.evaluate("c => localStorage.setItem('cornerwise.choice', JSON.stringify(c))", choice)
    page.reload()
    button = page.get_by_role("button", name="Play")
    expect(button).to_be_visible()
    for _ in range(40):
        page.keyboard.press("Tab")
        if button.evaluate("b => b === document.activeElement"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".board svg").first).to_be_visible()
    expect(page.locator("[data-piece]").first).to_be_enabled()
    table = Table(page, "classic_2")
    while not table.game.is_over:
        for _ in range(table.chance.randrange(1, 4)):
            page.keyboard.press("p")
        for _ in range(table.chance.randrange(1, 6)):
            page.keyboard.press("n")
        page.keyboard.press("Enter")
        if not table.has_moved(len(table.game.moves)):  # a slow page: a person presses again
            page.keyboard.press("n")
            page.keyboard.press("Enter")
            table.expect_moves_beyond(len(table.game.moves))
        table.follow()
    table.expect_over()


def test_four_seats_two_browsers_and_a_killed_server(
    new_page: NewPage, tmp_path_factory: Any, complaints: list[str]
) -> None:
    """Two people by link, a third at the first one's side, a computer; the server dies twice."""
    server = ServerProcess(tmp_path_factory.mktemp("killed") / "data")
    server.start()
    pages = new_page(server.address), new_page(server.address, locale="fr-FR")
    try:
        _play_through_kills(server, *pages)
    finally:
        for page in pages:
            page.close()
        server.kill()
    # A browser always writes to the console that a socket could not be opened.
    complaints[:] = [c for c in complaints if "WebSocket connection" not in c]


def _play_through_kills(server: ServerProcess, host: Page, guest: Page) -> None:
    host.goto("/")
    seats = [*here(2)[:1], {"kind": "link"}, here(2)[1], {"kind": "computer", "level": 1}]
    host.goto(make_game(host, "classic", seats))
    guest.goto(host.get_by_label("Address of the link").first.input_value())
    guest.get_by_label("Votre nom").fill("Zoé")
    guest.get_by_label("Votre nom").press("Tab")
    guest.get_by_role("button", name="S’asseoir ici").click()
    table, other = Table(host, "classic"), Table(guest, "classic")
    kills = [9, 30]
    while not table.game.is_over:
        if kills and len(table.game.moves) >= kills[0]:
            kills.pop(0)
            _kill_and_move(server, table, other)
        turn = {0: table, 1: other, 2: table}.get(table.game.player or 0)
        played = len(table.game.moves)
        if turn is not None:
            expect(turn.page.locator(".idea")).to_be_enabled()
            turn.page.keyboard.press("n")
            turn.page.keyboard.press("Enter")
        table.expect_moves_beyond(played)
        table.follow()
    other.game = table.game
    table.expect_over()
    other.expect_over()
    expect(host.get_by_text("Zoé").first).to_be_visible()


def _kill_and_move(server: ServerProcess, table: Table, other: Table) -> None:
    """Kill the server before a person's move; the move made meanwhile is played when it is back."""
    while table.game.player == 3:
        table.expect_moves_beyond(len(table.game.moves))
        table.follow()
    turn = other if table.game.player == 1 else table
    expect(turn.page.locator(".idea")).to_be_enabled()
    server.kill()
    turn.page.keyboard.press("n")
    turn.page.keyboard.press("Enter")
    server.start()
    table.expect_moves_beyond(len(table.game.moves))
    other.expect_moves_beyond(len(table.game.moves))
    table.follow()
    other.page.reload()
    expect(other.page.locator(".board svg").first).to_be_visible()
