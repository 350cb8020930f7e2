"""Room for a table and its words in windows of every size."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserType, Page, expect

import cornerwise as cw
from cornerwise.notation import Record, write_blksgf
from web.conftest import PHONE, TABLET, NewPage
from web.server import ServerProcess
from web.table import COVERED, here, make_game, open_game

OVERLAPS = """() => {
  const all = [...document.querySelectorAll('.tray svg')];
  const pieces = all.map((svg) => svg.getBoundingClientRect());
  const before = (a, b) => a.right <= b.left || a.bottom <= b.top;
  return pieces.some((a, i) => pieces.some((b, j) => j < i && !before(a, b) && !before(b, a)));
}"""
"""Whether pieces of the tray lie on one another."""
HIDDEN = """() => {
  const buttons = document.querySelector('.hold').getBoundingClientRect();
  const all = [...document.querySelectorAll('.tray svg')];
  const pieces = all.map((svg) => svg.getBoundingClientRect());
  const row = pieces.filter((piece) => piece.top < pieces[0].bottom);
  return row.filter((piece) => piece.bottom > buttons.top).length;
}"""
"""How many pieces of the first row lie under what stands below them."""
LINES = "(text) => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)"
"""How many lines a text takes."""
TOPS = """() => ['.tray', '.strip', '.say', '.actions', '.table']
  .map((part) => document.querySelector(part).getBoundingClientRect().top.toFixed(1)).join()"""
"""Where the parts of a table begin."""
CUT = "(text) => text.scrollHeight > text.clientHeight + 1 || text.scrollWidth > text.clientWidth"
"""Whether a part of a text is not shown."""


def open_passed(page: Page) -> None:
    """A game of two with two colors each, right after one of these has passed."""
    game, chance = cw.Game("classic_2"), random.Random(0)
    while not any(game.out):
        moves = list(game.legal_moves)
        game.play(chance.choices(moves, [move.size**2 for move in moves])[0])
    text = write_blksgf(Record.of(game, players=["Ada", "Bo"]))
    page.goto("/")
    page.goto(f"/g/{page.request.post('/api/import', data={'blksgf': text}).json()['game']}")
    page.locator(".row .go").click()
    expect(page.locator(".actions .go")).to_be_visible()


SHORT = [(640, 480), (320, 568), (740, 360), (844, 390), (390, 844)]


@pytest.mark.parametrize(("width", "height"), SHORT)
def test_a_short_window_has_room_for_the_game(new_page: NewPage, width: int, height: int) -> None:
    """Pieces apart, what may be done and the big button in sight, nothing wider than the window."""
    page = new_page(viewport={"width": width, "height": height}, locale="fr-FR")
    open_game(page, "trigon", here(4))
    if height == 844:  # tall enough for the reasons of a hint, too
        page.locator(".idea").click()
        expect(page.locator(".marks .hint")).to_have_count(1)
    assert not page.evaluate(OVERLAPS)
    for part in (".tray [aria-pressed=true]", ".say", ".actions .go", ".menu > summary"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.95)
    for part in ("body", ".mine", ".people", ".actions .button:nth-child(2)"):
        room = page.locator(part).evaluate("(part) => part.clientWidth + 1 >= part.scrollWidth")
        assert room, part


SIDEWAYS = [(568, 320), (640, 360), (667, 375), (740, 360), (844, 390)]


@pytest.mark.parametrize(("width", "height"), SIDEWAYS)
def test_a_phone_on_its_side_has_room_to_talk(new_page: NewPage, width: int, height: int) -> None:
    """A row of pieces and the big button stay whole; at the end the result is seen first."""
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    other = new_page()
    open_game(page, "trigon_2", [{"kind": "me"}, {"kind": "link"}])
    other.goto(page.get_by_label("Adresse du lien").first.input_value())
    other.get_by_role("button", name="Sit here").click()
    for part in (".tray [aria-pressed=true]", ".say", ".actions .go", ".menu > summary"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    assert page.evaluate(HIDDEN) == 0
    for part in (".actions .go", ".chat summary", ".menu > summary"):
        assert not page.evaluate(COVERED, part), part
    page.locator(".chat summary").tap()
    expect(page.get_by_label("Dire quelque chose")).to_be_in_viewport(ratio=1)
    page.locator(".chat summary").tap()
    page.locator(".mine").evaluate("(column) => (column.scrollTop = 999)")
    page.locator(".menu > summary").tap()
    for name in ("Abandonner", "Oui, abandonner"):
        page.get_by_role("button", name=name).tap()
    expect(page.get_by_role("heading", name="Invité gagne.")).to_be_in_viewport(ratio=1)


UPRIGHT = [(320, 568), (360, 640), (390, 664), (390, 740), (768, 1024)]


@pytest.mark.parametrize(("width", "height"), UPRIGHT)
@pytest.mark.parametrize("variant", ["classic_2", "trigon_2"])
def test_what_is_held_upright_has_room_to_talk(
    new_page: NewPage, variant: str, width: int, height: int
) -> None:
    """With company and clocks pieces and buttons stay whole; what is said is counted above."""
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    other = new_page()
    clock = {"initial": 180, "increment": 2}
    page.goto("/")
    page.goto(make_game(page, variant, [{"kind": "me"}, {"kind": "link"}], clock=clock))
    other.goto(page.get_by_label("Adresse du lien").first.input_value())
    other.get_by_label("Your name").fill("Bartholomew")
    other.get_by_role("button", name="Sit here").click()
    talk = page.locator(".chat summary")
    for part in (".tray [aria-pressed=true]", ".say", ".actions .go", ".menu > summary"):
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    assert page.evaluate(HIDDEN) == 0
    for part in ("header .name", ".chat summary", "header summary", ".menu > summary"):
        assert not page.evaluate(COVERED, part), part
    if width > 700:
        assert all(name.evaluate(LINES) < 1.1 for name in page.locator(".people b").all())
    other.get_by_role("button", name="Good luck!").click()
    expect(talk).to_have_text(re.compile("1.*non lu"))
    expect(talk).to_be_in_viewport(ratio=1)
    talk.tap()
    expect(page.get_by_role("log")).to_contain_text("Bonne chance")
    expect(page.get_by_label("Dire quelque chose")).to_be_in_viewport(ratio=1)
    talk.tap()
    expect(page.get_by_role("log")).to_be_hidden()


WHOLE = """() => {
  const end = document.querySelector('.hold').getBoundingClientRect().top;
  const all = [...document.querySelectorAll('.tray svg')];
  const boxes = all.map((svg) => svg.getBoundingClientRect());
  return [boxes.filter(({right, bottom}) => right <= innerWidth && bottom <= end).length,
          boxes.filter(({bottom}) => bottom > end).length];
}"""
"""How many pieces are wholly in sight, how many are cut off by what stands below."""


@pytest.mark.parametrize(
    ("height", "variant", "whole"),
    [(732, "classic", 8), (732, "trigon", 8), (844, "classic", 15), (844, "trigon", 12)],
)
def test_a_phone_shows_as_many_rows_of_pieces_as_it_has_room_for(
    new_page: NewPage, height: int, variant: str, whole: int
) -> None:
    page = new_page(**PHONE | {"viewport": {"width": 390, "height": height}})
    open_game(page, variant, [{"kind": "me"}, *[{"kind": "computer", "level": 1}] * 3])
    seen, cut = page.evaluate(WHOLE)
    assert seen >= whole
    assert not cut


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (375, 667)])
def test_a_short_phone_has_more_in_sight(new_page: NewPage, width: int, height: int) -> None:
    """Beside the words, whatever they are; it takes nothing from the big button."""
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    seats = [{"kind": "me"}, *[{"kind": "computer", "level": 10} for _ in range(2)]]
    table = open_game(page, "trigon_3", seats)
    more = page.locator(".menu > summary")
    for words in ("À vous.", "Ordinateur 10 réfléchit…"):
        expect(page.locator(".say")).to_contain_text(words)
        expect(more).to_be_in_viewport(ratio=1)
        assert page.locator(".say").evaluate(LINES) <= 2
        expect(table.place_button).to_be_in_viewport(ratio=0.95)
        if words == "À vous.":
            table.place_button.tap()
    more.tap()
    sheet = page.locator(".menu .sheet")
    expect(sheet).to_be_in_viewport(ratio=1)
    sheet.get_by_role("button", name="Tourner le plateau").tap()
    expect(sheet).to_be_hidden()


HEIGHTS = [(320, 568), (360, 640), (375, 667), (390, 664), (390, 844)]
"""Phones held upright, with and without the browser's own bars."""


@pytest.mark.parametrize(("width", "height"), HEIGHTS)
@pytest.mark.parametrize("locale", ["fr-FR", "en-US"])
def test_the_buttons_stay_where_they_are(
    new_page: NewPage, width: int, height: int, locale: str
) -> None:
    """Wholly in sight, whatever is said above them, and so does the tray."""
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale=locale)
    open_passed(page)
    news, say = page.locator(".say .news"), page.locator(".say")
    expect(news).to_be_visible()
    places = set()
    for key in ("", "p", "ArrowUp", "Escape"):
        if key:
            page.keyboard.press(key)
        assert say.evaluate(LINES) <= 2.1, say.inner_text()
        for button in page.locator(".actions .button").all():
            expect(button).to_be_in_viewport(ratio=1)
        places.add(page.evaluate(TOPS))
    assert len(places) == 1, places
    column, row = page.locator(".mine").bounding_box(), page.locator(".actions").bounding_box()
    assert column is not None
    assert row is not None
    assert row["y"] + row["height"] <= column["y"] + column["height"] + 0.5


def test_the_orientation_a_piece_was_turned_to_is_in_sight(new_page: NewPage) -> None:
    """Of twelve a phone shows seven: by the button, too, none is chosen unseen."""
    page = new_page(**PHONE)
    open_game(page, "trigon", here(4))
    chosen = page.locator(".strip [aria-pressed=true]")
    for _ in range(5):
        for turn in (0, 1):
            page.locator(".actions .button").nth(turn).tap()
            expect(chosen).to_be_in_viewport(ratio=0.95)


def test_a_piece_that_fits_nowhere_says_so(new_page: NewPage) -> None:
    """In words, when it is taken; and a turn begins with one in sight that fits somewhere."""
    page = new_page(**PHONE | {"viewport": {"width": 320, "height": 568}})
    open_passed(page)
    expect(page.locator(".piece-button:not(.pale)").first).to_be_in_viewport(ratio=0.95)
    assert page.locator(".tray").evaluate("(tray) => tray.scrollLeft") > 0
    page.locator(".piece-button.pale").first.tap()
    expect(page.locator(".say")).to_have_text("In your hand. It fits nowhere just now.")
    page.locator(".piece-button:not(.pale)").first.tap()
    expect(page.locator(".say")).to_have_text("In your hand. Bring it to the board.")


@pytest.mark.parametrize(("width", "height"), HEIGHTS)
def test_the_reasons_of_a_hint_can_be_read(new_page: NewPage, width: int, height: int) -> None:
    """Over the pieces, moving nothing, until they are closed."""
    page = new_page(**PHONE | {"viewport": {"width": width, "height": height}}, locale="fr-FR")
    open_passed(page)
    before = page.evaluate(TOPS)
    page.locator(".idea").tap()
    reasons = page.get_by_role("status", name="Pourquoi ce coup")
    # On a busy machine an engine process that must start first takes its time.
    expect(reasons).to_be_in_viewport(ratio=1, timeout=60_000)
    expect(reasons.locator("li").nth(1)).to_be_in_viewport(ratio=1)
    assert height < 800 or not reasons.evaluate(CUT)
    assert page.evaluate(TOPS) == before
    for part in (".actions .go", ".actions .idea"):
        assert not page.evaluate(COVERED, part), part
    reasons.get_by_role("button", name="Fermer").tap()
    expect(reasons).to_be_hidden()
    expect(page.locator(".marks .hint")).to_have_count(1)
    assert not page.evaluate(COVERED, ".tray [aria-pressed=true]")


@pytest.mark.parametrize("look", [PHONE, TABLET, {}], ids=["phone", "tablet", "desktop"])
def test_a_table_is_no_higher_than_the_window(new_page: NewPage, look: dict[str, Any]) -> None:
    """Else a scrollbar stands beside every game, where scrollbars take room."""
    page = new_page(**look)
    open_game(page, "duo")
    heights = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
    assert heights[0] == heights[1]


def test_everybody_at_a_small_table_has_a_name(new_page: NewPage) -> None:
    """Names on all cards, whole where there is room; two people without names are told apart."""
    page = new_page(**PHONE)
    open_game(page, "classic", here(4))
    expect(page.locator(".people b")).to_have_text(["Ada", "Bo", "Cy", "Di"])
    for name in page.locator(".people b").all():
        expect(name).to_be_visible()
    open_game(page, "duo", [{"kind": "me"}, {"kind": "computer", "level": 10}])
    card = page.locator(".people b").nth(1)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 568})
        assert not card.evaluate(CUT), width


def test_the_pieces_of_a_card_close_by_a_press_outside(new_page: NewPage) -> None:
    """On the board, which does not take it for a place; on another card, which opens."""
    page = new_page(**PHONE)
    table = open_game(page, "duo")
    sheets, cards = page.locator(".people .sheet"), page.locator(".peek > summary")
    cards.nth(1).tap()
    expect(sheets.nth(1).locator("svg")).to_have_count(21)
    hand = page.locator(".hand.held").bounding_box()
    page.touchscreen.tap(*table.center(100))
    expect(sheets.nth(1)).to_be_hidden()
    assert page.locator(".hand.held").bounding_box() == hand
    cards.nth(0).tap()
    expect(sheets.nth(0)).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheets.nth(0)).to_be_hidden()


@pytest.mark.parametrize(
    ("width", "height", "whole"), [(1440, 900, 4), (390, 844, 3), (320, 568, 2)]
)
def test_a_long_name_can_be_read(new_page: NewPage, width: int, height: int, whole: int) -> None:
    """On as many lines as there is room for; what is cut is whole above the pieces of the card."""
    page = new_page(viewport={"width": width, "height": height})
    names = ["Anne", "Maximiliane-Théodora", "Jean-Baptiste Poquelin de Montfort-Ama", "Bo"]
    seats = [{"kind": "me" if i == 0 else "here", "name": name} for i, name in enumerate(names)]
    open_game(page, "classic", seats)
    cards = page.locator(".people b")
    expect(cards).to_have_text(names)
    assert [card.evaluate(CUT) for card in cards.all()].count(False) == whole
    if width < 1000:
        page.locator(".peek > summary").nth(2).click()
        sheet = page.locator(".people .sheet").nth(2)
        expect(sheet).to_contain_text(names[2])
        expect(sheet).to_be_in_viewport(ratio=1)


def test_how_many_of_a_piece_stands_beside_it(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_game(page, "junior")
    for button in (page.locator('[data-piece="L4"]'), page.locator('[data-piece="I4"]')):
        piece, times = button.locator("svg").bounding_box(), button.locator(".times").bounding_box()
        assert piece is not None
        assert times is not None
        assert piece["x"] + piece["width"] <= times["x"]


def test_before_the_first_move_it_says_whose_turn_it_is(new_page: NewPage) -> None:
    page = new_page()
    open_game(page, "duo", [{"kind": "me"}, {"kind": "computer", "level": 1}])
    expect(page.locator(".say")).to_have_text("Your turn. Place this piece or another.")


def test_nothing_is_cut_off_where_there_is_room(new_page: NewPage) -> None:
    """A long column keeps its menu in sight; a puzzle's buttons are on a phone's first screen."""
    page = new_page(viewport={"width": 1280, "height": 720}, locale="fr-FR")
    open_game(page, "trigon", here(4))
    expect(page.locator(".menu > summary")).to_be_in_viewport(ratio=1)
    page = new_page(**PHONE, locale="fr-FR")
    page.goto("/")
    players = page.locator(".boards .small")
    expect(players.first).to_be_visible()
    assert {round(box["height"]) for text in players.all() if (box := text.bounding_box())} == {19}
    page.goto("/puzzles/tetra")
    expect(page.locator(".more .button").last).to_be_in_viewport(ratio=1)
    page.goto("/puzzles/rabbit")  # higher than wide
    page.locator(".tray button").first.tap()
    expect(page.locator(".actions .go")).to_be_in_viewport(ratio=1)


def test_on_its_side_a_phone_shows_the_names_of_the_games(new_page: NewPage) -> None:
    """Above the big button, which stays where it is."""
    page = new_page(**PHONE | {"viewport": {"width": 740, "height": 360}})
    page.goto("/")
    name = page.locator(".boards label").first
    expect(name).to_be_visible()
    box, button = (
        name.bounding_box(),
        page.get_by_role("button", name="Play Classic").bounding_box(),
    )
    assert box is not None
    assert button is not None
    assert box["y"] + box["height"] <= button["y"]


@pytest.mark.parametrize(("width", "height"), [(700, 1000), (768, 1024), (820, 1180)])
@pytest.mark.parametrize("variant", ["classic", "trigon"])
def test_a_tablet_held_upright_shows_every_piece(
    new_page: NewPage, variant: str, width: int, height: int
) -> None:
    """None is covered, nor has to be scrolled to: a finger on a piece takes it up instead."""
    page = new_page(viewport={"width": width, "height": height}, has_touch=True, locale="fr-FR")
    open_game(page, variant, here(4))
    row = page.locator(".hold").bounding_box()
    assert row is not None
    for piece in page.locator(".tray svg").all():
        box = piece.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= row["y"] + 0.5
    expect(page.locator(".actions .go")).to_be_in_viewport(ratio=1)


def test_a_readers_larger_type_is_used(new_page: NewPage) -> None:
    """Sizes of type follow the browser's; the page does not grow wider than the window."""
    page = new_page(**PHONE)
    open_game(page, "duo")
    sizes = "['body', '.say', '.placed', '.button'].map((s) => document.querySelector(s))"
    sizes += ".map((element) => parseFloat(getComputedStyle(element).fontSize))"
    before = page.evaluate(sizes)
    page.evaluate("document.documentElement.style.fontSize = '24px'")
    assert page.evaluate(sizes) == [1.5 * size for size in before]
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.fixture
def large_type(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], server: ServerProcess
) -> Iterator[Page]:
    """A narrow phone whose owner has set the browser's type to twice its size."""
    twice = ["--blink-settings=defaultFontSize=32"]
    browser = browser_type.launch(**browser_type_launch_args, args=twice)
    look = PHONE | {"viewport": {"width": 320, "height": 568}}
    yield browser.new_context(base_url=server.address, locale="fr-FR", **look).new_page()
    browser.close()


def test_type_of_twice_the_size_makes_no_page_wider_than_a_phone(large_type: Page) -> None:
    page = large_type
    marks = {
        "/": ".big",
        "/learn": ".tips li",
        "/lobby": ".game",
        "/ranking": "main select",
        "/puzzles": ".tiles a",
        "/puzzles/rabbit": ".tray button",
        "/puzzles/today": ".tray button",
        "/settings": "main select",
    }
    wide = {}
    for path, mark in marks.items():
        page.goto(path)
        expect(page.locator(mark).first).to_be_visible()
        wide[path] = page.evaluate("document.documentElement.scrollWidth")
    page.goto(make_game(page, "trigon_2", [here(1)[0], {"kind": "link"}]))
    expect(page.locator(".waiting .acts")).to_be_visible()
    wide["waiting"] = page.evaluate("document.documentElement.scrollWidth")
    assert wide == dict.fromkeys(wide, 320)


def test_type_of_twice_the_size_leaves_the_big_button_in_sight(large_type: Page) -> None:
    """And the name of a puzzle beside the way back, or below it."""
    page = large_type
    page.goto("/")
    page.goto(make_game(page, "trigon_3", here(3)))
    expect(page.locator(".actions .go")).to_be_in_viewport(ratio=1)
    page.goto("/puzzles/rabbit")
    expect(page.get_by_role("heading", name="Lapin")).to_be_in_viewport(ratio=1)


def test_type_of_twice_the_size_leaves_the_clocks_on_their_cards(large_type: Page) -> None:
    page = large_type
    page.goto("/")
    page.goto(make_game(page, "classic", here(4), clock={"initial": 600, "increment": 5}))
    expect(page.locator(".people .time")).to_have_text([re.compile(":")] * 4)
    for card in page.locator(".people .who").all():
        assert not card.evaluate(CUT), card.inner_text()


@pytest.mark.parametrize("path", ["/", "/learn", "/lobby", "/ranking", "/puzzles"])
def test_larger_type_makes_no_page_wider_than_a_phone(new_page: NewPage, path: str) -> None:
    page = new_page(**PHONE | {"viewport": {"width": 320, "height": 568}}, locale="fr-FR")
    page.goto(path)
    page.evaluate("document.documentElement.style.fontSize = '24px'")
    expect(page.locator("main :is(select, .game, .tiles a)").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
