"""Closes the last gaps of whole games under half turns: python tools/repair_game.py PUZZLE

The annealing of `puzzles.playing` comes within a few cells on the tightest boards. From there,
a neighborhood of the holes is taken up and put down again as well as can be, by OR-Tools
CP-SAT (pip install ortools), until nothing is missing. Found the 84 on 21×17 in 206 CPU seconds.
"""

import argparse
import random
import time
from collections import defaultdict
from pathlib import Path

from ortools.sat.python import cp_model  # type: ignore[import-not-found]

from cornerwise.play import Game
from cornerwise.puzzles import PUZZLES, Puzzle, solved
from cornerwise.puzzles.playing import Playing, turned
from cornerwise.puzzles.shipped import to_text

Slot = tuple[int, int]
"""A color that chooses (0 or 1; 2 and 3 are their images) and a piece."""
PATIENCE = 12.0
"""Seconds for one repair."""
CHOOSING = 2
"""Colors that choose; the others follow by the half turn."""


class Halves:
    """A board under the half turn: what lies in one half says what lies in the other."""

    def __init__(self, puzzle: Puzzle, seed: int) -> None:
        self.puzzle, self.tables = puzzle, puzzle.tables
        self.annealing = Playing(puzzle, seed=seed, symmetry="half")
        self.roots = self.annealing.roots
        self.turn, self.image = turned(puzzle.variant, tuple(self.roots), CHOOSING)
        tables = self.tables
        every = range(tables.n_placements)
        self.cells = [tuple(tables.cells_of(p)) for p in every]
        self.halo = [tuple(tables.halo_of(p)) for p in every]
        self.attach = [tuple(tables.attach_of(p)) for p in every]
        self.piece: list[int] = tables.piece.tolist()
        self.size: list[int] = tables.size.tolist()
        self.at = puzzle.variant.board.cells
        self.edges = {(a, b) for a in range(tables.n_cells) for b in tables.edges[a] if a < b}

    def orbit(self, cell: int) -> int:
        return min(cell, self.turn[cell])

    def fits(self, placement: int) -> bool:
        """Whether a placement does not lie on its own image."""
        orbits = {self.orbit(cell) for cell in self.cells[placement]}
        fixed = any(self.turn[cell] == cell for cell in self.cells[placement])
        return len(orbits) == self.size[placement] and not fixed

    def owners(self, lying: dict[Slot, int]) -> dict[int, tuple[int, Slot]]:
        """By cell: the color there, and the slot it comes from."""
        found = {}
        for (color, piece), placement in lying.items():
            for cell in self.cells[placement]:
                found[cell] = (color, (color, piece))
                found[self.turn[cell]] = (color + CHOOSING, (color, piece))
        return found

    def missing(self, lying: dict[Slot, int]) -> int:
        return self.puzzle.cells - 2 * sum(self.size[p] for p in lying.values())

    def hangs_together(self, lying: dict[Slot, int]) -> bool:
        return all(self._reached(color, lying) for color in range(CHOOSING))

    def _reached(self, color: int, lying: dict[Slot, int]) -> bool:
        mine = {placement for (c, _), placement in lying.items() if c == color}
        queue = [p for p in mine if self.roots[color] in self.cells[p]]
        left = mine - set(queue)
        for placement in queue:
            near = set(self.attach[placement])
            next_to = {p for p in left if near & set(self.cells[p])}
            left -= next_to
            queue.extend(next_to)
        return not left

    def anneal(self, seconds: float) -> dict[Slot, int]:
        """The best that annealing finds."""
        native, end = self.annealing.native, time.process_time() + seconds
        best, lying = 1 << 30, {}
        while time.process_time() < end:
            native.run(0.05)
            if native.missing < best:
                best, order = native.missing, native.order()
                lying = {(c, self.piece[p]): p for c in range(CHOOSING) for p in order[c]}
        return lying


def repair(
    board: Halves, lying: dict[Slot, int], n: int, chance: random.Random
) -> dict[Slot, int] | None:
    """Take up the n pieces nearest to two holes, put down what covers most; holes draw together."""
    kept, pull = taken_up(board, lying, n, chance)
    owners = board.owners(kept)
    model = cp_model.CpModel()
    rows = {
        (color, p): model.new_bool_var("")
        for p in range(board.tables.n_placements)
        if board.fits(p) and not any(cell in owners for cell in board.cells[p])
        for color in range(CHOOSING)
        if (color, board.piece[p]) not in kept
        and all(owners.get(cell, (-1,))[0] != color for cell in board.halo[p])
    }
    for (color, p), row in rows.items():
        model.add_hint(row, lying.get((color, board.piece[p])) == p)
    constrain(board, model, rows, kept)
    noise = chance.random() < 0.4
    worth = [200 + (chance.randrange(9) if noise else 3 * far) for far in pull]
    weights = {p: 60 + sum(worth[cell] for cell in board.cells[p]) for _, p in rows}
    model.maximize(sum(weights[p] * row for (_, p), row in rows.items()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = PATIENCE
    solver.parameters.random_seed = chance.randrange(1 << 30)
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    new = {(c, board.piece[p]): p for (c, p), row in rows.items() if solver.value(row)}
    return kept | new


def taken_up(
    board: Halves, lying: dict[Slot, int], n: int, chance: random.Random
) -> tuple[dict[Slot, int], list[int]]:
    """What stays, and how far each cell is from the second hole."""
    owners = board.owners(lying)
    every = range(board.tables.n_cells)
    holes = [cell for cell in every if cell not in owners and board.turn[cell] != cell]
    one, two = chance.choice(holes), chance.choice(holes)

    def far(cell: int, hole: int) -> int:
        (x, y), images = board.at[hole], (board.at[cell], board.at[board.turn[cell]])
        return min(max(abs(x - a), abs(y - b)) for a, b in images)

    near = sorted(every, key=lambda c: min(far(c, one), far(c, two) + 1) + 1.5 * chance.random())
    gone = list(dict.fromkeys(owners[cell][1] for cell in near if cell in owners))[:n]
    kept = {slot: placement for slot, placement in lying.items() if slot not in gone}
    return kept, [far(cell, two) for cell in every]


def constrain(
    board: Halves,
    model: "cp_model.CpModel",
    rows: "dict[tuple[int, int], cp_model.IntVar]",
    kept: dict[Slot, int],
) -> None:
    """No two on one cell, each piece once, colors apart, each piece at a corner of its color."""
    over, of_piece, by_color = defaultdict(list), defaultdict(list), defaultdict(list)
    for (color, p), row in rows.items():
        of_piece[color, board.piece[p]].append(row)
        for cell in board.cells[p]:
            over[board.orbit(cell)].append(row)
            by_color[color, cell].append((row, p))
    for group in (*over.values(), *of_piece.values()):
        model.add_at_most_one(group)
    for a, b in board.edges:
        for color in range(CHOOSING):
            beside = [row for row, p in by_color[color, a] if b not in board.cells[p]]
            beside += [row for row, p in by_color[color, b] if a not in board.cells[p]]
            model.add_at_most_one(beside)
    reach = [{board.roots[color]} for color in range(CHOOSING)]
    for (color, _), p in kept.items():
        reach[color].update(board.attach[p])
    for (color, p), row in rows.items():
        if not reach[color].intersection(board.cells[p]):
            near = [other for cell in board.attach[p] for other, _ in by_color[color, cell]]
            model.add_bool_or([row.Not(), *near])


def in_turns(board: Halves, lying: dict[Slot, int]) -> list[tuple[int, int]]:
    """The pieces as a game: large ones first, so that the single cells come last."""
    game = Game(board.puzzle.variant)
    left = {color: {p for (c, _), p in lying.items() if c == color} for color in range(CHOOSING)}
    left |= {c + CHOOSING: {board.image[p] for p in left[c]} for c in range(CHOOSING)}
    while game.to_play is not None:
        mine = left[game.to_play]
        chosen = max(mine & set(game.legal_moves.ids.tolist()), key=lambda p: board.size[p])
        mine.discard(chosen)
        game.play(chosen)
    return [(move.color, move.placement) for move in game.moves]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "puzzle", choices=[name for name in PUZZLES if PUZZLES[name].kind == "play"]
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1200, help="of this core")
    parser.add_argument("-o", "--output", type=Path, default=Path("solution.json"))
    args = parser.parse_args()
    chance = random.Random(args.seed)
    board = Halves(PUZZLES[args.puzzle], args.seed)
    lying = board.anneal(args.seconds / 8)
    n = 9
    while board.missing(lying) and time.process_time() < args.seconds:
        begun = time.process_time()
        new = repair(board, lying, n, chance)
        spent = time.process_time() - begun
        n += 1 if spent < PATIENCE / 4 else -1 if spent > PATIENCE / 2 and n > 5 else 0
        if new and board.hangs_together(new) and board.missing(new) <= board.missing(lying):
            lying = new
        print(f"{time.process_time():5.0f} s: {board.missing(lying)} cells short", flush=True)
    if not board.missing(lying):
        args.output.write_text(to_text(solved(board.puzzle, in_turns(board, lying))))


if __name__ == "__main__":
    main()
