"""Plays thousands of games of the engine with itself, over every variant and option.

Looks for illegal moves, crashes and hangs: limits are the lowest there are, so that games are
many and search trees are met in all their odd states. Each game is checked move by move, by the
reference rules as well in one game of 200. A failure says how to repeat it.

    python tools/soak.py --games 10000
    python tools/soak.py --only duo --seed 4711 --games 1
"""

import argparse
import faulthandler
import random
import sys
import time
from itertools import product

from cornerwise import Engine, Game, Limits, Variant
from cornerwise.engine.limits import LEAST_MEMORY
from cornerwise.play import ReferenceGame
from cornerwise.rules import VARIANTS

HANG = 600
"""Seconds after which a game that has not ended is a hang: all stacks are printed."""


def every_variant() -> list[Variant]:
    """The catalogue with all options."""
    return [
        variant.with_options(start=start, contact=contact, bonus=bonus)
        for variant in VARIANTS.values()
        for start, contact, bonus in product(*variant.choices.values())
    ]


def some_engine(rng: random.Random) -> Engine:
    """One of the ways to use the engine, at its lowest limits."""
    seed = rng.getrandbits(60)
    use_net = rng.random() < 0.01
    limits = rng.choice(
        [
            Limits(simulations=1, solve_positions=300),
            Limits(simulations=rng.randrange(2, 12), solve_positions=300),
            Limits(simulations=4, solve_positions=0),
            Limits(nodes=rng.randrange(1, 6), solve_positions=50),
            Limits(seconds=0.001),
            Limits(simulations=6, threads=2, solve_positions=300),
            Limits(simulations=20, memory=LEAST_MEMORY, solve_positions=0),
            None,
            None,
        ]
    )
    if limits is None:
        return Engine(rng.randrange(1, 5), seed=seed, use_net=use_net)
    return Engine(limits=limits, seed=seed, use_net=use_net)


def play(variant: Variant, seed: int, *, checked: bool = False) -> Game:
    """One game; raises if a move is illegal or the rules disagree."""
    rng = random.Random(seed)
    game = Game(variant)
    reference = ReferenceGame(variant) if checked else None
    players = [some_engine(rng) for _ in range(variant.players)]
    while not game.is_over:
        assert game.player is not None
        move = players[game.player].choose(game)
        if reference is not None:
            assert reference.is_legal(move.color, move.placement), f"illegal: {move}"
            reference.play(move.placement)
        game.play(move)
        if rng.random() < 0.01:  # a takeback: trees must not be trusted blindly
            game.undo()
            reference = None
    return game


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(VARIANTS), help="one variant, with its options")
    args = parser.parse_args()
    variants = [v for v in every_variant() if args.only in (None, v.name)]
    faulthandler.enable()
    begin, plies = time.process_time(), 0
    for number in range(args.games):
        seed, variant = args.seed + number, variants[(args.seed + number) % len(variants)]
        faulthandler.dump_traceback_later(HANG, exit=True)
        try:
            plies += len(play(variant, seed, checked=seed % 200 == 0).moves)
        except Exception:
            print(f"{variant!r}, seed {seed}: failed after {number} games", file=sys.stderr)
            raise
        faulthandler.cancel_dump_traceback_later()
        if number % 100 == 99:
            print(f"{number + 1} games, {plies} plies", flush=True)
    cpu = time.process_time() - begin
    print(f"{args.games} games, {plies} plies, {len(variants)} variants, {cpu:.0f} CPU seconds: ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
