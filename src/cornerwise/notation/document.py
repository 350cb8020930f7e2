"""The JSON record as types; `record-1.schema.json` beside this file is what `schema` makes of them.

How long a text may be is not their business: a record as a whole is bounded (docs/records.md).
"""

import json
from typing import Annotated, Final, Literal

import msgspec

from cornerwise.notation.marks import Mark

FORMAT: Final = "cornerwise-record-1"

Count = Annotated[int, msgspec.Meta(ge=0)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the document: nothing unknown may stand in it."""


class Options(_Part, frozen=True, kw_only=True):
    """The options in force; one that is missing has the variant's default."""

    start: str | None = None
    contact: str | None = None
    bonus: tuple[int, int] | None = None
    colors: list[str] | None = None


class Piece(_Part, frozen=True, kw_only=True):
    """A piece on the board before the first move."""

    color: str
    """Name of the color."""
    move: str
    """Its cells, with commas."""


class MoveEvent(_Part, frozen=True, kw_only=True, tag_field="type", tag="move"):
    """A color placed a piece."""

    color: str
    move: str
    comment: str = ""
    mark: Mark | None = None


class ResignEvent(_Part, frozen=True, kw_only=True, tag_field="type", tag="resign"):
    """A player gave up."""

    player: Count
    """Number of the player, from 0."""
    comment: str = ""
    mark: Mark | None = None


class Outcome(_Part, frozen=True, kw_only=True):
    """How the game stands after its last event. Checked when the record is read."""

    over: bool
    scores: list[int]
    """By color."""
    points: list[int]
    """By player."""
    places: list[int]
    """By player; 1 is the winner."""


class Document(_Part, frozen=True, kw_only=True):
    """A game of Cornerwise: its rules, players, events and result."""

    format: Literal["cornerwise-record-1"]
    variant: str
    """Name in the catalogue."""
    options: Options = Options()
    players: list[str] = []
    """Names, in the order of the players."""
    date: str = ""
    event: str = ""
    round: str = ""
    time: str = ""
    comment: str = ""
    setup: list[Piece] = []
    to_play: str | None = None
    """Name of the color that begins, if it is not the usual one."""
    events: list[MoveEvent | ResignEvent]
    result: Outcome | None = None


def schema() -> str:
    """The JSON Schema of a record."""
    found = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Cornerwise record",
        **msgspec.json.schema(Document),
    }
    return json.dumps(found, indent=2) + "\n"
