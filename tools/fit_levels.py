"""Measure a ladder of settings against one another and say where the levels belong on it.

Each rung plays the next ones; a fit of all results (Bradley–Terry) gives their Elo, and the
levels are put on the ladder at even steps. Games begin from random openings, each opening once
with the sides exchanged. Settings are those of a quick net, or without one (`--no-net`).

    python tools/fit_levels.py duo classic_2 --write       # into engine/data/levels.json
    python tools/fit_levels.py duo classic_2 --neighbors   # each level against the one below
"""

import argparse
import json
import math
import sys
import time
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from cornerwise.arena.seating import seatings_of, side_of_player
from cornerwise.arena.stats import score_interval
from cornerwise.engine import HIGHEST, LOWEST, Engine, Level, level_of
from cornerwise.gtp import LargestPiece
from cornerwise.play import Game
from cornerwise.rules import VARIANTS, Variant

DATA = Path(__file__).parents[1] / "src/cornerwise/engine/data/levels.json"
STEP = 160.0
"""Elo between two levels: 71.5% of the wins."""
FIRST = -265.0
"""Elo of level 1 beside a player of random large pieces: it scores about 18% against it."""
REACH = 2
"""How many rungs up each rung plays."""
NEAR_LARGEST = 1.8
"""Rungs that draw at this temperature or above also play the player of large pieces."""
TEMPERATURES = (16.0, 10.0, 7.0, 5.0, 3.5, 2.6, 1.9, 1.4, 1.0, 0.7, 0.5)
GLANCES = ((3, 3), (4, 8), (6, 24), (8, 64), (12, 200))
"""Without a net: moves seen, playouts for all of them."""
SIMULATIONS = (4, 12, 36, 110, 330, 1000)
"""With a net; without one they begin with the third."""
VISITS_TEMPERATURE = 0.5
"""Of the draw by visits, with a net, whose search has no other chance in it."""
KEPT = ("net", "simulations", "sight", "temperature")
"""What the file says of a level in a variant."""


@dataclass(frozen=True)
class Rung:
    """One setting, or the player of random large pieces."""

    name: str
    level: Level | None

    @property
    def draws(self) -> bool:
        """Whether it plays what it takes to be likely, without a look ahead."""
        return self.level is not None and not self.level.simulations


LARGEST = Rung("largest", None)


def ladder(top: int, net: bool) -> list[Rung]:
    """Settings from weak to strong, up to so many simulations."""
    blank = Level(number=1, net=net, simulations=0, seconds=60.0, sight=0, temperature=1.0)
    drawn = [replace(blank, temperature=t) for t in TEMPERATURES]
    glances = [replace(blank, sight=s, simulations=n) for s, n in GLANCES if not net]
    blank = replace(blank, temperature=VISITS_TEMPERATURE if net else 0.0)
    numbers = SIMULATIONS if net else SIMULATIONS[2:]
    searches = [replace(blank, simulations=n) for n in numbers if n <= top]
    return [Rung(_name(level), level) for level in drawn + glances + searches]


def _name(level: Level) -> str:
    if level.sight:
        return f"look {level.sight}/{level.simulations}"
    return f"search {level.simulations}" if level.simulations else f"draw {level.temperature:g}"


class Seat:
    """A rung that plays one game."""

    def __init__(self, rung: Rung, seed: int) -> None:
        self._level = rung.level
        self._engine = Engine(seed=seed)
        self._largest = LargestPiece(seed)

    def play(self, game: Game) -> None:
        if self._level is None:
            game.play(self._largest.choose(game))
        elif len(game.legal_moves) == 1:
            game.play(game.legal_moves[0])
        else:
            game.play(self._engine.choose_as(self._level, game))


def play(variant: Variant, a: Rung, b: Rung, seating: str, seed: int) -> float:
    """A's share of the win, as if each sat at half of the sides."""
    game, opening = Game(variant), LargestPiece(seed)
    for _ in variant.colors:
        game.play(opening.choose(game))
    players = {"A": Seat(a, 2 * seed + 1), "B": Seat(b, 2 * seed + 2)}
    side_of = side_of_player(variant)
    while not game.is_over:
        players[seating[side_of[game.player or 0]]].play(game)
    shares = game.result.win_shares
    wins = {
        w: sum(
            shares[side.players[0]]
            for s, side in zip(seating, variant.sides, strict=True)
            if s == w
        )
        / seating.count(w)
        for w in "AB"
    }
    return wins["A"] / (wins["A"] + wins["B"])


def match(variant: Variant, a: Rung, b: Rung, args: argparse.Namespace) -> list[float]:
    """A's mean score in the games of each opening, until there are enough or time is up."""
    order = seatings_of(variant, 2, "rotations")
    end = time.process_time() + args.seconds
    blocks: list[float] = []
    while len(blocks) * len(order) < args.games and (not blocks or time.process_time() < end):
        seed = args.seed * 100_000 + len(blocks)
        blocks.append(float(np.mean([play(variant, a, b, s, seed) for s in order])))
    found = score_interval(blocks)
    print(
        f"{a.name:10} against {b.name:10} {found.value:4.0%} ({found.low:.0%}–{found.high:.0%}),"
        f" {len(blocks) * len(order)} games",
        flush=True,
    )
    return blocks


Results = dict[tuple[int, int], list[float]]
"""By two rungs: the first one's score, opening by opening."""


def fit(n: int, results: Results) -> list[float]:
    """Elo of each rung, the last one 0; half an opening is added to each side of each match."""
    elo, unit = np.zeros(n), math.log(10) / 400
    for _ in range(60):
        slope, bend = np.zeros(n), np.zeros((n, n))
        bend[-1, -1] = 1
        for (i, j), scores in results.items():
            expected = 1 / (1 + 10 ** ((elo[j] - elo[i]) / 400))
            signs = np.zeros(n)
            signs[i], signs[j] = 1, -1
            slope += signs * (sum(scores) + 0.5 - expected * (len(scores) + 1))
            weight = unit * expected * (1 - expected) * (len(scores) + 1)
            bend += weight * np.outer(signs, signs)
        elo += np.clip(np.linalg.solve(bend, slope), -100, 100)
    return [float(value - elo[-1]) for value in elo]


def placed(rungs: list[Rung], elo: list[float], wanted: float) -> Level | None:
    """The setting with this Elo, between two rungs of one kind or at the nearer of two kinds."""
    for (low, below), (high, above) in pairwise(zip(rungs, elo, strict=True)):
        if low.level is None or high.level is None or not below <= wanted <= above:
            continue
        share = (wanted - below) / max(1.0, above - below)
        return _between(low.level, high.level, share)
    return None


def _between(low: Level, high: Level, share: float) -> Level:
    if (low.sight == 0) != (high.sight == 0) or (low.simulations == 0) != (high.simulations == 0):
        return low if share < 0.5 else high

    def mean(a: float, b: float) -> float:
        return a ** (1 - share) * b**share if a > 0 and b > 0 else 0.0

    return replace(
        low,
        temperature=round(mean(low.temperature, high.temperature), 2),
        simulations=round(mean(low.simulations, high.simulations)),
        sight=round(mean(low.sight, high.sight)),
    )


def fitted(variant: Variant, args: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """By number: what the file says of the level."""
    rungs = [*ladder(args.top, not args.no_net), LARGEST]
    last = len(rungs) - 1
    pairs = [(j, i) for i in range(last) for j in range(i + 1, min(i + REACH + 1, last))]
    near = [i for i, rung in enumerate(rungs) if rung.draws]
    pairs += [(i, last) for i in near if TEMPERATURES[i] >= NEAR_LARGEST]
    results = {(j, i): match(variant, rungs[j], rungs[i], args) for j, i in pairs}
    elo = fit(len(rungs), results)
    for rung, value in zip(rungs, elo, strict=True):
        print(f"{rung.name:10} {value:+6.0f}")
    found = {n: placed(rungs, elo, FIRST + STEP * (n - LOWEST)) for n in range(LOWEST, HIGHEST)}
    return {str(n): {k: asdict(level)[k] for k in KEPT} for n, level in found.items() if level}


def neighbors(variant: Variant, args: argparse.Namespace) -> dict[str, list[float]]:
    """By number: share of the wins against the level below and games, for computers.json."""
    numbers = range(LOWEST, HIGHEST)
    levels = [level_of(n, variant, use_net=not args.no_net) for n in numbers]
    rungs = [LARGEST, *(Rung(f"level {level.number}", level) for level in levels)]
    scores = [match(variant, high, low, args) for low, high in pairwise(rungs)]
    games = len(seatings_of(variant, 2, "rotations"))
    return {
        str(n): [round(float(np.mean(blocks)), 2), games * len(blocks)]
        for n, blocks in zip(numbers, scores, strict=True)
        if n > LOWEST
    }


def write(name: str, part: str, rows: dict[str, dict[str, Any]]) -> None:
    """Put the levels of a variant into the file, a line for each; those beyond the ladder stay."""
    data = json.loads(DATA.read_text("utf-8"))
    data[part][name] = data[part].get(name, {}) | rows

    def lines(entries: list[str], margin: str) -> str:
        return ",".join(f"\n{margin} {entry}" for entry in entries) + f"\n{margin}"

    def table(rows: dict[str, dict[str, Any]], margin: str) -> str:
        return "{" + lines([f'"{k}": {json.dumps(row)}' for k, row in rows.items()], margin) + "}"

    def tables(part: dict[str, Any]) -> str:
        return "{" + lines([f'"{k}": {table(rows, "  ")}' for k, rows in part.items()], " ") + "}"

    levels = "[" + lines([json.dumps(row) for row in data["levels"]], " ") + "]"
    like = json.dumps(data["like"])
    texts = {"levels": levels, "like": like}
    texts |= {part: tables(data[part]) for part in ("changes", "nets")}
    DATA.write_text("{" + lines([f'"{k}": {v}' for k, v in texts.items()], "") + "}\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variants", nargs="+", choices=list(VARIANTS), metavar="variant")
    parser.add_argument("--games", type=int, default=1000, help="most for a pair of rungs")
    parser.add_argument("--seconds", type=float, default=60, help="of the CPU, likewise")
    parser.add_argument("--top", type=int, default=330, help="most simulations of a rung")
    parser.add_argument("--no-net", action="store_true", help="levels where there is no net")
    parser.add_argument("--neighbors", action="store_true", help="measure the levels as they are")
    parser.add_argument("--write", action="store_true", help="keep the levels found")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for name in args.variants:
        print(name)
        rows = (neighbors if args.neighbors else fitted)(VARIANTS[name], args)
        print(f"{json.dumps(name)}: {json.dumps(rows)}", flush=True)
        if args.write and not args.neighbors:
            write(name, "changes" if args.no_net else "nets", rows)
    print(f"{time.process_time():.0f} CPU seconds", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
