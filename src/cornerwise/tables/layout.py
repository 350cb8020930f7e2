"""The arrays that say a whole game to the native core (docs/tables.md shows them by example).

Two numberings of places:

- a *cell* 0 … n−1, in the order of the names a1, b1, …, a2, …; records, nets and
  the library speak of cells;
- a *grid* place: the bounding box with a margin, row after row, so that a piece
  can be moved by adding one number and never falls off an array.

A placement is an orientation and the place of its lowest, leftmost cell.
Placement ids are sorted by (piece, cells) and never change within a layout version.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise.rules import Variant

LAYOUT_VERSION = 1
"""Raise it when placement ids or an array's meaning change: records and nets depend on them."""

Ints = NDArray[np.int32]


def _lock(shared: object) -> None:
    """Make the arrays of a dataclass read-only: every game of a variant looks things up in them."""
    for value in vars(shared).values():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False


def _locked(array: Ints) -> Ints:
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False, repr=False)
class Ragged:
    """Lists of different lengths in one array: list i is `values[starts[i]:starts[i + 1]]`."""

    starts: Ints
    values: Ints

    def __post_init__(self) -> None:
        _lock(self)

    def __getitem__(self, i: int) -> Ints:
        return self.values[self.starts[i] : self.starts[i + 1]]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __repr__(self) -> str:
        return f"<{len(self)} lists of {len(self.values):,} numbers>"


@dataclass(frozen=True, eq=False, repr=False)
class Walk:
    """Every way to cover a cell with a piece, as one tree of cells for each kind of cell.

    A tree is stored in depth-first order. At node i: if `cell + offset[i]` is
    forbidden, go on at `skip[i]`; otherwise, if `orientation[i] >= 0`, the cells so
    far are a whole piece whose first cell is at `cell + first[i]`; go on at i + 1.
    """

    starts: Ints
    """Where each kind's tree begins; one more entry ends the last."""
    offset: Ints
    skip: Ints
    orientation: Ints
    first: Ints
    pieces: NDArray[np.uint32]
    """Bit p: piece p occurs at or below this node."""

    def __post_init__(self) -> None:
        _lock(self)

    def __repr__(self) -> str:
        return f"<Walk of {len(self.offset):,} nodes>"


@dataclass(frozen=True, eq=False, repr=False)
class Tables:
    """One variant, compiled. Constant (its arrays are read-only); shared by every position of the
    variant, so equal to itself alone."""

    variant: Variant
    grid_width: int
    grid_size: int
    grid: Ints
    """Grid place of each cell."""
    kind: Ints
    """Kind of each cell (see `Lattice.kind`)."""
    central: NDArray[np.float32]
    """Nearness of each cell to the middle of the board: 1 there, 0 at the farthest cell."""
    edges: Ragged
    """Edge neighbors of each cell."""
    corners: Ragged
    """Corner neighbors of each cell."""
    piece_size: Ints
    orientation_piece: Ints
    orientation_cells: Ragged
    """Grid offsets of an orientation's cells from its first; likewise the next three."""
    orientation_halo: Ragged
    """Places forbidden to the color afterwards."""
    orientation_attach: Ragged
    """Places where the color may continue."""
    orientation_shun: Ragged
    """Places that must not already be the color's (corners-only; empty otherwise)."""
    cells: Ints
    """placements × largest size: the cells of each, in order; n_cells where there are fewer."""
    orientation: Ints
    """Orientation of each placement."""
    placement_at: Ints
    """orientations × grid: the placement whose first cell is there, or −1."""
    walk: Walk
    start_cells: Ints
    """Cells of the start rule in force."""
    start_open: Ints
    """Bit s: the color may begin on start s while nobody has begun."""
    start_leaves: Ints
    """color × start × other color: the starts left to the other (bits)."""
    controllers: Ragged
    """Players who place a color, in turn."""
    counts: Ints
    """players × colors: 1 where the color's score counts for the player."""
    bonus: tuple[int, int]
    single: int
    """The single-cell piece whose last placement earns the higher bonus; −1 if none."""

    def __post_init__(self) -> None:
        _lock(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the variant, from which it follows: a move that goes to another process
        would take half a megabyte of arrays with it, and be a stranger to the games there."""
        from cornerwise.tables.compile import compile_tables

        return compile_tables, (self.variant,)

    def __repr__(self) -> str:
        cells, placements = f"{self.n_cells:,} cells", f"{self.n_placements:,} placements"
        return f"<Tables of {self.variant!r}: {cells}, {placements}>"

    @property
    def n_cells(self) -> int:
        return len(self.grid)

    @property
    def n_placements(self) -> int:
        return len(self.orientation)

    @property
    def n_colors(self) -> int:
        return len(self.start_open)

    @property
    def n_players(self) -> int:
        return len(self.counts)

    @cached_property
    def piece(self) -> Ints:
        """Piece of each placement."""
        return _locked(self.orientation_piece[self.orientation])

    @cached_property
    def size(self) -> Ints:
        """Number of cells of each placement."""
        return _locked(self.piece_size[self.piece])

    @cached_property
    def cell_at(self) -> Ints:
        """Cell at each grid place, −1 outside the board."""
        cell_at = np.full(self.grid_size, -1, np.int32)
        cell_at[self.grid] = np.arange(self.n_cells, dtype=np.int32)
        return _locked(cell_at)

    def placement_of(self, cells: Sequence[int]) -> int | None:
        """The placement that covers exactly these cells (sorted), if there is one."""
        places = self.grid[list(cells)]
        steps = (places - places[0]).tolist()
        orientation = self._by_steps.get((int(self.kind[cells[0]]), *steps))
        if orientation is None:
            return None
        placement = int(self.placement_at[orientation, places[0]])
        return placement if placement >= 0 else None

    def carried(self, to: Sequence[int]) -> Ints:
        """Where a permutation of the cells that keeps the board carries each placement."""
        rows = np.sort(np.append(to, self.n_cells)[self.cells], axis=1).tolist()
        sizes = self.size.tolist()
        images = [self.placement_of(row[:n]) for row, n in zip(rows, sizes, strict=True)]
        return np.array(images, np.int32)

    @cached_property
    def _by_steps(self) -> dict[tuple[int, ...], int]:
        """Orientations by the kind of their first cell and the offsets of all. (No two cells of
        the board are as far apart as a row is wide, so an offset means one step.)"""
        orientations, example = np.unique(self.orientation, return_index=True)
        kinds = self.kind[self.cells[example, 0]].tolist()
        return {
            (kind, *self.orientation_cells[o].tolist()): o
            for kind, o in zip(kinds, orientations.tolist(), strict=True)
        }

    def cells_of(self, placement: int) -> list[int]:
        """The cells of a placement, in order."""
        cells: list[int] = self.cells[placement, : self.size[placement]].tolist()
        return cells

    def halo_of(self, placement: int) -> list[int]:
        """Cells forbidden to the color after the placement."""
        return self._around(placement, self.orientation_halo)

    def attach_of(self, placement: int) -> list[int]:
        """Cells where the color may continue after the placement."""
        return self._around(placement, self.orientation_attach)

    def shun_of(self, placement: int) -> list[int]:
        """Cells that must not be the color's before the placement."""
        return self._around(placement, self.orientation_shun)

    def _around(self, placement: int, offsets: Ragged) -> list[int]:
        first = self.grid[self.cells[placement, 0]]
        cells = self.cell_at[first + offsets[int(self.orientation[placement])]]
        return sorted(cells[cells >= 0].tolist())
