"""A table as a person at the page has it, with a second game in the library beside it.

The library's game says what is legal; the page is used by pointer, finger or keys only.
"""

import random
from typing import Any

from playwright.sync_api import Page, expect

import cornerwise as cw
from cornerwise.play import Move

UNIT = 40
"""Drawing units of the page for the edge of a cell."""
TO_WINDOW = """([points, unit]) => {
  const matrix = document.querySelector('.layer.base').getScreenCTM();
  return points.map(([x, y]) => {
    const at = new DOMPoint(x * unit, y * unit).matrixTransform(matrix);
    return [at.x, at.y];
  });
}"""

COVERED = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return !at?.closest(selector);
}"""
"""Whether something else would get a tap on the middle of an element."""


class Table:
    """One page at one game."""

    def __init__(self, page: Page, variant: str, **options: Any) -> None:
        self.page = page
        self.game = cw.Game(variant, **options)
        query = "&".join(f"{name}={value}" for name, value in options.items())
        self.view = page.request.get(f"/api/variants/{variant}?{query}").json()
        self.chance = random.Random(variant)
        self.place_button = page.locator(".actions .go")

    # Where things are

    def points(self, places: list[tuple[float, float]]) -> list[tuple[float, float]]:
        """Places of the board in the window."""
        found = self.page.evaluate(TO_WINDOW, [places, UNIT])
        return [(x, y) for x, y in found]

    def center(self, cell: int) -> tuple[float, float]:
        """The center of a cell in the window."""
        numbers = self.view["polygons"][cell]
        corners = len(numbers) // 2
        return self.points([(sum(numbers[::2]) / corners, sum(numbers[1::2]) / corners)])[0]

    def middle(self, move: Move) -> tuple[float, float]:
        """The middle of a placement's box in the window."""
        numbers = [self.view["polygons"][cell] for cell in move.cells]
        xs = [x for polygon in numbers for x in polygon[::2]]
        ys = [y for polygon in numbers for y in polygon[1::2]]
        return self.points([((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)])[0]

    # What is chosen

    def choose(self) -> Move:
        """A legal move, a large piece more often than a small one."""
        moves = list(self.game.legal_moves)
        return self.chance.choices(moves, [move.size**2 for move in moves])[0]

    def take(self, move: Move) -> None:
        """Take the piece and turn it by the strip of its orientations."""
        button = self.page.locator(f'[data-piece="{move.piece}"]')
        if button.get_attribute("aria-pressed") == "true":  # already on the board, to be confirmed
            button.click()
        button.click()
        tables = self.game.tables
        orientation = int(tables.orientation[move.placement])
        piece = int(tables.piece[move.placement])
        at = self.view["pieces"][piece]["orientations"].index(orientation)
        self.page.locator(".strip button").nth(at).click()

    # What is done

    def drag(self, move: Move) -> None:
        """Drag from the tray to the board."""
        self.take(move)
        self.page.locator(f'[data-piece="{move.piece}"]').hover()
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(move), steps=3)
        self.page.mouse.up()
        self.place_button.click()

    def click(self, move: Move) -> None:
        """Click the piece, click the board, confirm."""
        self.take(move)
        self.page.mouse.move(*self.middle(move))
        self.page.mouse.down()
        self.page.mouse.up()
        self.place_button.click()

    def tap(self, move: Move) -> None:
        """Tap the piece, tap a cell, confirm. The page turns the piece as it must."""
        button = self.page.locator(f'[data-piece="{move.piece}"]')
        if button.get_attribute("aria-pressed") == "false":
            button.tap()
        self.page.touchscreen.tap(*self.center(self.chance.choice(move.cells)))
        self.place_button.tap()

    # What has happened

    def expect_moves(self, count: int) -> None:
        """Wait until the server has so many moves."""
        expect(self.page.locator("main.game")).to_have_attribute("data-moves", str(count))

    def expect_moves_beyond(self, count: int) -> None:
        """Wait until the server has more moves than so many."""
        self.page.wait_for_function(
            "n => Number(document.querySelector('main.game')?.dataset.moves ?? 0) > n", arg=count
        )

    def has_moved(self, count: int, seconds: float = 10) -> bool:
        """Whether the server gets more moves than so many within some seconds."""
        try:
            expect(self.page.locator("main.game")).not_to_have_attribute(
                "data-moves", str(count), timeout=1000 * seconds
            )
        except AssertionError:
            return False
        return True

    def record(self) -> list[dict[str, Any]]:
        """The server's log."""
        name = self.page.url.split("/g/")[1].split("#")[0]
        events: list[dict[str, Any]] = self.page.request.get(f"/api/games/{name}").json()["events"]
        return events

    def follow(self) -> None:
        """Play in the library what the server has and the library has not."""
        moves = [event["move"] for event in self.record() if event["kind"] == "played"]
        for text in moves[len(self.game.moves) :]:
            self.game.play(text)

    def expect_over(self) -> None:
        """The page shows the library's scores."""
        self.follow()
        assert self.game.is_over
        scores = self.page.locator(".score")
        expect(scores).to_have_count(len(self.game.scores))
        shown = sorted(int(text.replace("−", "-")) for text in scores.all_inner_texts())
        assert shown == sorted(self.game.scores)


def make_game(page: Page, variant: str, seats: list[dict[str, Any]], **more: Any) -> str:
    """A new game for this page's person; returns its address."""
    body = {"variant": variant, "seats": seats, **more}
    answer = page.request.post("/api/games", data=body)
    assert answer.ok, answer.text()
    return f"/g/{answer.json()['game']}"


def here(count: int) -> list[dict[str, Any]]:
    """People around one device."""
    names = ["Ada", "Bo", "Cy", "Di"]
    return [{"kind": "me" if i == 0 else "here", "name": names[i]} for i in range(count)]


def open_game(page: Page, variant: str, seats: list[dict[str, Any]] | None = None) -> Table:
    """A fresh game, opened."""
    page.goto("/")
    page.goto(make_game(page, variant, seats or here(2)))
    expect(page.locator(".board svg").first).to_be_visible()
    return Table(page, variant)
