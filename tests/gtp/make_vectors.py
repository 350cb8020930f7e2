"""Whole games for test_vectors.py, made by the readable reference and not by the native core.

    python tests/gtp/make_vectors.py       writes tests/gtp/vectors/*.json again

The format is `blokus-vectors-1`: at every ply the color (c, from 1), the move (m), the number
of legal moves (n), the first 16 hex digits of the SHA-256 of their sorted list (h), a move
that must be refused (bad), and here also the colors that are out after the ply (then_out).
"""

import hashlib
import json
import random
from pathlib import Path
from typing import Any

from cornerwise.play import ReferenceGame
from cornerwise.rules import Variant, variant

FOLDER = Path(__file__).parent / "vectors"
CONFIGS: dict[str, dict[str, Any]] = {
    "classic_3": {"start": "any"},
    "classic_teams": {"bonus": [10, 15]},
    "duo": {"start": "any"},
    "junior": {"start": "assigned"},
    "trigon_2": {"start": "symmetric"},
    "trigon_3": {"start": "spaced", "contact": "alternate"},
    "trigon_teams": {"start": "symmetric", "contact": "alternate"},
}


def list_hash(moves: list[str]) -> str:
    """What a vector keeps of a list of moves."""
    return hashlib.sha256("\n".join(sorted(moves)).encode()).hexdigest()[:16]


def text(game: ReferenceGame, placement: int) -> str:
    names = game.variant.board.names
    return ",".join(names[cell] for cell in game.tables.cells_of(placement))


def ply(game: ReferenceGame, rng: random.Random) -> dict[str, Any]:
    """Play a random move, more often a large one, and say what there was."""
    assert game.to_play is not None
    color = game.to_play
    out = set(game.out)
    legal = game.legal_placements(color)
    bad = rng.choice(sorted(set(range(game.tables.n_placements)).difference(legal)))
    pool = legal[len(legal) // 2 :] if rng.random() < 0.7 else legal
    chosen = rng.choice(pool)
    found = {
        "c": color + 1,
        "m": text(game, chosen),
        "n": len(legal),
        "h": list_hash([text(game, placement) for placement in legal]),
        "bad": [text(game, bad), "not legal"],
    }
    game.play(chosen)
    passed = sorted(game.out - out)
    return found | ({"then_out": [c + 1 for c in passed]} if passed else {})


def final_score(game: ReferenceGame) -> str:
    """The answer of `final_score`."""
    chosen = game.variant
    if chosen.players > 2:
        cells = chosen.copies * sum(piece.size for piece in chosen.pieces)
        return " ".join(str(cells + game.score(c)) for c in range(len(chosen.colors)))
    lead = game.points(0) - game.points(1)
    return f"B+{lead}" if lead > 0 else f"W+{-lead}" if lead < 0 else "0"


def vector(chosen: Variant, seed: int) -> dict[str, Any]:
    """One whole game."""
    game = ReferenceGame(chosen)
    rng = random.Random(seed)
    plies = []
    while game.to_play is not None:
        plies.append(ply(game, rng))
    return {"id": f"{chosen.name}-{seed}", "final": {"gtp": final_score(game)}, "plies": plies}


def main() -> None:
    for seed, (name, options) in enumerate(CONFIGS.items()):
        chosen = variant(name, **options)
        document = {
            "format": "blokus-vectors-1",
            "config": name,
            "gtp_game": name,
            "colours": len(chosen.colors),
            "options": chosen.options,
            "pentobi_compatible": False,
            "games": [vector(chosen, seed)],
        }
        lines = json.dumps(document).replace('{"c"', '\n{"c"')
        (FOLDER / f"{name}.json").write_text(lines + "\n")


if __name__ == "__main__":
    main()
