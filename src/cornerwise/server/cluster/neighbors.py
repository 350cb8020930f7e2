"""What a server has around it: engine processes of its own, or other servers and workers."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cornerwise.server.cluster.alone import Alone, Cluster
from cornerwise.server.cluster.bus import Bus, LocalBus
from cornerwise.server.jobs import JobPool
from cornerwise.server.queueing import Jobs
from cornerwise.server.settings import Settings

if TYPE_CHECKING:
    from cornerwise.server.cluster.many import Many
    from cornerwise.server.rooms import Rooms

Close = Callable[[], Awaitable[None]]


@dataclass(frozen=True)
class Neighbors:
    """The parts of `Services` that differ between a server alone and one of many."""

    jobs: Jobs
    bus: Bus = field(default_factory=LocalBus)
    cluster: Cluster = field(default_factory=Alone)
    many: "Many | None" = None
    closing: tuple[Close, ...] = ()
    """What is ended, in this order."""

    def serve(self, rooms: "Rooms") -> None:
        """Let the other servers reach our rooms."""
        if self.many is not None:
            self.many.serve(rooms)

    async def close(self) -> None:
        """Let go; the rooms are closed already."""
        for close in self.closing:
            await close()


async def meet(settings: Settings, secret: bytes) -> Neighbors:
    """Alone without Redis; else one of many, serving the queue if it has processes for it."""
    pool = JobPool(settings.workers)
    if not settings.redis:
        return Neighbors(pool, closing=(pool.close,))
    # The client of Redis is loaded where there is one: a server alone starts the sooner.
    from cornerwise.server.cluster.asking import SharedJobs
    from cornerwise.server.cluster.many import Many
    from cornerwise.server.cluster.serving import JobServer

    many = Many(settings.redis)
    jobs = SharedJobs(many.line, many.members.me)
    server = JobServer(many.line, pool) if settings.workers else None
    await many.open(secret)
    jobs.start()
    if server is not None:
        server.start()
    closing = (server.close,) if server is not None else ()
    return Neighbors(
        jobs, many.bus, many, many, closing=(*closing, jobs.close, pool.close, many.close)
    )
