"""The file of a quick net: rows of eight bits, the rest as it is; written, and read again.

Reading lets training go on from the nets in the package: `--resume --start …/duo-quick.npz`.
"""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.arguments import Mistake
from training.files import check_size, written
from training.quick import COUNT_UNIT, FIELDS, QuickNet
from training.quick_map import QuickMap
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
    if net.map:
        tensors |= _map_tensors(net.map)
    arrays = {k: np.ascontiguousarray(v.detach().cpu().numpy()) for k, v in tensors.items()}
    return arrays | {"word": word.astype(np.int32)}


def _map_tensors(part: QuickMap) -> dict[str, Tensor]:
    """The map's weights: steps of the window first, then inputs, then outputs."""
    channels, _, rows, columns = part.first.weight.shape
    window = torch.stack([one.weight.permute(2, 3, 1, 0) for one in part.convolutions])
    window = window.reshape(-1, rows * columns, channels, channels)
    scale = window.abs().amax((1, 2)).clamp(min=1e-6) / LEVELS
    kinds = part.sizes.kinds
    return {
        "map_first": part.first.weight.permute(2, 3, 1, 0).reshape(
            rows * columns, -1, kinds, channels
        ),
        "map_first_b": part.first.bias,
        "map_told": part.told.weight.T,
        "map": torch.round(window / scale[:, None, None]).to(torch.int8),
        "map_scale": scale,
        "map_b": torch.stack([one.bias for one in part.convolutions]),
        "map_value": part.value.weight.T,
        "map_local": part.local.weight.T.reshape(channels, kinds, -1),
    }


@torch.no_grad()
def read_into(net: QuickNet, layout: NetLayout, arrays: Arrays) -> None:
    """Give a net the weights of a file, so that training can go on from what is in the package.

    The counts' part stays folded into the rows, eight bits are what they are, and the final
    owners, which no file holds, are learned anew. A net may be wider than the file: units
    that the file does not have begin as they are, and nothing listens to them yet.
    """
    given = {k: torch.from_numpy(np.asarray(v, np.float32)) for k, v in arrays.items()}
    word, width = torch.from_numpy(fit(layout, layout.home).word).long(), len(given["scale"])
    rows = torch.zeros(net.planes, layout.words, width)
    rows[:, word] = given["cells"] * given["scale"]
    _put(net.cells.weight, rows.flatten(0, 1).T)
    net.counts.weight[:width] = 0
    field = torch.zeros(width, len(FIELDS), layout.words)
    field[:, :, word] = given["field"]
    _put(net.field.weight, field.flatten(1).T)
    net.field.bias.view(len(FIELDS), -1)[:, word] = given["field_b"].to(net.field.bias.device)
    for part in (net.local_told.bias, net.local_out.bias):
        part.zero_()
    for name, part in _PLAIN.items():
        values = given[f"{name}_w" if f"{name}_w" in given else name].T
        _put(getattr(net, part).weight, values)
    for name, part in _BIASES.items():
        getattr(net, part).bias[: len(given[name])] = given[name].to(net.cells.bias.device)
    if net.map and "map" in given:
        _read_map(net.map, given)


def _read_map(part: QuickMap, given: dict[str, Tensor]) -> None:
    """A map of the file's channels; one that had none begins with one of no sense. Of blocks it
    may have more than the file: these begin by handing on what they are given."""

    def into(weight: Tensor, values: Tensor) -> None:
        weight.copy_(values.permute(2, 1, 0).reshape(weight.shape))

    into(part.first.weight, given["map_first"].flatten(1, 2))
    part.first.bias.copy_(given["map_first_b"])
    part.told.weight.copy_(given["map_told"].T)
    windows = given["map"] * given["map_scale"][:, None, None]
    if len(windows) > len(part.convolutions):
        raise Mistake("the file's map has more blocks than the configuration: set `map_blocks`")
    for one, window, bias in zip(part.convolutions, windows, given["map_b"], strict=False):
        into(one.weight, window)
        one.bias.copy_(bias)
    for last in part.convolutions[len(windows) + 1 :: 2]:
        last.weight.zero_()
        last.bias.zero_()
    part.value.weight.copy_(given["map_value"].T)
    part.local.weight.copy_(given["map_local"].flatten(1).T)


def _put(weight: Tensor, values: Tensor) -> None:
    """Outputs × inputs, of which the weight may have more: new inputs are not listened to."""
    outputs, inputs = values.shape
    weight[:, inputs:] = 0
    weight[:outputs, :inputs] = values.to(weight.device)


_PLAIN = {
    "told": "told",
    "hidden": "value_hidden",
    "last": "value_last",
    "out": "value_out",
    "local_in": "local_in",
    "local_told": "local_told",
    "local_out": "local_out",
    "orientation": "orientation",
}
_BIASES = {
    "bias": "cells",
    "hidden_b": "value_hidden",
    "last_b": "value_last",
    "out_b": "value_out",
    "local_b": "local_in",
    "orientation_b": "orientation",
}


def write(arrays: Arrays, path: Path) -> None:
    """One compressed file; refuses one that is too large for the package."""
    with written(path) as draft:
        np.savez_compressed(draft, **arrays)  # type: ignore[arg-type]
        check_size(draft)
