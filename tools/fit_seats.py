"""Measure what each seat is worth: the computer plays itself, and the places are counted.

    python tools/fit_seats.py duo --games 600 --levels 3 5 8
    python tools/fit_seats.py all --levels 5 --seconds 60

prints one entry for server/ranking/data/seats.json; with --write it is put there. Games of
several levels show how the worth grows with the strength; with one level it is taken as it is.
"""

import argparse
import json
import time
from pathlib import Path

from cornerwise.engine import Engine
from cornerwise.play import Game
from cornerwise.rules import VARIANTS, Variant, variant
from cornerwise.server.ranking.computers import computer_ratings
from cornerwise.server.ranking.scale import MEAN
from cornerwise.server.ranking.seat_worth import Sample, SeatWorth, error_of, fit

DATA = Path(__file__).parents[1] / "src/cornerwise/server/ranking/data/seats.json"


def play(chosen: Variant, level: int, seed: int, strength: float) -> Sample:
    """One game of the computer with itself."""
    game = Game(chosen)
    players = [Engine(level, seed=seed * 8 + player) for player in range(chosen.players)]
    while not game.is_over:
        assert game.player is not None
        players[game.player].play(game)
    places = game.result.places
    by_side = tuple(places[side.players[0]] for side in chosen.sides)
    return Sample((strength,) * len(by_side), by_side)


def measure(name: str, levels: list[int], games: int, seconds: float) -> dict[str, object]:
    """What the seats of a variant are worth, by player."""
    chosen = variant(name)
    samples: list[Sample] = []
    first: dict[str, list[int]] = {}
    for level in levels:
        strength = computer_ratings(chosen)[level].mu if len(levels) > 1 else MEAN
        end = time.monotonic() + seconds
        mine: list[Sample] = []
        while len(mine) < games and time.monotonic() < end:
            mine.append(play(chosen, level, len(mine), strength))
        samples += mine
        sides = range(len(chosen.sides))
        wins = [sum(sample.places[side] == 1 for sample in mine) for side in sides]
        first[str(level)] = [len(mine), *wins]
    return entry(chosen, fit(samples, [SeatWorth()] * len(chosen.sides)), first)


def entry(
    chosen: Variant, by_side: list[SeatWorth], first: dict[str, list[int]]
) -> dict[str, object]:
    """The entry of a variant; `games` has by level the games and each side's first places."""
    side_of = {p: number for number, side in enumerate(chosen.sides) for p in side.players}
    by_player = [by_side[side_of[player]] for player in range(chosen.players)]
    games = sum(counts[0] for counts in first.values())
    return {
        "worth": [round(worth.base, 1) for worth in by_player],
        "growth": [round(worth.growth, 1) for worth in by_player],
        "error": round(error_of(games, len(chosen.sides)), 1),
        "games": first,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant", choices=[*VARIANTS, "all"])
    parser.add_argument("--levels", type=int, nargs="+", default=[5])
    parser.add_argument("--games", type=int, default=100_000, help="at each level")
    parser.add_argument("--seconds", type=float, default=60.0, help="at each level")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    for name in VARIANTS if args.variant == "all" else [args.variant]:
        found = measure(name, args.levels, args.games, args.seconds)
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
