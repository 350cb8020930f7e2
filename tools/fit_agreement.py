"""How often players of a known rating play as well as the checking engine; and who is flagged.

    python tools/fit_agreement.py duo 10

Each level plays games with itself; every move is checked as the server checks rated games.
The shares are the curve in `server/manners/agreement.py`. Then each level is judged at its
own rating (nobody should be flagged) and the strong ones as if they were rated lower.
"""

import argparse
import itertools

import msgspec

from cornerwise import Game
from cornerwise.engine import Engine
from cornerwise.rules import VARIANTS, variant
from cornerwise.server.manners.agreement import LEAST_GAMES, OPENING, Sample, expected, suspicion
from cornerwise.server.manners.checking import Checked, Checker
from cornerwise.server.manners.inspecting import positions
from cornerwise.server.ranking.computers import computer_ratings

LEVELS = range(1, 10)
AS_IF = (1300.0, 1500.0, 1700.0)
"""Ratings at which a strong level pretends to be."""


def play(name: str, level: int, seed: int) -> tuple[Game, dict[int, list[int]]]:
    """A game of a level with itself, and each player's plies that say something."""
    game = Game(name)
    engines = [Engine(level, seed=100 * seed + p) for p in range(game.variant.players)]
    plies: dict[int, list[int]] = {}
    while not game.is_over:
        player = game.player or 0
        plies.setdefault(player, []).append(len(game.moves) + 1)
        engines[player].play(game)
    return game, {player: listed[OPENING:] for player, listed in plies.items()}


def samples(name: str, level: int, games: int, checker: Checker) -> list[Sample]:
    """One for each player of each game."""
    found, rating = [], computer_ratings(variant(name))[level].mu
    for seed in range(games):
        game, plies = play(name, level, seed)
        for player, listed in plies.items():
            answers = [
                msgspec.json.decode(checker.check(before.rebuild(), move), type=Checked)
                for before, move in positions(game, listed)
            ]
            near = sum(answer.near for answer in answers)
            found.append(Sample(f"{level}-{seed}", f"{player}", rating, len(answers), near))
    return found


def flagged(mine: list[Sample], rating: float) -> str:
    """After how many games somebody of this rating would be flagged."""
    told = [Sample(s.game, s.guest, rating, s.moves, s.near) for s in mine]
    for count in range(LEAST_GAMES, len(told) + 1):
        if suspicion(told[:count], []) is not None:
            return f"flagged after {count}"
    return f"not in {len(told)}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=list(VARIANTS), metavar="variant")
    parser.add_argument("games", type=int, help="of each level")
    args = parser.parse_args()
    name, games = args.variant, args.games
    checker = Checker()
    for level in LEVELS:
        mine = samples(name, level, games, checker)
        moves, near = sum(s.moves for s in mine), sum(s.near for s in mine)
        rating, share = mine[0].rating, near / moves
        chance = [s.moves * share * (1 - share) for s in mine]
        spread = sum((s.near - s.moves * share) ** 2 for s in mine) / sum(chance)
        by_rating = (f"as {at:.0f}: {flagged(mine, at)}" for at in AS_IF if at < rating)
        verdicts = itertools.chain([f"honest: {flagged(mine, rating)}"], by_rating)
        print(
            f"level {level} ({rating:.0f}): {near}/{moves} = {share:.2f}"
            f" (curve {expected(rating):.2f}, spread {spread:.1f}); {'; '.join(verdicts)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
