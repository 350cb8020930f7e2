"""A mail server of our own: it takes every mail and keeps it."""

import queue
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast


class _Session(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self._say("220 mailbox")
        while line := self.rfile.readline():
            command = line.strip().upper()
            if command == b"DATA":
                self._say("354 go on")
                self._take()
                self._say("250 kept")
            elif command == b"QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 mailbox")

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())

    def _take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        message = message_from_bytes(b"".join(lines), policy=policy.default)
        self.server.mails.put(message)  # type: ignore[attr-defined]


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    mails: "queue.SimpleQueue[EmailMessage]"


@dataclass
class Mailbox:
    """What has arrived."""

    port: int
    mails: "queue.SimpleQueue[EmailMessage]" = field(default_factory=queue.SimpleQueue)

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from=games@example.org"

    def next(self) -> EmailMessage:
        """The next mail; waits for it."""
        return self.mails.get(timeout=20)

    def token(self) -> str:
        """What stands behind `#` in the link of the next mail."""
        text = cast(str, self.next().get_content())
        return text.split("#")[1].split()[0]

    @property
    def is_empty(self) -> bool:
        return self.mails.empty()


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    """A mail server on loopback."""
    with _Server(("127.0.0.1", 0), _Session) as server:
        box = Mailbox(server.server_address[1])
        server.mails = box.mails
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield box
        finally:
            server.shutdown()
            thread.join()
