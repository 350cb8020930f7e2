"""The walk: all pieces through a cell as one tree, so that one blocked cell dismisses many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from cornerwise.rules import Coord
from cornerwise.tables.layout import Walk

Turned = tuple[int, int, tuple[Coord, ...]]
"""Piece, kind of the first cell, cells as steps from the first."""


@dataclass
class _Node:
    step: Coord
    orientation: int = -1
    first: Coord = (0, 0)
    pieces: int = 0
    children: dict[Coord, "_Node"] = field(default_factory=dict)


def compile_walk(
    turned: Sequence[Turned],
    kinds: int,
    kind_of: Callable[[Coord], int],
    offset: Callable[[Coord], int],
) -> Walk:
    """One tree per kind of cell, flattened depth first."""
    starts = [0]
    nodes: list[_Node] = []
    skips: list[int] = []
    for kind in range(kinds):
        root = _tree(turned, kind, kind_of)
        _flatten(root, nodes, skips)
        starts.append(len(nodes))
    return Walk(
        starts=np.array(starts, np.int32),
        offset=np.array([offset(n.step) for n in nodes], np.int32),
        skip=np.array(skips, np.int32),
        orientation=np.array([n.orientation for n in nodes], np.int32),
        first=np.array([offset(n.first) for n in nodes], np.int32),
        pieces=np.array([n.pieces for n in nodes], np.uint32),
    )


def _tree(turned: Sequence[Turned], kind: int, kind_of: Callable[[Coord], int]) -> _Node:
    root = _Node((0, 0))
    for o, (piece, home_kind, cells) in enumerate(turned):
        for x, y in cells:
            # The cell that lies on the origin must be of this tree's kind.
            if (kind_of((x, y)) + home_kind - kind) % _period(kind_of):
                continue
            steps = [(cx - x, cy - y) for cx, cy in cells]
            node = root
            node.pieces |= 1 << piece
            for step in _growth(steps)[1:]:
                node = node.children.setdefault(step, _Node(step))
                node.pieces |= 1 << piece
            node.orientation, node.first = o, (-x, -y)
    return root


def _period(kind_of: Callable[[Coord], int]) -> int:
    return 1 + kind_of((1, 0))


def _growth(steps: list[Coord]) -> list[Coord]:
    """The cells in one fixed order that begins at the origin; near cells first, so trees share."""
    return sorted(steps, key=lambda s: (s[0] ** 2 + 3 * s[1] ** 2, s))


def _flatten(node: _Node, nodes: list[_Node], skips: list[int]) -> None:
    at = len(nodes)
    nodes.append(node)
    skips.append(0)
    for step in sorted(node.children, key=lambda s: (s[0] ** 2 + 3 * s[1] ** 2, s)):
        _flatten(node.children[step], nodes, skips)
    skips[at] = len(nodes)
