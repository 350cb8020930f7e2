"""Deleted accounts leave games without a name: the seats of who is gone are rewritten, those
to which who is gone was invited, and those that a rematch kept for who is gone.

This is the one exception to "events are never changed". Moves, clocks and results stay; the
name and the account of a seat become empty wherever the log and the lists show them.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa

from cornerwise.server.accounts import keeping, moving
from cornerwise.server.accounts.person import GONE
from cornerwise.server.accounts.schema import erasures
from cornerwise.server.accounts.secrets import new_id
from cornerwise.server.events import Created, Event, Rematch, Sat
from cornerwise.server.lobby.schema import invitations
from cornerwise.server.ranking import ledger
from cornerwise.server.seats import SeatView
from cornerwise.server.store import Store
from cornerwise.server.store.changing import change
from cornerwise.server.store.schema import events, games, seats
from cornerwise.server.withdrawing import withdraw

log = logging.getLogger(__name__)
AT_ONCE = 20
"""Games that are looked through in one transaction: a twentieth of a second."""
UNREADABLE = (msgspec.MsgspecError, sa.exc.NoResultFound, AssertionError)
"""What a damaged log leads to."""
IsGone = Callable[[int, str, str], bool]
"""Whether a seat names a deleted person, by its player, kind and account."""
_decode = msgspec.json.Decoder(Event).decode
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Erased:
    """What a deleted account leaves behind, for the servers that have some of it in memory."""

    nobody: str
    """The id that holds its seats now."""
    sessions: list[str]
    games: list[str]


def erase_account(connection: sa.Connection, account: str) -> Erased:
    """Delete everything personal. The games stay for who else has played in them.

    Their names are still in the games afterwards: `erase_all_names` takes them out.
    """
    ledger.lock(connection)  # or a game of theirs that is entered just now would keep their id
    nobody = new_id(GONE)
    named = sa.select(invitations.c.game).where(invitations.c.receiver == account)
    invited = set(connection.scalars(named))
    ended = keeping.end_sessions(connection, account)
    withdraw(connection, account)
    moving.forget(connection, account, nobody)
    keeping.delete_account(connection, account)
    held = sa.select(seats.c.game).where(seats.c.guest == nobody).distinct()
    again = _rematches(connection, events.c.game.in_(held))
    games = sorted(invited.union(connection.scalars(held), again))
    _remember(connection, games)
    return Erased(nobody, ended, games)


def _remember(connection: sa.Connection, games: Sequence[str]) -> None:
    known = set(connection.scalars(sa.select(erasures.c.game)))
    if rows := [{"game": game} for game in games if game not in known]:
        connection.execute(sa.insert(erasures), rows)


async def erase_all_names(store: Store) -> None:
    """From all games that deletions have left to be looked through, by whichever server.

    A thousand games take seconds, and everybody's moves wait for the one writer: a few at a time.
    """
    while await change(store, _erase_some):
        pass


def _erase_some(connection: sa.Connection) -> bool:
    """Whether there was anything to be done."""
    some = connection.scalars(sa.select(erasures.c.game).order_by(erasures.c.game).limit(AT_ONCE))
    games = list(some)
    erase_names(connection, games)
    connection.execute(sa.delete(erasures).where(erasures.c.game.in_(games)))
    return bool(games)


def erase_names(connection: sa.Connection, games: Iterable[str]) -> None:
    """Take the names off the seats of deleted persons. Doing it twice does no harm."""
    for game in games:
        try:
            _erase(connection, game)
        except UNREADABLE:  # it must not keep the names in all the others
            log.exception("game %s cannot be read: names may stand in it", game)


def _erase(connection: sa.Connection, game: str) -> None:
    players = _gone(connection, game) | _kept_for_gone(connection, game)
    is_gone = partial(_is_gone, connection, players)
    _erase_events(connection, game, is_gone)
    _erase_summary(connection, game, is_gone)


def _gone(connection: sa.Connection, game: str) -> set[int]:
    """Players whose seats deleted persons hold."""
    theirs = (seats.c.game == game) & seats.c.guest.startswith(GONE)
    return set(connection.scalars(sa.select(seats.c.player).where(theirs)))


def _kept_for_gone(connection: sa.Connection, game: str) -> set[int]:
    """Players of a rematch whose seats were kept for deleted persons, whoever plays there now.

    A kept seat that a computer was put on is held by nobody, but the log still says for whom.
    """
    first = (events.c.game == game) & (events.c.seq == 1)
    made = _decode(connection.scalars(sa.select(events.c.body).where(first)).one())
    assert isinstance(made, Created)
    origin = made.origin or ""
    if game not in _rematches(connection, events.c.game == origin):
        return set()
    held = set(connection.scalars(sa.select(seats.c.player).where(seats.c.game == game)))
    # In a rematch everybody sits one seat further.
    kept = {(player + 1) % len(made.seats) for player in _gone(connection, origin)}
    return kept - held


def _rematches(connection: sa.Connection, where: sa.ColumnElement[bool]) -> list[str]:
    """The games that some games' logs say were their rematches."""
    told = events.c.body.like('{"kind":"rematch"%')
    found = [
        _rematch(body) for body in connection.scalars(sa.select(events.c.body).where(where, told))
    ]
    return [game for game in found if game]


def _rematch(body: str) -> str:
    """The game that an event names; none where it is damaged, which must not keep an account."""
    try:
        event = _decode(body)
    except msgspec.MsgspecError:
        log.exception("a rematch cannot be read: names may stand in it")
        return ""
    return event.game if isinstance(event, Rematch) else ""


def _is_gone(
    connection: sa.Connection, players: set[int], player: int, kind: str, account: str
) -> bool:
    """Whether who sat there is one of the players, or who was invited to sit has no account."""
    is_invited = kind == "free" and account != ""
    missing = is_invited and keeping.account_by_name(connection, account) is None
    return player in players or missing


def _erase_events(connection: sa.Connection, game: str, is_gone: IsGone) -> None:
    """Only events that seat somebody have names; they are few, and told by how they begin."""
    seating = events.c.body.like('{"kind":"created"%') | events.c.body.like('{"kind":"sat"%')
    query = sa.select(events.c.seq, events.c.body).where(events.c.game == game, seating)
    for row in connection.execute(query).all():
        body = _encode(nameless(_decode(row.body), is_gone)).decode()
        same = (events.c.game == game) & (events.c.seq == row.seq)
        connection.execute(sa.update(events).where(same).values(body=body))


def nameless(event: Event, is_gone: IsGone) -> Event:
    """The same event without the names of who is gone."""

    def shown(player: int, seat: SeatView) -> SeatView:
        return _bare(seat) if is_gone(player, seat.kind, seat.account) else seat

    if isinstance(event, Created):
        bare = [shown(player, seat) for player, seat in enumerate(event.seats)]
        return msgspec.structs.replace(event, seats=bare)
    if isinstance(event, Sat):
        return msgspec.structs.replace(event, seat=shown(event.player, event.seat))
    return event


def _bare(seat: SeatView) -> SeatView:
    return msgspec.structs.replace(seat, name="", account="")


def _erase_summary(connection: sa.Connection, game: str, is_gone: IsGone) -> None:
    """The summary is plain JSON to us, whatever other parts put into it."""
    text = connection.scalar(sa.select(games.c.summary).where(games.c.id == game))
    shown: dict[str, Any] = msgspec.json.decode(text or "{}")
    for player, seat in enumerate(shown.get("seats", [])):
        if is_gone(player, seat["kind"], seat["account"]):
            seat |= {"name": "", "account": ""}
    changed = msgspec.json.encode(shown).decode()
    connection.execute(sa.update(games).where(games.c.id == game).values(summary=changed))
