"""Moves and their text (R1): `e10,f10,e11`, cells in board order."""

import re
from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from cornerwise.play.errors import UnreadableMove
from cornerwise.tables import Tables

_CELL = re.compile(r"[a-z]{1,3}[1-9][0-9]{0,3}")
_SHOWN = 60  # characters of bad input that a message quotes


class Move:
    """A color plays a placement. Immutable; equal when color, placement and variant are."""

    __slots__ = ("color", "placement", "tables")

    def __init__(self, tables: Tables, color: int, placement: int) -> None:
        self.tables = tables
        self.color = color
        """Number of the color, in the order of play."""
        self.placement = placement
        """Row of the placement table."""

    @property
    def cells(self) -> list[int]:
        """Numbers of the covered cells."""
        return self.tables.cells_of(self.placement)

    @property
    def cell_names(self) -> list[str]:
        names = self.tables.variant.board.names
        return [names[cell] for cell in self.cells]

    @property
    def piece(self) -> str:
        """Name of the piece."""
        return self.tables.variant.pieces[int(self.tables.piece[self.placement])].name

    @property
    def size(self) -> int:
        """Cells it covers."""
        return int(self.tables.size[self.placement])

    @property
    def color_name(self) -> str:
        return self.tables.variant.colors[self.color]

    def __str__(self) -> str:
        return ",".join(self.cell_names)

    def __repr__(self) -> str:
        return f"<{self.color_name} {self.piece} {self}>"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Move)
            and self.placement == other.placement
            and self.color == other.color
            and self.tables.variant == other.tables.variant
        )

    def __hash__(self) -> int:
        return hash((self.color, self.placement))


class LegalMoves(Sequence[Move]):
    """The legal moves of a color, sorted by placement; a `Move` is made when one is looked at."""

    __slots__ = ("color", "ids", "tables")

    def __init__(self, tables: Tables, color: int, ids: NDArray[np.uint16]) -> None:
        self.tables = tables
        self.color = color
        self.ids = ids
        """Placement numbers, ascending."""

    @property
    def largest(self) -> "LegalMoves":
        """Those that place a largest piece."""
        if not len(self.ids):
            return self
        sizes = self.tables.size.take(self.ids)
        return LegalMoves(self.tables, self.color, self.ids[sizes == sizes.max()])

    def __len__(self) -> int:
        return len(self.ids)

    @overload
    def __getitem__(self, i: int) -> Move: ...
    @overload
    def __getitem__(self, i: slice) -> "LegalMoves": ...
    def __getitem__(self, i: int | slice) -> "Move | LegalMoves":
        if isinstance(i, slice):
            return LegalMoves(self.tables, self.color, self.ids[i])
        return Move(self.tables, self.color, self.ids.item(i))

    def __iter__(self) -> Iterator[Move]:
        for placement in self.ids.tolist():
            yield Move(self.tables, self.color, placement)

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or move.color != self.color:
            return False
        if not number_alike(move.tables, self.tables):
            return False
        at = int(np.searchsorted(self.ids, move.placement))
        return at < len(self.ids) and int(self.ids[at]) == move.placement

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves of {self.tables.variant.colors[self.color]}>"


def number_alike(one: Tables, other: Tables) -> bool:
    """Whether placement numbers mean the same: on one board with the same pieces."""
    mine, theirs = one.variant, other.variant
    return one is other or (mine.board == theirs.board and mine.pieces == theirs.pieces)


def parse_cells(tables: Tables, text: str) -> list[int]:
    """The cells of a text such as `e10,f10`, sorted; any order and capitals are accepted."""
    board = tables.variant.board
    cells = []
    for word in text.strip().lower().split(","):
        name = word.strip()
        if not _CELL.fullmatch(name):
            raise UnreadableMove(f"cannot read {_quote(name)} as a cell in {_quote(text)}")
        if name not in board.by_name:
            raise UnreadableMove(f"cell {name} is not on the board, in {_quote(text)}")
        cells.append(board.by_name[name])
    if len(set(cells)) < len(cells):
        raise UnreadableMove(f"a cell stands twice in {_quote(text)}")
    return sorted(cells)


def parse_placement(tables: Tables, text: str) -> int:
    """The placement that covers the cells of a text."""
    placement = tables.placement_of(parse_cells(tables, text))
    if placement is None:
        raise UnreadableMove(f"the cells {_quote(text)} are no piece of {tables.variant.name}")
    return placement


def _quote(text: str) -> str:
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return repr(shown)
