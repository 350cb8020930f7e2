"""The best moves of any position, in a worker's process."""

from functools import lru_cache
from typing import TYPE_CHECKING

from cornerwise.play import Game
from cornerwise.server.advice import HURRIED, chances, reasons_view
from cornerwise.server.study.bodies import MOST_MOVES, AnalysisView, StudyMove

if TYPE_CHECKING:
    from cornerwise.engine import Engine
    from cornerwise.engine.analysis import MoveView

MEMORY = 256 << 20
"""Bytes of the tree that a process keeps for the next question."""


class Analyst:
    """Looks at one position; can be told from another thread to come to an end.

    The tree stays for who asks again: the same position for longer, or after its best move.
    """

    def __init__(self, seconds: float) -> None:
        from cornerwise.engine import Limits  # in workers only: the server itself never thinks

        self._engine = _engine()
        self._limits = Limits(seconds=seconds, memory=MEMORY, early_stop=False)
        self._hurried = Limits(simulations=HURRIED, memory=MEMORY)
        self._is_hurried = False

    def stop(self) -> None:
        """Come to an end with what there is."""
        self._is_hurried = True
        self._limits = self._hurried
        self._engine.stop()

    def look(self, game: Game) -> AnalysisView:
        """What there is to say of a position in which somebody is to play."""
        from cornerwise.engine import reasons_for
        from cornerwise.engine.analysis import examine

        engine = self._engine
        engine.begin(game)
        found = examine(engine, game, self._limits, MOST_MOVES)
        rows = engine.search_for(game).report(len(game.legal_moves), 0)
        visits = sum(int(row["visits"]) for row in rows)
        moves = [_view(game, view, visits) for view in found.moves]
        return AnalysisView(
            player=found.player,
            color=found.best.move.color,
            values=moves[0].values,
            moves=moves,
            reasons=reasons_view(reasons_for(game, found.best.move)),
            simulations=visits,
            seconds=found.seconds,
            hurried=self._is_hurried,
        )


@lru_cache(maxsize=1)
def _engine() -> "Engine":
    from cornerwise.engine import Engine

    return Engine(seed=1)


def _view(game: Game, view: "MoveView", visits: int) -> StudyMove:
    return StudyMove(
        move=str(view.move),
        share=view.visits / max(1, visits),
        values=chances(game.variant, view.values),
        scores=list(view.scores),
        proven=view.proven,
        line=[str(move) for move in view.line],
    )
