"""Tuned values of the search, as data files: one per lattice, and what differs in a variant.

A file holds scalar parameters under their names in native/search/params.h, the prior's
weights by phase (pieces by name, features by name) and the playout's weights by size.
`tools/fit_priors.py` writes the prior; parameters are compared by matches.
"""

import json
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from cornerwise._native import FEATURES, PHASES
from cornerwise.rules import Variant

MAX_PIECES = 32
CELL_FEATURES = (
    "cover_enemy_attach",
    "cover_two_enemies",
    "cover_near_enemy",
    "cover_ally_attach",
    "cover_own_attach",
    "spoil_own_attach",
    "gain_tight",
    "gain_open",
    "gain_wide",
    "gain_contested",
    "gain_facing_enemy",
    "gain_central",
    "beside_enemy",
    "cover_contested",
    "cover_recent",
    "cover_near_recent",
    "gain_none",
    "gain_ally",
    "gain_space",
    "beside_ally",
    "beside_free",
    "beside_recent",
)
"""What the prior counts beside the piece, in the order of native/search/features.h."""

SCALARS = (
    "exploration",
    "untried",
    "expand_at",
    "score_share",
    "place_share",
    "score_scale",
    "amaf_visits",
    "ending_moves",
    "prior_temperature",
    "net_exploration",
    "net_untried",
    "net_temperature",
    "quick_share",
    "quick_prior",
    "quick_late_prior",
    "quick_exploration",
    "quick_untried",
    "quick_temperature",
    "quick_moves",
    "quick_experience",
    "quick_expand_at",
    "quick_playouts",
    "quick_trust",
    "quick_doubt",
    "width",
    "widen",
    "playout_local",
    "playout_brief",
    "playout_sizes",
)


@lru_cache(maxsize=64)
def tuned_params(variant: Variant) -> dict[str, Any]:
    """The parameters of a variant, as the native search reads them."""
    data = _load(variant)
    params = {name: data[name] for name in SCALARS if name in data}
    params["prior"] = prior_vector(variant, data["prior"])
    return params


def _load(variant: Variant) -> dict[str, Any]:
    return _read(variant.board.lattice.name) | _read(variant.name)


def _read(name: str) -> dict[str, Any]:
    """The values of a file, after those of the file it is `like`; none if there is no file."""
    file = resources.files("cornerwise.engine") / "data" / f"{name}.json"
    if not file.is_file():
        return {}
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    like = data.pop("like", None)
    return _read(like) | data if like else data


def prior_vector(variant: Variant, phases: list[dict[str, float]]) -> list[float]:
    """Weights by name → the flat array phase × feature. A piece that has no weight of its own
    gets that of its size (`size 5`)."""
    flat = np.zeros((PHASES, FEATURES), np.float32)
    for phase, weights in enumerate(phases):
        for i, piece in enumerate(variant.pieces):
            flat[phase, i] = weights.get(piece.name, weights.get(f"size {piece.size}", 0.0))
        for i, name in enumerate(CELL_FEATURES):
            flat[phase, MAX_PIECES + i] = weights.get(name, 0.0)
    return [float(value) for value in flat.ravel()]
