"""The bodies of manners over HTTP: chat read back, blocks, reports, the moderators' pages."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cornerwise.server.manners.messages import ChatLine, Warned
from cornerwise.server.wire import Player

Number = Annotated[int, Meta(ge=1, le=2_000_000_000)]
Reason = Literal["chat", "cheating", "name", "leaving", "other"]
"""Insults; help from a program or a friend; an offensive name; games left; anything else."""


class ChatHistory(msgspec.Struct, frozen=True, kw_only=True):
    """What was said at a game, as far as the sender may read it."""

    lines: list[ChatLine]
    muted: bool
    """Whether the sender has turned this game's chat off."""
    silenced_until: int | None
    """Until when a moderator has forbidden the sender to talk."""


class WhichPerson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody, by the name of the account, by a seat of a game, or by a line of its chat."""

    account: Annotated[str, Meta(max_length=40)] = ""
    game: Annotated[str, Meta(max_length=32)] = ""
    player: Player | None = None
    line: Number | None = None


class NewBlock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Not to meet somebody (`block`), not to hear them (`mute`), or not to hear a `room`."""

    kind: Literal["block", "mute", "room"]
    person: WhichPerson | None = None
    """With `block` and `mute`."""
    game: Annotated[str, Meta(max_length=32)] = ""
    """With `room`."""


class BlockView(msgspec.Struct, frozen=True, kw_only=True):
    """Something the sender has blocked or muted."""

    id: int
    kind: Literal["block", "mute", "room"]
    label: str
    """What the person was called then."""
    game: str
    time: int


class NewReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Tell the moderators. The line or game that `person` names is kept as evidence."""

    person: WhichPerson
    reason: Reason
    text: Annotated[str, Meta(max_length=500)] = ""


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """It is done."""

    id: int
    """Of what was written; 0 where there is nothing to point to."""


class MyManners(msgspec.Struct, frozen=True, kw_only=True):
    """What stands between the sender and the others."""

    blocks: list[BlockView]
    words: list[Warned]
    """Moderators' words not yet acknowledged."""
    silenced_until: int | None
    banned_until: int | None


class Acknowledge(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sender has read a moderator's word."""

    id: Number


# For moderators


class ReportView(msgspec.Struct, frozen=True, kw_only=True):
    """A report, with its evidence."""

    id: int
    person: str
    """Whom it is about: an id for the moderators' other pages."""
    label: str
    reporter: str
    reason: Reason
    text: str
    game: str
    line: int | None
    evidence: list[ChatLine]
    """What was said around that line, as it was then."""
    time: int
    state: Literal["open", "closed"]


class ActionView(msgspec.Struct, frozen=True, kw_only=True):
    """What a moderator did; nothing is ever taken out of this list."""

    id: int
    moderator: str
    person: str
    label: str
    kind: Literal["warn", "silence", "ban", "lift", "note", "close", "judge"]
    text: str
    time: int
    until: int | None
    about: str
    """The report (`report 7`) or flag (`flag 3`) that it answers."""


class FlagView(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody plays far above their rating. For a person to judge; nothing follows by itself."""

    id: int
    person: str
    label: str
    variant: str
    rating: float
    games: int
    moves: int
    share: float
    """Of the moves, those equal or near to the engine's best."""
    usual: float
    """What that share is among players of this rating."""
    excess: float
    """By how many standard deviations it is more."""
    evidence: list[str]
    """The games, the most conspicuous first."""
    time: int
    state: Literal["open", "dismissed", "confirmed"]


class PersonFile(msgspec.Struct, frozen=True, kw_only=True):
    """All that moderators know of somebody."""

    person: str
    label: str
    account: str
    silenced_until: int | None
    banned_until: int | None
    reports: list[ReportView]
    actions: list[ActionView]
    flags: list[FlagView]
    lines: list[ChatLine]
    """The last that they said, anywhere."""


class NewAction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Warn, silence or ban somebody, lift what was laid upon them, or write a note."""

    person: Annotated[str, Meta(min_length=1, max_length=32)]
    kind: Literal["warn", "silence", "ban", "lift", "note"]
    text: Annotated[str, Meta(max_length=1000)] = ""
    """Shown to the person, except with `note`."""
    hours: Annotated[int, Meta(ge=0, le=87_600)] = 0
    """Of a silence or ban."""
    report: Number | None = None


class CloseReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report is dealt with, or open again."""

    state: Literal["open", "closed"] = "closed"
    text: Annotated[str, Meta(max_length=1000)] = ""


class JudgeFlag(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a moderator thinks of a flag."""

    state: Literal["open", "dismissed", "confirmed"]
    text: Annotated[str, Meta(max_length=1000)] = ""
