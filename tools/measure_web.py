"""Measures the pages: what the first one weighs, when it can be used, frames during a drag.

`python tools/measure_web.py` starts its own server and prints the table of docs/web.md. The
boards are nearly full: records of solved solo games with a few moves left.
"""

import json
import math
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
sys.path.insert(0, str(ROOT / "tools"))
from screenshots import PLAY  # noqa: E402

from web.browser import need_browser  # noqa: E402
from web.server import ServerProcess  # noqa: E402

SOLUTIONS = ROOT / "src" / "cornerwise" / "puzzles" / "data" / "solutions"
FULL = {"Trigon": ("eighty-eight.2.none", 84), "Classic": ("eighty-four.2.none", 80)}
STEPS = 300
RUNS = 7

USABLE = """new MutationObserver(() => {
  if (document.querySelector('.big')) window.usable ??= performance.now();
}).observe(document, {childList: true, subtree: true});"""
WEIGHT = """['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.transferSize, 0)"""
COUNT_FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = (now) => {
    window.frames_.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def first_page(browser: Browser, address: str) -> tuple[float, int]:
    """Milliseconds until the button can be pressed, and bytes as sent, with nothing stored."""
    context = browser.new_context(base_url=address)
    context.add_init_script(USABLE)
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    usable, weight = page.evaluate("window.usable"), page.evaluate(WEIGHT)
    context.close()
    return usable, weight


def open_full(page: Page, solution: str, plies: int) -> None:
    """A game by people around one device, nearly at its end."""
    record: dict[str, Any] = json.loads((SOLUTIONS / f"{solution}.json").read_text())
    moves = [event["move"] for event in record["events"] if event["type"] == "move"][:plies]
    seats = [{"kind": "me"}] + [{"kind": "here"}] * 3
    options = {"start": record["options"]["start"]}
    body = {"variant": record["variant"], "seats": seats, "options": options}
    game = page.request.post("/api/games", data=body).json()["game"]
    page.evaluate(PLAY, [game, moves])
    page.goto(f"/g/{game}")
    page.locator("[data-piece]").first.wait_for()


def drag(page: Page) -> list[float]:
    """Milliseconds between frames while a piece is carried round the board."""
    box = page.locator("[data-piece]").first.bounding_box()
    board = page.locator(".board").bounding_box()
    assert box is not None
    assert board is not None
    page.mouse.move(box["x"] + 8, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(board["x"] + 99, board["y"] + 99)
    page.evaluate(COUNT_FRAMES)
    for step in range(STEPS):
        angle = step / STEPS * 6 * math.pi
        x = board["x"] + board["width"] * (0.5 + 0.35 * math.cos(angle))
        y = board["y"] + board["height"] * (0.5 + 0.35 * math.sin(1.3 * angle))
        page.mouse.move(x, y)
    frames: list[float] = page.evaluate("window.frames_.slice(2)")
    page.mouse.up()
    return frames


def measure_drag(browser: Browser, address: str, solution: str, plies: int) -> str:
    """One line of the table."""
    page = browser.new_page(base_url=address, viewport={"width": 1440, "height": 900})
    page.goto("/")
    open_full(page, solution, plies)
    pieces = page.locator(".board .pieces .piece").count()
    frames = sorted(drag(page))
    page.close()
    return (
        f"drag, {pieces} pieces down: {1000 / statistics.mean(frames):.0f} frames/s, "
        f"median {statistics.median(frames):.1f} ms, 95% {frames[int(0.95 * len(frames))]:.1f} ms, "
        f"late {sum(frame > 25 for frame in frames)} of {len(frames)}"
    )


def main() -> int:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder) / "data")
        server.start()
        browser = playwright.chromium.launch(executable_path=need_browser())
        try:
            first = [first_page(browser, server.address) for _ in range(RUNS)]
            usable = sorted(time for time, _ in first)
            print(f"first page: {first[0][1] / 1000:.1f} kB as sent")
            middle = statistics.median(usable)
            print(f"usable after: median {middle:.0f} ms, worst {usable[-1]:.0f} ms")
            for name, (solution, plies) in FULL.items():
                print(f"{name} {measure_drag(browser, server.address, solution, plies)}")
        finally:
            browser.close()
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
