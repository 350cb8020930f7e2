"""Games as text: Pentobi's `.blksgf` and a JSON record. docs/records.md shows both.

>>> import cornerwise as cw
>>> from cornerwise.notation import Record, read_record, write_blksgf, write_json
>>> game = cw.Game("trigon_teams", contact="alternate")
>>> record = Record.of(game, players=["Ann", "Bob", "Cem", "Dai"])
>>> read_record(write_blksgf(record)).game() == read_record(write_json(record)).game() == game
True
"""

from cornerwise.notation.blksgf import read_blksgf, write_blksgf
from cornerwise.notation.errors import RecordError
from cornerwise.notation.files import (
    format_of,
    format_record,
    load_record,
    read_record,
    save_bytes,
    save_record,
)
from cornerwise.notation.json_record import read_json, write_json
from cornerwise.notation.marks import MARKS, Mark, mark_of, set_mark
from cornerwise.notation.moves import placement_texts
from cornerwise.notation.names import color_called, letters, variant_named
from cornerwise.notation.record import Record
from cornerwise.notation.sgf import SgfNode, format_sgf, parse_sgf
from cornerwise.notation.tree import MAX_STEPS, MoveTree, Step

__all__ = [
    "MARKS",
    "MAX_STEPS",
    "Mark",
    "MoveTree",
    "Record",
    "RecordError",
    "SgfNode",
    "Step",
    "color_called",
    "format_of",
    "format_record",
    "format_sgf",
    "letters",
    "load_record",
    "mark_of",
    "parse_sgf",
    "placement_texts",
    "read_blksgf",
    "read_json",
    "read_record",
    "save_bytes",
    "save_record",
    "set_mark",
    "variant_named",
    "write_blksgf",
    "write_json",
]
