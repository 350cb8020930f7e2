"""Cornerwise: the Blokus family of games as a library.

>>> import cornerwise as cw
>>> game = cw.Game("trigon_3")
>>> game.color, len(game.legal_moves)
('blue', 2478)
"""

from typing import TYPE_CHECKING, Any

from cornerwise import render
from cornerwise.play import (
    Game,
    IllegalMove,
    LegalMoves,
    Move,
    MoveError,
    Result,
    UnreadableMove,
)
from cornerwise.rules import VARIANTS, Variant, variant

if TYPE_CHECKING:
    from cornerwise.engine import Engine, Limits

__all__ = [
    "VARIANTS",
    "Engine",
    "Game",
    "IllegalMove",
    "LegalMoves",
    "Limits",
    "Move",
    "MoveError",
    "Result",
    "UnreadableMove",
    "Variant",
    "render",
    "variant",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """The computer player is loaded when it is first asked for: `import cornerwise` stays quick."""
    if name not in ("Engine", "Limits"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from cornerwise import engine

    globals()["Engine"], globals()["Limits"] = engine.Engine, engine.Limits
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
