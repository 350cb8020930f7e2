"""Why a move is good, as data: what it gains, blocks and keeps. Pages put it into words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cornerwise.play import Game, Move


@dataclass(frozen=True)
class Reasons:
    """What a move changes on the board."""

    cells: int
    """Cells it places."""
    largest: bool
    """Whether no larger piece could be placed."""
    gains: tuple[str, ...]
    """New cells where the color may continue."""
    blocks: dict[int, tuple[str, ...]]
    """By enemy color: the ways out it takes."""
    moves_before: dict[int, int]
    """Legal moves of every color that is not out, before."""
    moves_after: dict[int, int]
    """The same, after."""
    toward_middle: bool
    """Whether a gained cell is nearer to the middle than any the color had."""
    ways_out: int
    """Cells from which the color can continue afterwards."""
    last_piece: bool
    """Whether everything is placed now."""


def reasons_for(game: Game, move: Move) -> Reasons:
    """The reasons for a legal move of the color to play."""
    after = game.copy()
    after.play(move)
    color = move.color
    before_ways, after_ways = _ways(game), _ways(after)
    names = game.variant.board.names
    gained = after_ways[color] & ~before_ways[color]
    sizes = game.tables.size[game.legal_moves.ids]
    central = game.tables.central
    mine = next(side.colors for side in game.variant.sides if game.player in side.players)
    # A shared color is nobody's, but no enemy of its own either.
    enemies = [c for c in range(len(game.variant.colors)) if c != color and c not in mine]
    return Reasons(
        cells=move.size,
        largest=move.size == int(sizes.max()),
        gains=_named(names, gained),
        blocks={
            enemy: taken
            for enemy in enemies
            if (taken := _named(names, before_ways[enemy] & ~after_ways[enemy]))
        },
        moves_before=_move_counts(game),
        moves_after=_move_counts(after),
        toward_middle=_highest(central, gained) > _highest(central, before_ways[color]),
        ways_out=int(after_ways[color].sum()),
        last_piece=not after.stock(color),
    )


def _ways(game: Game) -> NDArray[np.bool_]:
    """colors × cells: empty cells where the color may continue."""
    states = game.position.states().astype(np.int32)
    colors = range(len(game.variant.colors))
    return np.array([(states >> (4 + c) & 1 == 1) & (states >> c & 1 == 0) for c in colors])


def _named(names: tuple[str, ...], cells: NDArray[np.bool_]) -> tuple[str, ...]:
    return tuple(names[cell] for cell in np.flatnonzero(cells))


def _move_counts(game: Game) -> dict[int, int]:
    return {c: game.position.count_legal(c) for c, out in enumerate(game.out) if not out}


def _highest(central: NDArray[np.float32], cells: NDArray[np.bool_]) -> float:
    return float(central[cells].max()) if cells.any() else -1.0
