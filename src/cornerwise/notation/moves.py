"""The text of every placement (R1), for lists of thousands of moves."""

from functools import lru_cache

from cornerwise.rules import Variant
from cornerwise.tables import compile_tables


@lru_cache(maxsize=16)
def placement_texts(variant: Variant) -> tuple[str, ...]:
    """`texts[placement]` is its cells, as `str(move)` gives them; made once for a variant.

    >>> from cornerwise.rules import variant
    >>> texts = placement_texts(variant("duo"))
    >>> len(texts), texts[0]
    (13729, 'a1')
    """
    tables = compile_tables(variant)
    names = variant.board.names
    rows = zip(tables.cells.tolist(), tables.size.tolist(), strict=True)
    return tuple(",".join([names[cell] for cell in row[:size]]) for row, size in rows)
