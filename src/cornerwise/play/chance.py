"""Moves by chance: how matches and lessons come to openings of their own."""

import random

from cornerwise.play.game import Game
from cornerwise.play.moves import Move


def random_largest(game: Game, generator: random.Random) -> Move:
    """A random one of the moves that place a largest piece."""
    return generator.choice(game.legal_moves.largest)
