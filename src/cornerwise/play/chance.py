"""Moves by chance: how matches and lessons come to openings of their own."""

import random

import numpy as np

from cornerwise.play.game import Game
from cornerwise.play.moves import Move


def random_largest(game: Game, generator: random.Random) -> Move:
    """A random one of the moves that place a largest piece."""
    moves = game.legal_moves
    sizes = game.tables.size[moves.ids]
    largest = np.flatnonzero(sizes == sizes.max())
    return moves[int(largest[generator.randrange(len(largest))])]
