"""Towers behind the search: found by their cards, run by ONNX Runtime, fed in batches.

A tower judges the leaves where there is no quick net (quick.py); where it cannot be run either,
playouts do.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise._native import Search
from cornerwise.engine.features import ENCODING_VERSION, NetLayout, fit, net_layout, options
from cornerwise.engine.limits import Limits
from cornerwise.rules import VARIANTS, Variant, is_listed
from cornerwise.tables import LAYOUT_VERSION, compile_tables

BATCH = 8
"""Leaves judged together: large enough to fill the machine, small enough not to blur the tree."""

TOWER = "tower"
"""The kind of a card that names none: a net that ONNX Runtime runs."""

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class NetFit:
    """Where a variant is in a net's arrays, with its options; what the core reads."""

    layout: NetLayout
    word: NDArray[np.int32]
    piece: NDArray[np.int32]
    action: NDArray[np.int32]
    options: Floats


def net_fit(variant: Variant, home: Variant) -> NetFit:
    """A variant in the arrays of a net that was made for another one."""
    tables = compile_tables(variant)
    placed = fit(net_layout(compile_tables(home)), tables)
    return NetFit(placed.layout, placed.word, placed.piece, placed.action, options(tables))


class Net:
    """One net for one variant. Shares its session with every other user of the same net."""

    def __init__(self, session: Any, variant: Variant, home: Variant) -> None:
        self.session = session
        self.fit = net_fit(variant, home)

    def inputs(self, batch: int) -> tuple[Floats, Floats]:
        """Empty arrays for a batch."""
        layout = self.fit.layout
        planes = np.zeros((batch, layout.channels, layout.rows, layout.columns), np.float32)
        return planes, np.zeros((batch, layout.globals), np.float32)

    def judge(self, planes: Floats, vector: Floats) -> list[Floats]:
        """Policy, win, margin and score of each row."""
        wanted = ["policy", "win", "margin", "score"]
        answers: list[Floats] = self.session.run(wanted, {"planes": planes, "globals": vector})
        return answers

    def search(self, search: Search, position: Any, limits: Limits) -> None:
        """Run a search whose leaves this net judges. Blocks; releases the GIL all but briefly."""
        search.begin(position, self.fit, **limits.for_core)
        planes, vector = self.inputs(BATCH)
        while not search.is_done:
            rows = search.collect(planes, vector)
            if rows:
                search.feed(*self.judge(planes[:rows], vector[:rows]))


def net_for(variant: Variant, threads: int = 1) -> Net | None:
    """The net for a variant, if one that has beaten playouts there can be run here.

    `plays` on a net's card lists those variants: a new net plays nothing until it is measured.
    """
    card = card_for(variant, TOWER)
    if card is None or find_spec("onnxruntime") is None:
        return None
    return _net(card["name"], variant, threads)


def card_for(variant: Variant, kind: str) -> dict[str, Any] | None:
    """The card of the first net of a kind that plays a variant: one of the catalogue, not a game
    of somebody's own under its name."""
    if not is_listed(variant):
        return None
    of_kind = (card for card in cards() if card.get("kind", TOWER) == kind)
    return next((card for card in of_kind if variant.name in card.get("plays", ())), None)


@lru_cache(maxsize=32)
def _net(name: str, variant: Variant, threads: int) -> Net:
    home = next(card["home"] for card in cards() if card["name"] == name)
    return Net(_session(name, threads), variant, VARIANTS[home])


@lru_cache(maxsize=1)
def cards() -> tuple[dict[str, Any], ...]:
    """The cards of the nets in the package that this version can read."""
    folder = resources.files("cornerwise") / "nets"
    if not folder.is_dir():
        return ()
    found = [json.loads(f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".json")]
    return tuple(
        card
        for card in sorted(found, key=lambda card: str(card["name"]))
        if card["layout_version"] == LAYOUT_VERSION and card["encoding_version"] == ENCODING_VERSION
    )


@lru_cache(maxsize=8)
def _session(name: str, threads: int) -> Any:
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.inter_op_num_threads = 1
    settings.log_severity_level = 3
    folder = resources.files("cornerwise") / "nets"
    fast = folder / f"{name}-int8.onnx"  # three times the evaluations, nearly the same answers
    file = fast if fast.is_file() else folder / f"{name}.onnx"
    return onnxruntime.InferenceSession(
        file.read_bytes(), settings, providers=["CPUExecutionProvider"]
    )
