"""Writes what the pages' own tests compare with: variants as the server tells them, and games.

`python tools/web_fixtures.py` writes web/tests/fixtures; with `--check` it only says whether they
are up to date. The games hold, for every position, how many placements are legal for the color
to play and why some others are not: the page's legality must agree, ply by ply.
"""

import random
import sys
from pathlib import Path
from typing import Any

import msgspec

import cornerwise as cw
from cornerwise.rules import variant
from cornerwise.server.variants import variant_view

FOLDER = Path(__file__).parent.parent / "web" / "tests" / "fixtures"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("duo", {}),
    ("classic_2", {}),
    ("trigon_3", {}),
    ("trigon_2", {"contact": "alternate"}),
]
REFUSALS = 4
"""Placements tried at each position that are not legal."""


def game_fixture(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """One random game: moves, legal counts, refusals."""
    chance = random.Random(f"{name} {options}")
    game = cw.Game(name, **options)
    plies = []
    while not game.is_over:
        legal = game.legal_moves
        move = chance.choice(legal)
        plies.append(
            {
                "color": game.to_play,
                "player": game.player,
                "move": str(move),
                "legal": len(legal),
                "refused": _refusals(game, chance),
            }
        )
        game.play(move)
    return {"variant": name, "options": options, "plies": plies, "scores": list(game.scores)}


def _refusals(game: cw.Game, chance: random.Random) -> list[list[str]]:
    refused = []
    for _ in range(REFUSALS):
        move = game.move(chance.randrange(game.tables.n_placements))
        error = game.why_not(move)
        if error is not None:
            refused.append([str(move), error.reason])
    return refused


def fixtures() -> dict[str, bytes]:
    """Every file and what it should hold."""
    files = {
        "games.json": msgspec.json.encode([game_fixture(name, options) for name, options in GAMES])
    }
    for name, options in GAMES:
        files[f"{name}.json"] = msgspec.json.encode(variant_view(variant(name, **options)))
    files["trigon_2_base.json"] = msgspec.json.encode(variant_view(variant("trigon_2")))
    return {name: data + b"\n" for name, data in files.items()}


def main(arguments: list[str]) -> int:
    """Write or check; 1 when a file is not as it should be."""
    stale = [
        name
        for name, data in fixtures().items()
        if not (FOLDER / name).exists() or (FOLDER / name).read_bytes() != data
    ]
    if "--check" in arguments:
        for name in stale:
            print(f"{FOLDER.name}/{name} is stale: run python tools/web_fixtures.py")
        return int(bool(stale))
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, data in fixtures().items():
        (FOLDER / name).write_bytes(data)
    print(f"wrote {len(stale)} of {len(fixtures())} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
