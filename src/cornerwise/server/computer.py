"""The computer player as a worker calls it. The engine is chosen in one line, at the end."""

import random
from typing import Protocol

from cornerwise.play import Game, Move


class ComputerPlayer(Protocol):
    """What a worker needs of an engine."""

    def choose(self, game: Game) -> Move:
        """A move for the color to play; the game is left as it is."""

    def stop(self) -> None:
        """From another thread: `choose` shall return the best it has."""


class LargestPiece:
    """Any legal move with the largest piece that fits: instant, and never at a loss."""

    def choose(self, game: Game) -> Move:
        """A random move among those of the largest piece."""
        return random.choice(game.legal_moves.largest)

    def stop(self) -> None:
        """It never thinks, so there is nothing to stop."""


def make_computer(level: int, seed: int | None = None) -> ComputerPlayer:
    """The player of a level, 1 to 10. With a seed its moves are repeatable (levels up to 9)."""
    from cornerwise.engine import Engine  # in workers only: the server itself never thinks

    return Engine(level, seed=seed)
