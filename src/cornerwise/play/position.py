"""The native core's tables, made once for each variant."""

from functools import lru_cache

from cornerwise._native import NativeTables, read_tables
from cornerwise.rules import Variant
from cornerwise.tables import compile_tables


@lru_cache(maxsize=64)
def native_tables(variant: Variant) -> NativeTables:
    """The compiled tables of a variant, as the core reads them."""
    return read_tables(compile_tables(variant))
