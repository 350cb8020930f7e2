"""Finds solutions to ship: python tools/find_solutions.py PUZZLE [--symmetry half] [--count 3]

Writes src/cornerwise/puzzles/data/solutions/PUZZLE.NUMBER.SYMMETRY[-20].json. A game found
under a symmetry of the board can be shuffled until nothing of the symmetry is left.
"""

import argparse
import time
from dataclasses import replace
from pathlib import Path

from cornerwise.puzzles import PUZZLES, Effort, Puzzle, Solution, solve
from cornerwise.puzzles.shipped import symmetry_of, to_text

FOLDER = Path(__file__).parent.parent / "src/cornerwise/puzzles/data/solutions"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzle", choices=list(PUZZLES))
    parser.add_argument("--symmetry", default="none", choices=["none", "half", "quarter"])
    parser.add_argument("--single-last", action="store_true", help="every color at +20")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600)
    args = parser.parse_args()
    puzzle = replace(PUZZLES[args.puzzle], single_last=args.single_last)
    for seed in range(args.seed, args.seed + args.count):
        begun = time.process_time()
        outcome = solve(puzzle, effort=Effort(args.seconds, seed=seed), symmetry=args.symmetry)
        spent = time.process_time() - begun
        if outcome.solution is None:
            print(f"{puzzle.name} seed {seed}: nothing in {spent:.1f} CPU s", flush=True)
            continue
        path = save(puzzle, outcome.solution, args.symmetry)
        print(f"{path.name}: {spent:.2f} CPU s, scores {outcome.solution.game.scores}", flush=True)


def save(puzzle: Puzzle, solution: Solution, symmetry: str) -> Path:
    """A file with the next free number."""
    kept = {"none": 1, "half": 2, "quarter": 4}[symmetry]
    assert symmetry_of(solution) == kept, "the symmetry is not what was asked for"
    mark = symmetry + ("-20" if puzzle.single_last else "")
    number = 1 + len(list(FOLDER.glob(f"{puzzle.name}.*.json")))
    path = FOLDER / f"{puzzle.name}.{number}.{mark}.json"
    path.write_text(to_text(solution), encoding="utf-8")
    return path


if __name__ == "__main__":
    main()
