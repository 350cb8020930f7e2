"""The director: starts tournaments, makes the games of each round, ends what is over.

Everything it knows is in the database, and every step is taken by one server only: a
killed director is replaced by any other, or by itself at the next start.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import sqlalchemy as sa

from cornerwise.rules import variant
from cornerwise.server.damage import Damaged, reading
from cornerwise.server.events import Event, Over, Played, Resigned, StandIn
from cornerwise.server.making import Table
from cornerwise.server.ranking.outcome import finished
from cornerwise.server.seats import SeatView
from cornerwise.server.state import GameState
from cornerwise.server.store import Also, Conflict, Store
from cornerwise.server.tournaments import keeping
from cornerwise.server.tournaments.tournament import (
    PlannedGame,
    Step,
    Tournament,
    next_step,
)

if TYPE_CHECKING:
    from cornerwise.server.rooms import Rooms

log = logging.getLogger(__name__)
ROUND = 2.0
"""Seconds between two looks at what is due."""
LOST = 3_600_000
"""Milliseconds in which a game cannot be read and nobody writes in it, until it counts as drawn."""


class Director:
    """Runs the tournaments of this server."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._rooms: Rooms
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._unreadable: dict[str, tuple[int, int]] = {}
        """By game: its last event, and when it was found that it cannot be read."""

    def start(self, rooms: "Rooms") -> None:
        """Take up what runs."""
        self._rooms = rooms
        self._tasks = [
            asyncio.create_task(self._listen(), name="director"),
            asyncio.create_task(self._make_rounds(), name="director's rounds"),
        ]

    async def close(self) -> None:
        """Stop; nothing is lost."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def hear(self, game: str, state: GameState, events: Sequence[Event]) -> None:
        """A listener of the rooms."""
        if state.made.tournament and any(isinstance(event, Over) for event in events):
            self._heard.put_nowait(state.made.tournament)

    async def settled(self) -> None:
        """Wait until everything heard so far is done."""
        await self._heard.join()

    async def _listen(self) -> None:
        while True:
            tournament = await self._heard.get()
            try:
                await self.look(tournament)
            except Exception:
                log.exception("tournament %s could not go on", tournament)
            finally:
                self._heard.task_done()

    async def _make_rounds(self) -> None:
        while True:
            try:
                await self.look_at_all()
            except sa.exc.SQLAlchemyError:
                log.warning("the database does not answer; tournaments wait")
            except Exception:  # or all of them would stand still until the next start
                log.exception("tournaments could not be looked at")
            await asyncio.sleep(ROUND)

    # Looking

    async def look_at_all(self) -> None:
        """Everything that runs or is due."""
        now = self._now()
        for id in await self._store.read(lambda c: keeping.unfinished(c, now)):
            try:
                await self.look(id)
            except sa.exc.SQLAlchemyError:
                raise
            except Exception:
                log.exception("tournament %s could not go on", id)

    async def look(self, id: str) -> None:
        """Do all that can be done for a tournament now."""
        while True:
            tournament = await self._store.read(lambda c: keeping.load(c, id))
            if tournament is None:
                return
            await self._make_games(tournament)
            for game in await self._to_enter(tournament):
                await self._ended(tournament, game)
            current = await self._store.read(lambda c: keeping.load(c, id))
            assert current is not None
            # A round of hundreds takes a while to plan.
            step = await asyncio.to_thread(next_step, current, self._now())
            if step is None:
                return
            await self.take(current, step)

    async def take(self, tournament: Tournament, step: Step) -> None:
        """Do a step; if another server was quicker, its step counts."""
        with suppress(Conflict):
            await self._store.write(lambda c: keeping.take(c, tournament, step))

    # Games

    async def _make_games(self, tournament: Tournament) -> None:
        for planned in tournament.games:
            if not planned.made:
                table = table_of(tournament, planned)
                mark = Also(partial(keeping.mark_made, game=planned.game, tournament=tournament))
                with suppress(Conflict):  # another server has made it, or the next look does
                    await self._rooms.create(table, mark, id=planned.game)

    async def _to_enter(self, tournament: Tournament) -> list[str]:
        """Games that are over, and those that will never be: they cannot be read."""
        over = await self._store.read(partial(keeping.just_over, id=tournament.id))
        running = [g.game for g in tournament.games if not g.meeting.over and g.game not in over]
        return [*over, *filter(self._rooms.is_unreadable, running)]

    async def _ended(self, tournament: Tournament, game: str) -> None:
        planned = next((g for g in tournament.games if g.game == game), None)
        if planned is None:
            return
        try:
            with reading(game):
                stored = await self._store.load(game)
                assert stored is not None
                state = await asyncio.to_thread(GameState, stored.events)
        except Damaged:
            await self._give_up(tournament, planned)
            return
        self._unreadable.pop(game, None)
        ended = finished(game, state, stored.holders)
        if ended is None:
            await self._rooms.look(game)  # restored, and played elsewhere: let them know it, too
            return
        body = keeping.TableBody(
            entrants=list(planned.meeting.entrants),
            places=[seat.rated_place for seat in ended.seats],
            points=[seat.points for seat in ended.seats],
            left=[seat.left for seat in ended.seats],
        )
        gone = _no_shows(planned, stored.events)
        await self._store.write(lambda c: keeping.finish(c, tournament.id, game, body, gone))

    async def _give_up(self, tournament: Tournament, planned: PlannedGame) -> None:
        """After a while in which the game might be restored, or another server play on in it."""
        game, now = planned.game, self._now()
        last = await self._store.read(partial(keeping.last_event, game=game))
        known, since = self._unreadable.get(game, (None, now))
        if known != last:
            self._unreadable[game] = (last, now)
            name = f"game {game} of tournament {tournament.id}"
            log.error("%s cannot be read: in an hour it counts as drawn; restore it before", name)
        elif now - since >= LOST:
            lost = keeping.lost_table(planned.meeting.entrants)
            await self._store.write(lambda c: keeping.finish(c, tournament.id, game, lost, []))
            del self._unreadable[game]


def table_of(tournament: Tournament, planned: PlannedGame) -> Table:
    """The game of a table: entrants on their seats, computers on the others."""
    chosen = tournament.chosen
    by_number = {entrant.number: entrant for entrant in tournament.entrants}
    people = [None if n is None else by_number[n] for n in planned.meeting.entrants]
    is_duplicate = chosen.kind == "duplicate"
    return Table(
        variant=variant(chosen.variant, **chosen.options),
        seats=tuple(
            SeatView(kind="computer", level=chosen.level)
            if entrant is None
            else SeatView(kind="person", name=entrant.name, account=entrant.account)
            for entrant in people
        ),
        holders=tuple(None if entrant is None else entrant.guest for entrant in people),
        clock=chosen.clock,
        public=True,
        rated=chosen.rated,
        tournament=tournament.id,
        seed=chosen.seed + planned.meeting.round if is_duplicate else None,
    )


def _no_shows(planned: PlannedGame, events: Sequence[Event]) -> list[int]:
    """Entrants who left without a single move of their own.

    Whoever stayed and had no turn, because the other never came, has shown up.
    """
    present = {e.player for e in events if isinstance(e, Played) and e.by == "person"}
    left = {e.player for e in events if isinstance(e, StandIn | Resigned)}
    return [
        entrant
        for player, entrant in enumerate(planned.meeting.entrants)
        if entrant is not None and player in left - present
    ]
