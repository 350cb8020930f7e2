"""Measures every figure with the solver and writes difficulty and effort into the data file.

python tools/measure_figures.py [--tries 7] [--seconds 20]

Effort is the middle of the steps over several seeds. Figures are then easy, medium or hard by
thirds, those for four sets and those for one set apart: more pieces mean more steps, not more
thought.
"""

import argparse
import statistics
import time
from pathlib import Path

from cornerwise.puzzles import Effort, Puzzle, solve
from cornerwise.puzzles.figures import HEADER, parse_figures

DATA = Path(__file__).parent.parent / "src/cornerwise/puzzles/data/figures.txt"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    figures = parse_figures(DATA.read_text(encoding="utf-8"))
    efforts = {figure.name: measure(figure, args.tries, args.seconds) for figure in figures}
    write({name: (level(name, figures, efforts), effort) for name, effort in efforts.items()})


def measure(figure: Puzzle, tries: int, seconds: float) -> int:
    """The middle number of steps; a try that fails stops everything: no figure may be unproved."""
    begun = time.process_time()
    steps = []
    for seed in range(tries):
        outcome = solve(figure, effort=Effort(seconds, seed=seed))
        if outcome.answer != "yes":
            raise SystemExit(f"{figure.name}: {outcome.answer} with seed {seed}")
        steps.append(outcome.steps)
    spent = (time.process_time() - begun) / tries
    effort = int(statistics.median(steps))
    print(f"{figure.name:24} {effort:8} steps  {spent:6.2f} CPU s", flush=True)
    return effort


def level(name: str, figures: list[Puzzle], efforts: dict[str, int]) -> str:
    """Which third a figure is in, among those with as many pieces."""
    colors = {figure.name: len(figure.variant.colors) for figure in figures}
    peers = sorted(efforts[other] for other in efforts if colors[other] == colors[name])
    return ("easy", "medium", "hard")[peers.index(efforts[name]) * 3 // len(peers)]


def write(found: dict[str, tuple[str, int]]) -> None:
    lines = DATA.read_text(encoding="utf-8").splitlines()
    for i, line in enumerate(lines):
        if line.startswith(HEADER):
            name, english, french, *_ = (field.strip() for field in line[2:].split("|"))
            difficulty, effort = found[name]
            lines[i] = f"{HEADER} {name} | {english} | {french} | {difficulty} | {effort}"
    DATA.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
