"""`cornerwise gtp`: Pentobi's dialect of the Go Text Protocol. docs/gtp.md has every command."""

from cornerwise.engine.limits import MAX_THREADS
from cornerwise.gtp.engine_player import DEFAULT_LEVEL, EnginePlayer, Settings
from cornerwise.gtp.lines import Command, CommandError, format_answer, parse_command
from cornerwise.gtp.loop import main, run
from cornerwise.gtp.players import LargestPiece, Player, Searcher
from cornerwise.gtp.session import Session

__all__ = [
    "DEFAULT_LEVEL",
    "MAX_THREADS",
    "Command",
    "CommandError",
    "EnginePlayer",
    "LargestPiece",
    "Player",
    "Searcher",
    "Session",
    "Settings",
    "format_answer",
    "main",
    "parse_command",
    "run",
]
