"""Who does not want to hear or meet whom, in the store.

`block`: their chat, invitations and pairings never reach me. `mute`: their chat does not.
`room`: no chat of this game does.
"""

from collections.abc import Collection, Sequence
from typing import Literal, cast

import sqlalchemy as sa

from cornerwise.server.manners.bodies import BlockView
from cornerwise.server.manners.schema import blocks

BlockKind = Literal["block", "mute", "room"]
MAX_BLOCKS = 500
"""Of one person."""


def put(
    connection: sa.Connection, guest: str, kind: BlockKind, *, other: str = "", game: str = "",
    label: str = "", now: int,
) -> bool:  # fmt: skip
    """From now on. Twice is once; False if there are too many."""
    same = (blocks.c.guest == guest) & (blocks.c.kind == kind)
    same &= (blocks.c.other == other) & (blocks.c.game == game)
    if connection.scalar(sa.select(blocks.c.id).where(same)) is not None:
        return True
    count = sa.select(sa.func.count()).where(blocks.c.guest == guest)
    if (connection.scalar(count) or 0) >= MAX_BLOCKS:
        return False
    row = {"guest": guest, "kind": kind, "other": other, "game": game, "label": label, "time": now}
    connection.execute(sa.insert(blocks), row)
    return True


def remove(connection: sa.Connection, guest: str, id: int) -> None:
    """No longer. Somebody else's is left alone."""
    connection.execute(sa.delete(blocks).where(blocks.c.id == id, blocks.c.guest == guest))


def of(connection: sa.Connection, guest: str) -> list[BlockView]:
    """All that somebody has blocked or muted, the last first."""
    query = sa.select(blocks).where(blocks.c.guest == guest).order_by(blocks.c.id.desc())
    return [
        BlockView(
            id=row.id,
            kind=cast(BlockKind, row.kind),
            label=row.label,
            game=row.game,
            time=row.time,
        )
        for row in connection.execute(query)
    ]


def pairs(connection: sa.Connection, guests: Sequence[str]) -> set[tuple[str, str]]:
    """Among these people: who has blocked whom."""
    query = sa.select(blocks.c.guest, blocks.c.other).where(
        blocks.c.kind == "block", blocks.c.guest.in_(guests), blocks.c.other.in_(guests)
    )
    return {(row.guest, row.other) for row in connection.execute(query)}


def estranged(connection: sa.Connection, guest: str) -> frozenset[str]:
    """Whom somebody has blocked, and who has blocked them."""
    if not guest:
        return frozenset()
    is_block = blocks.c.kind == "block"
    mine = sa.select(blocks.c.other).where(is_block, blocks.c.guest == guest)
    theirs = sa.select(blocks.c.guest).where(is_block, blocks.c.other == guest)
    return frozenset(connection.scalars(mine.union(theirs)))


def deaf_to(
    connection: sa.Connection, speaker: str, game: str, listeners: Collection[str]
) -> set[str]:
    """Who of the listeners does not hear somebody at a game."""
    is_speaker = blocks.c.kind.in_(("block", "mute")) & (blocks.c.other == speaker)
    is_room = (blocks.c.kind == "room") & (blocks.c.game == game)
    query = sa.select(blocks.c.guest).where(
        blocks.c.guest.in_(list(listeners)), is_speaker | is_room
    )
    return set(connection.scalars(query))


def unheard(connection: sa.Connection, guest: str, game: str) -> tuple[frozenset[str], bool]:
    """Whom somebody does not hear, and whether all chat of a game is off for them."""
    voices = sa.select(blocks.c.other).where(
        blocks.c.guest == guest, blocks.c.kind.in_(("block", "mute"))
    )
    room = sa.select(blocks.c.id).where(
        blocks.c.guest == guest, blocks.c.kind == "room", blocks.c.game == game
    )
    return frozenset(connection.scalars(voices)), connection.scalar(room) is not None
