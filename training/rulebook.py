"""The compiled tables of all rules of a board, as tensors: what a GPU needs to play them.

Everything is laid out in the net's own arrays (`cornerwise.engine.features`): a cell is
a *word*, a placement is an *action*. So variants of one board with different cells,
pieces, colors, starts or contact rules are rows of small tables, and games of all of
them stand side by side in one batch.
"""

from dataclasses import dataclass, fields, replace

import numpy as np
import torch
from torch import Tensor

from training.config import QUICK, Config
from training.source import (
    Fit,
    NetLayout,
    Ragged,
    Tables,
    compile_tables,
    fit,
    net_layout,
    options,
    variant,
)

BLOCK = 16
"""A blocked cell outweighs any number of attach cells under one piece."""
CELL, HALO, ATTACH = 0, 1, 2
"""Bits of a stamp; the second contact rule has its halo and attach two bits higher."""


@dataclass(frozen=True)
class Rulebook:
    """Constants of a board. The first axis of a rule's table is the rule."""

    layout: NetLayout
    fits: tuple[Fit, ...]
    share: Tensor
    """rules: how often a game is of it."""
    stamp: Tensor
    """actions × words, uint8: what a placement writes on the board, as bits."""
    actions: Tensor
    """The net's output for each action here. A tower has one for every orientation and place;
    for a quick net those that are no placement are left out, and an action is a row of this."""
    reach: Tensor
    """inputs × actions: legality as one matrix product (see `views.legal_actions`)."""
    action_piece: Tensor
    piece_size: Tensor
    onboard: Tensor
    """rules × words, int16: 1 on the board."""
    colors: Tensor
    """rules: number of colors; likewise players."""
    players: Tensor
    stock: Tensor
    """rules × colors × pieces at the start."""
    single: int
    contact: Tensor
    """rules: 1 under corners-only."""
    start_word: Tensor
    """rules × starts; short lists repeat their last entry, bit included."""
    start_bit: Tensor
    start_open: Tensor
    """rules × colors, bits."""
    start_leaves: Tensor
    """rules × colors × starts × colors, bits."""
    controller: Tensor
    """rules × colors × turn: who places; repeated to a common length."""
    turns: int
    """That length: every color's list of controllers repeats within it."""
    counts: Tensor
    """rules × players × colors."""
    options: Tensor
    """rules × options, as the net is told them."""
    bonus: Tensor
    """rules × 2."""

    @property
    def device(self) -> torch.device:
        return self.stamp.device


def make_rulebook(config: Config, device: torch.device | str = "cpu") -> Rulebook:
    """Compile a configuration's rules and move them to a device."""
    layout = net_layout(compile_tables(variant(config.home)))
    tables = [compile_tables(rule.resolve()) for rule in config.rules]
    fits = tuple(fit(layout, t) for t in tables)
    home = layout.home
    number = torch.float32 if torch.device(device).type == "cpu" else torch.bfloat16
    stamp = _stamps(layout, fits)
    action_piece = np.repeat(home.orientation_piece, layout.area)
    reach = _reach(layout, stamp, action_piece, fits)
    kept = np.flatnonzero(stamp.any(1)) if config.net.kind == QUICK else np.arange(len(stamp))
    shares = np.array([rule.share for rule in config.rules])
    book = Rulebook(
        layout=layout,
        fits=fits,
        share=torch.tensor(shares / shares.sum(), dtype=torch.float32),
        stamp=torch.from_numpy(stamp[kept]),
        actions=torch.from_numpy(kept),
        reach=torch.from_numpy(reach[:, kept]).to(number),
        action_piece=torch.from_numpy(action_piece[kept].astype(np.int64)),
        piece_size=torch.from_numpy(home.piece_size.astype(np.int64)),
        single=home.single,
        turns=6,
        **_rule_tables(layout, fits),
    )
    return _moved(book, device)


def _moved(book: Rulebook, device: torch.device | str) -> Rulebook:
    values = {f.name: getattr(book, f.name) for f in fields(book)}
    tensors = {k: v.to(device) for k, v in values.items() if isinstance(v, Tensor)}
    return replace(book, **tensors)  # type: ignore[arg-type]


def _stamps(layout: NetLayout, fits: tuple[Fit, ...]) -> np.ndarray:
    """What each placement writes, for the contact rules that occur."""
    stamp = np.zeros((layout.actions, layout.words), np.uint8)
    for one in _one_of_each_contact(fits):
        whole = fit(layout, _on_home_board(layout, one))
        higher = 2 * is_corners_only(one.tables)
        _write(stamp, whole, whole.tables.orientation_cells, 1 << CELL)
        _write(stamp, whole, whole.tables.orientation_halo, 1 << (HALO + higher))
        _write(stamp, whole, whole.tables.orientation_attach, 1 << (ATTACH + higher))
    return stamp


def _one_of_each_contact(fits: tuple[Fit, ...]) -> list[Fit]:
    found = {is_corners_only(one.tables): one for one in fits}
    return list(found.values())


def _on_home_board(layout: NetLayout, one: Fit) -> Tables:
    """The home variant under the contact rule of another: all pieces, all cells."""
    return compile_tables(layout.home.variant.with_options(contact=one.tables.variant.contact))


def is_corners_only(tables: Tables) -> bool:
    """Whether a placement has cells that must not be the color's (R3.6)."""
    return len(tables.orientation_shun.values) > 0


def _write(stamp: np.ndarray, one: Fit, offsets: Ragged, bit: int) -> None:
    tables = one.tables
    first = tables.grid[tables.cells[:, 0]]
    for o in range(len(tables.orientation_piece)):
        rows = np.flatnonzero(tables.orientation == o)
        cells = tables.cell_at[first[rows][:, None] + offsets[o][None, :]]
        row, column = np.nonzero(cells >= 0)
        stamp[one.action[rows[row]], one.word[cells[row, column]]] |= bit


def _reach(
    layout: NetLayout, stamp: np.ndarray, action_piece: np.ndarray, fits: tuple[Fit, ...]
) -> np.ndarray:
    """Rows: cells covered; cells that must not be own; the piece; ones for no placement."""
    cells = (stamp >> CELL) & 1
    shun = np.zeros_like(stamp)
    for one in fits:
        if is_corners_only(one.tables):
            home = fit(layout, _on_home_board(layout, one))
            _write(shun, home, home.tables.orientation_shun, 1)
    piece = action_piece[None, :] == np.arange(layout.pieces)[:, None]
    nothing = (cells.sum(1) == 0)[None, :]
    return np.concatenate([cells.T, shun.T, piece, nothing]).astype(np.float32)


def _rule_tables(layout: NetLayout, fits: tuple[Fit, ...]) -> dict[str, Tensor]:
    rows = [_rule_row(layout, one) for one in fits]
    return {key: torch.from_numpy(np.stack([row[key] for row in rows])) for key in rows[0]}


def _rule_row(
    layout: NetLayout, one: Fit, starts: int = 6, turns: int = 6
) -> dict[str, np.ndarray]:
    tables, n = one.tables, one.tables.n_colors
    onboard = np.zeros(layout.words, np.int16)
    onboard[one.word] = 1
    stock = np.zeros((layout.colors, layout.pieces), np.uint8)
    stock[:n, one.piece] = tables.variant.copies
    bit = np.minimum(np.arange(starts), len(tables.start_cells) - 1)
    opened = np.zeros(layout.colors, np.int64)
    opened[:n] = tables.start_open
    leaves = np.full((layout.colors, starts, layout.colors), -1, np.int64)
    leaves[:n, :, :n] = tables.start_leaves[:, bit, :]
    controller = np.zeros((layout.colors, turns), np.int64)
    counts = np.zeros((layout.players, layout.colors), np.int64)
    counts[: tables.n_players, :n] = tables.counts
    for color in range(n):
        controller[color] = np.resize(tables.controllers[color], turns)
    return {
        "onboard": onboard,
        "stock": stock,
        "colors": np.array(n, np.int64),
        "players": np.array(tables.n_players, np.int64),
        "contact": np.array(is_corners_only(tables), np.uint8),
        "start_word": one.word[tables.start_cells[bit]].astype(np.int64),
        "start_bit": bit.astype(np.int64),
        "start_open": opened,
        "start_leaves": leaves,
        "controller": controller,
        "counts": counts,
        "options": options(tables),
        "bonus": np.array(tables.bonus, np.int64),
    }
