"""The quick net once more, slowly: what training/quick.py says, over the arrays of a file."""

from typing import Any

import numpy as np

from cornerwise import Game
from cornerwise._native import encode
from cornerwise.engine.features import FLAGS_PER_COLOR, PLANES_PER_COLOR
from cornerwise.engine.nets import NetFit, net_fit
from cornerwise.rules import Variant
from cornerwise.tables import compile_tables

NEAR = 3
LOCAL, MIDDLE, LAST, FIELDS = 16, 64, 32, 3
CAP = 4.0

Arrays = dict[str, Any]


def random_arrays(home: Variant, width: int, seed: int = 1, channels: int = 16) -> Arrays:
    """Weights of no sense, but of sizes that give sensible outputs. Without channels, no map."""
    rng = np.random.default_rng(seed)
    fit = net_fit(home, home)
    layout = fit.layout
    cells, colors = len(fit.word), layout.colors
    planes = 4 * colors + 2**colors - 1
    outputs = 2 * layout.players + colors
    orientations = layout.actions // layout.area

    def normal(*shape: int, scale: float) -> Any:
        return (rng.standard_normal(shape) * scale).astype(np.float32)

    arrays = {
        "cells": rng.integers(-127, 128, (planes, cells, width)).astype(np.int8),
        "scale": rng.uniform(2e-4, 5e-4, width).astype(np.float32),
        "bias": normal(width, scale=0.3),
        "told": normal(layout.globals, width, scale=0.05),
        "word": fit.word,
        "hidden_w": normal(width, MIDDLE, scale=width**-0.5),
        "hidden_b": normal(MIDDLE, scale=0.1),
        "last_w": normal(MIDDLE, LAST, scale=MIDDLE**-0.5),
        "last_b": normal(LAST, scale=0.1),
        "out_w": normal(LAST, outputs, scale=LAST**-0.5),
        "out_b": normal(outputs, scale=0.1),
        "local_in": normal(planes, LOCAL, scale=0.5),
        "local_told": normal(width, LOCAL, scale=width**-0.5),
        "local_b": normal(LOCAL, scale=0.1),
        "local_out": normal(LOCAL, FIELDS, scale=0.2),
        "field": normal(width, FIELDS, cells, scale=0.3 * width**-0.5).astype(np.float16),
        "field_b": normal(FIELDS, cells, scale=0.1),
        "orientation_w": normal(width, orientations, scale=width**-0.5),
        "orientation_b": normal(orientations, scale=0.1),
    }
    if not channels:
        return arrays
    layers, kinds = 4, layout.words // layout.area
    return arrays | {
        "map_first": normal(9, planes, kinds, channels, scale=0.4),
        "map_first_b": normal(channels, scale=0.3),
        "map_told": normal(layout.globals, channels, scale=0.05),
        "map": rng.integers(-127, 128, (layers, 9, channels, channels)).astype(np.int8),
        "map_scale": rng.uniform(4e-4, 1e-3, (layers, channels)).astype(np.float32),
        "map_b": normal(layers, channels, scale=0.1),
        "map_value": normal(2 * channels, MIDDLE, scale=0.05),
        "map_local": normal(channels, kinds, LOCAL, scale=0.1),
    }


def judge(game: Game, home: Variant, arrays: Arrays) -> tuple[Any, Any, Any, Any]:
    """Win and margin by player slot, score by color slot, logits of the legal moves."""
    fit = net_fit(game.variant, home)
    bits, vector = encoded(game, fit)
    planes = quick_planes(game, fit, bits, vector)
    row = rows_of_cells(fit, arrays)
    wide = np.einsum("pc,pcu->u", planes, arrays["cells"][:, row].astype(np.float64))
    hidden = relu(wide * arrays["scale"] + arrays["bias"] + vector @ arrays["told"])
    middle = hidden @ arrays["hidden_w"] + arrays["hidden_b"]
    local = np.zeros((len(row), LOCAL))
    if "map" in arrays:
        pooled, local = map_parts(fit, arrays, planes, vector)
        middle = middle + pooled
    middle = relu(middle)
    out = relu(middle @ arrays["last_w"] + arrays["last_b"]) @ arrays["out_w"] + arrays["out_b"]
    players = fit.layout.players
    win, margin, score = out[:players], out[players : 2 * players], out[2 * players :]
    moves = logits(game, fit, arrays, row, planes, hidden, local)
    return 1 / (1 + np.exp(-win)), np.tanh(margin), 20 * score, moves


def relu(values: Any) -> Any:
    return np.maximum(values, 0)


def encoded(game: Game, fit: NetFit) -> tuple[Any, Any]:
    """The inputs of every net, by plane and cell, and the vector."""
    layout = fit.layout
    planes = np.zeros((PLANES_PER_COLOR * layout.colors + 1, layout.words), np.float32)
    vector = np.zeros(layout.globals, np.float32)
    encode(game.position, fit, planes, vector)
    return planes[:, fit.word], vector


def quick_planes(game: Game, fit: NetFit, bits: Any, vector: Any) -> Any:
    """By slot: own, forbidden, ways out, close; then the sets of slots that get to a cell."""
    n, pieces = fit.layout.colors, fit.layout.pieces
    own, forbidden, ways = bits[:-1].reshape(n, PLANES_PER_COLOR, -1).transpose(1, 0, 2) > 0
    free = ~own.any(0) & ~forbidden
    stock = vector[: n * pieces].reshape(n, pieces)
    flags = vector[n * pieces :][: n * FLAGS_PER_COLOR].reshape(n, FLAGS_PER_COLOR)
    sizes = fit.layout.home.piece_size
    largest = ((stock > 0) * sizes).max(1)
    ways = ways & (flags[:, 2] == 0)[:, None]
    near = np.zeros((len(free[0]), len(free[0])), bool)
    for cell, beside in enumerate(compile_tables(game.variant).edges[i] for i in range(len(near))):
        near[cell, beside] = True
    reach, close = ways, ways
    for step in range(2, sizes.max() + 1):
        further = np.array([near[:, one].any(1) for one in reach]) & free
        reach = reach | (further & (largest >= step)[:, None])
        if step == NEAR:
            close = reach & ~ways
    who = (reach * 2 ** np.arange(n)[:, None]).sum(0)
    sets = who == np.arange(1, 2**n)[:, None]
    return np.concatenate([own, forbidden, ways, close, sets]).astype(np.float64)


def rows_of_cells(fit: NetFit, arrays: Arrays) -> Any:
    row_of = {int(word): row for row, word in enumerate(arrays["word"])}
    return np.array([row_of[int(word)] for word in fit.word])


def map_parts(fit: NetFit, arrays: Arrays, planes: Any, vector: Any) -> tuple[Any, Any]:
    """What the map adds to the value's first layer, and to each cell's own part of the policy."""
    layout, cells = fit.layout, fit.word
    kind, place = cells // layout.area, cells % layout.area
    first = arrays["map_first"]
    unit = (np.abs(first).sum((0, 1, 2)) + 1e-6).max() / 32000
    picture = np.zeros((layout.rows + 2, layout.columns + 2, *first.shape[1:3]))
    inside = picture[1:-1, 1:-1].reshape(layout.area, *first.shape[1:3])
    inside[place, :, kind] = planes.T
    picture[1:-1, 1:-1] = inside.reshape(layout.rows, layout.columns, *first.shape[1:3])
    anybody = np.zeros(layout.area, bool)
    anybody[place[planes[4 * layout.colors :].any(0)]] = True
    alive = anybody.reshape(layout.rows, layout.columns, 1)
    level = np.float32(CAP / 255)
    told = (arrays["map_first_b"] + vector @ arrays["map_told"]) / level
    x = levels(window(picture, np.round(first / unit), 2) * (unit / level) + told, alive)
    for i in range(0, len(arrays["map"]), 2):
        scale, bias = arrays["map_scale"], arrays["map_b"] / level
        inner = window(bordered(x), arrays["map"][i], 1) * scale[i] + bias[i]
        outer = window(bordered(levels(inner, alive)), arrays["map"][i + 1], 1) * scale[i + 1]
        x = levels(outer + bias[i + 1] + x, alive)
    values = x.reshape(layout.area, -1) * level
    pooled = np.concatenate([values.sum(0) / 32, values.max(0)]) @ arrays["map_value"]
    return pooled, np.einsum("nc,cnl->nl", values[place], arrays["map_local"][:, kind])


def bordered(x: Any) -> Any:
    return np.pad(x, ((1, 1), (1, 1), (0, 0)))


def window(picture: Any, weights: Any, axes: int) -> Any:
    """A convolution of three by three; `picture` has a border that is not asked."""
    rows, columns = picture.shape[0] - 2, picture.shape[1] - 2
    steps = [picture[i // 3 :, i % 3 :][:rows, :columns] for i in range(9)]
    return sum(
        np.tensordot(step, one.astype(np.float64), axes)
        for step, one in zip(steps, weights, strict=True)
    )


def levels(x: Any, alive: Any) -> Any:
    return np.clip(np.floor(x + 0.5), 0, 255) * alive


def logits(
    game: Game, fit: NetFit, arrays: Arrays, row: Any, planes: Any, hidden: Any, known: Any
) -> Any:
    """Fields over the board, summed under each legal move; `known` is the map's part."""
    t = compile_tables(game.variant)
    base = hidden @ arrays["local_told"] + arrays["local_b"]
    local = relu(planes.T @ arrays["local_in"] + base + known) @ arrays["local_out"]
    wide = np.einsum("u,ufc->fc", hidden, arrays["field"][:, :, row].astype(np.float64))
    fields = np.zeros((FIELDS, t.grid_size))
    fields[:, t.grid] = wide + arrays["field_b"][:, row] + local.T
    piece = hidden @ arrays["orientation_w"] + arrays["orientation_b"]
    found = []
    for move in game.legal_moves.ids:
        o, first = t.orientation[move], t.grid[t.cells[move, 0]]
        steps = (t.orientation_cells[o], t.orientation_halo[o], t.orientation_attach[o])
        total = sum(fields[f, first + offsets].sum() for f, offsets in enumerate(steps))
        found.append(piece[fit.action[move] // fit.layout.area] + total)
    return np.array(found)
