"""One of many servers: everything that ties it to the others, started and ended in order."""

import asyncio
import hashlib
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cornerwise.server.cluster import scripts
from cornerwise.server.cluster.abroad import Abroad, RemoteRoom
from cornerwise.server.cluster.alone import Unavailable
from cornerwise.server.cluster.ending import end
from cornerwise.server.cluster.letters import Answered, Asked, Dropped, Letter, Told
from cornerwise.server.cluster.line import Line, LineDown, RedisUnusable
from cornerwise.server.cluster.membership import Membership
from cornerwise.server.cluster.post import Post
from cornerwise.server.cluster.redis_bus import RedisBus
from cornerwise.server.cluster.visitors import Visitors

if TYPE_CHECKING:
    from cornerwise.server.rooms import Rooms

log = logging.getLogger(__name__)
ORPHANS = "cluster.orphans"
"""Topic: a server died, its games wait."""


class Many:
    """A `Cluster` over Redis."""

    def __init__(self, url: str) -> None:
        self.line = Line(url)
        self.members = Membership(self.line)
        self.bus = RedisBus(self.line, self.members.me, self.members.leads)
        self._post = Post(self.line, self.members.me)
        self._abroad = Abroad(self._post)
        self._visitors: Visitors | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._post.on_letter = self._read
        self._post.on_break = self._forget
        self.members.on_death.append(self._bury)
        self.members.on_beat.append(self._post.beat)
        self.members.on_beat.append(self.bus.beat)

    async def open(self, secret: bytes) -> None:
        """Connect, and be one of the servers from now on; the store must be open."""
        await self.line.open()
        mine = hashlib.sha256(b"fingerprint" + secret).hexdigest()[:16]
        if (await self.line.run(scripts.SECRET, mine)).decode() != mine:
            raise RedisUnusable(
                "the servers that run have another secret: give all of them the same "
                "CORNERWISE_SECRET, or they cannot read each other's cookies"
            )
        await self.members.start()

    def serve(self, rooms: "Rooms") -> None:
        """Let the other servers' followers in, and take part in what must go on."""
        self._visitors = Visitors(self._post, rooms)
        self.members.on_doubt.append(rooms.check_owned)
        self.members.on_loss.append(rooms.abandon)
        self.members.on_orphans.append(lambda: self.bus.publish(ORPHANS, b""))
        self.bus.subscribe(ORPHANS, lambda _: self._spawn(rooms))

    async def close(self) -> None:
        """Everything of ours is free at once; the others need not wait for the lease's end."""
        if self._visitors is not None:
            await self._visitors.close()
        await end(self._tasks)
        await self.members.close()
        self.bus.tell_others(ORPHANS, b"")
        await self.line.close()

    # As the rooms see it

    @property
    def is_ready(self) -> bool:
        """Whether our lease holds."""
        return self.members.is_valid

    async def claim(self, games: Iterable[str]) -> dict[str, str | None]:
        """The owner of each, None for us."""
        try:
            owners = await self.members.claim(games)
        except LineDown as error:
            raise Unavailable(f"cannot tell who owns a game: {error}") from error
        return {g: None if owner == self.members.me else owner for g, owner in owners.items()}

    async def release(self, games: Iterable[str]) -> None:
        """They are not ours any more."""
        await self.members.release(games)

    def remote(self, game: str, owner: str) -> RemoteRoom:
        """A game at its owner's."""
        self.members.peers.add(owner)
        return RemoteRoom(game, owner, self._abroad)

    # Letters

    def _read(self, server: str, letter: Letter) -> None:
        match letter:
            case Told():
                self._abroad.told(letter)
            case Asked() if self._visitors is not None:
                self.members.peers.add(server)
                self._visitors.ask(server, letter)
            case Answered():
                self._abroad.answered(letter)
            case Dropped():
                self._abroad.dropped(letter)

    def _forget(self, server: str) -> None:
        """Letters were lost."""
        self._abroad.forget(server)
        if self._visitors is not None:
            self._visitors.forget(server)

    def _bury(self, server: str) -> None:
        log.warning("server %s is gone", server)
        self._forget(server)
        self._post.forget(server)

    def _spawn(self, rooms: "Rooms") -> None:
        task = asyncio.create_task(self._adopt(rooms), name="adopt")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _adopt(self, rooms: "Rooms") -> None:
        try:
            await rooms.adopt()
        except Exception as error:
            log.warning("a dead server's games are taken up later: %s", error)
