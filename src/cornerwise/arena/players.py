"""Players inside the arena's own process that do not think, and what a player is."""

import random
import time
from collections.abc import Sequence
from typing import Protocol

from cornerwise.arena.pace import Ledger
from cornerwise.play import Game, Move
from cornerwise.play.chance import random_largest


class Player(Protocol):
    """Chooses moves, game after game."""

    def begin(self, seed: int) -> None:
        """A new game begins; the same seed gives the same play, as far as it can."""

    def choose(self, game: Game, ledger: Ledger, side: int, own: Sequence[int]) -> Move:
        """A move for the color to play, which belongs to `side`; the engine holds all sides
        in `own`. `EngineFailed` if there is none to be had."""

    def cpu(self) -> float:
        """CPU seconds used so far."""

    def close(self) -> None:
        """End what was started."""


class SimplePlayer:
    """Any legal move, or any of the largest legal pieces."""

    def __init__(self, *, largest: bool) -> None:
        self.largest = largest
        self._random = random.Random(0)

    def begin(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, ledger: Ledger, side: int, own: Sequence[int]) -> Move:
        if self.largest:
            return random_largest(game, self._random)
        moves = game.legal_moves
        return moves[self._random.randrange(len(moves))]

    def cpu(self) -> float:
        return time.process_time()

    def close(self) -> None:
        pass
