"""What is secret is kept as a hash, sent in cookies that scripts cannot read, and never logged."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path

import argon2
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from cornerwise.server.accounts.people import SESSION
from cornerwise.server.accounts.schema import accounts
from cornerwise.server.app import make_app
from cornerwise.server.guests import COOKIE
from cornerwise.server.pages import FOLDER
from cornerwise.server.settings import Settings
from server.devices import PASSWORD, Club, dump, running
from server.mailbox import mailbox
from server.table import HERE, ME, Clock


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    return Settings(data=tmp_path, database=database, workers=1, eager=False)


@pytest.fixture
def club(settings: Settings, clock: Clock) -> Iterator[Club]:
    with running(settings, clock) as club:
        yield club


def test_the_database_opens_nothing(
    settings: Settings, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """Passwords, sessions, links and tokens are there as hashes; keys of games not at all."""
    caplog.set_level(logging.DEBUG)
    public = "https://games.example"
    with (
        mailbox() as box,
        running(replace(settings, mail=box.address, public=public), clock) as club,
    ):
        ada = club.device()
        ada.sign_up("Ada")
        key = ada.make("duo", ME, HERE)["key"]
        wish = {"mail": "ada@example.org", "password": PASSWORD}
        ada.post("/api/account/mail", wish)
        link = box.token()
        token = ada.post("/api/tokens", {"name": "bot"}).json()["token"]
        secrets = [PASSWORD, ada.cookies[SESSION], link, token, key, ada.cookies[COOKIE]]
        kept = dump(club)
        assert [secret for secret in secrets if secret in kept] == []
        ada.post("/api/account/mail/proof", {"token": link})
        ada.post("/api/account/password", {"old": PASSWORD, "new": "another horse"})
    assert [secret for secret in secrets if secret in caplog.text] == []


def test_passwords_are_hashed_slowly(club: Club) -> None:
    ada, bo = club.device(), club.device()
    ada.sign_up("Ada")
    bo.sign_up("Bo")
    store = club.server.rooms.services.store
    kept = club.call(store.read, lambda c: list(c.scalars(sa.select(accounts.c.password))))
    assert len(set(kept)) == 2  # salted
    for text in kept:
        found = argon2.extract_parameters(text)
        assert found.type is argon2.Type.ID
        assert found.memory_cost >= 19_456  # OWASP's least, in KiB
        assert found.time_cost >= 2


@pytest.mark.parametrize(
    "password", ["Correct Horse", "ﬁancée € 9", "x" * 64 + " the end counts", "  spaces around  "]
)
def test_passwords_are_taken_as_they_are(club: Club, password: str) -> None:
    ada = club.device()
    ada.sign_up("Ada", password)
    ada.sign_in("Ada", password)
    for other in (password[:-1], password.swapcase(), password.strip() + "x", password + " "):
        wrong = ada.post("/api/sign-in", {"name": "Ada", "password": other})
        assert wrong.status_code == 403


def test_each_sign_in_has_a_token_of_its_own(club: Club) -> None:
    ada = club.device()
    ada.sign_up("Ada")
    tokens = [ada.cookies[SESSION]]
    for _ in range(3):
        ada.sign_in("Ada")
        tokens.append(ada.cookies[SESSION])
    assert len(set(tokens)) == 4
    assert all(len(token) == 43 for token in tokens)  # 256 bits
    thief = club.device()
    for old in tokens[:-1]:
        thief.cookies = {SESSION: old}
        assert thief.me["account"] == ""


def test_a_session_that_was_chosen_by_another_is_not_taken(club: Club) -> None:
    """Fixation: signing in never adopts a token that was there before."""
    ada = club.device()
    ada.cookies[SESSION] = "B" * 43
    ada.sign_up("Ada")
    assert ada.cookies[SESSION] != "B" * 43
    thief = club.device()
    thief.cookies = {SESSION: "B" * 43}
    assert thief.me["account"] == ""


def test_no_guests_cookie_is_an_account(club: Club) -> None:
    ada, thief = club.device(), club.device()
    ada.sign_up("Ada")
    keeper = club.server.keeper
    id = club.call(club.server.rooms.services.people.guest_of, "Ada")
    thief.cookies = {COOKIE: keeper.cookie(id)}  # even with our own signature
    assert thief.me["account"] == ""
    assert keeper.guest(keeper.cookie(id)) is None
    assert keeper.guest(keeper.cookie("gone.abc")) is None


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_cookies_are_for_us_alone(settings: Settings, scheme: str) -> None:
    app = make_app(replace(settings, hosts=("games.example",)), Clock())
    with TestClient(app, base_url=f"{scheme}://games.example") as client:
        answer = client.post("/api/account", json={"name": "Ada", "password": PASSWORD})
        assert answer.status_code == 201
        lines = answer.headers.get_list("set-cookie")
        assert len(lines) == 2
        for line in lines:
            ((name, cookie),) = SimpleCookie(line).items()
            assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "lax", "/")
            assert cookie["domain"] == ""
            assert name.startswith("__Host-") == bool(cookie["secure"]) == (scheme == "https")
        assert client.get("/api/me").json()["account"] == "Ada"
        lasting = client.get("/").headers.get("strict-transport-security", "")
        assert lasting == ("max-age=31536000" if scheme == "https" else "")


def test_over_https_only_cookies_set_over_https_count(settings: Settings) -> None:
    """A neighbor's site or a plain page can set cookies, but none with that prefix."""
    app = make_app(replace(settings, hosts=("games.example",)), Clock())
    with TestClient(app, base_url="https://games.example") as client:
        client.post("/api/account", json={"name": "Ada", "password": PASSWORD})
        token = client.cookies[f"__Host-{SESSION}"]
        client.cookies.clear()
        answer = client.get("/api/me", headers={"cookie": f"{SESSION}={token}"})
        assert answer.json()["account"] == ""
        answer = client.get("/api/me", headers={"cookie": f"__Host-{SESSION}={token}"})
        assert answer.json()["account"] == "Ada"


def test_over_https_a_plain_page_of_our_name_is_another_site(settings: Settings) -> None:
    app = make_app(replace(settings, hosts=("games.example",)), Clock())
    with TestClient(app, base_url="https://games.example") as client:
        for origin, status in (("https://games.example", 200), ("http://games.example", 403)):
            answer = client.post("/api/sign-out", headers={"origin": origin})
            assert answer.status_code == status


def test_no_secret_is_in_an_address(club: Club) -> None:
    """Links carry theirs behind `#`, which browsers do not send."""
    from cornerwise.server.routes import ROUTES

    for route in ROUTES:
        names = {parameter.name for parameter in route.parameters}
        assert not names & {"key", "password", "secret", "session_token", "mail"}, route.path


def test_nothing_but_the_pages_is_served(club: Club) -> None:
    assert not list(FOLDER.glob("**/.git"))
    for path in ("/.git/config", "/secret", "/games.sqlite3", "/.env", "/pyproject.toml"):
        assert club.client.get(path).status_code in (200, 404)
        assert "SQLite" not in club.client.get(path).text[:100]
        assert "[core]" not in club.client.get(path).text
