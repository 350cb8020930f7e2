"""Measure what each seat is worth: the computer plays itself, and the places are counted.

    python tools/fit_seats.py duo --games 600 --level 5
    python tools/fit_seats.py all --seconds 60

prints one entry for server/ranking/data/seats.json; with --write it is put there.
"""

import argparse
import json
import time
from pathlib import Path

from cornerwise.engine import Engine
from cornerwise.play import Game
from cornerwise.rules import VARIANTS, Variant, variant
from cornerwise.server.ranking.seat_worth import Sample, error_of, fit

DATA = Path(__file__).parents[1] / "src/cornerwise/server/ranking/data/seats.json"


def play(chosen: Variant, level: int, seed: int) -> Sample:
    """One game of the computer with itself."""
    game = Game(chosen)
    players = [Engine(level, seed=seed * 8 + player) for player in range(chosen.players)]
    while not game.is_over:
        assert game.player is not None
        players[game.player].play(game)
    places = game.result.places
    by_side = tuple(places[side.players[0]] for side in chosen.sides)
    return Sample((0.0,) * len(by_side), by_side)


def measure(name: str, level: int, games: int, seconds: float) -> dict[str, object]:
    """What the seats of a variant are worth, by player."""
    chosen = variant(name)
    samples: list[Sample] = []
    end = time.monotonic() + seconds
    while len(samples) < games and time.monotonic() < end:
        samples.append(play(chosen, level, len(samples)))
    sides = len(chosen.sides)
    by_side = fit(samples, [0.0] * sides)
    side_of = {p: number for number, side in enumerate(chosen.sides) for p in side.players}
    first = [sum(s.places[n] == 1 for s in samples) for n in range(sides)]
    return {
        "worth": [round(by_side[side_of[player]], 1) for player in range(chosen.players)],
        "error": round(error_of(samples, sides), 1),
        "level": level,
        "games": len(samples),
        "first_places_by_side": first,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant", choices=[*VARIANTS, "all"])
    parser.add_argument("--level", type=int, default=5)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each variant")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    for name in VARIANTS if args.variant == "all" else [args.variant]:
        found = measure(name, args.level, args.games, args.seconds)
        print(f"{json.dumps(name)}: {json.dumps(found)}", flush=True)
        if args.write:
            _write(name, found)


def _write(name: str, found: dict[str, object]) -> None:
    kept = json.loads(DATA.read_text())
    kept["source"] = "python tools/fit_seats.py: the computer with itself, worth by player"
    kept["variants"][name] = found
    entries = (f"  {json.dumps(n)}: {json.dumps(v)}" for n, v in sorted(kept["variants"].items()))
    body = f'{{\n "source": {json.dumps(kept["source"])},\n "variants": {{\n'
    body += ",\n".join(entries) + "\n }\n}\n"
    DATA.write_text(body)


if __name__ == "__main__":
    main()
