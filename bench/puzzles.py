"""How long the puzzles take, in CPU seconds on one core, beside what was promised.

python bench/puzzles.py [--seeds 5] [--counts] [--cpsat]

--counts adds the exhaustive counts (a minute or two), --cpsat OR-Tools (pip install ortools).
"""

import argparse
import statistics
import time

from cornerwise.puzzles import PUZZLES, Effort, Puzzle, count, figures, solve
from cornerwise.puzzles.packing import Packing

TASKS = (
    ("Tetra, first packing", "tetra", "", "none", 1),
    ("Tetra, colored", "tetra", "colored", "none", 1),
    ("Penta, first packing, no trick", "penta", "", "none", 30),
    ("Penta, colored", "penta", "colored", "none", 120),
    ("22 pieces in the 5×11 parallelogram", "parallelogram", "", "none", 5),
    ("Eighty-four, any game", "eighty-four", "", "none", 30),
    ("Eighty-four, quarter turns", "eighty-four", "", "quarter", 30),
    ("Eighty-four descending", "eighty-four-descending", "", "none", 60),
    ("Eighty-eight, any game", "eighty-eight", "", "none", 120),
    ("Eighty-eight, half turns", "eighty-eight", "", "half", 120),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("--cpsat", action="store_true")
    args = parser.parse_args()
    known = PUZZLES | figures()
    solve(known["tetra"])  # tables and pages of memory are not what is measured
    for label, name, strength, symmetry, promised in TASKS:
        puzzle = known[name].colored() if strength else known[name]
        times = [spent(puzzle, seed, symmetry) for seed in range(100, 100 + args.seeds)]
        show(label, times, f"promised {promised} s")
    measure_figures()
    if args.counts:
        for name, published in (("tetra", 35), ("tetra-square", 3)):
            begun = time.process_time()
            counted = count(PUZZLES[name].colored(touch=True), Effort(3600))
            seconds = time.process_time() - begun
            print(f"{name}: {counted} in {seconds:.0f} CPU s (published {published})", flush=True)
    if args.cpsat:
        for name in ("tetra", "parallelogram", "sail", "penta"):
            show(f"CP-SAT, {name}", [cpsat(known[name], 300)], "one worker")


def spent(puzzle: Puzzle, seed: int, symmetry: str) -> float:
    begun = time.process_time()
    outcome = solve(puzzle, effort=Effort(600, seed=seed), symmetry=symmetry)
    assert outcome.answer == "yes", puzzle.name
    return time.process_time() - begun


def show(label: str, times: list[float], note: str) -> None:
    middle, worst = statistics.median(times), max(times)
    print(f"{label:40} median {middle:7.2f}  worst {worst:7.2f} CPU s  {note}", flush=True)


def measure_figures() -> None:
    times = sorted(spent(puzzle, 100, "none") for puzzle in figures().values())
    quick = sum(t < 10 for t in times) / len(times)
    print(f"{len(times)} figures: median {statistics.median(times):.2f}, 95% within ", end="")
    print(
        f"{times[int(0.95 * len(times))]:.2f}, worst {times[-1]:.2f} CPU s; {quick:.0%} under 10 s"
    )


def cpsat(puzzle: Puzzle, seconds: float) -> float:
    """The same packing as constraints: every cell once, every piece as often as there is one."""
    from ortools.sat.python import cp_model  # type: ignore[import-not-found]

    packing, tables = Packing(puzzle, colored=False), puzzle.tables
    begun = time.process_time()
    model = cp_model.CpModel()
    rows = [model.new_bool_var("") for _ in range(tables.n_placements)]
    over: list[list[int]] = [[] for _ in range(tables.n_cells)]
    of_piece: list[list[int]] = [[] for _ in packing.stock]
    for placement in range(tables.n_placements):
        of_piece[tables.piece[placement]].append(placement)
        for cell in tables.cells_of(placement):
            over[cell].append(placement)
    for cell in range(tables.n_cells):
        model.add_exactly_one(rows[p] for p in over[cell])
    for piece, stock in enumerate(packing.stock):
        model.add(sum(rows[p] for p in of_piece[piece]) <= stock)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        print(f"CP-SAT found nothing for {puzzle.name} in {seconds:g} s")
    return time.process_time() - begun


if __name__ == "__main__":
    main()
