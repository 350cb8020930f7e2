"""`cornerwise worker`: a process that serves the queue with engine processes of its own."""

import asyncio
import logging
import signal

from cornerwise.server.cluster.line import Line
from cornerwise.server.cluster.serving import JobServer
from cornerwise.server.jobs import JobPool
from cornerwise.server.settings import Settings

log = logging.getLogger(__name__)


async def serve_queue(settings: Settings) -> None:
    """Until Ctrl-C or a signal to end; what is in work then is given back."""
    line, pool = Line(settings.redis), JobPool(settings.workers)
    server = JobServer(line, pool)
    await line.open()
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    try:
        pool.warm_up()
        server.start()
        print(f"Cornerwise worker {server.name} serves the queue  (Ctrl-C ends it)", flush=True)
        await ended.wait()
    finally:
        await server.close()
        await pool.close()
        await line.close()
    print("Goodbye.")
