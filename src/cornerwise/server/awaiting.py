"""A worker's answer for somebody who waits over HTTP, for as long as they do."""

import asyncio

from cornerwise.server.http import Call
from cornerwise.server.jobs import Busy
from cornerwise.server.queueing import Ticket

LOOK = 0.1
"""Seconds between two looks whether whoever asked is still there. Who steps through a game leaves a
question behind at every step, and the next one waits until that has ended."""


async def awaited(call: Call, ticket: Ticket, deadline: float) -> str:
    """What comes of a ticket. When whoever asked is gone, or it takes too long, it ends too.

    The deadline is by the event loop's clock. `Busy` if nothing comes of it.
    """
    loop = asyncio.get_running_loop()
    while not (await asyncio.wait({ticket.result}, timeout=LOOK))[0]:
        if loop.time() > deadline or await call.request.is_disconnected():
            call.rooms.services.jobs.cancel(ticket)
            raise Busy("nobody waits any longer")
    if ticket.result.cancelled():
        raise Busy("the server is about to end")
    return ticket.result.result()
