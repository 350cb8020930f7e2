"""A live server as programs meet it: the sample bot in examples/, the stream, the log."""

import json
import os
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from server.live import LiveServer

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "bot.py"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    server = LiveServer(tmp_path_factory.mktemp("bot"), CORNERWISE_LOG="json").start()
    yield server
    server.kill()


class Person:
    """A browser that keeps its cookies; with a token, a program."""

    def __init__(self, server: LiveServer, token: str = "") -> None:
        self._url = server.url
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._headers = {"content-type": "application/json"}
        if token:
            self._headers["authorization"] = f"Bearer {token}"

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, self._headers)
        with self._opener.open(request, timeout=30) as answer:
            return json.load(answer)


def a_token(server: LiveServer, name: str) -> str:
    owner = Person(server)
    owner.ask("/api/account", {"name": name, "password": "correct horse battery"})
    token: str = owner.ask("/api/tokens", {"name": "sample"})["token"]
    return token


def test_the_sample_bot_plays_to_the_end(live: LiveServer) -> None:
    token = a_token(live, "Sample")
    bot = subprocess.Popen(
        (sys.executable, str(BOT), live.url, token), stdout=subprocess.PIPE, text=True
    )
    try:
        program = Person(live, token)
        seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
        clock = {"initial": 600}
        made = program.ask("/api/games", {"variant": "junior", "seats": seats, "clock": clock})
        assert bot.stdout is not None
        for line in bot.stdout:  # ends when the bot does; the fixture's kill ends the bot
            if line.startswith("{'type': 'over'"):
                break
        else:
            pytest.fail("the bot ended before the game did")
    finally:
        bot.kill()
        bot.wait()
        assert bot.stdout is not None
        bot.stdout.close()
    log = program.ask(f"/api/bot/games/{made['game']}")
    moves = [event for event in log["events"] if event["kind"] == "played"]
    assert log["events"][-1]["kind"] == "over"
    assert {event["by"] for event in moves if event["player"] == 0} == {"person"}
    assert sum(event["player"] == 0 for event in moves) > 5


class Stubborn(BaseHTTPRequestHandler):
    """A server whose stream asks for two moves, and which refuses the first of them."""

    tried: ClassVar[list[Any]] = []

    def do_GET(self) -> None:
        turn = {"type": "turn", "game": "g"}
        is_stream = self.path.endswith("/stream")
        said = [turn, turn] if is_stream else [{"seq": 1, "moves": ["a1", "a1,b1"]}]
        self._answer(200, b"".join(json.dumps(each).encode() + b"\n" for each in said))

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.tried.append(json.loads(body)["move"])
        self._answer(409 if len(self.tried) == 1 else 200, b"{}")

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


def test_the_sample_bot_survives_a_refusal() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Stubborn) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        done = subprocess.run((sys.executable, str(BOT), address, "cwt_x"), check=False, timeout=60)
        server.shutdown()
    assert (done.returncode, Stubborn.tried) == (0, ["a1,b1", "a1,b1"])


def test_the_sample_bot_says_what_it_wants() -> None:
    done = subprocess.run((sys.executable, str(BOT)), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.startswith("A whole program player: ")) == (1, True)


def test_the_sample_bot_is_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 40


def test_the_stream_tells_of_a_game_made_later(live: LiveServer) -> None:
    token = a_token(live, "Later")
    headers = {"authorization": f"Bearer {token}"}
    request = urllib.request.Request(live.url + "/api/bot/stream", headers=headers)
    with urllib.request.urlopen(request, timeout=30) as stream:
        assert stream.headers["content-type"].startswith("application/x-ndjson")
        assert stream.readline() == b"\n"
        program = Person(live, token)
        seats = [{"kind": "me"}, {"kind": "here"}]
        made = program.ask("/api/games", {"variant": "duo", "seats": seats})
        lines = (json.loads(line) for line in stream if line.strip())
        first, turn = next(lines), next(lines)
        assert first == {
            "type": "seats", "game": made["game"], "variant": "duo", "seats": [0, 1],
            "phase": "playing",
        }  # fmt: skip
        assert (turn["type"], turn["player"], turn["clock"]) == ("turn", 0, None)
        body = {"id": "m", "seq": turn["seq"], "move": "e10"}
        program.ask(f"/api/bot/games/{made['game']}/play", body)
        event, turn = next(lines), next(lines)
        assert (event["type"], event["event"]["move"]) == ("event", "e10")
        assert (turn["type"], turn["player"]) == ("turn", 1)
        program.ask(
            f"/api/bot/games/{made['game']}/resign", {"id": "r", "seq": turn["seq"], "player": 1}
        )
        assert [next(lines)["type"] for _ in range(3)] == ["event", "event", "over"]


def test_the_log_of_a_server_is_lines_of_json(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "cornerwise", "serve", "--no-browser", "--port", "0")
    environment = {**os.environ, "CORNERWISE_LOG": "json", "CORNERWISE_WORKERS": "1"}
    server = subprocess.Popen(
        (*command, "--data", str(tmp_path)), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment,
    )  # fmt: skip
    assert server.stdout is not None
    assert server.stderr is not None
    try:
        address = server.stdout.readline().split()[3]
        urllib.request.urlopen(address + "api/variants?secret=x", timeout=30).close()
        for line in server.stderr:
            entry = json.loads(line)
            if entry["logger"] == "cornerwise.access":
                break
        assert (entry["method"], entry["path"], entry["status"]) == ("GET", "/api/variants", 200)
        assert entry["ms"] > 0
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
        server.stderr.close()
