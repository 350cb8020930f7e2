"""The rules, tables and features of the package, also where its native part is not built.

A GPU machine has numpy and PyTorch but no compiler for this project, and the
package's top level may load native code. The three layers used here need none,
so where the top level cannot be imported an empty one takes its place.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

_SOURCE = Path(__file__).resolve().parents[1] / "src" / "cornerwise"


def _importable(name: str, folder: Path) -> None:
    try:
        importlib.import_module(name)
    except ImportError:
        hollow = ModuleType(name)
        hollow.__path__ = [str(folder)]
        sys.modules[name] = hollow


_importable("cornerwise", _SOURCE)
_importable("cornerwise.engine", _SOURCE / "engine")

from cornerwise.engine.features import (  # noqa: E402
    ENCODING_VERSION,
    FLAGS_PER_COLOR,
    OPTIONS,
    PLANES_PER_COLOR,
    Fit,
    NetLayout,
    PlainPosition,
    encode,
    fit,
    net_layout,
    options,
)
from cornerwise.exits import INTERRUPTED  # noqa: E402
from cornerwise.rules import Variant, variant  # noqa: E402
from cornerwise.tables import LAYOUT_VERSION, Tables, compile_tables  # noqa: E402
from cornerwise.tables.layout import Ragged  # noqa: E402

__all__ = [
    "ENCODING_VERSION",
    "FLAGS_PER_COLOR",
    "INTERRUPTED",
    "LAYOUT_VERSION",
    "OPTIONS",
    "PLANES_PER_COLOR",
    "Fit",
    "NetLayout",
    "PlainPosition",
    "Ragged",
    "Tables",
    "Variant",
    "compile_tables",
    "encode",
    "fit",
    "net_layout",
    "options",
    "variant",
]
