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


_PARTS = ("play", "render", "rules", "tables")
"""Packages that are there without an import of their own."""
_HOMES = {"Engine": "engine", "Limits": "engine"} | dict.fromkeys(
    ("VARIANTS", "Variant", "variant"), "rules"
)
"""Where names come from that are not of `play`."""


def __getattr__(name: str) -> Any:
    """Everything is loaded when it is first asked for: `import cornerwise` takes no time.

    So the command can be ended quietly from its first moment, while its parts are loaded.
    """
    if name in _PARTS:
        return import_module(f"{__name__}.{name}")
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'play')}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
