"""What one does at the table, besides placing."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from web.conftest import PHONE, NewPage
from web.people import Cable
from web.table import Table, here, make_game


def open_duo(page: Page, seats: list[dict[str, Any]] | None = None, **more: Any) -> Table:
    """A fresh game of Duo, opened."""
    page.goto("/")
    page.goto(make_game(page, "duo", seats or here(2), **more))
    expect(page.locator(".board svg").first).to_be_visible()
    return Table(page, "duo")


def say(page: Page) -> str:
    """The line that says what may be done."""
    return page.locator(".say").inner_text()


def test_two_clicks_to_the_first_piece(new_page: NewPage) -> None:
    """The big button, then Place."""
    page = new_page()
    page.goto("/")
    page.locator(".big").click()
    page.locator(".actions .go").click()
    expect(page.locator(".board .pieces .piece").first).to_be_visible()


def test_every_way_to_turn_a_piece(new_page: NewPage) -> None:
    """Buttons, keys, wheel, right button and the strip agree with one another."""
    page = new_page()
    open_duo(page)
    page.locator('[data-piece="F"]').click()
    strip = page.locator(".strip button")
    expect(strip).to_have_count(8)

    def chosen() -> int:
        return int(strip.evaluate_all("all => all.findIndex((b) => b.ariaPressed === 'true')"))

    first = chosen()
    page.get_by_role("button", name="Turn", exact=False).first.click()
    turned = chosen()
    assert turned != first
    page.keyboard.press("Shift+R")
    assert chosen() == first
    page.locator(".board").hover()
    page.mouse.wheel(0, 100)
    expect(strip.nth(turned)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Shift+R")
    page.locator(".board").click(button="right")
    flipped = chosen()
    assert flipped != first
    page.keyboard.press("f")
    assert chosen() == first
    page.get_by_role("button", name="Flip").click()
    assert chosen() == flipped
    strip.nth(first).click()
    assert chosen() == first


def test_a_refused_place_says_why(new_page: NewPage) -> None:
    """First move off the start, own edge, no corner, a covered cell."""
    page = new_page()
    table = open_duo(page, options={"start": "assigned"})
    table.game = type(table.game)("duo", start="assigned")
    expect(page.locator(".say")).to_have_text("Ada plays Purple. Place this piece or another.")
    page.keyboard.press("n")
    expect(page.locator(".say")).to_have_text("Allowed. Covers a start cell.")

    def point(cells: str) -> None:
        move = table.game.move(cells)
        table.take(move)
        page.mouse.move(*table.middle(move))
        expect(page.locator(".landing")).to_have_count(1)

    point("a1,a2")
    assert say(page) == "Not here. Your first piece must cover a start cell open to you."
    for cells in ("e10,f10", "j5,k5"):
        point(cells)
        page.mouse.down()
        page.mouse.up()
        page.locator(".actions .go").click()
        table.game.play(cells)
        table.expect_moves(len(table.game.moves))
    for cells, why in (
        ("g10", "It touches your own edge."),
        ("b2", "It touches none of your corners."),
        ("e10", "A cell is already covered."),
    ):
        point(cells)
        assert say(page) == f"Not here. {why}"
        assert page.locator(".landing.illegal").count() == 1
    expect(page.locator(".actions .go")).to_be_disabled()
    point("g11")
    assert say(page) == "Allowed. Touches one of your corners."


def test_who_misses_the_own_corners_is_shown_them(new_page: NewPage) -> None:
    """Where the words speak of them, and only there; a setting shows them always."""
    page = new_page(**PHONE)
    table = open_duo(page)
    for move in ("e10,f10", "j5,k5"):
        table.tap(table.game.move(move))
        table.expect_moves(len(table.game.moves) + 1)
        table.follow()
    dots = page.locator(".marks .dot")
    page.locator('[data-piece="1"]').tap()
    expect(dots).to_have_count(0)
    page.touchscreen.tap(*table.center(table.game.move("a1").cells[0]))
    expect(page.locator(".say")).to_contain_text("none of your corners")
    expect(dots).to_have_count(4)
    page.keyboard.press("n")
    expect(page.locator(".say")).to_contain_text("Allowed.")
    expect(dots).to_have_count(0)


def test_a_piece_can_be_put_back_until_it_is_confirmed(new_page: NewPage) -> None:
    """Nothing is sent before the confirmation; without one, a click plays."""
    page = new_page()
    table = open_duo(page)
    expect(page.locator(".hand.held")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".hand.held")).to_have_count(0)
    table.expect_moves(0)
    page.goto("/settings")
    page.get_by_label("Confirm a move").uncheck()
    page.go_back()
    move = table.choose()
    table.take(move)
    page.mouse.move(*table.middle(move))
    page.mouse.down()
    page.mouse.up()
    table.expect_moves(1)


def test_a_finger_that_taps_twice_does_not_place(new_page: NewPage) -> None:
    """A second tap at once belongs to the first; a later one on the piece places it."""
    page = new_page(**PHONE)
    page.add_init_script(
        "window.now = 1000; Object.defineProperty(Event.prototype, 'timeStamp', {get: () => now})"
    )
    table = open_duo(page)
    move = table.game.move("e10,f10")
    page.locator(f'[data-piece="{move.piece}"]').tap()
    for _ in range(2):
        page.touchscreen.tap(*table.center(move.cells[0]))
        expect(page.locator(".hand.held")).to_have_count(1)
        expect(page.locator(".say")).to_contain_text("Allowed.")
    page.evaluate("now = 2000")
    page.touchscreen.tap(*table.center(move.cells[0]))
    table.expect_moves(1)


@pytest.mark.parametrize("size", [(390, 844), (820, 1180)])
def test_a_finger_carries_the_piece_above_it(new_page: NewPage, size: tuple[int, int]) -> None:
    """A touch drag from the tray; the piece floats higher than the finger and snaps."""
    page = new_page(**PHONE | {"viewport": {"width": size[0], "height": size[1]}})
    table = open_duo(page)
    move = next(m for m in table.game.legal_moves if m.piece == "X")
    button = page.locator('[data-piece="X"]')
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    client = page.context.new_cdp_session(page)

    def touch(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = table.middle(move)
    touch("touchStart", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    touch("touchMove", box["x"] + box["width"] / 2, box["y"] - 30)
    for _ in range(4):  # the finger rests: a tap that stops a fling would not count as one
        touch("touchMove", x, y + 80)
        page.wait_for_timeout(30)
    hand = page.locator(".hand.held").bounding_box()
    assert hand is not None
    assert hand["y"] + hand["height"] / 2 < y + 40
    touch("touchEnd", x, y)
    expect(page.locator(".say")).to_contain_text("Allowed.")
    page.locator(".actions .go").tap()
    table.expect_moves(1)


def test_a_small_board_zooms(new_page: NewPage) -> None:
    """Cells of a large board on a phone are made larger on demand: first those to begin on."""
    page = new_page(**PHONE)
    page.goto("/")
    page.goto(make_game(page, "classic", here(4)))
    expect(page.locator(".board svg").first).to_be_visible()
    width = "document.querySelector('.ground').getBoundingClientRect().width"
    before = page.evaluate(width)
    page.keyboard.press("Escape")
    button, start = page.get_by_role("button", name="Zoom"), page.locator(".start.c-blue")
    plus = button.locator("path").get_attribute("d")
    button.tap()
    assert page.evaluate(width) > 1.5 * before
    assert button.locator("path").get_attribute("d") != plus
    frame, at = page.locator(".board").bounding_box(), start.bounding_box()
    assert frame is not None
    assert at is not None
    assert frame["x"] < at["x"] < frame["x"] + frame["width"]
    assert frame["y"] < at["y"] < frame["y"] + frame["height"]
    button.tap()
    expect(button.locator("path")).to_have_attribute("d", plus or "")


def test_takeback_resign_and_rematch(new_page: NewPage) -> None:
    """People around one device agree at once; the rematch swaps seats."""
    page = new_page()
    table = open_duo(page)
    move = table.choose()
    table.click(move)
    table.expect_moves(1)
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Take back").click()
    table.expect_moves(0)
    table.click(move)
    table.expect_moves(1)
    page.keyboard.press("ControlOrMeta+z")
    table.expect_moves(0)
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_text("Ada has resigned.")).to_be_visible()
    first = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != first)
    names = page.locator(".people b")
    expect(names).to_have_text(["Bo", "Ada"])


def test_a_finger_that_presses_twice_does_not_resign(new_page: NewPage) -> None:
    """Under it comes up anything but the answer that ends the game."""
    page = new_page()
    table = open_duo(page)
    table.click(table.choose())
    table.expect_moves(1)
    page.locator(".menu > summary").click()
    resign, sure = (page.get_by_role("button", name=name) for name in ("Resign", "Yes, resign"))
    box = resign.bounding_box()
    assert box is not None
    resign.click()
    expect(page.get_by_role("button", name="No, play on")).to_be_focused()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    below = (
        "(button, at) => !!document.elementFromPoint(...at)?.closest('button')?.isSameNode(button)"
    )
    assert not sure.evaluate(below, middle)


def test_who_has_resigned_is_not_offered_it_again(new_page: NewPage) -> None:
    """Among three the game goes on, and with it the seats of who is here: only the next may."""
    page = new_page()
    page.goto("/")
    page.goto(make_game(page, "classic_3", [*here(2), {"kind": "computer", "level": 1}]))
    for name in ("Ada", "Bo"):
        page.locator(".menu > summary").click()
        page.get_by_role("button", name="Resign").click()
        page.get_by_role("button", name="Yes, resign").click()
        expect(page.get_by_text(f"{name} has resigned.").first).to_be_visible()


def test_hint_and_a_computer_that_plays(new_page: NewPage) -> None:
    """The hint is laid in the hand; the computer answers a move by itself."""
    page = new_page()
    table = open_duo(page, [{"kind": "me"}, {"kind": "computer", "level": 1}])
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".marks .hint")).to_have_count(1)
    expect(page.locator(".actions .go")).to_be_enabled()
    page.locator(".actions .go").click()
    table.expect_moves(2)
    expect(page.locator(".say")).to_contain_text("Your turn.")


def test_a_hint_lost_with_the_line_comes_when_it_is_back(new_page: NewPage) -> None:
    page = new_page()
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()
        cut = len(lines) == 1  # the first line breaks as soon as a hint is asked for

        def hear(message: str | bytes) -> None:
            if cut and "ask_hint" in str(message):
                line.close()
            else:
                server.send(message)

        line.on_message(hear)

    page.route_web_socket("**/ws", carry)
    open_duo(page)
    page.locator(".idea").click()
    expect(page.locator(".marks .hint")).to_have_count(1)
    expect(page.locator(".idea")).to_be_enabled()


def test_a_hint_asked_for_without_a_line_is_promised(
    new_page: NewPage, complaints: list[str]
) -> None:
    """In words, and for the ear; it comes when the line is back, unless a move came first."""
    page = new_page()
    cable = Cable(page)
    table = open_duo(page)
    words = "The line is down. Your hint will come as soon as it is back."
    for move in (None, table.choose()):
        cable.cut()
        expect(page.locator(".say")).to_contain_text("Nothing is lost")
        page.locator(".idea").click()
        expect(page.locator(".say")).to_have_text(words)
        expect(page.get_by_role("status").first).to_contain_text(words)
        if move:
            table.click(move)
        cable.mend()
        if not move:
            expect(page.locator(".marks .hint")).to_have_count(1)
    table.expect_moves(1)
    expect(page.locator(".say")).to_have_text("Bo plays Orange. Place this piece or another.")
    expect(page.locator(".marks .hint")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    complaints.clear()  # a browser always writes that it is not connected


def test_a_line_that_died_without_a_word_is_found_out_by_a_hint(new_page: NewPage) -> None:
    """Within seconds, although nothing closes it."""
    page = new_page()
    page.clock.install()
    lines: list[WebSocketRoute] = []

    def carry(line: WebSocketRoute) -> None:
        lines.append(line)
        server = line.connect_to_server()
        dead = len(lines) == 1  # nothing comes back once a hint is asked for

        def hear(message: str | bytes) -> None:
            if dead and "ask_hint" in str(message):
                server.on_message(lambda _: None)
            else:
                server.send(message)

        line.on_message(hear)

    page.route_web_socket("**/ws", carry)
    open_duo(page)
    page.locator(".idea").click()
    expect(page.locator(".idea")).to_contain_text("Thinking")
    page.clock.fast_forward(5_000)
    expect(page.locator(".say")).to_contain_text("Your hint will come")
    page.clock.fast_forward(1_000)
    expect(page.locator(".marks .hint")).to_have_count(1)


def test_after_the_game(new_page: NewPage, tmp_path: Path) -> None:
    """Replay, downloads, importing the record again, playing on from the middle."""
    page = new_page()
    table = open_duo(page)
    for _ in range(4):
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        table.expect_moves(len(table.game.moves) + 1)
        table.follow()
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    pieces = page.locator(".board .pieces .piece")
    expect(pieces).to_have_count(4)
    page.get_by_role("slider").fill("2")
    expect(pieces).to_have_count(2)
    page.get_by_role("button", name="One move back").click()
    expect(pieces).to_have_count(1)
    page.get_by_text("Keep and share").click()
    starts = {"blksgf": b"(", "json": b"{", "svg": b"<", "png": b"\x89PNG", "gif": b"GIF"}
    for name, start in starts.items():
        with page.expect_download() as download:
            page.locator(f'a[download$=".{name}"]').click()
        path = tmp_path / f"game.{name}"
        download.value.save_as(path)
        assert path.read_bytes().lstrip().startswith(start), name
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/g/*")
    table.expect_moves(1)
    page.goto("/games")
    expect(page.locator("ul a")).to_have_count(2)
    page.locator('input[type="file"]').set_input_files(tmp_path / "game.blksgf")
    page.wait_for_url("**/g/*")
    expect(page.locator(".board .pieces .piece")).to_have_count(4)


def test_a_watcher_sees_and_cannot_play(new_page: NewPage) -> None:
    """The plain link shows the game, without pieces to take."""
    host, watcher = new_page(), new_page()
    table = open_duo(host)
    watcher.goto(host.url)
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    table.click(table.choose())
    Table(watcher, "duo").expect_moves(1)
    expect(watcher.locator("[data-piece]")).to_have_count(0)
    expect(watcher.locator(".actions")).to_have_count(0)


def test_clocks_run_and_warn(new_page: NewPage) -> None:
    """A short clock warns, and at zero the game is over."""
    page = new_page()
    open_duo(page, clock={"initial": 15, "increment": 0})
    expect(page.locator(".low").first).to_be_visible()
    open_duo(page, clock={"initial": 1, "increment": 0})
    expect(page.get_by_text("has no time left")).to_be_visible()


TICKING = """() => {
  const [begin, end, ticking] = [setInterval, clearInterval, new Set()];
  window.setInterval = (work, pause) => {
    const tick = begin(work, pause);
    if (pause <= 1000) ticking.add(tick);
    return tick;
  };
  window.clearInterval = (tick) => (ticking.delete(tick), end(tick));
  window.ticking = () => ticking.size;
}"""
"""Counts what happens every second or more often."""


def test_a_page_without_a_clock_lets_the_phone_rest(new_page: NewPage) -> None:
    """With one only the clock that runs ticks, with a search for players its time."""
    page = new_page()
    page.add_init_script(f"({TICKING})()")
    table = open_duo(page)
    table.place_button.click()
    table.expect_moves(1)
    assert page.evaluate("ticking()") == 0
    page.goto(make_game(page, "duo", here(2), clock={"initial": 600, "increment": 5}))
    expect(page.locator(".people .time").first).to_have_text(re.compile("9:5"))
    assert page.evaluate("ticking()") == 1
    page.goto(make_game(page, "duo", [here(1)[0], {"kind": "link"}]))
    expect(page.locator(".waiting")).to_be_visible()
    assert page.evaluate("ticking()") == 0
    page.goto("/lobby")
    page.get_by_role("button", name=re.compile(r"^Duo \d")).click()
    expect(page.locator("[data-seeking]")).to_contain_text(":02")
    assert page.evaluate("ticking()") == 1
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("[data-seeking]")).to_have_count(0)
    assert page.evaluate("ticking()") == 0


def test_what_is_said_to_who_cannot_see(new_page: NewPage) -> None:
    """Moves, turns and the piece in the hand are spoken; the board is described."""
    page = new_page()
    table = open_duo(page)
    board = page.get_by_role("application", name="Board")
    words = "Board of 196 cells. Purple: 0 pieces, 0 cells. Orange: 0 pieces, 0 cells."
    expect(board).to_have_accessible_description(words)
    page.keyboard.press("n")
    expect(page.get_by_role("status").last).to_contain_text("Allowed.")
    page.keyboard.press("Enter")
    table.expect_moves(1)
    expect(page.get_by_role("status").first).to_contain_text("Purple, piece")
    expect(page.get_by_role("status").first).to_contain_text("Bo plays Orange.")


@pytest.mark.parametrize("address", ["/g/nothere00000", "/g/nothere00000#key"])
def test_a_game_that_is_not_there(new_page: NewPage, address: str) -> None:
    """A kind word and a way back."""
    page = new_page()
    page.goto(address)
    expect(page.get_by_role("heading", name="This game is not here")).to_be_visible()
    page.get_by_role("link", name="To the start page").click()
    expect(page.locator(".big")).to_be_visible()


def test_who_resigns_at_a_shared_device_is_said(new_page: NewPage) -> None:
    page = new_page()
    page.goto(make_game(page, "classic", here(4)))
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign (Ada)").click()
    expect(page.locator(".people li").first).to_contain_text("has resigned")
