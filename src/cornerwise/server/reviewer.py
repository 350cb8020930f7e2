"""A move of a finished game beside the best one there, in a worker's process."""

import msgspec

from cornerwise.play import Game
from cornerwise.server.advice import chances, reasons_view
from cornerwise.server.table.messages import ReasonsView

SECONDS = 0.5
"""Of each search: one of the position, and one of what followed where that was hardly looked at."""


class ReviewedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move of a finished game, and the best one there."""

    ply: int
    """Number of the move, from 1."""
    player: int
    """Who decided."""
    color: int
    forced: bool
    """There was no other move: nothing was looked at, and all that follows is empty."""
    values: list[float] = []
    """By player: chances after the move played; those of all sides make 1."""
    lost: float = 0.0
    """How much of the mover's chances the move gave away, 0 to 1."""
    points_lost: float = 0.0
    """The same in points of the mover's side."""
    best: str = ""
    """The best move; the one played, if nothing better was found."""
    proven: bool = False
    """Whether the best move was looked through to the end."""
    reasons: ReasonsView | None = None
    """Why the best move is good."""
    played: ReasonsView | None = None
    """The same of the move played: what both do is no difference between them."""


class Reviewer:
    """Looks at one move; can be told from another thread to come to an end."""

    def __init__(self) -> None:
        from cornerwise.engine import Engine  # in workers only: the server itself never thinks

        self._engine = Engine(seed=1)
        self._is_stopped = False

    def stop(self) -> None:
        """Somebody waits for a move: this can be done again later."""
        self._is_stopped = True
        self._engine.stop()

    def review(self, game: Game, played: str) -> str:
        """JSON of a `ReviewedMove`, or an empty text if it was stopped before it was sure."""
        from cornerwise.engine import Limits, reasons_for, review_move

        move, ply = game.move(played), len(game.moves) + 1
        player = game.player or 0
        if len(game.legal_moves) == 1:
            forced = ReviewedMove(ply=ply, player=player, color=move.color, forced=True)
            return msgspec.json.encode(forced).decode()
        if self._is_stopped:
            return ""
        row = review_move(self._engine, game, move, Limits(seconds=SECONDS))
        if self._is_stopped:
            return ""
        best, values = row.best.move, chances(game.variant, row.values)
        scale = values[player] / row.value if row.value > 0 else 1.0
        return msgspec.json.encode(
            ReviewedMove(
                ply=ply,
                player=player,
                color=move.color,
                forced=False,
                values=values,
                lost=min(row.lost * scale, 1 - values[player]),
                points_lost=row.points_lost,
                best=str(best),
                proven=row.best.proven,
                reasons=reasons_view(reasons_for(game, best)),
                played=reasons_view(reasons_for(game, move)),
            )
        ).decode()
