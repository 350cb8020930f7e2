"""What an agent sees of a position: planes over the board's columns and rows, and the stock."""

import numpy as np
from numpy.typing import NDArray

from cornerwise.play import Game
from cornerwise.rules import Variant

PLANES_BESIDE_COLORS = 3
"""Cells of the board; forbidden to the color that looks; where that color may continue."""


class Viewer:
    """Turns positions of one variant into arrays. Colors come in the order of play, beginning
    with the one that looks.

    Planes: one for each color (its cells), then the board itself, then the cells that the
    looking color may not cover, then the cells where it may continue (its open start cells
    before its first move). Row 0 is the lowest, column 0 is `a`.

    >>> viewer = Viewer(Game("duo").variant)
    >>> viewer.planes(Game("duo"), 0).shape, viewer.stock(Game("duo"), 0).shape
    ((5, 14, 14), (2, 21))
    """

    def __init__(self, variant: Variant) -> None:
        board = variant.board
        self.variant = variant
        self.columns, self.rows = board.size
        x0, y0 = board.origin
        self._at = np.array([(y - y0) * self.columns + x - x0 for x, y in board.cells])

    @property
    def shape(self) -> tuple[int, int, int]:
        """Of the planes."""
        return len(self.variant.colors) + PLANES_BESIDE_COLORS, self.rows, self.columns

    def planes(self, game: Game, color: int) -> NDArray[np.int8]:
        """The board as a color sees it."""
        n = len(self.variant.colors)
        flat = np.zeros((n + PLANES_BESIDE_COLORS, self.rows * self.columns), np.int8)
        owners = game.owners
        states = game.position.states().view(np.uint8)
        for i in range(n):
            flat[i, self._at] = owners == (color + i) % n
        forbidden = states >> color & 1
        flat[n, self._at] = 1
        flat[n + 1, self._at] = forbidden
        flat[n + 2, self._at] = (states >> (4 + color) & 1) & (1 - forbidden)
        return flat.reshape(self.shape)

    def stock(self, game: Game, color: int) -> NDArray[np.int8]:
        """Colors × pieces: how many of each are left."""
        n = len(self.variant.colors)
        return np.array([game.position.stock((color + i) % n) for i in range(n)], np.int8)
