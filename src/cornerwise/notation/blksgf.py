"""Pentobi's `.blksgf`: which game a tree is, and our options in properties of our own.

Pentobi passes over properties it does not know, so it reads our files; its own files have
none of ours and mean Pentobi's rules (`Variant.sgf_start`).
"""

from cornerwise.notation.errors import RecordError, quote
from cornerwise.notation.names import check_listed, letters, old_letters, variant_named
from cornerwise.notation.record import Record
from cornerwise.notation.sgf import SgfNode, format_sgf, parse_sgf
from cornerwise.rules import VARIANTS, OptionError, Variant

_HEAD = ("GM", "CA", "AP", "CWVARIANT", "CWSTART", "CWCONTACT", "CWBONUS", "CWCOLORS")
"""The properties about the file and the rules; a `Record` has a variant instead."""


def read_blksgf(data: str | bytes) -> Record:
    """The record in a text; `RecordError` says what is wrong and where.

    >>> record = read_blksgf("(;GM[Blokus Duo];B[e10];W[j5])")
    >>> record.variant, len(record.game().moves)
    (variant('duo', start='assigned'), 2)
    """
    root = parse_sgf(data)
    try:
        variant = _variant(root)
    except ValueError as error:
        raise RecordError(str(error), line=root.line, column=root.column) from None
    for name in _HEAD:
        root.properties.pop(name, None)
    _modernize(root, variant)
    return Record(variant, root)


def write_blksgf(record: Record) -> str:
    """The text of a record."""
    check_listed(record.variant)
    written = SgfNode()
    written.properties = _head(record.variant) | record.root.properties
    written.children = record.root.children
    return format_sgf(written)


def _variant(root: SgfNode) -> Variant:
    if "GM" not in root:
        raise RecordError("GM is missing: the record does not say which game it is")
    variant = variant_named(root["GM"])
    if "CWVARIANT" in root:
        ours = VARIANTS.get(root["CWVARIANT"])
        if ours is None or ours.sgf != variant.sgf:
            raise OptionError(f"CWVARIANT {quote(root['CWVARIANT'])} is no {variant.sgf}")
        variant = variant_named(ours.name)
    return variant.with_options(
        start=root["CWSTART"] or None,
        contact=root["CWCONTACT"] or None,
        bonus=_numbers(root["CWBONUS"]),
        colors=root.properties.get("CWCOLORS"),
    )


def _numbers(text: str) -> list[int] | None:
    words = text.split(",")
    if not text:
        return None
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        raise RecordError(f"CWBONUS: {quote(text)} must be two numbers, such as 15,20")
    return [int(word) for word in words]


def _modernize(root: SgfNode, variant: Variant) -> None:
    """Moves in the forms of Pentobi's first versions become today's, in their place."""
    old, moves = old_letters(variant), set(letters(variant))
    for node in root.walk():
        values = node.properties
        lists = any(len(values[name]) != 1 for name in moves & values.keys())
        if lists or not old.keys().isdisjoint(values):
            node.properties = _renamed(values, old, moves)


def _renamed(
    properties: dict[str, list[str]], old: dict[str, str], moves: set[str]
) -> dict[str, list[str]]:
    renamed: dict[str, list[str]] = {}
    for name, values in properties.items():
        today = old.get(name, name)
        if today != name and (today in properties or today in renamed):
            today = name  # two moves in one node: a game of it will be refused
        renamed[today] = [",".join(values)] if today in moves else values
    return renamed


def _head(variant: Variant) -> dict[str, list[str]]:
    """What the root says of the game: Pentobi's properties, then what differs from its rules."""
    plain = variant_named(variant.sgf)
    head = {"GM": [variant.sgf], "CA": ["UTF-8"], "AP": ["Cornerwise"]}
    if plain.name != variant.name:
        head["CWVARIANT"] = [variant.name]
    if variant.start != variant.sgf_start:
        head["CWSTART"] = [variant.start]
    if variant.contact != variant.choices["contact"][0]:
        head["CWCONTACT"] = [variant.contact]
    if variant.options["bonus"] != variant.choices["bonus"][0]:
        head["CWBONUS"] = [",".join(map(str, variant.options["bonus"]))]
    if variant.colors != VARIANTS[variant.name].colors:
        head["CWCOLORS"] = list(variant.colors)
    return head
