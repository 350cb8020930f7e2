"""Passkeys: made, used, refused. The device is ours, in software; its answers are real."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cbor2
import pytest
import sqlalchemy as sa

from cornerwise.server.accounts.schema import passkeys
from cornerwise.server.settings import Settings
from server.authenticator import Authenticator, decode, encode
from server.devices import PASSWORD, Club, Device, running
from server.table import HERE, ME, Clock


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Club]:
    database = "" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    settings = Settings(data=tmp_path, database=database, workers=1, eager=False)
    with running(settings, clock, host="localhost:8765") as club:
        yield club


def options_for_new(device: Device, name: str = "Ada") -> dict[str, Any]:
    answer = device.post("/api/account/passkeys/options", {"name": name})
    assert answer.status_code == 200, answer.text
    options: dict[str, Any] = answer.json()["options"]
    return options


def options_for_use(device: Device) -> dict[str, Any]:
    options: dict[str, Any] = device.post("/api/sign-in/passkey/options").json()["options"]
    return options


def sign_up(device: Device, key: Authenticator, name: str = "Ada") -> Any:
    body = {"name": name, "passkey": key.make(options_for_new(device, name))}
    return device.post("/api/account", body)


def sign_in(device: Device, key: Authenticator) -> Any:
    return device.post("/api/sign-in/passkey", {"passkey": key.use(options_for_use(device))})


def test_an_account_without_a_password(club: Club) -> None:
    desk, phone, key = club.device(), club.device(), Authenticator()
    game = desk.make("duo", ME, HERE)["game"]
    made = sign_up(desk, key)
    assert made.status_code == 201, made.text
    assert made.json()["has_password"] is False
    assert len(made.json()["passkeys"]) == 1
    assert sign_in(phone, key).status_code == 200
    assert phone.games() == {game}
    wrong = phone.post("/api/sign-in", {"name": "Ada", "password": PASSWORD})
    assert wrong.status_code == 403


def test_the_only_way_in_cannot_be_removed(club: Club) -> None:
    ada, key = club.device(), Authenticator()
    id = sign_up(ada, key).json()["passkeys"][0]["passkey"]
    assert ada.delete(f"/api/account/passkeys/{id}").status_code == 409
    assert ada.post("/api/account/password", {"new": PASSWORD}).status_code == 200
    assert ada.delete(f"/api/account/passkeys/{id}").json()["passkeys"] == []
    assert ada.delete(f"/api/account/passkeys/{id}").status_code == 404
    assert sign_in(club.device(), key).status_code == 403


def test_two_removed_at_the_same_moment_leave_one(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, keys = club.device(), (Authenticator(), Authenticator())
    sign_up(ada, keys[0])
    made = ada.post("/api/account/passkeys", {"passkey": keys[1].make(options_for_new(ada))})
    first, second = (key["passkey"] for key in made.json()["passkeys"])
    store, other = club.server.rooms.services.store, sa.delete(passkeys)
    write = store.write

    async def after_the_other(work: Any) -> None:
        """As if the other request had been a moment earlier."""
        await write(lambda c: c.execute(other.where(passkeys.c.id == first)))
        await write(work)

    monkeypatch.setattr(store, "write", after_the_other)
    assert ada.delete(f"/api/account/passkeys/{second}").status_code == 409
    assert len(ada.get("/api/account").json()["passkeys"]) == 1


def test_a_first_password_needs_a_fresh_sign_in(club: Club) -> None:
    ada, key = club.device(), Authenticator()
    sign_up(ada, key)
    club.clock.time += 16 * 60_000
    assert ada.post("/api/account/password", {"new": PASSWORD}).status_code == 403
    assert ada.post("/api/account/delete", {"name": "Ada"}).status_code == 403
    assert sign_in(ada, key).status_code == 200
    assert ada.post("/api/account/delete", {"name": "Ada"}).status_code == 200


def test_a_second_passkey(club: Club) -> None:
    ada, key = club.device(), Authenticator()
    ada.sign_up("Ada")
    body = {"passkey": key.make(options_for_new(ada)), "label": "phone"}
    added = ada.post("/api/account/passkeys", body)
    assert [k["label"] for k in added.json()["passkeys"]] == ["phone"]
    assert [c["id"] for c in options_for_new(ada)["excludeCredentials"]] != []
    assert sign_in(club.device(), key).status_code == 200


def test_a_passkey_begun_for_one_account_is_no_other_accounts(club: Club) -> None:
    ada, bo, key = club.device(), club.device(), Authenticator()
    ada.sign_up("Ada")
    bo.sign_up("Bo")
    answer = key.make(options_for_new(ada))
    assert bo.post("/api/account/passkeys", {"passkey": answer}).status_code == 403
    assert bo.get("/api/account").json()["passkeys"] == []
    stranger = club.device()
    options = options_for_new(ada)
    body = {"name": "Eve", "passkey": key.make(options)}
    assert stranger.post("/api/account", body).status_code == 409
    assert stranger.me["account"] == ""


def test_an_answer_works_once_and_not_for_long(club: Club) -> None:
    ada, phone, key = club.device(), club.device(), Authenticator()
    sign_up(ada, key)
    answer = key.use(options_for_use(phone))
    club.clock.time += 6 * 60_000
    assert phone.post("/api/sign-in/passkey", {"passkey": answer}).status_code == 403
    answer = key.use(options_for_use(phone))
    assert phone.post("/api/sign-in/passkey", {"passkey": answer}).status_code == 200
    thief = club.device()
    assert thief.post("/api/sign-in/passkey", {"passkey": answer}).status_code == 403


def test_what_is_forged_is_refused(club: Club) -> None:
    ada, thief, key = club.device(), club.device(), Authenticator()
    sign_up(ada, key)
    phished = Authenticator("https://evil.example")
    phished.id, phished.key, phished.user = key.id, key.key, key.user
    other = Authenticator()
    other.id, other.user = key.id, key.user  # knows the id, not the key
    unknown = Authenticator()
    for wrong in (phished, other, unknown):
        answer = sign_in(thief, wrong)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad_sign_in")
    own_challenge = {**options_for_use(thief), "challenge": "AAAA"}
    answer = thief.post("/api/sign-in/passkey", {"passkey": key.use(own_challenge)})
    assert answer.status_code == 403
    assert thief.me["account"] == ""


@pytest.mark.parametrize(
    "passkey",
    [
        {},
        {"response": 1},
        {"response": {"clientDataJSON": "!"}},
        {"response": {"clientDataJSON": "W10"}},
        {"rawId": 5, "response": {"clientDataJSON": "eyJjaGFsbGVuZ2UiOiAiYSJ9"}},
    ],
)
def test_answers_that_make_no_sense(club: Club, passkey: dict[str, Any]) -> None:
    thief = club.device()
    assert thief.post("/api/sign-in/passkey", {"passkey": passkey}).status_code in (400, 403)
    body = {"name": "Ada", "passkey": passkey}
    assert thief.post("/api/account", body).status_code in (400, 403)


def test_a_statement_that_no_device_makes_is_refused(club: Club) -> None:
    """What the device says of its maker is outside's word, too, in any of seven formats."""
    thief, key = club.device(), Authenticator()
    answer = key.make(options_for_new(thief))
    said = cbor2.loads(decode(answer["response"]["attestationObject"]))
    said |= {"fmt": "android-safetynet", "attStmt": {"ver": "1", "response": {"no": 1}}}
    answer["response"]["attestationObject"] = encode(cbor2.dumps(said))
    refused = thief.post("/api/account", {"name": "Ada", "passkey": answer})
    assert (refused.status_code, refused.json()["code"]) == (403, "bad_sign_in")
    assert refused.json()["message"] == "this passkey cannot be used: its answer cannot be read"


def test_addresses_without_a_name_have_none(tmp_path: Path, clock: Clock) -> None:
    with running(Settings(data=tmp_path, workers=1, eager=False), clock) as club:
        ada = club.device()
        assert ada.me["can_passkey"] is False
        assert ada.post("/api/sign-in/passkey/options").status_code == 409
