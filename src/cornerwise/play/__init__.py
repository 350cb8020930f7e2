"""The game as people and programs play it: `Game`, its moves, errors and results."""

from cornerwise.play.errors import IllegalMove, MoveError, NothingToUndo, UnreadableMove
from cornerwise.play.game import Game, Resignation, draw_with
from cornerwise.play.moves import LegalMoves, Move, parse_cells, parse_placement
from cornerwise.play.position import native_tables
from cornerwise.play.reference import ReferenceGame
from cornerwise.play.result import Result
from cornerwise.play.retrace import retrace

__all__ = [
    "Game",
    "IllegalMove",
    "LegalMoves",
    "Move",
    "MoveError",
    "NothingToUndo",
    "ReferenceGame",
    "Resignation",
    "Result",
    "UnreadableMove",
    "draw_with",
    "native_tables",
    "parse_cells",
    "parse_placement",
    "retrace",
]
