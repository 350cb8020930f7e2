"""Takes every page: desktop and phone, French and English, light and dark, into docs/pictures.

`python tools/screenshots.py [NAME …]` starts a server of its own with a few games in it. The
pictures are reduced to 256 colors, so that all of them together stay small.
"""

import argparse
import io
import itertools
import random
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import cornerwise as cw

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from web.browser import need_browser  # noqa: E402
from web.server import ServerProcess  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
FLAT = 128
"""Colors of a picture that are kept exactly."""
DEVICES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    },
}
LANGUAGES = {"fr": "fr-FR", "en": "en-US"}
THEMES = ("light", "dark")

PLAY = """async ([game, moves]) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const heard = (types) => new Promise((done) => {
    socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      if (types.includes(message.type)) done(message);
    };
  });
  await new Promise((open) => (socket.onopen = open));
  let answer = heard(['joined']);
  socket.send(JSON.stringify({type: 'join', game, seq: 0}));
  let seq = (await answer).events.at(-1).seq;
  for (const move of moves) {
    let message;
    do {  // too fast a player is asked to wait a second
      answer = heard(['done', 'error']);
      socket.send(JSON.stringify({type: 'play', game, id: `m${seq}`, seq, move}));
      message = await answer;
      if (message.code === 'too_fast') await new Promise((done) => setTimeout(done, 1000));
    } while (message.code === 'too_fast');
    if (message.type === 'error') throw new Error(message.message);
    seq = message.seq;
  }
  socket.close();
}"""


DRAWN = """() => {
  const boards = [...document.querySelectorAll('.boards .picture')];
  return boards.length > 0 && boards.every((board) => board.querySelectorAll('g').length > 3);
}"""
"""Every picture of the start page has its pieces."""


def random_moves(variant: str, plies: int) -> list[str]:
    """The first moves of a game by chance, large pieces first; the same each time."""
    chance = random.Random(f"picture of {variant}")
    game = cw.Game(variant)
    while not game.is_over and len(game.moves) < plies:
        moves = list(game.legal_moves)
        game.play(chance.choices(moves, [move.size**4 for move in moves])[0])
    return [str(move) for move in game.moves]


def make_game(page: Page, variant: str, plies: int, seats: list[dict[str, Any]]) -> str:
    """A game with moves on the board: played around one device, then gone on with from there."""
    here = [{"kind": "me" if i == 0 else "here"} for i in range(len(seats))]
    post = page.request.post
    made = post("/api/games", data={"variant": variant, "seats": here}).json()["game"]
    page.evaluate(PLAY, [made, random_moves(variant, plies)])
    if not seats[0]:
        return str(made)
    fork = post(f"/api/games/{made}/fork", data={"ply": plies, "seats": seats, "clock": None})
    return str(fork.json()["game"])


MAEL, INES = {"kind": "here", "name": "Maël"}, {"kind": "here", "name": "Inès"}
LISTED = {"trigon": 30, "duo": 99, "classic_2": 36, "trigon_3": 20, "junior": 18}
"""Games of the list, with the moves played in them."""
COMPUTER = {"kind": "computer", "level": 6}
ME = {"kind": "me"}


def visit(page: Page, scene: str) -> None:
    """Bring the page to what a picture shows."""
    page.goto("/")
    if scene == "start":
        page.wait_for_function(DRAWN)
    elif scene == "classic":
        page.goto(f"/g/{make_game(page, 'classic', 40, [ME, MAEL, COMPUTER, INES])}")
        hold(page, 9)
    elif scene == "trigon":
        page.goto(f"/g/{make_game(page, 'trigon', 40, [ME, MAEL, COMPUTER, INES])}")
        hold(page, 5)
    elif scene == "result":
        page.goto(f"/g/{make_game(page, 'duo', 99, [{}, {}])}")
        page.locator(".score").first.wait_for()
    elif scene == "waiting":
        seats = [ME, {"kind": "link"}, COMPUTER, {"kind": "link"}]
        body = {"variant": "trigon_teams", "seats": seats}
        page.goto(f"/g/{page.request.post('/api/games', data=body).json()['game']}")
        page.locator(".waiting").wait_for()
    elif scene == "games":
        for variant, plies in LISTED.items():
            make_game(page, variant, plies, [{}] * cw.variant(variant).players)
        page.goto("/games")
        page.locator(".picture svg").last.wait_for()
    elif scene == "puzzle":
        page.goto("/puzzles/tetra+colored")
        hold(page, 3)
    elif scene == "study":
        moves = random_moves("duo", 16)
        page.goto("/study/line#duo/" + "/".join(moves))
        page.locator(".study").wait_for()
        for _ in range(2):
            page.get_by_role("button", name=re.compile("One move back|Un coup en arrière")).click()
        page.locator(".best .move").nth(1).click()
        page.locator(".best .move").first.click()
        page.locator(".best .move").first.wait_for()
        page.wait_for_timeout(5000)  # the computer's third look
    elif scene == "lobby":
        page.goto("/lobby")
        page.locator("[data-open]").first.wait_for()
        page.wait_for_timeout(1500)  # ten pictures of boards
    elif scene == "player":
        page.goto("/players/Maël")
        page.locator("h1").wait_for()
    else:
        page.goto(f"/{scene}")
        page.locator("main h1").wait_for()
    page.wait_for_timeout(700)  # pictures of boards are drawn when the page is quiet


def company(browser: Browser, address: str) -> BrowserContext:
    """Two people with accounts, a rated game behind them, a free seat, and a game to watch."""
    contexts = [browser.new_context(base_url=address, locale="fr-FR") for _ in range(2)]
    pages = [context.new_page() for context in contexts]
    for page, name in zip(pages, ("Maël", "Inès"), strict=True):
        page.goto("/learn")
        page.request.post("/api/account", data={"name": name, "password": "une phrase facile"})
    clock = {"initial": 300, "increment": 5, "days": 0}
    for variant in ("duo", "duo", "duo", "trigon_2", "classic_2"):
        seats = [{"kind": "me"}, {"kind": "open"}]
        body = {"variant": variant, "seats": seats, "clock": clock, "rated": True, "public": True}
        game = pages[0].request.post("/api/games", data=body).json()["game"]
        for page in pages:
            page.goto(f"/g/{game}")
        if variant == "classic_2":
            continue
        pages[1].locator(".waiting .go").click()
        pages[1].locator(".hold").wait_for()
        if variant == "duo":
            loser = pages[len(game) % 2]
            loser.locator(".menu > summary").click()
            for name in ("Abandonner", "Oui, abandonner"):
                loser.get_by_role("button", name=name).click()
            loser.locator(".score").first.wait_for()
    pages[1].goto("/lobby")
    return contexts[0]


def hold(page: Page, places: int) -> None:
    """A piece in the hand, on a legal place."""
    page.locator(".board svg").first.wait_for()
    page.wait_for_timeout(400)
    for _ in range(places):
        page.keyboard.press("n")


SCENES = (
    *("start", "classic", "trigon", "result", "study", "waiting", "games", "learn", "settings"),
    *("puzzles", "puzzle", "lobby", "player", "account", "ranking", "tournaments"),
)


def reduce(image: Image.Image) -> Image.Image:
    """Few colors: the most frequent ones (flat areas) exactly, and a median cut for the rest."""
    counted = image.getcolors(image.width * image.height) or []
    flat = [color for _, color in sorted(counted, reverse=True)[:FLAT]]
    cut = image.quantize(256 - FLAT, dither=Image.Dither.NONE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*(part for color in flat for part in color), *cut[: 3 * (256 - FLAT)]])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def take(context: BrowserContext, scene: str, path: Path) -> None:
    """One picture."""
    page = context.new_page()
    visit(page, scene)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    reduce(image).save(path, optimize=True)
    page.close()


def take_all(browser: Browser, address: str, scenes: list[str]) -> None:
    """Every look of the scenes."""
    for device, language, theme in itertools.product(DEVICES, LANGUAGES, THEMES):
        for scene in scenes:
            context = browser.new_context(
                base_url=address,
                locale=LANGUAGES[language],
                color_scheme="dark" if theme == "dark" else "light",
                **DEVICES[device],
            )
            take(context, scene, FOLDER / f"{scene}-{device}-{language}-{theme}.png")
            context.close()


def main(names: list[str]) -> int:
    """Start a server, take the pictures, say how large they are."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder) / "data")
        server.start()
        browser = playwright.chromium.launch(executable_path=need_browser())
        try:
            company(browser, server.address)
            take_all(browser, server.address, [s for s in SCENES if not names or s in names])
        finally:
            browser.close()
            server.kill()
    sizes = [path.stat().st_size for path in FOLDER.glob("*.png")]
    print(f"{len(sizes)} pictures, {sum(sizes) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", nargs="*", metavar="NAME", help=", ".join(SCENES))
    names = parser.parse_args().scenes
    if strange := set(names).difference(SCENES):
        parser.error(f"there is no page {min(strange)!r}: {', '.join(SCENES)}")
    sys.exit(main(names))
