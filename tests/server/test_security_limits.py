"""Limits: of guesses, of new accounts, of what is sent, of sockets."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from cornerwise.server import guard
from cornerwise.server.accounts import secrets
from cornerwise.server.http import Route
from cornerwise.server.routes import ROUTES
from cornerwise.server.settings import Settings
from server.attack import Scene
from server.devices import PASSWORD, Club, running
from server.table import ADDRESS, Clock


@pytest.fixture
def club(tmp_path: Path, clock: Clock) -> Iterator[Club]:
    with running(Settings(data=tmp_path, workers=1, eager=False), clock) as club:
        yield club


def from_address(club: Club, address: str) -> TestClient:
    """The same server, asked from elsewhere."""
    app = club.client.app
    return TestClient(app, base_url="http://127.0.0.1:8765", client=(address, 50_000))


# Guessing


def guess(client: TestClient, name: str, password: str = "wrong guess") -> int:
    answer = client.post("/api/sign-in", json={"name": name, "password": password})
    return int(answer.status_code)


def test_guesses_at_one_account_are_counted_from_everywhere(club: Club) -> None:
    club.device().sign_up("Ada")
    statuses = [guess(from_address(club, f"10.0.0.{i}"), "Ada") for i in range(12)]
    assert statuses == [403] * 10 + [429] * 2
    assert guess(from_address(club, "10.0.1.1"), "Ada", PASSWORD) == 429
    assert guess(from_address(club, "10.0.1.1"), "Bo") == 403  # others are not locked out


def test_right_passwords_are_not_counted(club: Club) -> None:
    club.device().sign_up("Ada")
    for i in range(15):
        assert guess(from_address(club, f"10.0.0.{i}"), "Ada", PASSWORD) == 200


def test_guesses_from_one_address_are_counted_over_all_accounts(club: Club) -> None:
    client = from_address(club, "10.0.0.1")
    statuses = [guess(client, f"Name {i}x") for i in range(31)]
    assert statuses == [403] * 30 + [429]
    assert guess(from_address(club, "10.0.0.2"), "Somebody") == 403


def test_new_accounts_of_one_address_are_counted(club: Club) -> None:
    statuses = [
        club.client.post("/api/account", json={"name": f"Ada {i}x", "password": PASSWORD})
        for i in range(21)
    ]
    assert [answer.status_code for answer in statuses] == [201] * 20 + [429]


def test_nobody_learns_which_names_exist(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same words, and the same work: one password is computed in every case."""
    club.device().sign_up("Ada")
    work = []
    verify = secrets._verify

    def counted(kept: str | None, password: str) -> bool:
        work.append(kept)
        return verify(kept, password)

    monkeypatch.setattr(secrets, "_verify", counted)
    answers = [
        club.client.post("/api/sign-in", json={"name": name, "password": "wrong guess"})
        for name in ("Ada", "Nobody Here", "<script>", "admin")
    ]
    assert {(a.status_code, a.text) for a in answers} == {(403, answers[0].text)}
    assert len(work) == 4


# Large things


BODIES = [route for route in ROUTES if route.body is not None]


@pytest.mark.parametrize("route", BODIES, ids=lambda r: f"{r.method} {r.path}")
def test_no_body_is_larger_than_its_route_allows(scene: Scene, route: Route) -> None:
    if route.access not in ("anybody", "account", "owner"):
        return
    headers = {"content-type": "application/json", **scene.victim.cookie_header}
    path = scene.address(route)
    large = b" " * (route.max_body + 1)
    answer = scene.club.client.request(route.method, path, content=large, headers=headers)
    assert answer.status_code == 413
    assert route.max_body <= 1_200_000


@pytest.mark.parametrize(
    "text",
    ["[" * 10_000, '{"a":' * 2_000, '{"name": "' + "x" * 10_000 + '"}', "1" * 10_000, "\ufeff{}"],
    ids=["deep list", "deep object", "long text", "long number", "mark"],
)
def test_bodies_that_are_hard_to_read(scene: Scene, text: str) -> None:
    headers = {"content-type": "application/json"}
    answer = scene.club.client.post("/api/sign-in", content=text.encode(), headers=headers)
    assert answer.status_code == 400


def test_sockets_of_one_address_are_counted(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MAX_SOCKETS", 2)
    door = club.server.door
    assert [door.admit("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert door.admit("10.0.0.2")
    door.release("10.0.0.1")
    assert door.admit("10.0.0.1")
    assert all(door.admit("127.0.0.1") for _ in range(5))  # this machine: tests, a proxy
    for _ in range(2):
        door.admit("testclient")
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        club.client.websocket_connect(ADDRESS),
    ):
        pass
    assert closed.value.code == 1013


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::1"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_one_line_of_ipv6_is_one_address(address: str, counted_as: str) -> None:
    scope = {"type": "http", "client": (address, 1) if address else None}
    assert guard.address_of(HTTPConnection(scope)) == counted_as
