"""Lessons by the engine: it plays against itself on CPU cores and writes down what it thinks.

    python -m training.teach --config duo-quick --seconds 600 --processes 12 --out lessons

Self-play on a GPU looks a ply or a few ahead in very many games. Here a large tree looks far
ahead in fewer: near the end playouts and the exact solver judge, so that results are those of good
play. Most moves are searched briefly; a share of them at length, and the policy learns from
these alone (playout cap randomization). Needs the built package, but no PyTorch.
"""

import argparse
import itertools
import multiprocessing
import random
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cornerwise.engine import Engine, Limits
from cornerwise.play import Game
from cornerwise.play.chance import random_largest
from cornerwise.rules import variant
from training.arguments import Mistake, seconds, told, whole
from training.config import Config, load_config
from training.lesson_file import TARGETS, Lessons, lesson_paths, write_lessons

BRIEF, LONG = 64, 1024
"""Simulations of a move."""
SOLVED = 2_000
"""Positions looked at to solve the end of a game."""
SEARCHED = 0.3
"""Share of the moves searched at length."""
MINUTE = 60.0


@dataclass
class Notebook:
    """What has been played so far, as lists."""

    players: int
    colors: int
    rule: list[int] = field(default_factory=list)
    length: list[int] = field(default_factory=list)
    moves: list[tuple[int, int]] = field(default_factory=list)
    values: list[np.ndarray] = field(default_factory=list)
    scores: list[np.ndarray] = field(default_factory=list)
    searched: list[int] = field(default_factory=list)
    reports: list[list[dict[str, Any]]] = field(default_factory=list)

    def add(self, game: Game, placement: int, report: list[dict[str, Any]], long: bool) -> None:
        """One move, and the search before it."""
        best = report[0]
        self.values.append(_padded(best["values"], self.players))
        self.scores.append(_padded(best["scores"], self.colors))
        if long:
            self.searched.append(len(self.moves))
            self.reports.append(report)
        self.moves.append((game.to_play, placement))

    def lessons(self) -> Lessons:
        """All of it as arrays."""
        color, placement = np.array(self.moves).reshape(-1, 2).T
        likely = np.zeros((len(self.reports), TARGETS), np.uint16)
        visits = np.zeros_like(likely)
        for row, report in enumerate(self.reports):
            likely[row, : len(report)] = [move["placement"] for move in report]
            visits[row, : len(report)] = [min(move["visits"], 65535) for move in report]
        return Lessons(
            rule=np.array(self.rule, np.uint8),
            length=np.array(self.length, np.uint16),
            color=color.astype(np.uint8),
            placement=placement.astype(np.uint16),
            value=np.array(self.values, np.float16),
            score=np.array(self.scores, np.float16),
            searched=np.array(self.searched, np.uint32),
            likely=likely,
            visits=visits,
        )


def _padded(values: list[float], n: int) -> np.ndarray:
    padded = np.zeros(n, np.float16)
    padded[: len(values)] = values
    return padded


class Teacher:
    """Plays games of a configuration, each from another opening."""

    def __init__(self, config: Config, seed: int) -> None:
        self.config, self.draw = config, random.Random(seed)
        self.home = variant(config.home)
        self.variants = [rule.resolve() for rule in config.rules]
        self.engines = [Engine() for _ in self.variants]
        self.notes = self.fresh()

    def fresh(self) -> Notebook:
        """An empty notebook."""
        return Notebook(self.home.players, len(self.home.colors))

    def play(self) -> None:
        """One game, into the notebook."""
        shares = [rule.share for rule in self.config.rules]
        rule = self.draw.choices(range(len(shares)), shares)[0]
        game, engine, params = Game(self.variants[rule]), self.engines[rule], self.config.play
        opening = self.draw.randint(0, params.opening)
        wild = self.draw.random() < params.wild
        before = len(self.notes.moves)
        while not game.is_over:
            long = self.draw.random() < SEARCHED
            limits = Limits(simulations=LONG if long else BRIEF, solve_positions=SOLVED)
            report = engine.think(game, limits).report(TARGETS, 0)
            placement = int(report[0]["placement"])
            if len(game.moves) < opening:
                placement = self._drawn(game, report, wild)
            self.notes.add(game, placement, report, long)
            game.play(placement)
        self.notes.rule.append(rule)
        self.notes.length.append(len(self.notes.moves) - before)

    def _drawn(self, game: Game, report: list[dict[str, Any]], wild: bool) -> int:
        """A move of the opening: any large one, or a likely one."""
        if wild:
            return random_largest(game, self.draw).placement
        visits = [move["visits"] + 1e-3 for move in report]
        return int(self.draw.choices(report, visits)[0]["placement"])


def teach(config: Config, seconds: float, seed: int, path: Path) -> None:
    """Play until the time is over; a file a minute, so that learners need not wait."""
    if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends all processes, without a word
    teacher = Teacher(config, seed)
    end = time.monotonic() + seconds
    for part in itertools.count():
        full = min(end, time.monotonic() + MINUTE)
        teacher.notes = teacher.fresh()
        while time.monotonic() < full:
            teacher.play()
        if not teacher.notes.rule:
            return
        write_lessons(teacher.notes.lessons(), path.with_name(f"{path.name}-{part}.npz"))


@told
def main(argv: list[str] | None = None) -> int:
    """Make lessons with some processes."""
    parser = argparse.ArgumentParser(prog="training.teach", description="Make lessons.")
    parser.add_argument("--config", default="duo-quick", help="a name in training/configs")
    parser.add_argument("--seconds", type=seconds, default=600)
    parser.add_argument("--processes", type=whole, default=1)
    parser.add_argument("--seed", type=whole, default=1)
    parser.add_argument("--out", type=Path, default=Path("lessons"))
    args = parser.parse_args(argv)
    config = load_config(args.config)
    seeds = range(args.seed, args.seed + args.processes)
    for seed in seeds:
        if lesson_paths(args.out, f"{config.name}-{seed}"):
            raise Mistake(
                f"{args.out} has lessons of {config.name} with seed {seed} already: begin with "
                "another --seed (each process takes one more), or name another --out"
            )
    args.out.mkdir(parents=True, exist_ok=True)
    workers = [
        multiprocessing.Process(
            target=teach,
            args=(config, args.seconds, seed, args.out / f"{config.name}-{seed}"),
            daemon=True,
        )
        for seed in seeds
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return int(any(worker.exitcode for worker in workers))


if __name__ == "__main__":
    sys.exit(main())
