"""A worker's answer for somebody who waits over HTTP, for as long as they do."""

import asyncio
from typing import Any

from starlette.requests import Request

from cornerwise.server.http import Call
from cornerwise.server.jobs import Busy
from cornerwise.server.queueing import Ticket


async def awaited(call: Call, ticket: Ticket, deadline: float) -> str:
    """What comes of a ticket. When whoever asked is gone, or it takes too long, it ends too.

    The deadline is by the event loop's clock. `Busy` if nothing comes of it.
    """
    # Told, not looked for: who steps through a game leaves a question behind at every step, for the
    # end of which the next one waits, and thousands may wait.
    leaving = asyncio.create_task(_gone(call.request), name="leaving")
    either: set[asyncio.Future[Any]] = {ticket.result, leaving}
    left = deadline - asyncio.get_running_loop().time()
    try:
        await asyncio.wait(either, timeout=left, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
    if not ticket.result.done():
        call.rooms.services.jobs.cancel(ticket)
        raise Busy("nobody waits any longer")
    if ticket.result.cancelled():
        raise Busy("the server is about to end")
    return ticket.result.result()


async def _gone(request: Request) -> None:
    """Returns when whoever asked is there no more; of the body nothing is wanted any more."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
