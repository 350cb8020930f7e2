"""The computer player: search, levels, analysis and nets, for every variant alike."""

from cornerwise.engine.analysis import (
    Analysis,
    Hint,
    MoveView,
    Reviewed,
    analyse,
    hint,
    review,
    watch,
    watch_async,
)
from cornerwise.engine.clock import seconds_for_move
from cornerwise.engine.engine import Engine
from cornerwise.engine.levels import HIGHEST, LOWEST, Level, LevelError, level_of
from cornerwise.engine.limits import Limits
from cornerwise.engine.reasons import Reasons

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
    "review",
    "seconds_for_move",
    "watch",
    "watch_async",
]
