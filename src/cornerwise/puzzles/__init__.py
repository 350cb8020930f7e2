"""Solo: the puzzles of the rulebooks, figures, and the solvers behind them (docs/puzzles.md)."""

from cornerwise.puzzles.catalogue import PUZZLES, PuzzleError
from cornerwise.puzzles.effort import Effort, Progress
from cornerwise.puzzles.outline import OutlineError, format_outline, parse_outline
from cornerwise.puzzles.puzzle import Placed, Puzzle
from cornerwise.puzzles.solution import Solution, SolutionError, read_solution, solved
from cornerwise.puzzles.solve import Count, Outcome, count, solutions, solve

__all__ = [
    "PUZZLES",
    "Count",
    "Effort",
    "Outcome",
    "OutlineError",
    "Placed",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Solution",
    "SolutionError",
    "count",
    "format_outline",
    "parse_outline",
    "read_solution",
    "solutions",
    "solve",
    "solved",
]
