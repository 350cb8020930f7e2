"""Answers that go on for long: each has a place, and a reader who must keep up with it."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

log = logging.getLogger(__name__)
PATIENCE = 60.0
"""Seconds for which an answer waits for its reader, at most."""


class PacedResponse(StreamingResponse):
    """A stream that breaks off when its reader takes too little of it.

    Else who reads slowly or not at all would keep one of the few places from everybody. The
    place is taken before; `end` gives it back, whatever becomes of the answer.
    """

    def __init__(
        self,
        lines: AsyncGenerator[bytes],
        media: str,
        *,
        end: Callable[[], None],
        headers: Mapping[str, str] | None = None,
        slowest: int = 0,
    ) -> None:
        """`slowest`: bytes that earn one second; with 0 whatever is taken earns all of them."""
        super().__init__(lines, 200, headers, media)
        self._lines, self._end, self._slowest = lines, end, slowest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """From the first byte to the last, or until either side has gone."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            try:
                await self._lines.aclose()
            finally:
                self._end()

    async def stream_response(self, send: Send) -> None:
        """The whole stream, or as much of it as the reader's pace allows."""
        left = PATIENCE

        async def paced(message: Message) -> None:
            nonlocal left
            began = time.monotonic()
            async with asyncio.timeout(left):
                await send(message)
            earned = PATIENCE
            if self._slowest:
                earned = len(message.get("body", b"")) / self._slowest
            left = min(PATIENCE, left - (time.monotonic() - began) + earned)

        try:
            await super().stream_response(paced)
        except TimeoutError:
            log.warning("an answer was broken off: its reader took too little of it")
