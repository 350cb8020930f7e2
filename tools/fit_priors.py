"""Fit the prior's weights of a variant from the engine's own games.

    python tools/fit_priors.py duo --games 60 --simulations 2000 [--rounds 2] [--out FILE]

Each round plays games against itself, takes what the search looked at as the answer
(softmax regression of the visits on the move's features, by phase) and goes on with the
new weights. The first round may start from nothing: then only AMAF leads the search.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise import Game, variant
from cornerwise._native import FEATURES, PHASES, Search, move_features, phase_of
from cornerwise.engine.params import CELL_FEATURES, MAX_PIECES, prior_vector, tuned_params
from cornerwise.play import native_tables

Row = tuple[int, NDArray[np.float16], NDArray[np.float32]]
"""Phase, features of each legal move, share of the visits."""

SHARPEN = 1.5  # the answer is a little surer than the visits, which also pay for looking around
RANDOM_PLIES = 6  # early plies are drawn from the visits, later ones played best, for variety


def main() -> None:
    args = _arguments()
    chosen = variant(args.variant)
    params = _first_params(chosen, args)
    random = np.random.default_rng(args.seed)
    for number in range(args.rounds):
        begin = time.time()
        rows = [
            row
            for _ in range(args.games)
            for row in play_game(chosen, params, args.simulations, random)
        ]
        flat, loss, start = fit(rows)
        params["prior"] = flat.ravel().tolist()
        # A flatter prior than the fitted one lets the next round see moves this one missed.
        params["prior_temperature"] = args.temperature
        print(
            f"round {number + 1}: {len(rows)} positions, cross entropy {start:.3f} -> {loss:.3f},"
            f" {time.time() - begin:.0f} s",
            flush=True,
        )
        _write(Path(args.out), chosen, flat, params)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--temperature", type=float, default=1.5, help="of the prior while playing")
    parser.add_argument(
        "--fresh", action="store_true", help="do not start from the shipped weights"
    )
    parser.add_argument("--out", required=True)
    return parser.parse_args()


def _first_params(chosen: Any, args: argparse.Namespace) -> dict[str, Any]:
    sizes = [1.0] + [3.0**i for i in range(8)]
    if args.fresh:
        return {
            "playout_sizes": sizes,
            "playout_local": 1.5,
            "amaf_visits": 300.0,
            "exploration": 0.3,
            # Without any order the first round would only ever try the first few moves.
            "prior": prior_vector(chosen, [{f"size {n}": float(n) for n in range(1, 9)}] * PHASES),
        }
    return dict(tuned_params(chosen))


def play_game(
    chosen: Any, params: dict[str, Any], simulations: int, random: np.random.Generator
) -> list[Row]:
    """One game against itself; a row for each position with a choice."""
    game = Game(chosen)
    search = Search(native_tables(chosen), params, int(random.integers(1 << 60)))
    rows: list[Row] = []
    while not game.is_over:
        color = game.position.to_play
        if game.position.count_legal(color) > 1:
            search.run(game.position, simulations=simulations, stop_when_decided=False)
        else:
            search.run(game.position, simulations=2)
        ids, flat = move_features(game.position, color)
        visits = np.zeros(len(ids), np.float32)
        for move in search.report(len(ids), 0):
            visits[np.searchsorted(ids, move["placement"])] = move["visits"]
        share = visits**SHARPEN / (visits**SHARPEN).sum()
        if len(ids) > 1:
            features = flat.reshape(-1, FEATURES).astype(np.float16)
            rows.append((phase_of(game.position.placed(color)), features, share))
        if game.position.ply < RANDOM_PLIES * len(chosen.colors) / 2:
            pick = int(random.choice(len(ids), p=share / share.sum()))
        else:
            pick = int(share.argmax())
        game.play(int(ids[pick]))
    return rows


def fit(rows: list[Row], steps: int = 300, decay: float = 1e-2) -> tuple[Any, float, float]:
    """Softmax regression by phase (Adam, whole batch). Returns weights, loss, loss at zero."""
    weights = np.zeros((PHASES, FEATURES), np.float32)
    total = start = 0.0
    for phase in range(PHASES):
        part = [(f.astype(np.float32), s) for p, f, s in rows if p == phase]
        if not part:
            continue
        features = np.concatenate([f for f, _ in part])
        share = np.concatenate([s for _, s in part])
        groups = np.cumsum([0] + [len(s) for _, s in part])[:-1]
        sizes = np.diff(np.append(groups, len(share)))
        w, m, v = (np.zeros(FEATURES, np.float32) for _ in range(3))
        loss = 0.0
        for step in range(1, steps + 1):
            logits = features @ w
            logits -= np.repeat(np.maximum.reduceat(logits, groups), sizes)
            exp = np.exp(logits)
            p = exp / np.repeat(np.add.reduceat(exp, groups), sizes)
            loss = float(-(share * np.log(p + 1e-12)).sum() / len(part))
            if step == 1:
                start += loss * len(part)
            grad = features.T @ (p - share) / len(part) + decay * w
            m = 0.9 * m + 0.1 * grad
            v = 0.99 * v + 0.01 * grad * grad
            w -= 0.05 * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-6)
        weights[phase] = w
        total += loss * len(part)
    return weights, total / len(rows), start / len(rows)


def _write(path: Path, chosen: Any, flat: NDArray[np.float32], params: dict[str, Any]) -> None:
    data = json.loads(path.read_text()) if path.exists() else {}
    for name in ("playout_sizes", "playout_local", "amaf_visits", "exploration"):
        data.setdefault(name, params[name])
    phases = []
    for weights in flat:
        named = {p.name: round(float(weights[i]), 3) for i, p in enumerate(chosen.pieces)}
        for i, name in enumerate(CELL_FEATURES):
            named[name] = round(float(weights[MAX_PIECES + i]), 3)
        phases.append(named)
    data["prior"] = phases
    path.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
