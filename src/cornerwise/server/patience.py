"""How long a connection may take, and how much it may send before it has said what it wants.

Uvicorn waits for ever for the rest of a request. Thousands of connections that send a byte
now and then would use up a server (slowloris), so here each part of a request has its time.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_TIME = 20.0
"""Seconds for the first line and the headers, from the connection or the first byte on."""
BODY_TIME = 120.0
"""Seconds for the body: a megabyte over a slow phone."""
HEAD_SIZE = 32_768
"""Bytes of first line and headers."""


class PatientProtocol(HttpToolsProtocol):
    """A connection with deadlines. One that is missed closes it without an answer."""

    _deadline: asyncio.TimerHandle | None = None
    _head: int | None = 0
    """Bytes of the present head so far; None while no head is being read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; now they have to speak."""
        super().connection_made(transport)
        self._give(HEAD_TIME)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._give(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some more of a request."""
        if self._head is not None:
            self._head += len(data)
        super().data_received(data)
        if self._head is not None and self._head > HEAD_SIZE:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._head = self._head or 0
        self._give(HEAD_TIME)

    def on_headers_complete(self) -> None:
        """The head is there, the body follows."""
        self._head = None
        self._give(BODY_TIME)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of it is there; the next one begins at nothing."""
        self._head = 0
        self._give(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on the websocket has its own pings."""
        self._give(None)
        super().handle_websocket_upgrade()

    def _give(self, seconds: float | None) -> None:
        """So much time from now; None for no deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            loop: Any = self.loop
            self._deadline = loop.call_later(seconds, self.transport.abort)
