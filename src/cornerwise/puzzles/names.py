"""Names of puzzles: those of the catalogue, their stronger forms, and outlines that are their own.

tetra               a puzzle of the catalogue, or a figure
tetra+colored       the same in a stronger form (`Puzzle.forms`)
~xxx_x-x_xxx        the outline ### / #.# / ###: whoever has the name has the drawing
"""

from dataclasses import replace

from cornerwise.puzzles.catalogue import PUZZLES, PuzzleError
from cornerwise.puzzles.figures import figure, figures
from cornerwise.puzzles.outline import OutlineError, format_outline, parse_outline
from cornerwise.puzzles.puzzle import Puzzle
from cornerwise.rules import Board

OUTLINE = "~"
"""Begins the name of an outline."""
FORM = "+"
"""Stands between a puzzle and its form. (A page with a dot in its name would be a file.)"""
TITLES = {"en": "A drawn figure", "fr": "Une figure dessinée"}
# In an address `#` would begin another part, and a line cannot end.
_TO_NAME = str.maketrans("#.\n", "x-_")
_FROM_NAME = str.maketrans("x-_", "#.\n")


def find_puzzle(name: str) -> Puzzle:
    """The puzzle of a name; `PuzzleError` says what there is instead.

    >>> find_puzzle("tetra+colored").apart
    True
    >>> find_puzzle("~xx_-x").cells
    3
    """
    base, _, form = name.partition(FORM)
    puzzle = _outlined(base) if base.startswith(OUTLINE) else _listed(base)
    if form and form not in puzzle.forms:
        raise PuzzleError(f"{base} has no form {form!r}; it has: {', '.join(puzzle.forms)}")
    if form in ("", "plain"):
        return puzzle
    return puzzle.colored(touch=form == "touching")


def _listed(name: str) -> Puzzle:
    puzzle = PUZZLES.get(name) or figures().get(name)
    if puzzle is None:
        known = ", ".join(PUZZLES)
        raise PuzzleError(f"there is no puzzle {name!r}; there are: {known}, and the figures")
    return puzzle


def _outlined(name: str) -> Puzzle:
    try:
        board = parse_outline(name.removeprefix(OUTLINE).translate(_FROM_NAME))
    except OutlineError as error:
        raise PuzzleError(f"this name is no outline: {error}") from None
    return replace(figure(board, name=outline_name(board)), title=TITLES)


def outline_name(board: Board) -> str:
    """The name of an outline; `find_puzzle` reads it.

    >>> outline_name(parse_outline("##"))
    '~xx'
    """
    return OUTLINE + format_outline(board).translate(_TO_NAME)
