"""The whole game in plain Python, to read and to test the native core against.

It follows the rules word by word over the placement rows: a color may play a
placement when none of its cells is covered or in the color's halo, at least one is
an attach cell of the color, and none of the cells it shuns is the color's own.
"""

from collections import Counter

from cornerwise.rules import Variant
from cornerwise.tables import compile_tables


class ReferenceGame:
    """One game. Slow, short and obvious; `Game` is the same on the native core."""

    def __init__(self, variant: Variant) -> None:
        self.tables = compile_tables(variant)
        self.variant = variant
        colors = range(len(variant.colors))
        self.owner: dict[int, int] = {}
        """Color of each covered cell."""
        self.halo: list[set[int]] = [set() for _ in colors]
        self.attach: list[set[int]] = [self._open_starts(c, self._all_starts) for c in colors]
        pieces = range(len(variant.pieces))
        self.stock = [Counter(dict.fromkeys(pieces, variant.copies)) for _ in colors]
        self.placed: list[list[int]] = [[] for _ in colors]
        """Placements of each color, in order."""
        self.out: set[int] = set()
        self.to_play: int | None = None
        self._pass_turn(len(variant.colors) - 1)

    # Starts (R3.2, R5)

    @property
    def _all_starts(self) -> int:
        return (1 << len(self.tables.start_cells)) - 1

    def _open_starts(self, color: int, left: int) -> set[int]:
        usable = int(self.tables.start_open[color]) & left
        return {int(c) for s, c in enumerate(self.tables.start_cells) if usable >> s & 1}

    def _narrow_starts(self, color: int, cells: list[int]) -> None:
        """After a color's first placement, the others may find fewer start cells open."""
        for s, start in enumerate(self.tables.start_cells.tolist()):
            if start not in cells:
                continue
            for other in range(len(self.variant.colors)):
                if other != color and not self.placed[other]:
                    left = int(self.tables.start_leaves[color, s, other])
                    self.attach[other] &= self._open_starts(other, left)

    # Moves (R3)

    def is_legal(self, color: int, placement: int) -> bool:
        cells = self.tables.cells_of(placement)
        return (
            self.stock[color][int(self.tables.piece[placement])] > 0
            and not any(cell in self.owner or cell in self.halo[color] for cell in cells)
            and any(cell in self.attach[color] for cell in cells)
            and not any(self.owner.get(c) == color for c in self.tables.shun_of(placement))
        )

    def legal_placements(self, color: int) -> list[int]:
        """All legal placements, ascending."""
        return [p for p in range(self.tables.n_placements) if self.is_legal(color, p)]

    def has_move(self, color: int) -> bool:
        return any(self.is_legal(color, p) for p in range(self.tables.n_placements))

    def play(self, placement: int) -> None:
        """The color to play places a piece; then the turn passes."""
        color = self.to_play
        if color is None or not self.is_legal(color, placement):
            raise ValueError(f"placement {placement} is not legal")
        cells = self.tables.cells_of(placement)
        if not self.placed[color]:
            self.attach[color] = set()
            self._narrow_starts(color, cells)
        for cell in cells:
            self.owner[cell] = color
        self.halo[color] |= set(self.tables.halo_of(placement))
        self.attach[color] |= set(self.tables.attach_of(placement))
        self.stock[color][int(self.tables.piece[placement])] -= 1
        self.placed[color].append(placement)
        self._pass_turn(color)

    # Turns (R4)

    def _pass_turn(self, color: int) -> None:
        """The next color that can move plays; one that cannot is out for ever."""
        n = len(self.variant.colors)
        self.to_play = None
        for i in range(1, n + 1):
            after = (color + i) % n
            if after in self.out:
                continue
            if self.has_move(after):
                self.to_play = after
                return
            self.out.add(after)

    @property
    def player(self) -> int | None:
        """Who decides for the color to play: its controllers take turns."""
        if self.to_play is None:
            return None
        controllers = self.variant.controllers[self.to_play]
        return controllers[len(self.placed[self.to_play]) % len(controllers)]

    # Score (R6)

    def score(self, color: int) -> int:
        left = sum(
            count * self.variant.pieces[piece].size for piece, count in self.stock[color].items()
        )
        if left:
            return -left
        last = int(self.tables.piece[self.placed[color][-1]])
        all_placed, single_last = self.tables.bonus
        return single_last if last == self.tables.single else all_placed

    def points(self, player: int) -> int:
        side = next(side for side in self.variant.sides if player in side.players)
        return sum(self.score(color) for color in side.colors)
