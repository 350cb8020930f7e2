"""Where a color may begin (R5), as data: open cells, and what one choice leaves to the others."""

from collections.abc import Mapping
from dataclasses import dataclass, field

Cells = tuple[str, ...]


@dataclass(frozen=True)
class StartRule:
    """The start cells open to each color, and how a start narrows them for the rest."""

    name: str
    cells: Cells
    """Every start cell of the board, by name."""
    open: tuple[Cells, ...]
    """For each color, the cells it may start on before anyone has started."""
    leaves: Mapping[tuple[int, str], Mapping[int, Cells]] = field(default_factory=dict)
    """`leaves[color, cell][other]`: what `other` may use once `color` has started on `cell`."""


def assigned(*cells: str) -> StartRule:
    """Each color has its own cell."""
    return StartRule("assigned", cells, tuple((cell,) for cell in cells))


def any_of(*cells: str, colors: int) -> StartRule:
    """Any start cell that is still empty."""
    return StartRule("any", cells, (cells,) * colors)


def symmetric(*ring: str, partners: tuple[tuple[int, int], ...]) -> StartRule:
    """The two colors of a side start on opposite cells of the ring (given in turning order)."""
    half = len(ring) // 2
    opposite = {cell: ring[(i + half) % len(ring)] for i, cell in enumerate(ring)}
    colors = [color for pair in partners for color in pair]
    leaves = {
        (color, cell): {
            other: (opposite[cell],)
            if (color, other) in partners or (other, color) in partners
            else tuple(c for c in ring if c not in (cell, opposite[cell]))
            for other in colors
            if other != color
        }
        for color in colors
        for cell in ring
    }
    return StartRule("symmetric", ring, (ring,) * len(colors), leaves)


def spaced(*ring: str, colors: int) -> StartRule:
    """One free start cell between any two used: all on the same alternate cells of the ring."""
    leaves = {
        (color, cell): {
            other: tuple(c for c in ring[i % 2 :: 2] if c != cell)
            for other in range(colors)
            if other != color
        }
        for color in range(colors)
        for i, cell in enumerate(ring)
    }
    return StartRule("spaced", ring, (ring,) * colors, leaves)
