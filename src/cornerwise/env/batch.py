"""Many games of one variant in step, for training loops that want arrays.

A game that ends begins again at once, as vectorized environments do.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise.env.actions import placement_of
from cornerwise.env.observe import Viewer
from cornerwise.env.rewards import rewarder
from cornerwise.play import Game


class Batch:
    """`n` games that each take one move in a step.

    >>> batch = Batch("duo", n=3)
    >>> chance = np.random.default_rng(0)
    >>> actions = [chance.choice(np.flatnonzero(mask)) for mask in batch.masks]
    >>> rewards, ended = batch.step(actions)
    >>> rewards.shape, ended.tolist(), batch.planes.shape
    ((3, 2), [False, False, False], (3, 5, 14, 14))
    """

    def __init__(
        self, variant: str = "duo", *, n: int, reward: str = "win_share", **options: Any
    ) -> None:
        if n < 1:
            raise ValueError(f"a batch has at least one game, not {n}")
        self._first = Game(variant, **options)
        self.games = [self._first.copy() for _ in range(n)]
        """The games as they stand."""
        self.viewer = Viewer(self._first.variant)
        self._reward = rewarder(reward)

    def __len__(self) -> int:
        return len(self.games)

    @property
    def legal(self) -> list[NDArray[np.uint16]]:
        """By game: the placements that may be played, ascending. Cheaper than `masks`."""
        return [game.legal_moves.ids for game in self.games]

    @property
    def masks(self) -> NDArray[np.bool_]:
        """games × placements: what may be played."""
        return np.stack([game.legal_mask for game in self.games])

    @property
    def players(self) -> NDArray[np.int64]:
        """By game: who is on turn."""
        return np.array([game.player for game in self.games])

    @property
    def planes(self) -> NDArray[np.int8]:
        """games × planes × rows × columns, as the color to play sees them."""
        return np.stack([self.viewer.planes(game, game.to_play or 0) for game in self.games])

    @property
    def stocks(self) -> NDArray[np.int8]:
        """games × colors × pieces, the color to play first."""
        return np.stack([self.viewer.stock(game, game.to_play or 0) for game in self.games])

    def step(self, actions: Any) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Play one placement in every game: rewards (games × players) and which games ended.

        An action that is illegal (`IllegalMove`) or no placement at all (`UnreadableMove`) is
        refused before any game has changed.
        """
        if len(actions) != len(self.games):
            raise ValueError(f"{len(self.games)} games need as many actions, not {len(actions)}")
        moves = [game.move(placement_of(a)) for game, a in zip(self.games, actions, strict=True)]
        for game, move in zip(self.games, moves, strict=True):
            refusal = game.why_not(move)
            if refusal:
                raise refusal
        rewards = np.zeros((len(self.games), self._first.variant.players))
        ended = np.zeros(len(self.games), np.bool_)
        for i, (game, move) in enumerate(zip(self.games, moves, strict=True)):
            game.play(move)
            if game.is_over:
                rewards[i] = self._reward(game.result)
                ended[i] = True
                self.games[i] = self._first.copy()
        return rewards, ended
