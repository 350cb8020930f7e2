"""Markup, SQL and worse in every field: it stays text, and nothing falls over."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from msgspec import inspect

from cornerwise.notation import read_record
from cornerwise.server.http import Route
from cornerwise.server.protocol import ClientMessage
from cornerwise.server.routes import ROUTES
from server.attack import Scene, staged
from server.devices import Device
from server.table import HERE

MARKUP = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "javascript:alert(1)",
    "]]><!--{{7*7}}${7*7}",
    "'); DROP TABLE games; --",
    "]B[e10](;",
    "\r\nset-cookie: a=b",
]
NASTY = [
    *MARKUP,
    "' OR '1'='1",
    "../../../../etc/passwd",
    "%00",
    "\x00",
    "é" * 1000,
    "-1",
    "0",
    "99999999999999999999",
    "NaN",
    "\u202e\u0000\uffff",
]
STREAMS = ("/api/bot/stream",)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def scene(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Scene]:
    """On both databases: they do not mind the same things."""
    database = ""
    if request.param == "postgresql":
        database = request.getfixturevalue("postgres").url("postgres")
    with staged(tmp_path_factory.mktemp("scene"), database) as scene:
        yield scene


def marked_game(device: Device, name: str) -> str:
    seats = [{"kind": "me", "name": name[:40]}, HERE]
    return str(device.make("duo", *seats, public=True)["game"])


# Markup


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_in_a_name_stays_text(scene: Scene, markup: str) -> None:
    device = scene.club.device()
    game = marked_game(device, markup)
    view = device.get(f"/api/games/{game}")
    assert view.json()["summary"]["seats"][0]["name"] == markup[:40].strip(), "one line"
    assert view.headers["content-type"] == "application/json"
    record = device.get(f"/api/games/{game}/record.blksgf")
    assert read_record(record.text).players[0].split() == markup[:40].split()
    picture = device.get(f"/api/games/{game}/record.svg")
    assert picture.headers["content-type"] == "image/svg+xml; charset=utf-8"
    tags = {
        element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture.text).iter()
    }
    assert not tags & {"script", "foreignObject", "image", "a"}
    assert "onload" not in picture.text


@pytest.mark.parametrize("markup", MARKUP)
def test_markup_in_chat_stays_text(scene: Scene, markup: str) -> None:
    device = scene.club.device()
    device.get("/api/me")
    game = marked_game(device, "Ada")
    with device.page() as page:
        page.join(game)
        page.send("chat", game=game, id="c", text=markup)
        said = page.until("chat_line", "error")
    assert said["text"].split() == markup.split()
    lines = device.get(f"/api/games/{game}/chat")
    assert lines.headers["content-type"] == "application/json"
    assert lines.headers["x-content-type-options"] == "nosniff"


def test_only_pages_and_the_description_are_html(scene: Scene) -> None:
    """And neither has anything in it that came from outside."""
    game = marked_game(scene.victim, MARKUP[0])
    for route in ROUTES:
        if route.method == "GET" and route.path not in STREAMS:
            answer = scene.victim.get(scene.address(route, game=game))
            assert "text/html" not in answer.headers["content-type"], route.path
    for path in (f"/g/{MARKUP[0]}", f"/api/{MARKUP[0]}", f"/{MARKUP[0]}.js", "/api/docs"):
        assert "<script>alert" not in scene.victim.get(path).text


def test_every_answer_names_its_kind_and_is_not_guessed(scene: Scene) -> None:
    for route in ROUTES:
        if route.path not in STREAMS:
            answer = scene.victim.ask(route.method, scene.address(route), {})
            kind = answer.headers["content-type"]
            assert (
                kind == "application/json"
                or "charset=" in kind
                or kind.startswith(("image/", "application/"))
            ), (route.path, kind)
            assert answer.headers["x-content-type-options"] == "nosniff"


# Injection


@pytest.mark.parametrize("nasty", NASTY, ids=lambda text: ascii(text)[:20])
def test_nothing_falls_over_an_address(scene: Scene, nasty: str) -> None:
    before = scene.everything()
    for route in ROUTES:
        if route.method != "GET" or route.path in STREAMS or not route.parameters:
            continue
        path = scene.address(route, **{p.name: quote(nasty, safe="") for p in _in_path(route)})
        query = "&".join(f"{p.name}={quote(nasty, safe='')}" for p in _in_query(route))
        answer = scene.victim.get(f"{path}?{query}")
        assert answer.status_code < 500, (route.path, answer.text)
        assert "root:" not in answer.text
    assert scene.everything() == before


def _in_path(route: Route) -> list[Any]:
    return [p for p in route.parameters if p.in_path]


def _in_query(route: Route) -> list[Any]:
    return [p for p in route.parameters if not p.in_path]


@pytest.mark.parametrize("nasty", NASTY, ids=lambda text: ascii(text)[:20])
def test_nothing_falls_over_a_body(scene: Scene, nasty: str) -> None:
    """Every text of every body, one after the other."""
    device = scene.club.device()
    device.sign_up(f"Eve {NASTY.index(nasty)}")
    for route in ROUTES:
        if route.body is None or route.access not in ("anybody", "account", "owner"):
            continue
        whole = scene.body(route)
        for name in [name for name, value in whole.items() if isinstance(value, str)]:
            answer = device.ask(route.method, scene.address(route), whole | {name: nasty})
            assert answer.status_code < 500, (route.path, name, answer.text)
    tables = {row.partition(":")[0] for row in scene.everything()}
    assert {"games", "events", "accounts"} <= tables


@pytest.mark.parametrize("nasty", NASTY, ids=lambda text: ascii(text)[:20])
def test_nothing_falls_over_a_message(scene: Scene, nasty: str) -> None:
    """Every text of every message, one after the other."""
    device, before = scene.club.device(), scene.holdings()
    device.get("/api/me")
    with device.page() as page:
        page.join(scene.game["game"])
        for message in ClientMessage.__args__:
            whole = scene.example(inspect.type_info(message))
            for name in [n for n, value in whole.items() if isinstance(value, str)]:
                page.session.send_json(whole | {name: nasty})
                page.send("ping", id="said")
                while (answer := page.receive()).get("id") != "said":
                    assert answer.get("code") not in ("busy", "too_fast"), (whole, name, answer)
    assert before <= scene.holdings()


def test_a_header_cannot_be_written_from_outside(scene: Scene) -> None:
    game = marked_game(scene.victim, "\r\nset-cookie: a=b")
    for format in ("blksgf", "json", "svg"):
        answer = scene.victim.get(f"/api/games/{game}/record.{format}")
        assert "a=b" not in str(answer.headers)


def test_errors_tell_nothing_about_the_inside(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("secret of the inside")

    monkeypatch.setattr(scene.club.server.rooms.services.store, "games_of", fails)
    client = scene.club.client
    monkeypatch.setattr(client._transport, "raise_server_exceptions", False)
    answer = client.get("/api/games", headers=scene.victim.cookie_header)
    assert answer.status_code == 500
    assert not re.search("secret|Traceback|File|cornerwise", answer.text)


def test_the_examples_fit_their_types(scene: Scene) -> None:
    """Else the tests above would be refused before they try anything."""
    for route in ROUTES:
        if route.body is not None:
            assert isinstance(inspect.type_info(route.body), inspect.StructType)
            assert scene.body(route) != {} or not inspect.type_info(route.body).fields
