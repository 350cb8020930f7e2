"""Say which settings of the search choose better moves, in minutes where matches take hours.

    python tools/measure_moves.py docs/matches/classic-7-run17 --seconds 900 --jobs 2 \
        quick_exploration=0.34 quick_temperature=1.7 simulations=40000

Positions are drawn from the games of a match. In each of them the engine as it is and every
setting choose a move; where they differ, much longer searches after each of the moves say what
it is worth to who played it. Printed is what a setting's move brings beside that of the engine
as it is, in thousandths of a win, with its standard error: positions in which all agree count
as nothing, so a few hundred of them tell more than as many games. A setting of twice the
simulations gives the scale. The judge is our own engine with our own net: what a setting gains
against other programs, a match must show.
"""

import argparse
import random
import statistics
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from cornerwise.arena.rows import ArenaError
from cornerwise.arena.store import Store
from cornerwise.engine import Engine, Limits
from cornerwise.engine.params import tuned_params
from cornerwise.play import Game

Setting = dict[str, float]
JUDGES = (1.0, 2.2)
"""Every move is judged twice, with these times the exploration: neither way is the settings'."""
FIRST, LAST = 4, 12
"""Plies left out: after the opening, so that both sides have chosen, and before the end, which
is solved."""


@dataclass(frozen=True)
class Plan:
    """What is measured."""

    match: Path
    settings: tuple[Setting, ...]
    """The engine as it is first: nothing changed."""
    simulations: int
    judge: int


def parse_setting(text: str) -> Setting:
    """Changes of parameters, with commas between them.

    >>> parse_setting("quick_exploration=0.3,simulations=8000")
    {'quick_exploration': 0.3, 'simulations': 8000}
    """
    parts = (part.partition("=") for part in text.split(","))
    try:
        return {
            name.strip(): float(value) if "." in value else int(value) for name, _, value in parts
        }
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=NUMBER, …") from None


def check(match: Path, settings: tuple[Setting, ...]) -> None:
    """Raises, with a sentence, if there is no such match or parameter."""
    game, _ = next(draw_positions(match, 0))
    for setting in settings:
        params = {name: value for name, value in setting.items() if name != "simulations"}
        Engine(params=params).search_for(game)


def draw_positions(match: Path, seed: int) -> Iterator[tuple[Game, int]]:
    """Positions of the match's games without end, drawn by chance."""
    plan, rows = Store(match).load()
    games = [
        (row.moves, plies)
        for _, row in sorted(rows.items())
        if (plies := range(row.opening_plies + FIRST, len(row.moves) - LAST))
    ]
    if not games:
        raise ArenaError(f"{match}: no game has more than {FIRST + LAST} plies after its opening")
    rng = random.Random(seed)
    while True:
        moves, plies = rng.choice(games)
        game = Game(plan.rules())
        for text in moves[: rng.choice(plies)]:
            game.play(text)
        yield game, rng.getrandbits(40)


def chosen(game: Game, plan: Plan, setting: Setting, seed: int) -> int:
    """The move that a setting plays."""
    params = dict(setting)
    simulations = int(params.pop("simulations", plan.simulations))
    return int(Engine(limits=_all(simulations), params=params, seed=seed).choose(game).placement)


def worth(game: Game, move: int, plan: Plan, seed: int) -> float:
    """What a move is worth to who plays it, after long searches behind it."""
    me, after = game.player, game.copy()
    after.play(move)
    found: list[float] = []
    for times in JUDGES:
        wider = {"quick_exploration": times * tuned_params(game.variant)["quick_exploration"]}
        judge = Engine(params=wider, seed=seed)
        views = judge.think(after, _all(plan.judge)).report(len(after.legal_moves), 0)
        visits = sum(view["visits"] for view in views)
        found.append(sum(view["visits"] * view["values"][me] for view in views) / visits)
    return statistics.mean(found)


def _all(simulations: int) -> Limits:
    """So many, none saved, and no end solved: the search alone is measured."""
    return Limits(simulations=simulations, early_stop=False, solve_positions=0)


def gains_at(game: Game, plan: Plan, seed: int) -> list[float]:
    """What each setting's move brings beside the first one's."""
    moves = [chosen(game, plan, setting, seed) for setting in plan.settings]
    values = dict.fromkeys(moves, 0.0)
    if len(values) > 1:
        values = {move: worth(game, move, plan, seed + 1) for move in values}
    return [values[move] - values[moves[0]] for move in moves]


def measure(plan: Plan, seconds: float, seed: int) -> list[list[float]]:
    """The gains at as many positions as there is time for, at least one."""
    end, found = time.monotonic() + seconds, []
    for game, luck in draw_positions(plan.match, seed):
        found.append(gains_at(game, plan, luck))
        if time.monotonic() > end:
            break
    return found


def line(name: str, gains: list[float]) -> str:
    """One setting's result."""
    spread = statistics.pstdev(gains) / len(gains) ** 0.5
    same = sum(gain == 0 for gain in gains) / len(gains)
    return (
        f"{1000 * statistics.mean(gains):+7.2f} ± {1000 * spread:.2f}  as good {same:4.0%}  {name}"
    )


def main(argv: list[str] | None = None) -> int:
    """Measure for some time and print a line for each setting."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("match", type=Path, help="a folder of the arena, as in docs/matches")
    parser.add_argument("settings", nargs="+", metavar="NAME=NUMBER,…", help="what to change")
    parser.add_argument("--simulations", type=int, default=20_000, help="of every search")
    parser.add_argument("--judge", type=int, default=40_000, help="simulations behind each move")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    try:
        settings = tuple(parse_setting(text) for text in args.settings)
        check(args.match, settings)
    except (argparse.ArgumentTypeError, ArenaError, ValueError) as error:
        parser.error(str(error))
    plan = Plan(args.match, ({}, *settings), args.simulations, args.judge)
    seeds = [args.seed * 1000 + job for job in range(args.jobs)]
    with ProcessPoolExecutor(args.jobs) as pool:
        parts = pool.map(measure, [plan] * args.jobs, [args.seconds] * args.jobs, seeds)
        gains = [position for part in parts for position in part]
    print(f"{len(gains)} positions of {args.match.name}, thousandths of a win")
    for number, text in enumerate(args.settings, 1):
        print(line(text, [position[number] for position in gains]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
