"""Openings that are near to even, as our engine sees them.

From random openings of Duo the first to move wins four games of five, so most pairs are
divided whoever is stronger. Here candidates are judged one after the other, and the first is
taken that leaves every side near to its even share of the result. What the search expects
counts places and scores beside the win, so that it makes more than one among three or four
sides: shares are of its sum over the sides.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from cornerwise.engine import Engine, Limits
from cornerwise.engine.analysis import snapshot
from cornerwise.play import Game

_SEED = 1


@dataclass(frozen=True, kw_only=True)
class Balance:
    """What counts as near to even, and how long it is looked for."""

    window: float = 0.2
    """How far a share may be from the even one, as a part of that: 0.4 to 0.6 for two sides,
    0.2 to 0.3 for four."""
    simulations: int = 2000
    """Of the search that judges a candidate."""
    attempts: int = 200
    """Candidates after which the one nearest to even has to do."""

    def choose(self, candidates: Iterable[Game]) -> Game:
        """The first candidate that is near to even, or else the nearest of those tried."""
        judged: list[tuple[float, Game]] = []
        for game in islice(candidates, self.attempts):
            judged.append((unevenness(game, self.simulations), game))
            if judged[-1][0] <= self.window:
                return game
        return min(judged, key=lambda pair: pair[0])[1]


def unevenness(game: Game, simulations: int) -> float:
    """The greatest distance of a side from its even share, as a part of that share.

    Between two sides: 0 if both may expect as much, 1 if one is sure to win. A game that is
    over is no opening at all.
    """
    if game.is_over:
        return math.inf
    shares = side_shares(game, simulations)
    return max(abs(share * len(shares) - 1) for share in shares)


def side_shares(game: Game, simulations: int) -> list[float]:
    """By side: its share of the expected result after best play.

    An engine of its own for every position: what is found does not depend on what was judged
    before, in whichever process.
    """
    limits = Limits(simulations=simulations, early_stop=False)
    engine = Engine(limits=limits, seed=_SEED)
    engine.think(game, limits)
    values = snapshot(engine, game, 1, line=0).best.values
    expected = [values[side.players[0]] for side in game.variant.sides]
    return [value / sum(expected) for value in expected]
