"""Solutions that were found ahead and come with the program; replayed before anyone sees them."""

from importlib.resources import files

from cornerwise.notation import Record, read_json, write_json
from cornerwise.puzzles.puzzle import Puzzle
from cornerwise.puzzles.solution import (
    Solution,
    SolutionError,
    format_solution,
    read_solution,
    solved,
)
from cornerwise.rules import VARIANTS

FOLDER = "data/solutions"


def shipped_names(puzzle: Puzzle) -> list[str]:
    """The files with solutions of a puzzle: `name.1.half.json`, `name.2.none.json`, …"""
    folder = files("cornerwise.puzzles").joinpath(FOLDER)
    names = (entry.name for entry in folder.iterdir())
    return sorted(name for name in names if name.split(".")[0] == puzzle.name)


def shipped(puzzle: Puzzle, name: str) -> Solution:
    """One of them."""
    text = files("cornerwise.puzzles").joinpath(FOLDER, name).read_text(encoding="utf-8")
    return from_text(puzzle, text)


def is_record(puzzle: Puzzle) -> bool:
    """Whether a solution can be a record of a game in the catalogue, for any program to read."""
    return puzzle.kind == "play" and puzzle.variant.name in VARIANTS


def to_text(solution: Solution) -> str:
    """A solution as a record where there is one, as a list of pieces otherwise."""
    if not is_record(solution.puzzle):
        return format_solution(solution)
    title = solution.puzzle.title["en"]
    return write_json(Record.of(solution.game, event=title, comment=solution.puzzle.task["en"]))


def from_text(puzzle: Puzzle, text: str) -> Solution:
    """The solution in a text; refused if the rules do not bear it out."""
    if not is_record(puzzle):
        return read_solution(puzzle, text)
    game = read_json(text).game()
    if game.variant != puzzle.variant:
        raise SolutionError(f"this is a record of {game.variant!r}, not of {puzzle.variant!r}")
    return solved(puzzle, [(move.color, move.placement) for move in game.moves])


def symmetry_of(solution: Solution) -> int:
    """How many symmetries of the board carry the pieces to pieces, colors to colors (1: none but
    leaving everything in place)."""
    lying = {frozenset(move.cells): move.color for move in solution.pieces}
    kept = 0
    for cells in solution.puzzle.variant.board.symmetries:
        image = {frozenset(cells[c] for c in shape): color for shape, color in lying.items()}
        pairs = {(color, lying.get(shape, -1)) for shape, color in image.items()}
        kept += len(pairs) == len(set(lying.values())) and all(there >= 0 for _, there in pairs)
    return kept
