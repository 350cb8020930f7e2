"""Hosts, origins, headers, and the built pages."""

import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cornerwise.server.guard import POLICY
from cornerwise.server.pages import Pages
from server.table import ADDRESS, Table


@pytest.mark.parametrize(
    "path", ["/", "/games", "/api/me", "/api/docs", "/api/nothing", "/x.js", "/api/games/abc"]
)
def test_every_answer_has_the_security_headers(table: Table, path: str) -> None:
    headers = table.client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.nip.io"])
def test_a_foreign_name_does_not_reach_us(table: Table, host: str) -> None:
    answer = table.client.get("/api/me", headers={"host": host})
    assert answer.status_code == 421
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["localhost:9", "127.0.0.1", "[::1]:8765", "192.168.1.7:8765"])
def test_our_own_names_do(table: Table, host: str) -> None:
    assert table.client.get("/api/me", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "x", "http://["]
)
def test_a_socket_of_another_site_is_refused(table: Table, origin: str) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        table.client.websocket_connect(ADDRESS, headers={"origin": origin}),
    ):
        pass
    assert closed.value.code == 4403


def test_a_socket_of_our_own_page_is_welcome(table: Table) -> None:
    headers = {"origin": "http://127.0.0.1:8765"}
    with table.client.websocket_connect(ADDRESS, headers=headers) as session:
        session.send_json({"type": "ping"})
        assert session.receive_json()["type"] == "pong"


def test_the_documentation_page_has_no_scripts(table: Table) -> None:
    page = table.client.get("/api/docs").text
    assert "<script" not in page
    assert "style=" not in page
    assert "/api/games/{game}/fork" in page


# The pages


@pytest.fixture
def site(tmp_path: Path) -> TestClient:
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>first</title>")
    (built / "assets" / "app-1a2b.js").write_text("let a = 1;" * 100)
    (built / "manifest.webmanifest").write_text("{}")
    (built / "sw.js").write_text("// worker")
    (tmp_path / "secret.txt").write_text("secret")
    pages = Pages(built)

    async def answer(request: object) -> object:
        return pages.answer(request)  # type: ignore[arg-type]

    return TestClient(Starlette(routes=[Route("/{path:path}", answer)]))


def test_hashed_files_are_kept_for_ever_others_asked_for_again(site: TestClient) -> None:
    assert "immutable" in site.get("/assets/app-1a2b.js").headers["cache-control"]
    for path in ("/", "/index.html", "/sw.js", "/manifest.webmanifest"):
        assert site.get(path).headers["cache-control"] == "no-cache"
    assert site.get("/manifest.webmanifest").headers["content-type"] == "application/manifest+json"


def test_addresses_of_the_page_show_the_page(site: TestClient) -> None:
    for path in (
        "/",
        "/games",
        "/g/abc",
        "/learn/duo",
        "/g/abc.",
        "/g/a.b",
        "/learn.",
        "/puzzles/a.b",
    ):
        assert "first" in site.get(path).text
    for path in ("/nothing.js", "/assets/old-9.js", "/api/nothing"):
        assert site.get(path).status_code == 404


@pytest.mark.parametrize("name", ["%00", "a%00b", "a" * 300, "a" * 5000], ids=len)
def test_what_no_file_can_be_called_is_no_file(site: TestClient, name: str) -> None:
    assert "first" in site.get(f"/{name}").text
    assert site.get(f"/assets/{name}.js").status_code == 404


OUTSIDE = ["/../secret.txt", "/..%2fsecret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "//etc/passwd"]


@pytest.mark.parametrize("path", OUTSIDE)
def test_nothing_outside_the_folder_is_served(site: TestClient, path: str) -> None:
    answer = site.get(path)
    assert "secret" not in answer.text.replace("secret.txt", "")
    assert "root:" not in answer.text


def test_text_is_compressed_and_not_sent_twice(site: TestClient) -> None:
    first = site.get("/assets/app-1a2b.js", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert int(first.headers["content-length"]) == len(gzip.compress(first.content, 9))
    tag = {"if-none-match": first.headers["etag"]}
    assert site.get("/assets/app-1a2b.js", headers=tag).status_code == 304
