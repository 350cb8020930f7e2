"""The ranking while the server runs: it hears of finished games and keeps the books."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

import sqlalchemy as sa

from cornerwise.rules import VARIANTS
from cornerwise.server.damage import Damaged, reading
from cornerwise.server.events import Event, Over, Undone
from cornerwise.server.ranking import ledger
from cornerwise.server.ranking.computers import ZERO_LEVEL, fitting_level
from cornerwise.server.ranking.outcome import Finished, finished
from cornerwise.server.ranking.scale import Rating
from cornerwise.server.ranking.schema import finished_games, ratings
from cornerwise.server.seats import ClockSpec
from cornerwise.server.speeds import speed_of
from cornerwise.server.state import GameState
from cornerwise.server.store import Conflict, Store
from cornerwise.server.store.schema import games, seats

log = logging.getLogger(__name__)
CHUNK = 20
"""Games rated in one transaction, so that nobody's move waits for the books."""
TRIES = 3
"""Of entering a game whose seats change hands just then; it is caught up with later."""
CATCH_UP = 60.0
"""Seconds between two looks for games whose server died before it entered them."""
FRESH = 30_000
"""Milliseconds for which a person's ratings are remembered."""
REMEMBERED = 10_000
"""People whose ratings are remembered, at most."""


class Ranking:
    """Enters finished games and answers how strong somebody is."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._heard: asyncio.Queue[tuple[str, GameState]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._remembered: dict[str, tuple[int, dict[ledger.Pool, Rating]]] = {}
        self._unreadable: set[str] = set()
        """Games that were told in the log: they are tried again at every look."""

    # Its life

    def start(self) -> None:
        """Enter what an earlier server left, and what is heard."""
        self._tasks = [
            asyncio.create_task(self._listen(), name="ranking"),
            asyncio.create_task(self._keep_up(), name="ranking catches up"),
        ]

    async def close(self) -> None:
        """Stop; a game not yet entered is entered at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def hear(self, game: str, state: GameState, events: Sequence[Event]) -> None:
        """A listener of the rooms."""
        if any(isinstance(event, Over | Undone) for event in events):
            self._heard.put_nowait((game, state))

    async def settled(self) -> None:
        """Wait until everything heard so far is entered."""
        await self._heard.join()

    async def _listen(self) -> None:
        while True:
            game, state = await self._heard.get()
            try:
                await self.enter(game, state)
            except Exception:  # it will be caught up with later
                log.exception("game %s could not be rated", game)
            finally:
                self._heard.task_done()

    async def _keep_up(self) -> None:
        while True:
            try:
                await self.catch_up()
            except sa.exc.SQLAlchemyError:
                log.warning("the database does not answer; ratings wait")
            except Exception:  # or nothing would be caught up with until the next start
                log.exception("ratings could not be brought up to date")
            await asyncio.sleep(CATCH_UP)

    # The books

    async def enter(self, game: str, state: GameState | None = None) -> None:
        """Enter a game as it stands now, and rate what is to be rated."""
        if state is None:
            state = await self._read(game)
            if state is None:
                return
        for _ in range(TRIES):
            with suppress(Conflict):
                await self._enter(game, state)
                return
        log.warning("game %s waits to be rated: others write the same", game)

    async def _read(self, game: str) -> GameState | None:
        """A game as it is stored; None if there is none, or it cannot be read for now."""
        try:
            with reading(game):
                stored = await self._store.load(game)
                events = stored.events if stored else []
                # Replaying a game takes milliseconds that the sockets need.
                state = await asyncio.to_thread(GameState, events) if events else None
        except Damaged as damage:
            if game not in self._unreadable:
                log.error("%s; it does not count", damage)
            self._unreadable.add(game)
            return None
        self._unreadable.discard(game)
        return state

    async def _enter(self, game: str, state: GameState) -> None:
        """`Conflict` if a seat changed hands in between: a guest became an account, or is gone."""
        holders = await self._store.read(lambda connection: _holders(connection, game))
        ended = finished(game, state, holders)
        if ended is None:
            await self._store.write(lambda connection: ledger.forget(connection, game))
            return
        await self._store.write(lambda connection: _record(connection, ended, holders))
        if ended.rated:
            await self.advance((ended.variant, ended.speed))

    async def advance(self, pool: ledger.Pool) -> None:
        """Rate all that waits in a pool."""
        if pool[0] not in VARIANTS:
            return
        done: list[int] = []
        while not done or done[-1] == CHUNK:
            await self._store.write(
                lambda connection: done.append(ledger.advance(connection, pool, CHUNK))
            )
        self._remembered.clear()

    async def catch_up(self) -> None:
        """Enter games that ended unheard; rate pools that were moved back."""
        for game in await self._store.read(_not_entered):
            try:
                await self.enter(game)
            except sa.exc.SQLAlchemyError:
                raise
            except Exception:
                log.exception("game %s could not be rated", game)
        for pool in await self._store.read(_waiting):
            await self.advance(pool)

    def merge(self, connection: sa.Connection, old: str, new: str) -> None:
        """A guest becomes an account: what both have played is rated again as one person's."""
        ledger.merge(connection, old, new)

    # Answers

    async def level_for(self, guest: str, variant: str) -> int:
        """The computer's level of a person's strength, as far as it is known."""
        known = await self._ratings(guest)
        own = [rating for (name, _), rating in known.items() if name == variant]
        found = own or list(known.values())
        if not found or variant not in VARIANTS:
            return ZERO_LEVEL
        return fitting_level(VARIANTS[variant], min(found, key=lambda rating: rating.sigma))

    async def rating_of(self, guest: str, variant: str, clock: ClockSpec | None) -> float | None:
        """A person's rating for a game at this clock; None if there is none."""
        speed = speed_of(clock, VARIANTS[variant]) if variant in VARIANTS else None
        rating = (await self._ratings(guest)).get((variant, speed or ""))
        return None if rating is None else rating.mu

    async def _ratings(self, guest: str) -> dict[ledger.Pool, Rating]:
        remembered = self._remembered.get(guest)
        if remembered is not None and self._now() - remembered[0] < FRESH:
            return remembered[1]
        query = sa.select(ratings).where(ratings.c.guest == guest)
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        found = {(row.variant, row.speed): Rating(row.mu, row.sigma) for row in rows}
        if len(self._remembered) >= REMEMBERED:
            self._remembered.clear()
        self._remembered[guest] = (self._now(), found)
        return found


def _holders(connection: sa.Connection, game: str) -> dict[int, str]:
    query = sa.select(seats.c.player, seats.c.guest).where(seats.c.game == game)
    return {row.player: row.guest for row in connection.execute(query)}


def _record(connection: sa.Connection, ended: Finished, holders: dict[int, str]) -> None:
    """Under the books' lock, which whoever brings games to an account takes, too."""
    ledger.lock(connection)
    if _holders(connection, ended.game) != holders:
        raise Conflict(f"a seat of game {ended.game} has changed hands")
    ledger.record(connection, ended)


def _not_entered(connection: sa.Connection) -> list[str]:
    """Games that are over but not in the books, the first to end first."""
    entered = sa.exists().where(finished_games.c.game == games.c.id)
    query = sa.select(games.c.id).where(games.c.phase == "over", ~entered)
    return list(connection.scalars(query.order_by(games.c.changed, games.c.id)))


def _waiting(connection: sa.Connection) -> list[ledger.Pool]:
    """Pools with games after their mark."""
    pools = connection.execute(
        sa.select(finished_games.c.variant, finished_games.c.speed)
        .where(finished_games.c.rated)
        .distinct()
    ).all()
    return [
        (row.variant, row.speed)
        for row in pools
        if ledger.waits(connection, (row.variant, row.speed))
    ]
