"""A slow, separate reading of the rules: polygons and sets only, no halo, attach or shun tables."""

from collections import defaultdict

import numpy as np
from training.source import PlainPosition, Tables


class NaiveGame:
    """One game by R3 to R6. It borrows only the list of placements' cells from the tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.variant = tables.variant
        board = self.variant.board
        self.vertices = [frozenset(board.lattice.polygon(cell)) for cell in board.cells]
        at = defaultdict(list)
        for cell, corners in enumerate(self.vertices):
            for vertex in corners:
                at[vertex].append(cell)
        self.at = dict(at)
        shared = [{o for v in vs for o in self.at[v]} for vs in self.vertices]
        self.edges = [
            {o for o in near if len(self.vertices[o] & self.vertices[c]) == 2}
            for c, near in enumerate(shared)
        ]
        self.touch = [near - {c} for c, near in enumerate(shared)]
        self.pieces_on: dict[int, list[set[int]]] = {c: [] for c in range(tables.n_colors)}
        self.order: dict[int, list[int]] = {c: [] for c in range(tables.n_colors)}
        self.owner = np.full(tables.n_cells + 1, -1)
        self.began: dict[int, str] = {}
        self.out: set[int] = set()
        self.to_play = 0

    def open_starts(self, color: int) -> set[int]:
        rule, by_name = self.variant.start_rule, self.variant.board.by_name
        names = set(rule.open[color])
        for other, cell in self.began.items():
            names &= set(rule.leaves.get((other, cell), {}).get(color, rule.cells))
        return {by_name[name] for name in names}

    def own(self, color: int) -> set[int]:
        return set(np.flatnonzero(self.owner[:-1] == color).tolist())

    def halo(self, color: int) -> set[int]:
        own = self.own(color)
        return {n for c in own for n in self.edges[c]} - own

    def corners(self, color: int) -> set[int]:
        if not self.order[color]:
            return self.open_starts(color)
        own = self.own(color)
        return {n for c in own for n in self.touch[c]} - own - self.halo(color)

    def left(self, color: int, piece: int) -> int:
        return self.variant.copies - self.order[color].count(piece)

    def legal(self, color: int) -> list[int]:
        tables, n = self.tables, self.tables.n_cells
        blocked = self.owner >= 0
        blocked[list(self.halo(color))] = True
        useful = np.zeros(n + 1, bool)
        useful[list(self.corners(color))] = True
        fits = ~blocked[tables.cells].any(1) & useful[tables.cells].any(1)
        held = np.array([self.left(color, p) > 0 for p in range(len(tables.piece_size))])
        return [
            int(p)
            for p in np.flatnonzero(fits & held[tables.piece])
            if self.variant.contact == "base" or self.meets_at_corners(color, tables.cells_of(p))
        ]

    def meets_at_corners(self, color: int, cells: list[int]) -> bool:
        new = set(cells)
        for vertex in {v for c in new for v in self.vertices[c]}:
            for old in self.pieces_on[color]:
                if old & set(self.at[vertex]) and (
                    self.is_straight(new, vertex) or self.is_straight(old, vertex)
                ):
                    return False
        return True

    def is_straight(self, shape: set[int], vertex: tuple[int, int]) -> bool:
        mine = [c for c in self.at[vertex] if c in shape]
        links = sum(b in self.edges[a] for i, a in enumerate(mine) for b in mine[i + 1 :])
        return len(mine) == 3 and links == 2

    def play(self, placement: int) -> None:
        color, cells = self.to_play, self.tables.cells_of(placement)
        if not self.order[color]:
            names = self.variant.board.names
            starts = [c for c in cells if c in self.open_starts(color)]
            self.began[color] = names[starts[0]]
        self.owner[cells] = color
        self.pieces_on[color].append(set(cells))
        self.order[color].append(int(self.tables.piece[placement]))
        self.turn()

    def pass_turn(self) -> None:
        self.out.add(self.to_play)
        self.turn()

    def turn(self) -> None:
        n = self.tables.n_colors
        after = [(self.to_play + 1 + i) % n for i in range(n)]
        self.to_play = next((c for c in after if c not in self.out), self.to_play)

    def score(self, color: int) -> int:
        sizes = self.tables.piece_size
        rest = sum(self.left(color, p) * int(sizes[p]) for p in range(len(sizes)))
        if rest:
            return -rest
        bonus = self.variant.bonus
        last = self.order[color][-1]
        return bonus.single_last if sizes[last] == 1 else bonus.all_placed

    def plain(self) -> PlainPosition:
        colors, n = range(self.tables.n_colors), self.tables.n_cells
        pieces = range(len(self.tables.piece_size))

        def mask(cells: set[int]) -> np.ndarray:
            return np.isin(np.arange(n), sorted(cells))

        return PlainPosition(
            owner=self.owner[:-1].astype(np.int32),
            forbidden=np.array([mask(self.forbidden(c)) for c in colors]),
            attach=np.array([mask(self.corners(c) - self.forbidden(c)) for c in colors]),
            stock=np.array([[self.left(c, p) for p in pieces] for c in colors], np.int32),
            out=np.array([c in self.out for c in colors]),
            placed=np.array([len(self.order[c]) for c in colors], np.int32),
            single_last=np.array(
                [bool(o) and self.tables.piece_size[o[-1]] == 1 for o in self.order.values()]
            ),
            to_play=self.to_play,
        )

    def forbidden(self, color: int) -> set[int]:
        cells = self.halo(color)
        if self.variant.contact != "base":
            for old in self.pieces_on[color]:
                for vertex in {v for c in old for v in self.vertices[c]}:
                    if self.is_straight(old, vertex):
                        cells |= set(self.at[vertex]) - old
        return cells
