"""Why a placement is not legal: the first rule of R3 that it breaks, and where."""

import numpy as np
from numpy.typing import NDArray

from cornerwise.play.errors import IllegalMove
from cornerwise.play.moves import Move
from cornerwise.tables import Tables


def explain(
    move: Move, stock: list[int], owners: NDArray[np.int8], states: NDArray[np.int8]
) -> IllegalMove:
    """The error for a placement that the core refused.

    `owners` has a color or −1 for each cell; `states` the core's bits (forbidden to
    color c in bit c, attach cell of c in bit 4 + c).
    """
    tables, color = move.tables, move.color
    name = move.color_name
    names = tables.variant.board.names
    if stock[int(tables.piece[move.placement])] == 0:
        return _refusal("stock", "R3.1", f"{name} has no piece {move.piece} left")
    for cell in move.cells:
        if owners[cell] >= 0:
            whose = tables.variant.colors[owners[cell]]
            return _refusal("occupied", "R3.1", f"{names[cell]} is covered by {whose}", names[cell])
    own = owners == color
    if not own.any():
        return _start_refusal(move, states)
    for cell in move.cells:
        if own[tables.edges[cell]].any():
            text = f"touches {name}'s own edge at {names[cell]}"
            return _refusal("edge", "R3.4", text, names[cell])
    side = _side_contact(tables, move, own, states)
    if side is not None:
        text = f"a corner meets the side of {name}'s own piece at {names[side]}"
        return _refusal("side", "R3.6", text, names[side])
    return _refusal("corner", "R3.3", f"touches no corner of {name}")


def _start_refusal(move: Move, states: NDArray[np.int8]) -> IllegalMove:
    bits = states.astype(np.int32)
    attach, forbidden = bits >> (4 + move.color) & 1, bits >> move.color & 1
    names = move.tables.variant.board.names
    open_cells = [names[c] for c in np.flatnonzero(attach & ~forbidden)]
    where = ", ".join(open_cells) or "nowhere"
    text = f"{move.color_name}'s first piece must cover a start cell open to it: {where}"
    return _refusal("start", "R3.2", text)


def _side_contact(
    tables: Tables, move: Move, own: NDArray[np.bool_], states: NDArray[np.int8]
) -> int | None:
    """A cell of the piece that breaks corners-only, if one does."""
    forbidden = (states.astype(np.int32) >> move.color) & 1
    for cell in move.cells:
        if forbidden[cell]:
            return cell
    shunned = [cell for cell in tables.shun_of(move.placement) if own[cell]]
    if not shunned:
        return None
    near = set(tables.corners[shunned[0]].tolist())
    return next((cell for cell in move.cells if cell in near), move.cells[0])


def _refusal(reason: str, rule: str, text: str, cell: str | None = None) -> IllegalMove:
    return IllegalMove(text, reason=reason, rule=rule, cell=cell)
