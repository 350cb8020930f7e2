"""What a net costs on a CPU and what eight bits change, measured and written onto its card.

`python -m training.figures --config duo-tutor --checkpoint training/checkpoints/duo-tutor.pt`
"""

import argparse
import json
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.arguments import file, told
from training.checkpoint import load_checkpoint
from training.config import load_config
from training.export import OUTPUTS
from training.trainer import Trainer
from training.views import legal_actions

Inputs = dict[str, np.ndarray]
NETS = Path(__file__).resolve().parents[1] / "src" / "cornerwise" / "nets"
GAMES = 24
BATCHES = (1, 16)


def positions(config_name: str, checkpoint: Path, number: int) -> tuple[Inputs, np.ndarray]:
    """Positions of self-play by the net, spread over the game, and their legal actions."""
    config = load_config(config_name)
    config = replace(
        config,
        play=replace(config.play, games=GAMES, candidates=2),
        learn=replace(config.learn, capacity=GAMES * 200),
    )
    trainer = Trainer(config, "cpu", seed=7)
    load_checkpoint(trainer, checkpoint)
    layout = trainer.book.layout
    for _ in range(layout.pieces * layout.colors * 3 // 4):
        trainer.selfplay.step()
    ring = trainer.replay.tensors
    word, vector = (ring[k][: trainer.replay.step].flatten(0, 1) for k in ("word", "vector"))
    some = torch.randperm(len(word))[:number]
    planes = trainer.learner.net.unpack(word[some], torch.float32).contiguous()
    legal = legal_actions(trainer.book, word[some], vector[some])
    return {"planes": planes.numpy(), "globals": vector[some].float().numpy()}, legal.numpy()


def one_thread(path: Path) -> Any:
    """A session as the engine makes one."""
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])


def evaluations_per_second(path: Path, data: Inputs, batch: int, seconds: float = 2.0) -> int:
    """Per second of CPU time; the best of short runs, since other work only ever takes away."""
    session, best = one_thread(path), 0.0
    rows = {k: v[:batch] for k, v in data.items()}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.process_time()
        for _ in range(4):
            session.run(["policy", "win"], rows)
        best = max(best, 4 * batch / (time.process_time() - start))
    return round(best)


def drift(full: Path, small: Path, data: Inputs, legal: np.ndarray) -> dict[str, float]:
    """How far the small net is from the full one."""
    ours, theirs = (
        dict(zip(OUTPUTS, one_thread(path).run(list(OUTPUTS), data), strict=True))
        for path in (full, small)
    )
    first = [np.where(legal, answers["policy"], -1e9).argmax(1) for answers in (ours, theirs)]
    same = (first[0] == first[1])[legal.any(1)].mean()
    return {
        "win_rms": round(float(np.sqrt(((ours["win"] - theirs["win"]) ** 2).mean())), 4),
        "score_rms": round(float(np.sqrt(((ours["score"] - theirs["score"]) ** 2).mean())), 3),
        "same_first_choice": round(float(same), 3),
    }


@told
def main(argv: list[str] | None = None) -> int:
    """Measure the files of a net and complete its card."""
    parser = argparse.ArgumentParser(prog="training.figures", description=__doc__)
    parser.add_argument("--config", default="duo")
    parser.add_argument("--checkpoint", type=file, required=True)
    parser.add_argument("--nets", type=Path, default=NETS)
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    name = load_config(args.config).name
    data, legal = positions(args.config, args.checkpoint, 256)
    full, small = args.nets / f"{name}.onnx", args.nets / f"{name}-int8.onnx"
    files = {"float32": full} | ({"int8": small} if small.exists() else {})
    card = json.loads(full.with_suffix(".json").read_text())
    card["files"] = {label: path.name for label, path in files.items()}
    card["figures"]["evaluations_per_second"] = {
        f"{label}, batch {batch}": evaluations_per_second(path, data, batch)
        for label, path in files.items()
        for batch in BATCHES
    }
    if small.exists():
        card["figures"]["int8_drift"] = drift(full, small, data, legal)
    full.with_suffix(".json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")
    print(json.dumps(card["figures"], indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
