"""A hint: the best move after about a second of thought, with its reasons as data."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from cornerwise.play import Game
from cornerwise.rules import Variant
from cornerwise.server.table.messages import HintView, ReasonsView

if TYPE_CHECKING:
    from cornerwise.engine import Hint, Reasons

SECONDS = 1.0
HURRIED = 20
"""Simulations of a hint that was hurried before it began."""


class Adviser:
    """Thinks once, in a worker's process; can be told from another thread to come to an end."""

    def __init__(self) -> None:
        from cornerwise.engine import Engine, Limits  # in workers only: the server never thinks

        self._engine = Engine()
        self._limits = Limits(seconds=SECONDS)
        self._hurried = Limits(simulations=HURRIED)

    def stop(self) -> None:
        """Come to an end with the best there is."""
        self._limits = self._hurried
        self._engine.stop()

    def advise(self, game: Game) -> HintView:
        """The hint for the color to play."""
        return _view(game, self._engine.hint(game, self._limits))


def chances(variant: Variant, values: Sequence[float]) -> list[float]:
    """By player: shares of the win, as people think of it. Expected results count places, too,
    so that those of three or four sides make more than one."""
    total = sum(values[side.players[0]] for side in variant.sides)
    return [value / total for value in values] if total > 0 else list(values)


def _view(game: Game, hint: "Hint") -> HintView:
    view, player = hint.view, game.player or 0
    values = view.values if view.proven else chances(game.variant, view.values)
    return HintView(
        move=str(view.move),
        value=values[player],
        scores=list(view.scores),
        line=[str(move) for move in view.line],
        proven=view.proven,
        reasons=reasons_view(hint.reasons),
    )


def reasons_view(reasons: "Reasons") -> ReasonsView:
    """Reasons on their way to a page: keys become text, as JSON has it."""
    plain = asdict(reasons)
    for name in ("moves_before", "moves_after"):
        plain[name] = {str(color): count for color, count in plain[name].items()}
    plain["gains"] = list(reasons.gains)
    plain["blocks"] = {str(color): list(cells) for color, cells in reasons.blocks.items()}
    return ReasonsView(**plain)
