"""Every puzzle of the rulebooks (R7), as data, and harder ones of the same kind.

To add one, add a dozen lines here: solvers, commands and pages follow.
"""

from dataclasses import replace

from cornerwise.puzzles.puzzle import Puzzle
from cornerwise.rules import Board, Variant, rectangle, variant
from cornerwise.rules.board import column_name
from cornerwise.rules.catalogue import FOUR
from cornerwise.rules.lattice import Coord
from cornerwise.rules.pieces import PieceShape
from cornerwise.rules.starts import any_of, assigned
from cornerwise.rules.variant import Side


class PuzzleError(ValueError):
    """A puzzle that does not exist, or a position that is none of its own."""


def packing_variant(
    name: str, board: Board, pieces: tuple[PieceShape, ...], colors: int
) -> Variant:
    """A table for a packing: any piece may lie anywhere, so starts and turns mean nothing."""
    return Variant(
        name=name,
        title={"en": name, "fr": name},
        sgf="",
        board=board,
        pieces=pieces,
        colors=FOUR[:colors],
        controllers=((0,),) * colors,
        sides=(Side((0,), tuple(range(colors))),),
        start_rules=(any_of(board.names[0], colors=colors),),
    )


_CLASSIC = variant("classic")
_TRIGON = variant("trigon")


def _of_size(size: int) -> tuple[PieceShape, ...]:
    return tuple(piece for piece in _CLASSIC.pieces if piece.size == size)


def _small(name: str, width: int, height: int) -> Variant:
    """The game of four colors from corner to corner on another rectangle."""
    right = column_name(width - 1)
    corners = assigned(f"a{height}", f"{right}{height}", f"{right}1", "a1")
    board = rectangle(width, height)
    return replace(_CLASSIC, name=name, board=board, start_rules=(corners,), start="assigned")


def _without(board: Board, *cells: Coord) -> Board:
    return Board(board.lattice, tuple(cell for cell in board.cells if cell not in cells))


def _smaller(name: str, width: int, height: int) -> Puzzle:
    empty = width * height - 356
    left = {"en": f"{empty} cells stay empty", "fr": f"{empty} cases restent vides"}
    if empty == 1:
        left = {"en": "one cell stays empty", "fr": "une seule case reste vide"}
    return Puzzle(
        name=name,
        title={
            "en": f"Eighty-four on {width}×{height}",
            "fr": f"Quatre-vingt-quatre sur {width}×{height}",
        },
        task={
            "en": f"All 84 pieces by legal moves on {width}×{height}: {left['en']}.",
            "fr": f"Les 84 pièces par coups permis sur {width}×{height}\u00a0: {left['fr']}.",
        },
        variant=_small(name, width, height),
        kind="play",
        difficulty="hard",
    )


_CATALOGUE = (
    Puzzle(
        name="eighty-four",
        title={"en": "Eighty-four", "fr": "Quatre-vingt-quatre"},
        task={
            "en": "Place all 84 pieces on the 20×20 board, colors in turn, every move legal.",
            "fr": "Posez les 84 pièces sur le plateau 20×20, chaque couleur à son tour.",
        },
        variant=_CLASSIC,
        kind="play",
        difficulty="medium",
    ),
    Puzzle(
        name="eighty-four-descending",
        title={"en": "Eighty-four, descending", "fr": "Quatre-vingt-quatre, décroissant"},
        task={
            "en": "The same, and sizes never increase: all fives, then fours, down to the ones.",
            "fr": "De même, des plus grandes aux plus petites\u00a0: les cinq, puis les quatre…",
        },
        variant=_CLASSIC,
        kind="play",
        descending=True,
        difficulty="hard",
    ),
    Puzzle(
        name="tetra",
        title={"en": "Tetra", "fr": "Tétra"},
        task={
            "en": "Fill the 8×10 rectangle with the 20 four-cell pieces of the four colors.",
            "fr": "Remplissez le rectangle 8×10 avec les 20 pièces de quatre carrés.",
        },
        variant=packing_variant("tetra", rectangle(10, 8), _of_size(4), 4),
        difficulty="easy",
        can_touch=True,
    ),
    Puzzle(
        name="tetra-square",
        title={"en": "Tetra in the square", "fr": "Tétra au carré"},
        task={
            "en": "The 20 four-cell pieces fill the 9×9 square around its empty center.",
            "fr": "Les 20 pièces de quatre carrés autour du centre vide d’un carré 9×9.",
        },
        variant=packing_variant("tetra-square", _without(rectangle(9, 9), (4, 4)), _of_size(4), 4),
        difficulty="easy",
        can_touch=True,
    ),
    Puzzle(
        name="penta",
        title={"en": "Penta", "fr": "Penta"},
        task={
            "en": "Fill the 15×16 rectangle with the 48 five-cell pieces of the four colors.",
            "fr": "Remplissez le rectangle 15×16 avec les 48 pièces de cinq carrés.",
        },
        variant=packing_variant("penta", rectangle(16, 15), _of_size(5), 4),
        difficulty="medium",
    ),
    Puzzle(
        name="eighty-eight",
        title={"en": "Eighty-eight", "fr": "Quatre-vingt-huit"},
        task={
            "en": "Place all 88 pieces of triangles in one game of four colors.",
            "fr": "Posez les 88 pièces de triangles en une partie à quatre couleurs.",
        },
        variant=_TRIGON,
        kind="play",
        difficulty="medium",
    ),
    _smaller("eighty-four-19x19", 19, 19),
    _smaller("eighty-four-20x18", 20, 18),
    _smaller("eighty-four-21x17", 21, 17),
)

PUZZLES = {puzzle.name: puzzle for puzzle in _CATALOGUE}
"""The puzzles on fixed boards, by name; `figures.FIGURES` are the outlines."""
