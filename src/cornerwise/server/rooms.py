"""The rooms of this process: at most one for a game, and only for games that we own.

A game that another server owns can be joined and played all the same: `join` gives a room
that passes everything on. To read a game, `look` is enough and moves nothing.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from cornerwise.server.cluster.abroad import Moved, RemoteRoom
from cornerwise.server.cluster.alone import Unavailable
from cornerwise.server.damage import Damaged, reading
from cornerwise.server.events import Event
from cornerwise.server.making import Table
from cornerwise.server.refusal import Refusal
from cornerwise.server.room import Follower, Room, new_game
from cornerwise.server.services import Services
from cornerwise.server.state import GameState
from cornerwise.server.store import Also, NewGame, StoredGame

log = logging.getLogger(__name__)
T = TypeVar("T")
SWEEP = 30.0
"""Seconds between two looks for rooms that nobody needs; those that stay are claimed once more."""
ADOPT = 10.0
"""Seconds between two looks for games in which a server has to act and none does."""
AT_ONCE = 50
"""Games that are claimed in one step, so that several servers share a dead one's games."""
LOOK_AGAIN = 60_000
"""Milliseconds until a game that could not be read is looked at unasked: it may be restored."""
TRIES, PAUSE = 40, 0.25
"""A game whose owner has just died is asked for until the lease has ended."""

GameRoom = Room | RemoteRoom
"""Where a game can be followed and played: here, or at its owner's."""


class Unreadable(Refusal):
    """What is stored of a game is no game, and is so until somebody restores it."""

    def __init__(self) -> None:
        super().__init__("unknown_game", "what is stored of this game can no longer be read")


@dataclass(frozen=True)
class SeenGame:
    """A game to be read: as it is in memory here, or as it was just loaded."""

    id: str
    events: Sequence[Event]
    state: GameState
    holders: Sequence[str | None]

    def seats_of(self, guest: str) -> list[int]:
        """Players whose seats a guest holds."""
        return [player for player, holder in enumerate(self.holders) if guest and holder == guest]


class Rooms:
    """Rooms in memory, by game."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._rooms: dict[str, GameRoom] = {}
        self._loading: dict[str, asyncio.Task[GameRoom | None]] = {}
        self._tasks: set[asyncio.Task[object]] = set()
        self._unreadable: dict[str, int] = {}
        """By game: when it was last found that it cannot be read."""
        self._closed = False

    def __len__(self) -> int:
        return sum(isinstance(room, Room) for room in self._rooms.values())

    async def start(self) -> None:
        """Take up every game in which the server has to act."""
        await self.adopt()
        self._keep(asyncio.create_task(self._sweep_for_ever(), name="sweep"))
        self._keep(asyncio.create_task(self._adopt_for_ever(), name="adopt"))

    def here(self) -> list[Room]:
        """The rooms of games that this server owns."""
        return [room for room in self._rooms.values() if isinstance(room, Room)]

    # Games

    async def get(self, game: str) -> GameRoom:
        """The room of a game, wherever it is; `Refusal` if there is no such game."""
        room = self._rooms.get(game)
        if room is not None and not room.is_broken:
            return room
        task = self._loading.get(game)
        if task is None:
            task = asyncio.create_task(self._load(game), name=f"load {game}")
            self._loading[game] = task
            task.add_done_callback(lambda done: self._loaded(game, done))
        loaded = await asyncio.shield(task)
        if loaded is None:
            raise Refusal("unknown_game", "there is no such game")
        return loaded

    async def own(self, game: str) -> Room | None:
        """The room of a game if we own it or can; None if another server does."""
        if self._closed:
            return None
        room = await self.get(game)
        return room if isinstance(room, Room) else None

    async def join(self, game: str, follower: Follower, seq: int, key: str = "") -> GameRoom:
        """Let somebody follow a game; when its owner has just died, as soon as there is another."""
        for _ in range(TRIES):
            room = await self.get(game)
            try:
                if isinstance(room, Room):
                    room.join(follower, seq, key)
                else:
                    await room.join(follower, seq, key)
                return room
            except Moved:
                room.break_up()
                await asyncio.sleep(PAUSE)
        raise Unavailable(f"no server answers for game {game}")

    async def look(self, game: str) -> SeenGame:
        """A game to be read, whoever owns it; `Refusal` if there is no such game."""
        room = self._rooms.get(game)
        if isinstance(room, Room) and not room.is_broken:
            return SeenGame(game, room.events, room.state, room.holders)
        seen = await self._read(game, _seen)
        if seen is None:
            raise Refusal("unknown_game", "there is no such game")
        return seen

    async def create(self, table: Table, *also: Also, id: str = "") -> NewGame:
        """Store a new game, with another part's rows if there are any, and open its room.

        An id may have been chosen beforehand; if there is such a game already, `Conflict`.
        """
        new = new_game(table, self.services.now(), id)
        await self.services.store.commit(new, *also)
        self.services.tell_listeners(new.game, GameState(new.events), new.events)
        if new.head.acts:
            with suppress(Unavailable):  # it is made all the same, and is adopted soon
                await self.get(new.game)
        return new

    def watchers(self) -> dict[str, int]:
        """By public game that is owned here and watched: how many pages watch it."""
        mine = [room for room in self._rooms.values() if isinstance(room, Room) and room.watchers]
        return {room.id: room.watchers for room in mine if room.state.made.public}

    def is_unreadable(self, game: str) -> bool:
        """Whether what is stored of a game was no game when it was last looked at."""
        return game in self._unreadable

    # Ownership

    async def adopt(self) -> None:
        """Take up every game in which a server has to act and none does."""
        waiting = [game for game in await self._waiting() if not self._is_left_out(game)]
        taken = 0
        for begin in range(0, len(waiting), AT_ONCE):
            owners = await self.services.cluster.claim(waiting[begin : begin + AT_ONCE])
            for game, owner in owners.items():
                if owner is None:
                    taken += await self._take_up(game)
        if taken:
            log.info("%d games go on", taken)

    async def check_owned(self) -> None:
        """Claim our games once more; let go of what others have claimed meanwhile.

        From time to time, for a game's lease ends if it is not renewed; and when our own had ended.
        """
        rooms = {game: room for game, room in self._rooms.items() if isinstance(room, Room)}
        owners = await self.services.cluster.claim(rooms)
        for game, owner in owners.items():
            if owner is not None:
                rooms[game].break_up()

    def abandon(self) -> None:
        """We cannot prove that we own anything: whoever follows shall come again."""
        for room in self._rooms.values():
            room.break_up()

    async def close(self) -> None:
        """Let go of everything; what is stored goes on at the next start, or elsewhere."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        for room in self._rooms.values():
            room.break_up()
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        for room in list(self._rooms.values()):
            if isinstance(room, Room):
                await room.settled()
        self._rooms.clear()

    def sweep(self) -> None:
        """Forget rooms that are idle or broken."""
        gone = [game for game, room in self._rooms.items() if _is_needless(room)]
        for game in gone:
            room = self._rooms.pop(game)
            if isinstance(room, Room):
                room.close()
        if gone:
            self._keep(asyncio.create_task(self.services.cluster.release(gone), name="release"))

    # Inside

    def _loaded(self, game: str, task: "asyncio.Task[GameRoom | None]") -> None:
        self._loading.pop(game, None)
        if not task.cancelled():
            task.exception()  # whoever waited is told; perhaps nobody does any more

    async def _take_up(self, game: str) -> bool:
        """Load a game; one with which something is wrong must not keep the others from going on."""
        try:
            await self.get(game)
        except Unavailable:
            raise  # there is nothing wrong with the game, and the others would fare alike
        except Unreadable:
            await self.services.cluster.release([game])
            return False
        except Exception:
            log.exception("game %s cannot go on; it is tried again later", game)
            await self.services.cluster.release([game])
            return False
        return True

    def _is_left_out(self, game: str) -> bool:
        room = self._rooms.get(game)
        is_here = isinstance(room, Room) and not room.is_broken
        looked = self._unreadable.get(game)
        return is_here or (looked is not None and self.services.now() - looked < LOOK_AGAIN)

    def _wake(self, game: str) -> None:
        """Load a game soon, so that its computer can begin."""
        self._keep(asyncio.create_task(self.get(game), name=f"wake {game}"))

    def _keep(self, task: "asyncio.Task[object]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _waiting(self) -> list[str]:
        return await self.services.store.waiting_for_server()

    async def _load(self, game: str) -> GameRoom | None:
        owner = (await self.services.cluster.claim([game]))[game]
        room: GameRoom | None
        if owner is not None:
            room = self.services.cluster.remote(game, owner)
        else:
            room = await self._read(game, lambda stored: Room(stored, self.services, self._wake))
            if room is None:
                await self.services.cluster.release([game])
                return None
        if self._closed:
            raise Unavailable("this server is about to end")  # nobody would close the room
        self._rooms[game] = room
        if isinstance(room, Room):
            try:
                room.resume()
            except BaseException:
                room.break_up()  # it would stand still, and look as if it did not
                raise
        return room

    async def _read(self, game: str, make: Callable[[StoredGame], T]) -> T | None:
        """What `make` makes of a stored game; None if there is none."""
        try:
            with reading(game):
                stored = await self.services.store.load(game)
                made = None if stored is None else make(stored)
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable(f"the database does not answer: {error}") from error
        except Damaged as damage:
            if game not in self._unreadable:
                log.error("%s; it is left alone", damage)
            self._unreadable[game] = self.services.now()
            raise Unreadable from damage
        if self._unreadable.pop(game, None) is not None:
            log.info("game %s can be read again", game)
        return made

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep()
            try:
                await self.check_owned()
            except Exception as error:
                log.warning("games are claimed once more later: %s", error)

    async def _adopt_for_ever(self) -> None:
        while True:
            await asyncio.sleep(ADOPT)
            try:
                await self.adopt()
            except Exception as error:
                log.warning("cannot look for games that wait: %s", error)


def _seen(stored: StoredGame) -> SeenGame:
    state = GameState(stored.events)
    holders = [stored.holders.get(player) for player in range(len(state.seats))]
    return SeenGame(stored.game, stored.events, state, holders)


def _is_needless(room: GameRoom) -> bool:
    if isinstance(room, Room):
        return room.is_idle or (room.is_broken and not room.followers)
    return not room.followers
