"""What each game is, as data. Start reading at `catalogue.py`.

Nothing in this layer plays, draws or stores anything: it only says what the
boards, pieces, turns, starts and scores are. `cornerwise.tables` compiles it.
"""

from cornerwise.rules.board import Board, hexagon, rectangle
from cornerwise.rules.catalogue import VARIANTS, is_listed, variant
from cornerwise.rules.lattice import SQUARES, TRIANGLES, Coord, Lattice
from cornerwise.rules.pieces import PieceShape
from cornerwise.rules.starts import StartRule
from cornerwise.rules.variant import Bonus, OptionError, Side, Variant

__all__ = [
    "SQUARES",
    "TRIANGLES",
    "VARIANTS",
    "Board",
    "Bonus",
    "Coord",
    "Lattice",
    "OptionError",
    "PieceShape",
    "Side",
    "StartRule",
    "Variant",
    "hexagon",
    "is_listed",
    "rectangle",
    "variant",
]
