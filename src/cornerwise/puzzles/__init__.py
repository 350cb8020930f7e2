"""Solo: the puzzles of the rulebooks, figures, and the solvers behind them (docs/puzzles.md).

>>> from cornerwise import puzzles
>>> solo = puzzles.Solo(puzzles.find_puzzle("parallelogram"))
>>> solo.check(puzzles.Effort(seconds=10)).answer
'yes'
>>> piece = solo.hint(puzzles.Effort(seconds=10))
>>> solo.place(piece.placement, piece.color) == piece
True
"""

from cornerwise.puzzles.catalogue import PUZZLES, PuzzleError
from cornerwise.puzzles.challenge import Challenge, Judgement, judge
from cornerwise.puzzles.daily import challenge_of, challenges, endless, find_challenge, streak
from cornerwise.puzzles.effort import Effort, Progress
from cornerwise.puzzles.figures import Verdict, check_outline, figure, figures
from cornerwise.puzzles.names import find_puzzle, outline_name
from cornerwise.puzzles.outline import OutlineError, format_outline, parse_outline
from cornerwise.puzzles.puzzle import Placed, Puzzle
from cornerwise.puzzles.solo import Solo
from cornerwise.puzzles.solution import Solution, SolutionError, read_solution, solved
from cornerwise.puzzles.solve import Count, Outcome, count, solutions, solve
from cornerwise.puzzles.svg_outline import outline_svg, parse_svg

__all__ = [
    "PUZZLES",
    "Challenge",
    "Count",
    "Effort",
    "Judgement",
    "Outcome",
    "OutlineError",
    "Placed",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Solo",
    "Solution",
    "SolutionError",
    "Verdict",
    "challenge_of",
    "challenges",
    "check_outline",
    "count",
    "endless",
    "figure",
    "figures",
    "find_challenge",
    "find_puzzle",
    "format_outline",
    "judge",
    "outline_name",
    "outline_svg",
    "parse_outline",
    "parse_svg",
    "read_solution",
    "solutions",
    "solve",
    "solved",
    "streak",
]
