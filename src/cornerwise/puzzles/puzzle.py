"""What a solo puzzle is: a board, pieces for one or more colors, and a condition (R7)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from cornerwise.rules import Variant
from cornerwise.tables import Tables, compile_tables

Kind = Literal["packing", "play"]
Form = Literal["plain", "colored", "touching"]
"""How strict a packing is; docs/puzzles.md."""
Placed = tuple[int, int]
"""A color and a placement: one piece on the board."""


@dataclass(frozen=True, kw_only=True)
class Puzzle:
    """One task for one person. Its variant says what lies on the table; the rest, what counts."""

    name: str
    title: Mapping[str, str]
    """What people call it, by language."""
    task: Mapping[str, str]
    """What to do, in one sentence, by language."""
    variant: Variant
    """Board, pieces and colors; for `play`, the game whose rules hold."""
    kind: Kind = "packing"
    """`packing`: cover the board, in any order. `play`: every placement is a legal move."""
    holes: int = 0
    """Cells that stay empty in a packing."""
    whole: bool = True
    """Every piece must be used; otherwise pieces may be left over."""
    apart: bool = False
    """Colored packing: no two pieces of one color share an edge."""
    touch: bool = False
    """Colored packing: every piece meets a corner of its own color."""
    descending: bool = False
    """Play: the sizes of the pieces never increase, over all colors."""
    single_last: bool = False
    """Play: every color places its single cell last."""
    can_touch: bool = False
    """The colored packing with touching corners is known to exist."""
    figure: bool = False
    """An outline rather than one of the rulebooks' boards."""
    difficulty: str = ""
    """easy, medium or hard, as the solver found it; empty if not measured."""
    effort: int = 0
    """Steps the solver needed, the middle of several tries; 0 if not measured."""

    @property
    def tables(self) -> Tables:
        """The compiled board."""
        return compile_tables(self.variant)

    @property
    def cells(self) -> int:
        """Cells to cover."""
        if self.kind == "play":
            return self.stock_cells
        return len(self.variant.board.cells) - self.holes

    @property
    def stock_cells(self) -> int:
        """Cells of all pieces."""
        one = sum(piece.size for piece in self.variant.pieces)
        return one * self.variant.copies * len(self.variant.colors)

    @property
    def is_colored(self) -> bool:
        """Whether it matters which color lies where."""
        return self.kind == "play" or self.apart or self.touch

    @property
    def forms(self) -> tuple[Form, ...]:
        """The forms in which it can be done: a packing of one color has only the plain one."""
        if self.kind == "play" or len(self.variant.colors) == 1:
            return ("plain",)
        return ("plain", "colored", "touching") if self.can_touch else ("plain", "colored")

    @property
    def form(self) -> Form:
        """Which of `forms` this is."""
        return "touching" if self.touch else "colored" if self.apart else "plain"

    def colored(self, *, touch: bool = False) -> "Puzzle":
        """The stronger form of a packing."""
        return replace(self, apart=True, touch=touch)
