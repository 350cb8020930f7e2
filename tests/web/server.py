"""A real server in a process of its own, which a test may kill."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

RATES = {
    f"CORNERWISE_{name}_RATE": "10000/minute"
    for name in ("CREATE", "REQUEST", "SIGN_IN", "SIGN_UP", "GUESS")
}
"""Many people of the tests share one address."""
START_LIMIT = 60.0
"""Seconds until the first answer; generous, since other tests run beside."""


class ServerProcess:
    """`cornerwise serve` on a free port with its own data; can be killed and started again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where the pages are."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "cornerwise", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        with (self.data.parent / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd=self.data.parent,
                env=os.environ | RATES,
            )
        deadline = time.monotonic() + START_LIMIT
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                text = (self.data.parent / "server.log").read_text()
                raise RuntimeError(f"the server did not start:\n{text}")
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/api/health", timeout=5):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        """End it and its workers as a power cut would."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
