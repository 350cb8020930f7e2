"""A GTP engine as a child process: one question, one answer, never more than so long."""

import contextlib
import os
import selectors
import shlex
import subprocess
import time
from pathlib import Path

from cornerwise.arena.rows import EngineFailed

MAX_ANSWER = 1 << 20
"""Bytes. An engine that says more in one answer has gone mad."""
_TAIL = 400  # bytes of the error stream that are kept for the note
_SHOWN = 80  # characters of an answer that a note quotes
_PATIENCE = 1.0  # seconds that an engine gets to end by itself


class GtpProcess:
    """Starts the command and talks to it. Every trouble is an `EngineFailed` with a note."""

    def __init__(self, command: str, timeout: float) -> None:
        self.timeout = timeout
        self._said = b""
        self._errors = b""
        try:
            self.child = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise EngineFailed(f"cannot start {command!r}: {reason}") from None
        self._selector = selectors.DefaultSelector()
        for stream in (self.child.stdout, self.child.stderr):
            assert stream is not None
            os.set_blocking(stream.fileno(), False)
            self._selector.register(stream, selectors.EVENT_READ)

    def ask(self, command: str) -> str:
        """The answer without its `=`; a `?` is a failure too."""
        self._said = b""
        self._send(command)
        deadline = time.monotonic() + self.timeout
        while (answer := self._answer(command)) is None:
            self._read(command, deadline - time.monotonic())
        return answer

    def _send(self, command: str) -> None:
        assert self.child.stdin is not None
        try:
            self.child.stdin.write(command.encode() + b"\n")
        except OSError:
            raise self._ended(command) from None

    def _read(self, command: str, seconds: float) -> None:
        """Wait for something on either stream."""
        events = self._selector.select(max(seconds, 0)) if seconds > 0 else []
        if not events:
            raise EngineFailed(f"no answer to {command!r} in {self.timeout:g} s")
        for key, _ in events:
            data = os.read(key.fd, 1 << 16)
            if not data:
                self._selector.unregister(key.fileobj)
            if key.fileobj is self.child.stderr:
                self._errors = (self._errors + data)[-_TAIL:]
            elif data:
                self._said += data
            else:
                raise self._ended(command)

    def _answer(self, command: str) -> str | None:
        """The answer if it is complete: it ends with an empty line."""
        said = self._said.replace(b"\r", b"").lstrip(b"\n")
        if said and said[:1] not in b"=?":
            raise EngineFailed(f"answered {command!r} with garbage: {_quote(said)}")
        if len(said) > MAX_ANSWER:
            raise EngineFailed(f"answered {command!r} with more than {MAX_ANSWER} bytes")
        if b"\n\n" not in said:
            return None
        text = said[: said.index(b"\n\n")].decode("utf-8", "replace")
        if text.startswith("?"):
            raise EngineFailed(f"refused {command!r}: {text[1:].strip()[:_SHOWN]}")
        return text[1:].strip()

    def _ended(self, command: str) -> EngineFailed:
        """The child closed its side: say how it ended, and its last words."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.child.wait(_PATIENCE)
        self._drain_errors()
        status = self.child.poll()
        how = "closed its output" if status is None else _status_text(status)
        words = self._errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return EngineFailed(f"{how} at {command!r}" + (f": {words[:_SHOWN]}" if words else ""))

    def _drain_errors(self) -> None:
        """Its last words may come after the end of its answers."""
        assert self.child.stderr is not None
        with contextlib.suppress(OSError):
            while data := os.read(self.child.stderr.fileno(), 1 << 16):
                self._errors = (self._errors + data)[-_TAIL:]

    def cpu(self) -> float:
        """CPU seconds of the child and of what it started, as the system counts them."""
        return cpu_of_tree(self.child.pid)

    def close(self) -> None:
        """Ask it to end; then end it."""
        with contextlib.suppress(OSError):
            assert self.child.stdin is not None
            self.child.stdin.write(b"quit\n")
            self.child.stdin.close()
        try:
            self.child.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        self._let_go()

    def kill(self) -> None:
        """End it at once."""
        self.child.kill()
        self.child.wait()
        self._let_go()

    def _let_go(self) -> None:
        self._selector.close()
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            assert stream is not None
            with contextlib.suppress(OSError):
                stream.close()


def cpu_of_tree(pid: int) -> float:
    """CPU seconds of a process and its descendants (Linux); elsewhere 0."""
    ticks, todo = 0, [pid]
    while todo:
        one = todo.pop()
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            children = Path(f"/proc/{one}/task/{one}/children").read_text().split()
        except OSError:
            continue
        ticks += sum(int(field) for field in fields[11:15])  # user and system, own and reaped
        todo += [int(child) for child in children]
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def _status_text(status: int) -> str:
    return f"crashed (signal {-status})" if status < 0 else f"ended (status {status})"


def _quote(data: bytes) -> str:
    text = data.decode("utf-8", "replace").strip().partition("\n")[0]
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
