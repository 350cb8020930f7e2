"""Variant → arrays. `layout.py` is the contract with the native core; `compile.py` builds it."""

from cornerwise.tables.compile import compile_tables
from cornerwise.tables.layout import LAYOUT_VERSION, Tables, Walk

__all__ = ["LAYOUT_VERSION", "Tables", "Walk", "compile_tables"]
