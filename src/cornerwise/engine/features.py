r"""What a net sees: a position as planes and a vector, from the view of the color to play.

This is the reference; docs/training.md says the same in words, and the native
search computes the same numbers. One net serves all variants of a board, so
everything is laid out for the net's *home* variant and other variants are fitted
into it (fewer cells, fewer colors, fewer pieces).

Triangles are folded in pairs, so that one place of the picture is a rhombus and a
step of the lattice is a step of the picture:

      row 1   /a\b/c\d/        place (row, column) holds an up and a down triangle;
      row 0  /a\b/c\d/         each has its own planes, as kinds 0 and 1
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cornerwise.rules import Coord
from cornerwise.tables import Tables

ENCODING_VERSION = 1
"""Raise it when the meaning of an input changes: nets name it on their card."""

PLANES_PER_COLOR = 3
"""Own cells; forbidden empty cells; empty cells where the color may continue."""
FLAGS_PER_COLOR = 4
"""In play; has begun; out; placed the single-cell piece last."""
OPTIONS = 4
"""Corners-only; the two bonuses in units of 20; starts narrow each other."""

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class NetLayout:
    """The shape of a net's arrays, taken from the largest variant of its board."""

    home: Tables
    rows: int
    columns: int
    left: int
    """Smallest folded column of the home board."""

    @property
    def kinds(self) -> int:
        return len(self.home.variant.board.lattice.glyphs)

    @property
    def colors(self) -> int:
        return self.home.n_colors

    @property
    def players(self) -> int:
        return self.home.n_players

    @property
    def pieces(self) -> int:
        return len(self.home.piece_size)

    @property
    def area(self) -> int:
        """Places of the picture."""
        return self.rows * self.columns

    @property
    def words(self) -> int:
        """Places times kinds: every cell has one, `kind * area + row * columns + column`."""
        return self.kinds * self.area

    @property
    def channels(self) -> int:
        """Input planes."""
        return (PLANES_PER_COLOR * self.colors + 1) * self.kinds

    @property
    def actions(self) -> int:
        """Outputs of the policy: orientations × places."""
        return len(self.home.orientation_piece) * self.area

    @property
    def globals(self) -> int:
        """Length of the vector of what is not on the board."""
        per_color = self.pieces + FLAGS_PER_COLOR
        pairs = 2 * self.players * self.colors
        return self.colors * per_color + pairs + self.players + OPTIONS


@dataclass(frozen=True)
class Fit:
    """Where the cells, pieces and placements of one variant are in a net's arrays."""

    layout: NetLayout
    tables: Tables
    word: Ints
    """Word of each cell."""
    piece: Ints
    """Place of each piece in the net's stock."""
    action: Ints
    """Policy output of each placement."""


@dataclass(frozen=True)
class PlainPosition:
    """A position as plain arrays; colors and players in the variant's own order."""

    owner: Ints
    """Color of each cell, −1 where empty."""
    forbidden: NDArray[np.bool_]
    """colors × cells: the halo of the color's pieces (occupied cells may be set or not)."""
    attach: NDArray[np.bool_]
    """colors × cells: where it may continue; before its first placement, its open start cells."""
    stock: Ints
    """colors × pieces: how many are left."""
    out: NDArray[np.bool_]
    """colors: its turn came and it had no move."""
    placed: Ints
    """colors: number of placements."""
    single_last: NDArray[np.bool_]
    """colors: its last placement was the single-cell piece."""
    to_play: int


def fold(layout_kinds: int, cell: Coord) -> Coord:
    """Row and folded column of a lattice coordinate."""
    x, y = cell
    return y, (x - (layout_kinds - 1) * y) // layout_kinds


def net_layout(home: Tables) -> NetLayout:
    """The arrays of a net for this board."""
    kinds = len(home.variant.board.lattice.glyphs)
    folded = [fold(kinds, cell) for cell in home.variant.board.cells]
    left = min(column for _, column in folded)
    rows = 1 + max(row for row, _ in folded)
    return NetLayout(home, rows, 1 + max(column for _, column in folded) - left, left)


def fit(layout: NetLayout, tables: Tables) -> Fit:
    """Lay a variant into a net's arrays; a smaller board stands in the middle, a larger one is
    refused."""
    area, columns = layout.area, layout.columns
    lattice = tables.variant.board.lattice
    dx, dy = _shift(layout.home, tables)
    moved = [(x + dx, y + dy) for x, y in tables.variant.board.cells]
    at = [fold(layout.kinds, cell) for cell in moved]
    if not all(row in range(layout.rows) and x - layout.left in range(columns) for row, x in at):
        home = layout.home.variant
        raise ValueError(f"the board of {tables.variant!r} reaches beyond that of {home!r}")
    place = np.array([row * columns + column - layout.left for row, column in at], np.int32)
    kind = np.array([lattice.kind(cell) for cell in moved], np.int32)
    names = [piece.name for piece in layout.home.variant.pieces]
    piece = np.array([names.index(p.name) for p in tables.variant.pieces], np.int32)
    plane = _planes(layout.home, tables)
    action = plane[tables.orientation] * area + place[tables.cells[:, 0]]
    return Fit(layout, tables, kind * area + place, piece, action.astype(np.int32))


def _shift(home: Tables, tables: Tables) -> Coord:
    """The translation that puts a board in the middle of the home board, kinds kept."""
    large, small = home.variant.board, tables.variant.board
    dx, dy = (
        large.origin[i] + (large.size[i] - small.size[i]) // 2 - small.origin[i] for i in (0, 1)
    )
    return dx - large.lattice.kind((dx, dy)), dy


def _planes(home: Tables, tables: Tables) -> Ints:
    """The home orientation of each orientation: the same piece, turned the same way."""
    index = {shape: o for o, shape in enumerate(_shapes(home))}
    return np.array([index[shape] for shape in _shapes(tables)], np.int32)


def _shapes(tables: Tables) -> list[tuple[int, tuple[Coord, ...]]]:
    """Every orientation as the kind of its first cell and its cells as steps from there."""
    kinds = np.zeros(len(tables.orientation_piece), np.int32)
    kinds[tables.orientation] = tables.kind[tables.cells[:, 0]]
    width, half = tables.grid_width, tables.grid_width // 2
    steps = [
        tuple(((int(v) + half) % width - half, (int(v) + half) // width) for v in offsets)
        for offsets in (tables.orientation_cells[o] for o in range(len(kinds)))
    ]
    return list(zip(kinds.tolist(), steps, strict=True))


def encode(fit: Fit, position: PlainPosition) -> tuple[Floats, Floats]:
    """Planes (channels × rows × columns) and the global vector of a position."""
    layout = fit.layout
    words = np.zeros((PLANES_PER_COLOR * layout.colors + 1, layout.words), np.float32)
    empty = position.owner < 0
    for slot, color in enumerate(colors_in_turn(fit.tables, position.to_play)):
        halo = position.forbidden[color] & empty
        own = position.owner == color
        usable = position.attach[color] & empty & ~halo
        for i, plane in enumerate((own, halo, usable)):
            words[PLANES_PER_COLOR * slot + i, fit.word] = plane
    words[-1, fit.word] = 1
    return words.reshape(layout.channels, layout.rows, layout.columns), _globals(fit, position)


def colors_in_turn(tables: Tables, to_play: int) -> list[int]:
    """Colors in the order of play, the one to play first: the net's color slots."""
    return [(to_play + i) % tables.n_colors for i in range(tables.n_colors)]


def deciding_player(tables: Tables, color: int, placed: int) -> int:
    """Who places this color after it has placed so many pieces."""
    players = tables.controllers[color]
    return int(players[placed % len(players)])


def players_in_turn(tables: Tables, position: PlainPosition) -> list[int]:
    """Players in order, the deciding one first: the net's player slots."""
    color = position.to_play
    me = deciding_player(tables, color, int(position.placed[color]))
    return [(me + i) % tables.n_players for i in range(tables.n_players)]


def _globals(fit: Fit, position: PlainPosition) -> Floats:
    layout, tables = fit.layout, fit.tables
    colors = colors_in_turn(tables, position.to_play)
    players = players_in_turn(tables, position)
    stock = np.zeros((layout.colors, layout.pieces), np.float32)
    flags = np.zeros((layout.colors, FLAGS_PER_COLOR), np.float32)
    counts = np.zeros((layout.players, layout.colors), np.float32)
    decides = np.zeros((layout.players, layout.colors), np.float32)
    seats = np.zeros(layout.players, np.float32)
    seats[: len(players)] = 1
    for slot, color in enumerate(colors):
        stock[slot, fit.piece] = position.stock[color]
        placed = int(position.placed[color])
        flags[slot] = 1, placed > 0, position.out[color], position.single_last[color]
        counts[: len(players), slot] = tables.counts[players, color]
        decides[players.index(deciding_player(tables, color, placed)), slot] = 1
    parts = (stock, flags, counts, decides, seats, options(tables))
    return np.concatenate([part.ravel() for part in parts])


def options(tables: Tables) -> Floats:
    """What the planes cannot show: the options in force, read from the tables."""
    corners_only = len(tables.orientation_shun.values) > 0
    linked = bool((tables.start_leaves != tables.start_leaves.max()).any())
    first, second = tables.bonus
    return np.array([corners_only, first / 20, second / 20, linked], np.float32)
