"""`cornerwise gtp`: Pentobi's dialect of the Go Text Protocol. docs/gtp.md has every command."""

from cornerwise.gtp.lines import Command, CommandError, format_answer, parse_command
from cornerwise.gtp.loop import main, run
from cornerwise.gtp.players import LargestPiece, Player
from cornerwise.gtp.session import Session

__all__ = [
    "Command",
    "CommandError",
    "LargestPiece",
    "Player",
    "Session",
    "format_answer",
    "main",
    "parse_command",
    "run",
]
