"""Fit the prior's weights from games that the prior plays against itself.

    python tools/fit_priors.py classic_2 classic --out src/cornerwise/engine/data/squares.json

Every move is drawn by the weights alone, without a search, which gives hundreds of games a
second; then the weights go where the winners' choices would have been likelier (policy
gradient, Adam). Imitating the visits of a search, as this tool did before, gave weights that
lost four games of five to these (docs/decisions.md). Several variants share a file by being
fitted together; scalar parameters already in the file stay as they are.
"""

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise import Variant, variant
from cornerwise._native import FEATURES, PHASES, policy_games
from cornerwise.engine.params import CELL_FEATURES, MAX_PIECES, prior_vector
from cornerwise.play import native_tables

Weights = NDArray[np.float32]

RATE = 0.03  # step of a weight where the gradient is sure of its direction
DECAY = 1e-3  # pull towards zero: what makes no difference shall not wander
CALM = 0.98  # the written weights are a running mean, with less noise than the last ones


@dataclass
class Adam:
    """Steps of about the same size for weights that matter much and little."""

    size: int
    steps: int = 0
    mean: Weights = field(init=False)
    square: Weights = field(init=False)

    def __post_init__(self) -> None:
        self.mean, self.square = np.zeros((2, self.size), np.float32)

    def step(self, gradient: Weights) -> Weights:
        """What to add to the weights."""
        self.steps += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.square += 0.01 * (gradient * gradient - self.square)
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.99**self.steps)
        step: Weights = RATE * mean / (np.sqrt(square) + 1e-3)
        return step


class Fit:
    """Weights that learn from games of one or several variants."""

    def __init__(self, variants: list[Variant], first: Weights, games: int, seed: int) -> None:
        self.weights, self.calm = first.copy(), first.copy()
        self._tables = [native_tables(chosen) for chosen in variants]
        # Who begins has an advantage that no choice earns: it is taken out by color.
        self._usual = [np.zeros(len(chosen.colors), np.float32) for chosen in variants]
        self._adam = Adam(len(first))
        self._games, self._seed = games, seed

    def round(self) -> float:
        """Play a batch of games and learn from it; the entropy of a choice."""
        gradient = np.zeros_like(self.weights)
        entropy = 0.0
        for tables, usual in zip(self._tables, self._usual, strict=True):
            self._seed += 1
            played = policy_games(
                tables, self.weights.tolist(), usual.tolist(), self._games, self._seed
            )
            gradient += played["gradient"]
            usual += 0.1 * (np.array(played["results"], np.float32) - usual)
            entropy += played["entropy"]
        count = len(self._tables)
        self.weights += self._adam.step(gradient / count - DECAY * self.weights)
        self.calm += (1 - CALM) * (self.weights - self.calm)
        return entropy / count


def main() -> None:
    args = _arguments()
    variants = [variant(name) for name in args.variants]
    path = Path(args.out)
    data = json.loads(path.read_text("utf-8")) if path.exists() else {}
    prior = data.get("prior", [{}] * PHASES) if not args.fresh else [{}] * PHASES
    first = np.array(prior_vector(variants[0], prior), np.float32)
    fit = Fit(variants, first, args.games, args.seed)
    end, number, entropy = time.monotonic() + args.seconds, 0, 99.0
    while time.monotonic() < end and entropy > args.entropy:
        entropy = fit.round()
        number += 1
        if number % 20 == 0:
            print(f"round {number}: entropy of a choice {entropy:.3f}", flush=True)
            _write(path, data, variants, fit.calm)
    _write(path, data, variants, fit.calm)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--games", type=int, default=100, help="in a round, of each variant")
    parser.add_argument(
        "--entropy", type=float, default=0.9, help="stop when choices have become as sure as this"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="forget the weights in the file")
    parser.add_argument("--out", required=True)
    return parser.parse_args()


def _write(path: Path, data: dict[str, Any], variants: list[Variant], weights: Weights) -> None:
    """Weights by name; other parameters in the file stay."""
    phases = []
    for row in weights.reshape(PHASES, FEATURES):
        named = {piece.name: round(float(row[i]), 3) for i, piece in enumerate(variants[0].pieces)}
        for size in sorted({piece.size for piece in variants[0].pieces}):
            # For pieces that another variant may have and this one has not.
            alike = [row[i] for i, p in enumerate(variants[0].pieces) if p.size == size]
            named[f"size {size}"] = round(float(np.mean(alike)), 3)
        for i, name in enumerate(CELL_FEATURES):
            named[name] = round(float(row[MAX_PIECES + i]), 3)
        phases.append(named)
    path.write_text(json.dumps({**data, "prior": phases}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
