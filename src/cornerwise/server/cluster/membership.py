"""A server's place among the others: its heartbeat, the games it owns, the duties it leads.

A game's lease points to its owner, and the owner's own lease is renewed by one heartbeat
a second for all its games. A server that stops is dead after `LIFE`; then any other may
claim its games. The store refuses what a late owner still writes (`Conflict`).
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from cornerwise.server.cluster import scripts
from cornerwise.server.cluster.ending import end
from cornerwise.server.cluster.line import Line, LineDown

log = logging.getLogger(__name__)
LIFE = 3.0
"""Seconds that a server is believed to live after its last heartbeat."""
BEAT = 0.7
"""Seconds between two heartbeats."""
KEPT = 3600.0
"""Seconds after which the lease of a game is forgotten, unless it is claimed again."""


class Membership:
    """One server among others."""

    def __init__(self, line: Line) -> None:
        self.me = secrets.token_urlsafe(6)
        """New at every start: a server that comes back is another one."""
        self.peers: set[str] = set()
        """Servers that we talk with, to be watched."""
        self.on_death: list[Callable[[str], None]] = []
        """Told when a peer is gone."""
        self.on_orphans: list[Callable[[], None]] = []
        """Told when some server died: its games wait for a new owner."""
        self.on_doubt: list[Callable[[], Awaitable[None]]] = []
        """Awaited when our own lease had ended: others may have claimed what we hold."""
        self.on_loss: list[Callable[[], None]] = []
        """Told when our lease ends for want of Redis: we own nothing that we could prove."""
        self.on_beat: list[Callable[[], None]] = []
        """Called with every heartbeat, whether it succeeds or not."""
        self._line = line
        self._duties: set[str] = set()
        self._led: set[str] = set()
        self._valid_until = 0.0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """The first heartbeat, then one after the other."""
        await self._beat()
        self._task = asyncio.create_task(self._beat_for_ever(), name="heartbeat")

    async def close(self) -> None:
        """Tell the others that our games are free."""
        if self._task is not None:
            await end([self._task])
        self._valid_until = 0.0
        try:
            await self._line.run(scripts.FAREWELL, self.me, *self._duties)
        except LineDown:
            log.info("the other servers will notice that this one has gone")

    @property
    def is_valid(self) -> bool:
        """Whether the others believe that we live."""
        return time.monotonic() < self._valid_until

    def leads(self, duty: str) -> bool:
        """Whether a duty is ours; from the first question on we are a candidate."""
        self._duties.add(duty)
        return self.is_valid and duty in self._led

    # Games

    async def claim(self, games: Iterable[str]) -> dict[str, str]:
        """The owner of each game: we ourselves, unless another living server has it."""
        asked = list(games)
        owners = await self._line.run(scripts.CLAIM, self.me, int(1000 * KEPT), *asked)
        if len(owners) != len(asked):
            raise LineDown("this server's own lease has ended; it will be renewed in a moment")
        return {game: owner.decode() for game, owner in zip(asked, owners, strict=True)}

    async def release(self, games: Iterable[str]) -> None:
        """Let others own games that we have closed."""
        try:
            await self._line.run(scripts.RELEASE, self.me, *games)
        except LineDown:
            log.info("leases that could not be given back end by themselves")

    # The heartbeat

    async def _beat_for_ever(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            for call in self.on_beat:
                call()
            try:
                await self._beat()
            except LineDown as error:
                log.warning("no heartbeat: %s", error)
                self._check_loss()
            except Exception:
                log.exception("a heartbeat failed")

    def _check_loss(self) -> None:
        if self._valid_until and not self.is_valid:
            self._valid_until = 0.0
            for tell in self.on_loss:
                tell()

    async def _beat(self) -> None:
        was_valid, begun = self.is_valid, time.monotonic()
        duties, peers = sorted(self._duties), sorted(self.peers)
        life = int(1000 * LIFE)
        answer = await self._line.run(scripts.BEAT, self.me, life, len(duties), *duties, *peers)
        lived, dead, led, gone = answer
        self._led = _names(led)
        if not (lived and was_valid):
            for check in self.on_doubt:
                await check()
        self._valid_until = begun + LIFE
        self._tell(_names(dead), _names(gone))

    def _tell(self, dead: set[str], gone: set[str]) -> None:
        for peer in gone & self.peers:
            self.peers.discard(peer)
            for hear in self.on_death:
                hear(peer)
        if dead - {self.me}:
            for call in self.on_orphans:
                call()


def _names(found: Any) -> set[str]:
    return {name.decode() for name in found}
