"""What all messages between a page and the server share; the messages are in `protocol.py`."""

from typing import Annotated

import msgspec
from msgspec import Meta

GameId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
MessageId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[^\\x00-\\x1f]+$")]
Seq = Annotated[int, Meta(ge=0, le=1_000_000)]
Player = Annotated[int, Meta(ge=0, le=7)]
Key = Annotated[str, Meta(max_length=64)]
MoveText = Annotated[str, Meta(min_length=1, max_length=100)]


class FromClient(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True
):
    """What a page sends."""


class Action(FromClient, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that writes to the log. Sending it twice does it once."""

    game: GameId
    id: MessageId
    """The sender's own id for the action, new for each: a repeat is recognized by it."""
    seq: Seq
    """The last event the sender knew. If the game has gone on, the action is refused."""


class FromServer(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What the server sends."""
