"""Cornerwise: the Blokus family of games as a library.

>>> import cornerwise as cw
>>> game = cw.Game("trigon_3")
>>> game.color, len(game.legal_moves)
('blue', 2478)
"""

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

__all__ = [
    "VARIANTS",
    "Game",
    "IllegalMove",
    "LegalMoves",
    "Move",
    "MoveError",
    "Result",
    "UnreadableMove",
    "Variant",
    "render",
    "variant",
]
__version__ = "0.1.0"
