"""Finished rated games are looked at by the engine when it has nothing better to do.

One server does it for all. What it finds is kept by game and player; who stands out far is
flagged for the moderators, and nothing else happens.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from cornerwise.play import Game, retrace
from cornerwise.server.accounts.person import GONE
from cornerwise.server.accounts.schema import accounts
from cornerwise.server.jobs import Busy
from cornerwise.server.manners import agreement
from cornerwise.server.manners.agreement import LEAST_CHOICE, Sample, Suspicion
from cornerwise.server.manners.checking import Checked
from cornerwise.server.manners.schema import agreements, checks, flags
from cornerwise.server.notices.keeping import holder_of
from cornerwise.server.queueing import JobFailed, Priority
from cornerwise.server.store import Conflict
from cornerwise.server.store.changing import change
from cornerwise.server.store.schema import games
from cornerwise.server.worker import CheckTask, SentGame

if TYPE_CHECKING:
    from cornerwise.server.rooms import Rooms, SeenGame

log = logging.getLogger(__name__)
DUTY = "inspection"
PAUSE = 30.0
"""Seconds between two looks for a game, when there was none."""
TRIES = 3
"""How often a move is looked at again after the engine was called away."""
ABANDONED = 3_600_000
"""Milliseconds after which a game that was begun is taken up again."""
OLDEST = 14 * 86_400_000
"""Milliseconds after which a game is no longer looked at: nobody would judge it."""
LAST_GAMES, OTHERS = 20, 2000
"""Of the person, and of everybody else, that are compared."""
NEWCOMER = 1500.0
"""The rating of who has none yet."""


class Inspector:
    """Takes up one finished rated game after the other."""

    def __init__(self, rooms: "Rooms") -> None:
        self._rooms = rooms
        self._services = rooms.services
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run(), name="inspector")

    async def close(self) -> None:
        """Stop; a game that was begun is taken up again later."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            found = False
            try:
                found = self._services.bus.leads(DUTY) and await self.step()
            except (Busy, JobFailed) as error:
                log.info("the inspection of a game waits: %s", error)
            except Exception:
                log.exception("a game could not be inspected")
            if not found:
                await asyncio.sleep(PAUSE)

    async def step(self) -> bool:
        """Look at one game; False if there is none."""
        now = self._services.now()
        try:
            game = await change(self._services.store, partial(_take, now=now))
        except Conflict:  # another server was faster
            return False
        if game is None:
            return False
        seen = await self._rooms.look(game)
        for player, plies in agreement.people_plies(seen.events).items():
            if seen.holders[player]:
                await self._inspect(seen, player, plies)
        await self._services.store.write(
            lambda connection: _finish(connection, game, self._services.now())
        )
        return True

    async def _inspect(self, seen: "SeenGame", player: int, plies: list[int]) -> None:
        """One person's moves of one game. It takes minutes: who it was is asked afterwards."""
        variant = seen.state.game.variant.name
        answers = [await self._check(seen.id, *p) for p in positions(seen.state.game, plies)]
        found = [answer for answer in answers if answer is not None]
        held = partial(holder_of, game=seen.id, player=player)
        guest = await self._services.store.read(held) or ""
        rating = await self._services.rating_of(guest, variant, seen.state.clock)
        row = {
            "game": seen.id,
            "player": player,
            "guest": guest,
            "variant": variant,
            "rating": NEWCOMER if rating is None else rating,
            "moves": len(found),
            "best": sum(answer.best for answer in found),
            "near": sum(answer.near for answer in found),
            "lost": sum(answer.lost for answer in found),
            "time": self._services.now(),
        }
        if await change(self._services.store, partial(_keep, row=row)):
            await self._judge(guest, variant)

    async def _check(self, game: str, before: SentGame, played: str) -> Checked | None:
        for _ in range(TRIES):
            task = CheckTask(game=before, played=played)
            text = await self._services.jobs.submit(f"check {game}", task, Priority.ANALYSIS).result
            if text:
                return msgspec.json.decode(text, type=Checked)
        return None  # people's moves came first every time

    async def _judge(self, guest: str, variant: str) -> None:
        """Flag somebody, if there is reason to."""
        read = self._services.store.read
        mine, others = await read(partial(_samples, guest=guest, variant=variant))
        found = agreement.suspicion(mine, others)
        if found is not None:
            now = self._services.now()
            await change(
                self._services.store,
                partial(_flag, guest=guest, variant=variant, found=found, now=now),
            )


def positions(game: Game, plies: Sequence[int]) -> list[tuple[SentGame, str]]:
    """Each position that says something, with the move played there."""
    wanted = set(plies)
    return [
        (SentGame.of(past), str(move))
        for ply, (past, move) in enumerate(retrace(game), 1)
        if ply in wanted and len(past.legal_moves) >= LEAST_CHOICE
    ]


# In the store


def _take(connection: sa.Connection, now: int) -> str | None:
    """A game to look at, marked as begun."""
    connection.execute(
        sa.delete(checks).where(checks.c.state == "begun", checks.c.time < now - ABANDONED)
    )
    query = (
        sa.select(games.c.id)
        .where(games.c.rated, games.c.changed > now - OLDEST, games.c.phase == "over")
        .where(~sa.exists().where(checks.c.game == games.c.id))
        .order_by(games.c.changed.desc())
        .limit(1)
    )
    game: str | None = connection.scalar(query)
    if game is not None:
        connection.execute(sa.insert(checks), {"game": game, "state": "begun", "time": now})
    return game


def _finish(connection: sa.Connection, game: str, now: int) -> None:
    done = sa.update(checks).where(checks.c.game == game)
    connection.execute(done.values(state="done", time=now))


def _keep(connection: sa.Connection, row: dict[str, Any]) -> bool:
    """False for who is gone, or has become another person this very moment."""
    guest = row["guest"]
    if guest.startswith(GONE) or holder_of(connection, row["game"], row["player"]) != guest:
        return False
    same = (agreements.c.game == row["game"]) & (agreements.c.player == row["player"])
    connection.execute(sa.delete(agreements).where(same))
    connection.execute(sa.insert(agreements), row)
    return True


def _samples(
    connection: sa.Connection, guest: str, variant: str
) -> tuple[list[Sample], list[Sample]]:
    """The person's last games, and everybody else's."""
    alike = sa.select(agreements).where(agreements.c.variant == variant, agreements.c.moves > 0)
    last = alike.order_by(agreements.c.time.desc())
    mine = last.where(agreements.c.guest == guest).limit(LAST_GAMES)
    others = last.where(agreements.c.guest != guest).limit(OTHERS)
    first, second = (
        [Sample(row.game, row.guest, row.rating, row.moves, row.near) for row in rows]
        for rows in (connection.execute(mine), connection.execute(others))
    )
    return first, second


def _flag(connection: sa.Connection, guest: str, variant: str, found: Suspicion, now: int) -> None:
    """Write a flag, or bring the open one of the same person and variant up to date.

    Who was judged is flagged again only for what is still more conspicuous.
    """
    same = (flags.c.person == guest) & (flags.c.variant == variant)
    judged = sa.select(sa.func.max(flags.c.excess)).where(same, flags.c.state != "open")
    if (connection.scalar(judged) or 0.0) >= found.excess:
        return
    connection.execute(sa.delete(flags).where(same, flags.c.state == "open"))
    row = {
        "person": guest,
        "label": connection.scalar(sa.select(accounts.c.name).where(accounts.c.id == guest)) or "",
        "variant": variant,
        "rating": found.rating,
        "games": len(found.games),
        "moves": found.moves,
        "share": found.share,
        "usual": found.usual,
        "excess": found.excess,
        "evidence": msgspec.json.encode(list(found.games)).decode(),
        "time": now,
        "state": "open",
    }
    connection.execute(sa.insert(flags), row)
