"""Cornerwise: the Blokus family of games as a library.

>>> import cornerwise as cw
>>> game = cw.Game("trigon_3")
>>> game.color, len(game.legal_moves)
('blue', 2478)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cornerwise import render
    from cornerwise.engine import Engine, Limits
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

_HOMES = {
    "engine": ["Engine", "Limits"],
    "play": ["Game", "IllegalMove", "LegalMoves", "Move", "MoveError", "Result", "UnreadableMove"],
    "rules": ["VARIANTS", "Variant", "variant"],
}


def __getattr__(name: str) -> Any:
    """Everything is loaded when it is first asked for: `import cornerwise` takes no time."""
    if name in {"render", *_HOMES}:
        return import_module(f"cornerwise.{name}")
    for home, names in _HOMES.items():
        if name in names:
            globals()[name] = getattr(import_module(f"cornerwise.{home}"), name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
