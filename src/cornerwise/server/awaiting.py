"""A worker's answer for somebody who waits over HTTP, for as long as they do."""

import asyncio

from cornerwise.server.http import Call
from cornerwise.server.jobs import Busy
from cornerwise.server.queueing import Ticket

LOOK = 0.5
"""Seconds between two looks whether whoever asked is still there."""


async def awaited(call: Call, ticket: Ticket, deadline: float, *, look: float | None = None) -> str:
    """What comes of a ticket. When whoever asked is gone, or it takes too long, it ends too.

    The deadline is by the event loop's clock. `Busy` if nothing comes of it.
    """
    loop = asyncio.get_running_loop()
    while not (await asyncio.wait({ticket.result}, timeout=look or LOOK))[0]:
        if loop.time() > deadline or await call.request.is_disconnected():
            call.rooms.services.jobs.cancel(ticket)
            raise Busy("nobody waits any longer")
    if ticket.result.cancelled():
        raise Busy("the server is about to end")
    return ticket.result.result()
