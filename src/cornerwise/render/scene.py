"""What there is to draw in a position, whatever the picture is made of."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cornerwise.play import Game, Move
from cornerwise.render.outline import Point, center
from cornerwise.rules import Board


@dataclass(frozen=True)
class Piece:
    """A piece on the board."""

    color: int
    cells: tuple[int, ...]
    number: int
    """When it was played, from 1; 0 if it was there before the first move."""


@dataclass(frozen=True)
class Start:
    """An empty start cell."""

    cell: int
    color: int | None
    """The only color that may begin there, if there is only one."""


@dataclass(frozen=True)
class Scene:
    """One position, ready to be drawn; knows cells and colors, no rules."""

    board: Board
    colors: tuple[str, ...]
    pieces: tuple[Piece, ...]
    starts: tuple[Start, ...]
    title: str

    @property
    def last(self) -> Piece | None:
        """The piece played last."""
        played = [piece for piece in self.pieces if piece.number]
        return played[-1] if played else None


def scene(game: Game) -> Scene:
    """The scene of a game as it stands."""
    pieces = [_piece(move, 0) for move in game.setup]
    pieces += [_piece(move, i) for i, move in enumerate(game.moves, 1)]
    variant = game.variant
    return Scene(variant.board, variant.colors, tuple(pieces), _starts(game), _title(game))


def _piece(move: Move, number: int) -> Piece:
    return Piece(move.color, tuple(move.cells), number)


def _starts(game: Game) -> tuple[Start, ...]:
    tables = game.tables
    owners = game.owners
    starts = []
    for i, cell in enumerate(tables.start_cells.tolist()):
        if owners[cell] >= 0:
            continue
        users = np.flatnonzero(tables.start_open >> i & 1).tolist()
        starts.append(Start(cell, users[0] if len(users) == 1 else None))
    return tuple(starts)


def _title(game: Game) -> str:
    state = "over" if game.is_over else f"{game.color} to play"
    number = len(game.moves)
    moves = "1 move" if number == 1 else f"{number} moves"
    return f"{game.variant.title['en']}, {moves}, {state}"


class Plan:
    """The board laid out flat: lattice units to picture units, y downward, edges of one length."""

    def __init__(self, board: Board, edge: float) -> None:
        self.board = board
        self.edge = edge
        vertices = {v for cell in board.cells for v in board.lattice.polygon(cell)}
        ux, uy = board.lattice.unit
        self._scale = ux * edge, uy * edge
        self._left = min(x for x, _ in vertices)
        self._top = max(y for _, y in vertices)
        self.width = (max(x for x, _ in vertices) - self._left) * self._scale[0]
        self.height = (self._top - min(y for _, y in vertices)) * self._scale[1]
        self.polygons = [self.place(board.lattice.polygon(cell)) for cell in board.cells]
        """Of each cell, in picture units."""
        self.reach = min(_reach(polygon) for polygon in self.polygons[:2])
        """Radius of the circle that fits in a cell."""

    def place(self, vertices: Sequence[Point]) -> list[Point]:
        """Lattice points in the picture, rounded so that shared vertices stay equal.

        The order is turned around because y is: a loop still has its shape on its left.
        """
        sx, sy = self._scale
        return [
            (round((x - self._left) * sx, 3), round((self._top - y) * sy, 3))
            for x, y in reversed(vertices)
        ]


def _reach(polygon: Sequence[Point]) -> float:
    """The distance from the middle of a regular polygon to its sides."""
    cx, cy = center(polygon)
    (ax, ay), (bx, by) = polygon[0], polygon[1]
    return float(np.hypot((ax + bx) / 2 - cx, (ay + by) / 2 - cy))
