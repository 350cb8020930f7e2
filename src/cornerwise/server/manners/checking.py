"""One move of a finished game beside the engine's best, in a worker's process."""

import msgspec

from cornerwise.play import Game

SIMULATIONS, SECONDS = 1000, 5.0
"""Stronger than nearly all people, quick enough for every move of every rated game."""
NEAR = 0.02
"""Expected result that a move may give away and still count as near the best."""
COMPARABLE = 20
"""A move with fewer than one twentieth of the best one's visits was hardly looked at."""


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine thinks of a move."""

    best: bool
    """The very move that the engine would play."""
    near: bool
    """That one, or one as good for all it knows."""
    lost: float
    """Expected result given away, 0 to 1; 1 for moves it hardly looked at."""


class Checker:
    """Looks at one move; can be told from another thread to come to an end."""

    def __init__(self) -> None:
        from cornerwise.engine import Engine  # in workers only: the server itself never thinks

        self._engine = Engine(seed=1)
        self._is_stopped = False

    def stop(self) -> None:
        """Somebody waits for a move: this can be done again later."""
        self._is_stopped = True
        self._engine.stop()

    def check(self, game: Game, played: str) -> str:
        """JSON of a `Checked`, or an empty text if it was stopped before it was sure."""
        from cornerwise.engine import Limits
        from cornerwise.engine.analysis import snapshot

        if self._is_stopped:
            return ""
        self._engine.begin(game)
        self._engine.search_on(game, Limits(simulations=SIMULATIONS, seconds=SECONDS))
        if self._is_stopped:
            return ""
        views = snapshot(self._engine, game, len(game.legal_moves), line=0).moves
        best, player = views[0], game.player or 0
        mine = next((view for view in views if str(view.move) == played), None)
        if mine is None or mine.visits * COMPARABLE < best.visits:
            return _text(Checked(best=False, near=False, lost=1.0))
        lost = max(0.0, best.values[player] - mine.values[player])
        return _text(Checked(best=mine is best, near=lost <= NEAR, lost=lost))


def _text(checked: Checked) -> str:
    return msgspec.json.encode(checked).decode()
