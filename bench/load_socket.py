"""A websocket client that costs little, so that thousands of them leave the machine to the server.

Text frames only, whole ones, as our server sends them; no extensions, no fragments.
"""

import asyncio
import os
import struct
from collections.abc import Callable
from typing import cast


class LoadSocket(asyncio.Protocol):
    """One connection. `hear` gets the text of every message."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_lost = False
        self._buffer = b""
        self._transport: asyncio.Transport

    @classmethod
    async def connect(cls, host: str, cookie: str, hear: Callable[[bytes], None]) -> "LoadSocket":
        """Open a connection and shake hands."""
        address, port = host.split(":")
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(hear), address, int(port))
        lines = (
            "GET /ws HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
            f"Cookie: {cookie}", "", "",
        )  # fmt: skip
        socket._transport.write("\r\n".join(lines).encode())
        await socket.opened
        return socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The way out is there."""
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, error: Exception | None) -> None:
        """The other end is gone."""
        self.is_lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server closed the door"))

    def data_received(self, data: bytes) -> None:
        """Take whole frames off the buffer."""
        self._buffer += data
        if not self.opened.done():
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self._buffer = rest
            self.opened.set_result(None)
        while (message := self._frame()) is not None:
            kind, text = message
            if kind == 1:
                self.hear(text)
            elif kind == 9:
                self._write(10, text)

    def _frame(self) -> tuple[int, bytes] | None:
        data = self._buffer
        if len(data) < 2:
            return None
        length, begin = data[1] & 127, 2
        if length == 126:
            length, begin = int.from_bytes(data[2:4], "big"), 4
        elif length == 127:
            length, begin = int.from_bytes(data[2:10], "big"), 10
        if len(data) < begin + length:
            return None
        self._buffer = data[begin + length :]
        return data[0] & 15, data[begin : begin + length]

    def send(self, text: bytes) -> None:
        """One text message."""
        self._write(1, text)

    def _write(self, kind: int, text: bytes) -> None:
        length = len(text)
        head = bytes((128 | kind, 128 | length)) if length < 126 else None
        head = head or bytes((128 | kind, 254)) + struct.pack(">H", length)
        mask = os.urandom(4)
        wide = (mask * (length // 4 + 1))[:length]
        masked = int.from_bytes(text, "big") ^ int.from_bytes(wide, "big")
        self._transport.write(head + mask + masked.to_bytes(length, "big"))

    def close(self) -> None:
        """Hang up."""
        self._transport.close()
