"""`cornerwise serve` in a process of its own, and what it uses."""

import argparse
import http.client
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from cornerwise.server.guests import COOKIE, Keeper

SECRET = "the secret of a load test"
RATES = ("CREATE", "REQUEST", "SIGN_IN", "SIGN_UP")


class ServerProcess:
    """A server that was started for this run."""

    def __init__(self, data: str, args: argparse.Namespace) -> None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        environment = {**os.environ, "CORNERWISE_SECRET": SECRET}
        # No computer plays here, but a server alone does not start without workers.
        environment["CORNERWISE_WORKERS"] = "0" if args.redis else "1"
        environment |= {f"CORNERWISE_{name}_RATE": "999999/second" for name in RATES}
        environment |= {"CORNERWISE_DATABASE": args.database, "CORNERWISE_REDIS": args.redis}
        profiled = ("-m", "cProfile", "-o", args.profile) if args.profile else ()
        serve = ("-m", "cornerwise", "serve", "--no-browser", "--port", "0", "--data", data)
        self.process = subprocess.Popen(
            (sys.executable, *profiled, *serve),
            stdout=subprocess.PIPE,
            text=True,
            env={name: value for name, value in environment.items() if value},
        )
        assert self.process.stdout is not None
        line = next(line for line in self.process.stdout if "Cornerwise is at" in line)
        self.host = line.split("/")[2]
        self._keeper = Keeper(SECRET.encode())
        self._connection = http.client.HTTPConnection(self.host)

    def new_cookie(self) -> str:
        """Of a person whom nobody has met."""
        return f"{COOKIE}={self._keeper.cookie(self._keeper.new_guest())}"

    def request(self, path: str, body: Any = None, cookie: str = "") -> Any:
        """The answer as JSON."""
        headers = {"content-type": "application/json", "cookie": cookie}
        method, data = ("GET", None) if body is None else ("POST", json.dumps(body))
        try:
            self._connection.request(method, path, data, headers)
            answer = self._connection.getresponse()
        except http.client.RemoteDisconnected:  # the server ends idle connections
            self._connection.close()
            self._connection.request(method, path, data, headers)
            answer = self._connection.getresponse()
        found = json.load(answer)
        assert answer.status < 300, found
        return found

    def memory(self) -> int:
        """Resident kilobytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if "VmRSS" in line).split()[1])

    def processor_seconds(self) -> float:
        """Seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(60)
