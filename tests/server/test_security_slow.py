"""Connections that do not go on are let go: slowloris, over real sockets."""

import asyncio
import socket as sockets
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from cornerwise.server import patience
from server.live import LiveServer


@contextmanager
def listening() -> Iterator[int]:
    """Our protocol on a real port, before a page of its own."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        while message.get("more_body"):
            message = await receive()
        if message["type"] == "http.request":
            start = {
                "type": "http.response.start",
                "status": 200,
                "headers": [(b"content-length", b"2")],
            }
            await send(start)
            await send({"type": "http.response.body", "body": b"ok"})

    config = uvicorn.Config(
        app, http=patience.PatientProtocol, lifespan="off", log_level="critical", port=0
    )
    server = uvicorn.Server(config)
    ready = threading.Event()

    async def serve() -> None:
        config.load()
        server.lifespan = config.lifespan_class(config)
        await server.startup()
        ready.set()
        await server.main_loop()
        await server.shutdown()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET / HTTP/1.1\r\nhost: x\r\n",
        b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n12345",
        b"GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTT",
    ],
    ids=["nothing", "a letter", "half a head", "half a body", "half of the next"],
)
def test_who_does_not_go_on_is_let_go(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(patience, "HEAD_TIME", 0.3)
    monkeypatch.setattr(patience, "BODY_TIME", 0.3)
    with listening() as port, closing(sockets.create_connection(("127.0.0.1", port))) as line:
        line.settimeout(20)
        line.sendall(sent)
        received = b""
        try:
            while more := line.recv(4096):  # until the server closes
                received += more
        except ConnectionResetError:
            pass
        assert (b"200 OK" in received) == sent.startswith(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")


def test_a_head_without_end_is_cut_off() -> None:
    with listening() as port, closing(sockets.create_connection(("127.0.0.1", port))) as line:
        line.settimeout(20)
        line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
        assert flood(line, b"x-more: " + b"y" * 1000 + b"\r\n", 100_000) < 100_000


def test_the_server_itself_has_this_patience(tmp_path: Path) -> None:
    server = LiveServer(tmp_path).start()
    try:
        with closing(sockets.create_connection(("127.0.0.1", server.port))) as line:
            line.settimeout(20)
            line.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n")
            assert flood(line, b"x-more: " + b"y" * 1000 + b"\r\n", 100_000) < 100_000
    finally:
        server.kill()


def flood(line: sockets.socket, piece: bytes, most: int) -> int:
    """How often something can be sent before the connection is gone."""
    for count in range(most):
        try:
            line.sendall(piece)
        except OSError:
            return count
    return most


def test_who_goes_on_is_answered() -> None:
    with listening() as port, closing(sockets.create_connection(("127.0.0.1", port))) as line:
        line.settimeout(20)
        for _ in range(3):
            line.sendall(b"POST / HTTP/1.1\r\nhost: x\r\n")
            line.sendall(b"content-length: 5\r\n\r\n12345")
            received = b""
            while not received.endswith(b"ok"):
                received += line.recv(4096)
            assert b"200 OK" in received
