"""Which packings are the same but for a turn, a mirror or an exchange of color names."""

from collections.abc import Sequence

from cornerwise.puzzles.puzzle import Placed, Puzzle


class Distinct:
    """A set of packings up to symmetry. Colors count by who shares one, not by name, and only
    where the puzzle has a colored condition."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._symmetries = puzzle.variant.board.symmetries
        self._seen: set[tuple[int, ...]] = set()

    def add(self, pieces: Sequence[Placed]) -> bool:
        """Whether the packing is new."""
        key = min(self._key(pieces, cells) for cells in self._symmetries)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def __len__(self) -> int:
        return len(self._seen)

    def _key(self, pieces: Sequence[Placed], cells: Sequence[int]) -> tuple[int, ...]:
        """For each cell the number of its piece and of its color, both in order of appearance."""
        owner = [(-1, -1)] * len(cells)
        for number, (color, placement) in enumerate(pieces):
            for cell in self._puzzle.tables.cells_of(placement):
                owner[cells[cell]] = (number, color if self._puzzle.is_colored else 0)
        names: dict[int, int] = {}
        colors: dict[int, int] = {}
        key = []
        for number, color in owner:
            if number < 0:
                key.append(-1)
                continue
            piece = names.setdefault(number, len(names))
            key.append(piece * 8 + colors.setdefault(color, len(colors)))
        return tuple(key)
