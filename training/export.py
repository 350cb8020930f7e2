"""A checkpoint → an ONNX file and its card, checked against PyTorch.

`python -m training.export --config duo-tutor --checkpoint run/duo-tutor.pt --out nets`
"""

import argparse
import json
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from training.arguments import Mistake, file, told
from training.checkpoint import fitting, read_state
from training.config import TOWER, Config, load_config
from training.files import check_size, written
from training.net import Net, Sizes, folded
from training.source import (
    ENCODING_VERSION,
    LAYOUT_VERSION,
    NetLayout,
    compile_tables,
    net_layout,
    variant,
)

INPUTS = ("planes", "globals")
OUTPUTS = ("policy", "win", "margin", "score", "owner")
TOLERANCE = 2e-3


class Playable(nn.Module):
    """The net with outputs in the units of the card."""

    def __init__(self, net: Net) -> None:
        super().__init__()
        self.net = net

    def forward(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, ...]:
        policy, win, margin, score, owner = self.net(planes, vector)
        return policy, torch.sigmoid(win), margin, 20 * score, torch.softmax(owner, 1)


def averaged_net(config: Config, checkpoint: Path) -> tuple[Net, dict[str, Any]]:
    """The net that plays, and the checkpoint it is from."""
    layout = net_layout(compile_tables(variant(config.home)))
    state = read_state(checkpoint)
    net = Net(Sizes.of(layout), config.net)
    with fitting(checkpoint, config.name):
        net.load_state_dict(
            {k: v.float() if v.is_floating_point() else v for k, v in state["average"].items()}
        )
    return folded(net.eval()), state


def write_onnx(net: Net, path: Path) -> None:
    """Export with a free batch size."""
    s = net.sizes
    example = (
        torch.zeros(2, s.planes * s.kinds, s.rows, s.columns),
        torch.zeros(2, s.globals),
    )
    example[0][:, -s.kinds :] = 1
    with torch.no_grad(), warnings.catch_warnings():
        # The exporter warns of its successor, which needs one more package.
        warnings.simplefilter("ignore")
        _export(net, example, path)
    check_size(path)


def _export(net: Net, example: tuple[Tensor, Tensor], path: Path) -> None:
    torch.onnx.export(
        Playable(net).eval(),
        example,
        str(path),
        input_names=list(INPUTS),
        output_names=list(OUTPUTS),
        dynamic_axes={name: {0: "batch"} for name in INPUTS + OUTPUTS},
        opset_version=17,
        dynamo=False,
    )


def largest_difference(
    net: Net, path: Path, planes: np.ndarray, vector: np.ndarray
) -> dict[str, float]:
    """ONNX Runtime against PyTorch on the same inputs, output by output."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    theirs = session.run(list(OUTPUTS), {"planes": planes, "globals": vector})
    with torch.no_grad():
        ours = Playable(net)(torch.from_numpy(planes), torch.from_numpy(vector))
    return {
        name: float(np.abs(a.numpy() - b).max())
        for name, a, b in zip(OUTPUTS, ours, theirs, strict=True)
    }


def card(
    config: Config, layout: NetLayout, state: dict[str, Any], figures: dict[str, Any]
) -> dict[str, Any]:
    """What somebody must know to use the net, and to make it again."""
    home = layout.home.variant
    return {
        "name": config.name,
        "home": config.home,
        "files": {"float32": f"{config.name}.onnx"},
        "variants": sorted({rule.variant for rule in config.rules}),
        "plays": [],  # those in which it has beaten playouts at equal time: to be measured
        "layout_version": LAYOUT_VERSION,
        "encoding_version": ENCODING_VERSION,
        "encoding": "docs/training.md, and cornerwise.engine.features as the reference",
        "inputs": {
            "planes": ["batch", layout.channels, layout.rows, layout.columns],
            "globals": ["batch", layout.globals],
        },
        "outputs": {
            "policy": ["batch", layout.actions, "logits; index orientation × rows × columns"],
            "win": ["batch", layout.players, "share of the win, by player slot"],
            "margin": ["batch", layout.players, "tanh(lead / 20), by player slot"],
            "score": ["batch", layout.colors, "final score in points, by color slot"],
            "owner": ["batch", layout.colors + 1, layout.words, "final owner; last: nobody"],
        },
        "pieces": [piece.name for piece in home.pieces],
        "net": {"blocks": config.net.blocks, "width": config.net.width},
        "rules": [
            {"variant": r.variant, "share": r.share, "options": r.options} for r in config.rules
        ],
        "trained": {
            "positions": state["counters"]["positions"],
            "updates": state["updates"],
            "gpu_minutes": round(state["counters"]["milliseconds"] / 60000, 1),
            "rating": round(float(state["yardstick"]["rating"]), 1),
            "gpu": state.get("device", "one NVIDIA H200"),  # of checkpoints without a word of it
            "data": _data(config),
        },
        "figures": figures,
        "repeat": f"python -m training --config {config.name} {_arguments(config)}",
    }


def _data(config: Config) -> str:
    if config.learn.lessons < 1:
        return "self-play from nothing; no games of people or of other programs"
    return (
        "games of our engine with itself (lessons), of which the figures count the last run; "
        "no games of people or of other programs"
    )


def _arguments(config: Config) -> str:
    if config.learn.lessons < 1:
        return "--seconds 600 --out run"
    checkpoint = f"training/checkpoints/{config.name}.pt"
    return f"--seconds 210 --out run --begin-with {checkpoint} --lessons lessons --cool"


def random_inputs(layout: NetLayout, batch: int) -> tuple[np.ndarray, np.ndarray]:
    """Inputs of the right shape and kind; for checks, not for calibration."""
    rng = np.random.default_rng(0)
    shape = (batch, layout.channels, layout.rows, layout.columns)
    planes = (rng.random(shape) < 0.2).astype(np.float32)
    planes[:, -layout.kinds :] = 1
    return planes, rng.integers(0, 2, (batch, layout.globals)).astype(np.float32)


def arguments(prog: str, config: str, argv: list[str] | None) -> argparse.Namespace:
    """The command line of an export; makes the folder it writes into."""
    parser = argparse.ArgumentParser(prog=prog, description="Write a net and its card.")
    parser.add_argument("--config", default=config)
    parser.add_argument("--checkpoint", type=file, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    return args


@told
def main(argv: list[str] | None = None) -> int:
    """Write the net and its card; fail if ONNX Runtime computes something else."""
    args = arguments("training.export", "duo", argv)
    config = load_config(args.config)
    if config.net.kind != TOWER:
        raise Mistake(f"{config.name!r} is a quick net: training.export_quick writes it")
    layout = net_layout(compile_tables(variant(config.home)))
    net, state = averaged_net(config, args.checkpoint)
    path = args.out / f"{config.name}.onnx"
    with written(path) as draft:
        write_onnx(net, draft)
        difference = largest_difference(net, draft, *random_inputs(layout, 8))
        if max(difference.values()) > TOLERANCE * 20:
            raise Mistake(f"{path} would differ from PyTorch: {difference}")
    figures = {"parameters": sum(p.numel() for p in net.parameters()), "difference": difference}
    text = json.dumps(card(config, layout, state, figures), indent=2, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
