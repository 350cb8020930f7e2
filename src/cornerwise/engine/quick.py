"""Quick nets: small ones that the native search runs by itself, leaf by leaf.

They need nothing but numpy to be read. Their cards stand among those of the other nets and
say `"kind": "quick"`; `training/quick.py` is the definition of what they compute.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

import numpy as np

from cornerwise._native import QuickNet
from cornerwise.engine import nets
from cornerwise.play import native_tables
from cornerwise.rules import VARIANTS, Variant

QUICK = "quick"
"""The kind on a card."""


@lru_cache(maxsize=32)
def quick_for(variant: Variant) -> QuickNet | None:
    """The quick net that plays a variant, if there is one."""
    card = nets.card_for(variant, QUICK)
    if card is None:
        return None
    file = resources.files("cornerwise") / "nets" / f"{card['name']}.npz"
    with file.open("rb") as stream, np.load(stream) as arrays:
        return quick_net(variant, VARIANTS[card["home"]], dict(arrays))


def quick_net(variant: Variant, home: Variant, arrays: Mapping[str, Any]) -> QuickNet:
    """A net for one variant, from the arrays of the file of its home board."""
    return QuickNet(native_tables(variant), nets.net_fit(variant, home), dict(arrays))
