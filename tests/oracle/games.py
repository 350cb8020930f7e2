"""Seeded random games, the same on every machine."""

from random import Random

from cornerwise import Game, Move
from cornerwise.rules import Variant


def random_move(game: Game, rng: Random, *, large: float = 0.5) -> Move:
    """A random legal move; with chance `large`, one of the largest piece that can be placed."""
    moves = game.legal_moves
    if rng.random() < large:
        sizes = game.tables.size[moves.ids]
        ids = moves.ids[sizes == sizes.max()]
        return Move(game.tables, moves.color, int(ids[rng.randrange(len(ids))]))
    return moves[rng.randrange(len(moves))]


def random_game(variant: Variant, seed: int, *, plies: int = 1000, large: float = 0.5) -> Game:
    """A game after so many random plies, or at its end."""
    game, rng = Game(variant), Random(seed)
    while not game.is_over and len(game.history) < plies:
        game.play(random_move(game, rng, large=large))
    return game
