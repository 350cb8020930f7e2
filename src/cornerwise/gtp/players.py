"""Who answers `genmove`: anything that chooses a move."""

import random
from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from cornerwise.engine import MoveView
from cornerwise.play import Game, Move
from cornerwise.play.chance import random_largest


class Player(Protocol):
    """Chooses moves. Its parameters are what GTP's `param` lists and sets."""

    @property
    def params(self) -> Mapping[str, object]:
        """The parameters and their values."""

    def set_param(self, key: str, value: str) -> None:
        """Change a parameter from text; `ValueError` says why it cannot be."""

    def choose(self, game: Game) -> Move:
        """A legal move of the color to play; the game is not over and stays as it is."""


@runtime_checkable
class Searcher(Protocol):
    """A player that can tell what it thought of the moves when it last chose one."""

    @property
    def mover(self) -> int:
        """The player whose move it chose."""

    def move_values(self) -> tuple[MoveView, ...]:
        """The moves it looked at, best first."""

    def close(self) -> None:
        """End what runs in the background."""


class LargestPiece:
    """Plays any of its largest pieces anywhere: a fair opponent for the first five minutes.

    >>> LargestPiece(seed=1).choose(Game("duo")).size
    5
    """

    def __init__(self, seed: int | None = None) -> None:
        self.set_param("seed", str(random.SystemRandom().getrandbits(32) if seed is None else seed))

    @property
    def params(self) -> Mapping[str, object]:
        return {"seed": self._seed}

    def set_param(self, key: str, value: str) -> None:
        if key != "seed":
            raise ValueError(f"there is no parameter {key!r}; there is: seed")
        if not (value.isascii() and value.isdigit() and len(value) <= 20):
            raise ValueError(f"seed must be a whole number of at most 20 digits, not {value!r}")
        self._seed = int(value)
        self._random = random.Random(self._seed)

    def choose(self, game: Game) -> Move:
        return random_largest(game, self._random)
