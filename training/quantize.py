"""Make a net smaller and faster for CPUs: eight-bit convolutions, calibrated on real positions.

`python -m training.quantize --net nets/duo-tutor.onnx --out nets/duo-tutor-int8.onnx`

The heads stay in full precision: rounding there is play. What it costs is on the card
(`int8_drift`, written by training.figures).
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from cornerwise import Game
from cornerwise._native import encode
from cornerwise.engine.nets import Net
from cornerwise.rules import VARIANTS
from training.arguments import file, told, whole
from training.files import written

Feed = dict[str, NDArray[np.float32]]
KEPT_WHOLE = ("policy", "value", "owner", "told", "pool")
"""Parts, by name, that are not rounded."""


class Positions(CalibrationDataReader):  # type: ignore[misc]
    """Inputs from games in which the net plays itself, with some chance."""

    def __init__(self, net: Path, games: int, seed: int = 1) -> None:
        self._feeds = iter(list(_feeds(net, games, random.Random(seed))))

    def get_next(self) -> Feed | None:
        return next(self._feeds, None)


def _feeds(path: Path, games: int, rng: random.Random) -> Iterator[Feed]:
    import onnxruntime

    card = json.loads(path.with_suffix(".json").read_text())
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    for i in range(games):
        name = card["variants"][i % len(card["variants"])]
        yield from _game(session, VARIANTS[name], VARIANTS[card["home"]], rng)


def _game(session: Any, variant: Any, home: Any, rng: random.Random) -> Iterator[Feed]:
    net, game = Net(session, variant, home), Game(variant)
    while not game.is_over:
        planes, vector = net.inputs(1)
        encode(game.position, net.fit, planes[0], vector[0])
        if rng.random() < 0.5:
            yield {"planes": planes, "globals": vector}
        policy = net.judge(planes, vector)[0][0]
        ids = game.legal_moves.ids
        logits = policy[net.fit.action[ids]]
        chance = np.exp(logits - logits.max())
        game.play(int(rng.choices(ids.tolist(), chance.tolist())[0]))


def quantize(path: Path, out: Path, games: int) -> None:
    """Write the eight-bit net beside the original's card."""
    positions = Positions(path, games)
    prepared = out.with_suffix(".prepared.onnx")
    try:
        quant_pre_process(str(path), str(prepared), skip_symbolic_shape=True)
        with written(out) as draft:
            _round(prepared, draft, positions)
    finally:
        prepared.unlink(missing_ok=True)


def _round(prepared: Path, out: Path, positions: Positions) -> None:
    import onnx

    graph = onnx.load(str(prepared)).graph
    whole = [n.name for n in graph.node if any(part in n.name for part in KEPT_WHOLE)]
    quantize_static(
        str(prepared),
        str(out),
        positions,
        quant_format=QuantFormat.QDQ,
        op_types_to_quantize=["Conv"],
        nodes_to_exclude=whole,
        per_channel=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        calibrate_method=CalibrationMethod.MinMax,
    )


@told
def main(argv: list[str] | None = None) -> int:
    """Make the eight-bit file of a net."""
    parser = argparse.ArgumentParser(prog="training.quantize", description=__doc__.splitlines()[0])
    parser.add_argument("--net", type=file, required=True, help="a tower's .onnx, with its card")
    parser.add_argument("--out", type=Path, required=True, help="an .onnx to write")
    parser.add_argument("--games", type=whole, default=12, help="to calibrate with")
    args = parser.parse_args(argv)
    quantize(args.net, args.out, args.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
