"""The owner of all rooms of this process: at most one room for a game.

Later this is where a lease will say whether this process owns a game at all; everything
else already goes through `get`.
"""

import asyncio
import logging

from cornerwise.server.making import Table
from cornerwise.server.refusal import Refusal
from cornerwise.server.room import Room, new_game
from cornerwise.server.services import Services
from cornerwise.server.state import GameState
from cornerwise.server.store import NewGame

log = logging.getLogger(__name__)
SWEEP = 30.0
"""Seconds between two looks for rooms that nobody needs."""


class Rooms:
    """Rooms in memory, by game."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[object]] = set()

    def __len__(self) -> int:
        return len(self._rooms)

    async def start(self) -> None:
        """Take up every game in which the server has to act."""
        waiting = await self.services.store.waiting_for_server()
        for game in waiting:
            await self.get(game)
        if waiting:
            log.info("%d games go on", len(waiting))
        self._keep(asyncio.create_task(self._sweep(), name="sweep"))

    async def get(self, game: str) -> Room:
        """The room of a game, loaded if need be; `Refusal` if there is no such game."""
        room = self._rooms.get(game)
        if room is not None and not room.is_broken:
            return room
        task = self._loading.get(game)
        if task is None:
            task = asyncio.create_task(self._load(game), name=f"load {game}")
            self._loading[game] = task
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        loaded = await asyncio.shield(task)
        if loaded is None:
            raise Refusal("unknown_game", "there is no such game")
        return loaded

    async def create(self, table: Table) -> NewGame:
        """Store a new game and open its room."""
        new = new_game(table, self.services.now())
        await self.services.store.commit(new)
        self.services.tell_listeners(new.game, GameState(new.events), new.events)
        if new.head.acts:
            await self.get(new.game)
        return new

    async def close(self) -> None:
        """Let go of everything; what is stored goes on at the next start."""
        for task in list(self._tasks):
            task.cancel()
        for room in self._rooms.values():
            room.close()
        await asyncio.gather(*self._tasks, *self._loading.values(), return_exceptions=True)
        for room in list(self._rooms.values()):
            await room.settled()
        self._rooms.clear()

    def _wake(self, game: str) -> None:
        """Load a game soon, so that its computer can begin."""
        self._keep(asyncio.create_task(self.get(game), name=f"wake {game}"))

    def _keep(self, task: "asyncio.Task[object]") -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _load(self, game: str) -> Room | None:
        stored = await self.services.store.load(game)
        if stored is None:
            return None
        room = Room(stored, self.services, self._wake)
        self._rooms[game] = room
        room.resume()
        return room

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.sweep()

    def sweep(self) -> None:
        """Forget rooms that are idle or broken."""
        for game, room in list(self._rooms.items()):
            if room.is_idle or (room.is_broken and not room.followers):
                room.close()
                del self._rooms[game]
