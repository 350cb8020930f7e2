"""The computer player: search, levels, analysis and nets, for every variant alike."""

from cornerwise.engine.analysis import (
    Analysis,
    Hint,
    MoveView,
    Reviewed,
    analyse,
    hint,
    review,
    review_move,
    watch,
    watch_async,
)
from cornerwise.engine.clock import seconds_for_move
from cornerwise.engine.engine import Engine
from cornerwise.engine.levels import HIGHEST, LOWEST, Level, LevelError, level_of
from cornerwise.engine.limits import Limits
from cornerwise.engine.reasons import Reasons, reasons_for

__all__ = [
    "HIGHEST",
    "LOWEST",
    "Analysis",
    "Engine",
    "Hint",
    "Level",
    "LevelError",
    "Limits",
    "MoveView",
    "Reasons",
    "Reviewed",
    "analyse",
    "hint",
    "level_of",
    "reasons_for",
    "review",
    "review_move",
    "seconds_for_move",
    "watch",
    "watch_async",
]
