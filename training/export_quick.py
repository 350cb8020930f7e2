"""Write a quick net as the core reads it: rows of eight bits, the rest as it is, and a card.

`python -m training.export_quick --config duo-quick --checkpoint run/duo-quick.pt --out nets`
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from training.checkpoint import load_average
from training.config import load_config
from training.export import LARGEST, card
from training.quick import COUNT_UNIT, FIELDS, QuickNet
from training.rulebook import make_rulebook
from training.source import NetLayout, fit

Arrays = dict[str, np.ndarray]
LEVELS = 127


def arrays_of(net: QuickNet, layout: NetLayout) -> Arrays:
    """The net's weights, cells of the home board only, counts folded into the cells' rows."""
    word = fit(layout, layout.home).word
    width = net.shape.width
    rows = net.cells.weight.T.reshape(net.planes, layout.words, width)[:, word]
    rows = rows + net.counts.weight.T[:, None, :] / COUNT_UNIT
    scale = rows.abs().amax((0, 1)).clamp(min=1e-6) / LEVELS
    field = net.field.weight.T.reshape(width, len(FIELDS), layout.words)[:, :, word]
    field_bias = net.field.bias.view(len(FIELDS), layout.words)[:, word]
    tensors = {
        "cells": torch.round(rows / scale).to(torch.int8),
        "scale": scale,
        "bias": net.cells.bias,
        "told": net.told.weight.T,
        "hidden_w": net.value_hidden.weight.T,
        "hidden_b": net.value_hidden.bias,
        "last_w": net.value_last.weight.T,
        "last_b": net.value_last.bias,
        "out_w": net.value_out.weight.T,
        "out_b": net.value_out.bias,
        "local_in": net.local_in.weight.T,
        "local_told": net.local_told.weight.T,
        "local_b": net.local_in.bias + net.local_told.bias,
        "local_out": net.local_out.weight.T,
        "field": field.half(),
        "field_b": field_bias + net.local_out.bias[:, None],
        "orientation_w": net.orientation.weight.T,
        "orientation_b": net.orientation.bias,
    }
    arrays = {k: np.ascontiguousarray(v.detach().cpu().numpy()) for k, v in tensors.items()}
    return arrays | {"word": word.astype(np.int32)}


def write(arrays: Arrays, path: Path) -> None:
    """One compressed file; refuses one that is too large for the package."""
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path} has {path.stat().st_size} bytes; {LARGEST} is the most")


def quick_card(config: Any, layout: NetLayout, state: dict[str, Any]) -> dict[str, Any]:
    """The card of a tower, less what is not true of a quick net."""
    whole = card(config, layout, state, {})
    for key in ("inputs", "outputs", "figures"):
        del whole[key]
    return whole | {
        "kind": "quick",
        "files": {"eight bits": f"{config.name}.npz"},
        "encoding": "training/quick.py",
        "net": {"width": config.net.width},
    }


def main(argv: list[str] | None = None) -> int:
    """Write the net and its card; variants it already played stay on the card."""
    parser = argparse.ArgumentParser(prog="training.export_quick", description=__doc__)
    parser.add_argument("--config", default="duo-quick")
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    config = load_config(args.config)
    book = make_rulebook(config)
    net = load_average(book, args.checkpoint)
    assert isinstance(net, QuickNet)
    args.out.mkdir(parents=True, exist_ok=True)
    path = args.out / f"{config.name}.npz"
    write(arrays_of(net, book.layout), path)
    state = torch.load(args.checkpoint, map_location="cpu", weights_only=True)
    facts, text = quick_card(config, book.layout, state), path.with_suffix(".json")
    if text.exists():
        facts["plays"] = json.loads(text.read_text())["plays"]
    text.write_text(json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
    print(f"{path}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
