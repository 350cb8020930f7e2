"""What the lobby shows: read from the store, compared with what was shown before."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa

from cornerwise.server.accounts.person import GONE
from cornerwise.server.bodies import GameSummary
from cornerwise.server.lobby.messages import Lobby, LobbyChanged, OpenGame, Queue, RunningGame
from cornerwise.server.lobby.pairing import Wish
from cornerwise.server.manners import penalties
from cornerwise.server.seats import ClockSpec
from cornerwise.server.store.schema import games, seats
from cornerwise.server.summary import listed

MAX_OPEN, MAX_RUNNING, MAX_PEOPLE, MAX_QUEUES = 100, 60, 200, 50
LOOKED_AT = 300
"""Open games that are read; those whose people have left are not shown."""
JUST_MADE = 120_000
"""Milliseconds for which a game is shown though its people are not seen (they are on the way)."""
LONGEST = 14 * 86_400_000
"""Milliseconds for which an open game with days for a move is shown."""


@dataclass(frozen=True)
class Listed:
    """A game with the people at its table."""

    summary: GameSummary
    people: frozenset[str]
    """Guest ids."""


@dataclass(frozen=True)
class Found:
    """What the store says."""

    open: tuple[Listed, ...]
    running: tuple[Listed, ...]
    running_total: int


def read(connection: sa.Connection, now: int) -> Found:
    """Open games, and public ones that are being played, the newest first."""
    fields = sa.select(games.c.id, games.c.summary)
    newest = games.c.created.desc()
    waiting = fields.where(games.c.open).order_by(newest).limit(LOOKED_AT)
    is_shown = games.c.public & (games.c.phase == "playing")
    running = fields.where(is_shown).order_by(newest).limit(MAX_RUNNING)
    total = connection.scalar(sa.select(sa.func.count()).select_from(games).where(is_shown))
    return Found(
        tuple(_welcoming(connection, connection.execute(waiting).all(), now)),
        tuple(_listed(connection, connection.execute(running).all())),
        int(total or 0),
    )


def _welcoming(connection: sa.Connection, rows: Iterable[Any], now: int) -> list[Listed]:
    """Open games at which one can sit down: nobody there is deleted or banned."""
    found = list(_listed(connection, rows))
    people = {guest for listed in found for guest in listed.people}
    absent = penalties.banned(connection, people, now)
    absent |= {guest for guest in people if guest.startswith(GONE)}
    return [listed for listed in found if listed.people.isdisjoint(absent)]


def _listed(connection: sa.Connection, rows: Iterable[Any]) -> Iterable[Listed]:
    found = [(row.id, listed(row.id, row.summary, [])) for row in rows]
    summaries = {game: summary for game, summary in found if summary is not None}
    people: dict[str, set[str]] = {game: set() for game in summaries}
    held = sa.select(seats.c.game, seats.c.guest).where(seats.c.game.in_(list(summaries)))
    for row in connection.execute(held):
        people[row.game].add(row.guest)
    return [Listed(summary, frozenset(people[game])) for game, summary in summaries.items()]


def is_shown(listed: Listed, here: Collection[str], now: int) -> bool:
    """Whether somebody who takes the open seat will find people at the table."""
    age = now - listed.summary.changed
    if listed.summary.clock is not None and listed.summary.clock.days:
        return age < LONGEST
    return age < JUST_MADE or any(guest in here for guest in listed.people)


@dataclass(frozen=True)
class Picture:
    """The lobby as nobody in particular sees it."""

    open: Mapping[str, Listed]
    running: Mapping[str, RunningGame]
    running_total: int
    queues: tuple[Queue, ...]
    people: tuple[str, ...]
    """Names, in order."""
    guests: int

    def seen_by(self, hidden: Collection[str]) -> Lobby:
        """As it is shown to somebody who has blocked, or is blocked by, `hidden`."""
        return Lobby(
            open=[_open_game(g.summary) for g in self.open.values() if g.people.isdisjoint(hidden)],
            running=list(self.running.values()),
            running_total=self.running_total,
            queues=list(self.queues),
            people=list(self.people[:MAX_PEOPLE]),
            people_total=len(self.people),
            guests=self.guests,
        )


EMPTY = Picture({}, {}, 0, (), (), 0)


def picture(
    found: Found,
    wishes: Iterable[Wish],
    accounts: Mapping[str, str],
    guests: Collection[str],
    watchers: Mapping[str, int],
    now: int,
) -> Picture:
    """Put together what the store, the queue and the census say."""
    here = {*accounts, *guests}
    shown = [listed for listed in found.open if is_shown(listed, here, now)]
    running = [_running(g.summary, watchers.get(g.summary.game, 0)) for g in found.running]
    return Picture(
        {listed.summary.game: listed for listed in shown[:MAX_OPEN]},
        {game.game: game for game in running},
        found.running_total,
        _queues(wishes),
        tuple(sorted(set(accounts.values()), key=str.casefold)),
        len(guests),
    )


def changes(old: Lobby, new: Lobby) -> LobbyChanged | None:
    """What somebody who saw `old` must be told to see `new`; None if nothing."""
    if old == new:
        return None
    before: dict[str, OpenGame | RunningGame] = {game.game: game for game in old.open}
    before |= {game.game: game for game in old.running}
    after = {game.game for game in new.open} | {game.game for game in new.running}
    was_here, is_here = set(old.people), set(new.people)
    return LobbyChanged(
        open=[game for game in new.open if before.get(game.game) != game],
        running=[game for game in new.running if before.get(game.game) != game],
        gone=[game for game in before if game not in after],
        running_total=new.running_total,
        queues=new.queues,
        arrived=[name for name in new.people if name not in was_here],
        left=[name for name in old.people if name not in is_here],
        people_total=new.people_total,
        guests=new.guests,
    )


def clock_of(text: str) -> ClockSpec | None:
    """The clock of a wish."""
    return msgspec.json.decode(text, type=ClockSpec) if text else None


def _queues(wishes: Iterable[Wish]) -> tuple[Queue, ...]:
    lines: dict[Any, list[Wish]] = {}
    for wish in wishes:
        lines.setdefault(wish.kind, []).append(wish)
    queues = [
        Queue(
            variant=kind.variant,
            clock=clock_of(kind.clock),
            rated=kind.rated,
            paired=kind.paired,
            players=line[0].players,
            waiting=len(line),
        )
        for kind, line in sorted(lines.items())
    ]
    return tuple(queues[:MAX_QUEUES])


def _open_game(summary: GameSummary) -> OpenGame:
    return OpenGame(**_named(OpenGame, summary))


def _running(summary: GameSummary, watchers: int) -> RunningGame:
    return RunningGame(**_named(RunningGame, summary), watchers=watchers)


def _named(view: type[msgspec.Struct], summary: GameSummary) -> dict[str, Any]:
    """What a view shows of a game under the summary's own names."""
    shared = set(view.__struct_fields__) & set(summary.__struct_fields__)
    return {name: getattr(summary, name) for name in shared}
