"""What `deploy/` says is what works: backup and restore, and nginx in front of two servers."""

import json
import os
import re
import shutil
import sqlite3
import ssl
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets.sync.client

from cornerwise.server import downloads, reviewing, solo_routes
from cornerwise.server.study import analysing
from server.live import LiveServer, free_port
from server.outside import Postgres

DEPLOY = Path(__file__).parents[2] / "deploy"


def run(script: str, *arguments: object, **environment: str) -> str:
    done = subprocess.run(
        (DEPLOY / script, *map(str, arguments)),
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def made_game(server: LiveServer) -> tuple[str, Any, str]:
    """A game, its log and the cookie of who made it."""
    seats = [{"kind": "me"}, {"kind": "here"}]
    made, cookie = server.request("/api/games", {"variant": "duo", "seats": seats})
    record, _ = server.request(f"/api/games/{made['game']}")
    return made["game"], record["events"], cookie


def test_an_embedded_server_is_backed_up_while_it_runs_and_restored(tmp_path: Path) -> None:
    server = LiveServer(tmp_path / "data").start()
    try:
        game, events, cookie = made_game(server)
        backup = run("backup.sh", tmp_path / "backups", tmp_path / "data")
    finally:
        server.kill()
    run("restore.sh", backup, tmp_path / "again")
    restored = LiveServer(tmp_path / "again").start()
    try:
        record, _ = restored.request(f"/api/games/{game}", cookie=cookie)
        assert record["events"] == events
        assert record["summary"]["mine"] == [0, 1], "the secret came along: the seats are held"
    finally:
        restored.kill()
    assert restoring_is_refused(backup, tmp_path / "again"), "games that are there stay"


@pytest.mark.parametrize("left", ["games.sqlite3-wal", "games.sqlite3-shm"])
def test_what_a_killed_server_left_is_not_carried_over_into_a_backup(
    tmp_path: Path, left: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / left).touch()
    (tmp_path / "backup").mkdir()
    (tmp_path / "backup" / "games.sqlite3").touch()
    assert restoring_is_refused(tmp_path / "backup", tmp_path / "data")
    (tmp_path / "data" / left).unlink()
    run("restore.sh", tmp_path / "backup", tmp_path / "data")


def test_a_secret_is_not_overwritten(tmp_path: Path) -> None:
    """It may be the only one that opens other games' links."""
    data, backup = tmp_path / "data", tmp_path / "backup"
    for folder, secret in ((data, b"other"), (backup, b"own")):
        folder.mkdir()
        (folder / "secret").write_bytes(secret)
    (backup / "games.sqlite3").touch()
    assert restoring_is_refused(backup, data)
    assert (data / "secret").read_bytes() == b"other"
    (data / "secret").write_bytes(b"own")
    run("restore.sh", backup, data)


def restoring_is_refused(backup: object, data: Path) -> bool:
    command = (DEPLOY / "restore.sh", str(backup), data)
    return subprocess.run(command, capture_output=True, check=False).returncode == 1


def test_the_last_thirty_backups_are_kept(tmp_path: Path) -> None:
    """In a folder with a blank in its name, beside others; what was broken off is none of them."""
    folder, neighbor = tmp_path / "our backups", tmp_path / "our"
    old = [folder / f"cornerwise-20260101-0000{second:02}" for second in range(31)]
    broken_off = [folder / f"cornerwise-20260102-0000{second:02}.part" for second in range(9)]
    for path in (neighbor, *old, *broken_off):
        path.mkdir(parents=True)
    os.utime(broken_off[0], (0, 0))
    sqlite3.connect(tmp_path / "games.sqlite3").close()
    new = Path(run("backup.sh", folder, tmp_path))
    assert set(folder.iterdir()) == {new, *old[2:], *broken_off[1:]}
    assert neighbor.is_dir()


def test_the_folder_of_the_nightly_backups_is_made_and_the_servers_own() -> None:
    """`/var/backups` is root's: there the unit's user could make none."""
    unit = (DEPLOY / "systemd" / "cornerwise-backup.service").read_text()
    settings = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line)
    made, backup = settings["ExecStartPre"].split(), settings["ExecStart"].split()
    assert made[0] == "+/usr/bin/install", "as root"
    assert made[made.index("-o") + 1] == settings["User"]
    assert made[-1] == backup[-1]


def test_postgresql_is_dumped_and_restored(
    tmp_path: Path, postgres: Postgres, postgres_url: str
) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("there is no pg_dump: install the Debian package postgresql-client")
    server = LiveServer(tmp_path, CORNERWISE_DATABASE=postgres_url).start()
    try:
        game, events, _ = made_game(server)
        backup = run("backup.sh", tmp_path / "backups", CORNERWISE_DATABASE=postgres_url)
    finally:
        server.kill()
    empty = postgres.new_database("restored")
    run("restore.sh", backup, CORNERWISE_DATABASE=empty)
    restored = LiveServer(tmp_path, CORNERWISE_DATABASE=empty).start()
    try:
        record, _ = restored.request(f"/api/games/{game}")
        assert record["events"] == events
    finally:
        restored.kill()


# nginx


@contextmanager
def nginx(folder: Path, ports: list[int]) -> Iterator[int]:
    """Our configuration, on a free port, with a certificate of its own making."""
    port = free_port()
    subprocess.run(
        ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"),
        check=True, capture_output=True,
    )  # fmt: skip
    text = (DEPLOY / "nginx" / "cornerwise.conf").read_text()
    for old, new in (
        ("8701", str(ports[0])), ("8702", str(ports[1])),
        ("/etc/ssl/games.example", str(folder)), ("games.example", "localhost"),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"), ("listen [::]:443 ssl http2;", ""),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"), ("listen [::]:80;", ""),
    ):  # fmt: skip
        assert old in text, f"{old} is not in the configuration any more"
        text = text.replace(old, new)
    (folder / "site.conf").write_text(text)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{ worker_connections 512; }}\n"
        f"http {{ access_log off; include {folder}/site.conf; }}\n"
    )
    process = subprocess.Popen(("nginx", "-c", folder / "nginx.conf"))
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


def test_no_answer_of_a_server_makes_nginx_think_it_dead() -> None:
    """Anybody can have a server say that it is busy, or think for as long as it ever does."""
    text = (DEPLOY / "nginx" / "cornerwise.conf").read_text()
    (wanted,) = re.findall(r"proxy_next_upstream (.*);", text)
    assert wanted.split() == ["error", "timeout"]
    (rest,) = re.findall(r"location / {.*?proxy_read_timeout (\d+)s;", text, re.DOTALL)
    modules = (downloads, reviewing, solo_routes, analysing)
    longest = max(module.PATIENCE for module in modules)
    assert longest < int(rest)


def test_nginx_in_front(tmp_path: Path) -> None:
    if shutil.which("nginx") is None or shutil.which("openssl") is None:
        pytest.skip("there is no nginx (or no openssl): install the Debian package nginx-light")
    server = LiveServer(tmp_path / "data", CORNERWISE_HOSTS="localhost").start()
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        # The second of the servers is down: nobody must notice.
        with nginx(tmp_path, [server.port, free_port()]) as port:
            body = json.dumps({"variant": "duo", "seats": [{"kind": "me"}, {"kind": "here"}]})
            address, head = f"https://localhost:{port}", {"content-type": "application/json"}
            request = urllib.request.Request(f"{address}/api/games", body.encode(), head)
            with _opened(request, context) as answer:
                game = json.load(answer)["game"]
                cookie = answer.headers["set-cookie"].split(";")
            assert "Secure" in [part.strip() for part in cookie], "it was told of the TLS"
            with websockets.sync.client.connect(
                f"wss://localhost:{port}/ws",
                ssl=context,
                additional_headers={"cookie": cookie[0], "origin": address},
            ) as socket:
                socket.send(json.dumps({"type": "join", "game": game, "seq": 0}))
                assert json.loads(socket.recv())["seats"] == [0, 1]
    finally:
        server.kill()


def _opened(request: urllib.request.Request, context: ssl.SSLContext) -> Any:
    """nginx may need a moment until it listens."""
    for _ in range(500):
        try:
            return urllib.request.urlopen(request, timeout=10, context=context)
        except ConnectionRefusedError:
            continue
        except urllib.error.URLError as error:
            if not isinstance(error.reason, ConnectionRefusedError):
                raise
    raise AssertionError("nginx does not listen")
