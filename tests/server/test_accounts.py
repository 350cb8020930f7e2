"""Accounts: a guest becomes one without losing a game, signs in elsewhere, and can leave again."""

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from cornerwise.server.accounts import desk as desk_module
from cornerwise.server.accounts import entering, erasing, keeping, moving, schema
from cornerwise.server.accounts.people import CHANGED_IDENTITY, SESSION
from cornerwise.server.accounts.secrets import is_password
from cornerwise.server.ranking.schema import ratings
from cornerwise.server.refusal import Refusal
from cornerwise.server.settings import Settings
from cornerwise.server.store import schema as store_schema
from cornerwise.server.store.schema import metadata
from server.devices import PASSWORD, Club, dump, end_of, rows, running
from server.table import HERE, LINK, ME, Clock

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(params=["sqlite", "postgresql", pytest.param("many", marks=pytest.mark.scaled)])
def club(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Club]:
    """A server on either database; or two, so that rooms and sockets are not where one signs in."""
    asked = request.getfixturevalue
    settings = Settings(
        data=tmp_path,
        database="" if request.param == "sqlite" else asked("postgres_url"),
        redis=asked("redis_url") if request.param == "many" else "",
        workers=1,
        eager=False,
    )
    with running(settings, clock, servers=2 if request.param == "many" else 1) as club:
        yield club


# Coming


def test_a_guest_becomes_an_account_without_losing_a_game(club: Club) -> None:
    ada = club.device()
    game = ada.make("duo", ME, HERE)["game"]
    with ada.page() as page:
        assert page.join(game)["seats"] == [0, 1]
        assert page.act("play", game, 2, move="e10")["type"] == "done"
        before = ada.me["guest"]
        assert ada.sign_up("Ada") == {
            "name": "Ada",
            "created": club.clock.time,
            "mail": None,
            "has_password": True,
            "is_moderator": False,
            "passkeys": [],
        }
        assert page.closed() == CHANGED_IDENTITY
    assert ada.me["account"] == "Ada"
    assert ada.me["guest"] != before
    assert ada.games() == {game}
    with ada.page() as page:  # the room was in memory all the time
        joined = page.join(game)
        assert joined["seats"] == [0, 1]
        assert page.act("play", game, joined["seq"], move="j5")["type"] == "done"


def test_an_action_sent_again_after_signing_up_is_recognized(club: Club) -> None:
    ada = club.device()
    game = ada.make("duo", ME, HERE)["game"]
    with ada.page() as page:
        page.join(game)
        assert page.act("play", game, 2, id="one", move="e10")["type"] == "done"
    ada.sign_up("Ada")
    with ada.page() as page:
        page.join(game)
        assert page.act("play", game, 2, id="one", move="e10")["type"] == "done"
    assert ada.get(f"/api/games/{game}").json()["summary"]["ply"] == 1


def test_signing_in_elsewhere_brings_that_devices_games(club: Club) -> None:
    desk, phone = club.device(), club.device()
    one = desk.make("duo", ME, HERE)["game"]
    two = phone.make("duo", ME, LINK)["game"]
    desk.sign_up("Ada")
    phone.sign_in("ada")
    assert desk.games() == phone.games() == {one, two}
    assert phone.post("/api/sign-out").status_code == 200
    assert phone.me["account"] == ""
    assert phone.games() == set()
    three = phone.make("duo", ME, HERE)["game"]
    phone.sign_in("ADA")
    assert desk.games() == {one, two, three}


def test_a_seat_names_the_account_and_no_client_can(club: Club) -> None:
    ada, bo = club.device(), club.device()
    ada.sign_up("Ada")
    made = ada.make("duo", {"kind": "me", "name": "A."}, LINK)
    game, key = made["game"], made["key"]
    bo.sign_up("Bo")
    with bo.page() as page:
        page.join(game)
        assert page.act("sit", game, 1, player=1, name="Ada", key=key)["type"] == "done"
        page.send("sit", game=game, seq=3, id="x", player=1, account="Ada")
        assert page.until("error")["code"] == "unreadable"
    seats = ada.get(f"/api/games/{game}").json()["summary"]["seats"]
    assert [(seat["name"], seat["account"]) for seat in seats] == [("A.", "Ada"), ("Ada", "Bo")]


def test_an_account_is_never_merged_into_another(club: Club) -> None:
    ada, bo = club.device(), club.device()
    ada.sign_up("Ada")
    game = ada.make("duo", ME, HERE)["game"]
    bo.sign_up("Bo")
    assert ada.post("/api/account", {"name": "Eve", "password": PASSWORD}).status_code == 409
    ada.sign_in("Bo")
    assert ada.me["account"] == "Bo"
    assert ada.games() == set()
    ada.sign_in("Ada")
    assert ada.games() == {game}
    assert len(rows(club, schema.sessions)) == 2  # changing accounts ends the session before


def test_of_names_that_look_alike_one_can_exist(club: Club) -> None:
    club.device().sign_up("Ada")
    for name in ("ADA", "A-d.a", "Adá"):
        answer = club.device().post("/api/account", {"name": name, "password": PASSWORD})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken")


def test_what_cannot_be_a_name_or_a_password(club: Club) -> None:
    ada = club.device()
    for name, password in (("<b>Ada</b>", PASSWORD), ("Ada", "short"), ("Ada", "password1")):
        answer = ada.post("/api/account", {"name": name, "password": password})
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    text = b'{"name": "a\\ud800b", "password": "correct horse"}'
    headers = {"content-type": "application/json"}
    assert club.client.post("/api/account", content=text, headers=headers).status_code == 400
    assert rows(club, schema.accounts) == []


# Staying


def test_sessions_are_listed_and_ended(club: Club) -> None:
    desk, phone = club.device(FIREFOX), club.device()
    desk.sign_up("Ada")
    club.clock.time += 5
    phone.sign_in("Ada")
    listed = desk.get("/api/account/sessions").json()["sessions"]
    assert [(s["label"], s["is_this"]) for s in listed] == [("", False), ("Firefox, Linux", True)]
    with phone.page() as page:
        ended = desk.delete(f"/api/account/sessions/{listed[0]['session']}")
        assert [s["is_this"] for s in ended.json()["sessions"]] == [True]
        assert page.closed() == CHANGED_IDENTITY
    assert phone.me["account"] == ""
    assert phone.get("/api/account").status_code == 401
    phone.sign_in("Ada")
    assert len(desk.delete("/api/account/sessions").json()["sessions"]) == 1
    assert phone.me["account"] == ""
    assert desk.me["account"] == "Ada"


def test_a_cookie_from_before_is_no_key_to_the_account(club: Club) -> None:
    """Guests' cookies cannot be revoked, so they must prove nothing about accounts."""
    ada = club.device()
    game = ada.make("duo", ME, HERE)["game"]
    thief = club.device()
    thief.cookies = dict(ada.cookies)
    ada.sign_up("Ada")
    assert thief.me["account"] == ""
    assert thief.games() == set()
    with thief.page() as page:
        assert page.join(game)["seats"] == []
        assert page.act("play", game, 2, move="e10")["code"] == "not_yours"


def test_seats_that_come_along_are_told_to_the_pages_that_are_open(club: Club) -> None:
    """Ada looks from the desk, where she is signed in, at what she plays on the phone."""
    desk, phone = club.device(), club.device()
    desk.sign_up("Ada")
    game = phone.make("duo", ME, LINK)["game"]
    with desk.page() as page:
        page.join(game)
        phone.sign_in("Ada")
        told = page.until("seats")
        assert (told["game"], told["seats"], bool(told["key"])) == (game, [0], True)
        assert page.until("presence")["players"] == [0]


def test_a_session_ends_with_time(club: Club) -> None:
    ada = club.device()
    ada.sign_up("Ada")
    club.clock.time += 89 * 86_400_000
    assert ada.me["account"] == "Ada"  # used, so it goes on
    club.clock.time += 89 * 86_400_000
    assert ada.me["account"] == "Ada"
    club.clock.time += 91 * 86_400_000
    assert ada.me["account"] == ""


def test_a_clock_that_is_turned_back_keeps_no_session(club: Club) -> None:
    """What was proved is believed for a minute, not until the clock has come so far again."""
    ada = club.device()
    ada.sign_up("Ada")
    assert ada.me["account"] == "Ada"
    club.clock.time -= 3_600_000
    store, (account,) = club.server.rooms.services.store, rows(club, schema.accounts)
    club.call(store.write, lambda c: keeping.end_sessions(c, account.id))  # on the command line
    assert ada.me["account"] == ""


def test_another_password_signs_others_out(club: Club) -> None:
    desk, phone = club.device(), club.device()
    desk.sign_up("Ada")
    phone.sign_in("Ada")
    change = {"old": "wrong", "new": "another horse battery"}
    assert desk.post("/api/account/password", change).status_code == 403
    assert desk.post("/api/account/password", {"new": "another horse"}).status_code == 403
    assert desk.post("/api/account/password", change | {"old": PASSWORD}).status_code == 200
    assert (desk.me["account"], phone.me["account"]) == ("Ada", "")
    assert phone.post("/api/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 403
    phone.sign_in("Ada", "another horse battery")


def test_another_password_and_the_end_of_the_sessions_are_one_step(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that dies between the two would leave the thief signed in."""
    desk, phone = club.device(), club.device()
    desk.sign_up("Ada")
    phone.sign_in("Ada")

    def fail(*_: Any, **more: Any) -> list[str]:
        raise Refusal("busy", "as if killed")

    with monkeypatch.context() as killed:
        killed.setattr(keeping, "end_sessions", fail)
        change = {"old": PASSWORD, "new": "another horse battery"}
        assert desk.post("/api/account/password", change).status_code == 503
    assert desk.post("/api/account/password", change).status_code == 200
    assert phone.me["account"] == ""


def test_who_signs_in_while_the_password_is_changed_needs_the_new_one(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, phone = club.device(), club.device()
    desk.sign_up("Ada")
    store = club.server.rooms.services.store

    async def slow(kept: str | None, password: str) -> bool:
        new = schema.accounts.update().values(password="of another one")
        await store.write(lambda c: c.execute(new))
        return await is_password(kept, password)

    monkeypatch.setattr(entering, "is_password", slow)
    answer = phone.post("/api/sign-in", {"name": "Ada", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_sign_in")
    assert len(rows(club, schema.sessions)) == 1


def test_another_name(club: Club) -> None:
    ada, bo = club.device(), club.device()
    ada.sign_up("Ada")
    bo.sign_up("Bo")
    people = club.server.rooms.services.people
    id = club.call(people.guest_of, "Ada")
    assert club.call(people.names, [id, "a.nobody", "guest"]) == {id: "Ada"}
    assert bo.post("/api/account/name", {"name": "ADA"}).status_code == 409
    assert ada.post("/api/account/name", {"name": "Countess"}).json()["name"] == "Countess"
    assert ada.me["account"] == "Countess"
    assert club.call(people.names, [id]) == {id: "Countess"}
    assert bo.post("/api/account/name", {"name": "Ada"}).status_code == 409  # still Ada's
    assert bo.post("/api/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 403
    assert ada.post("/api/account/name", {"name": "ada"}).json()["name"] == "ada"


# Going


def test_export_has_everything_but_secrets(club: Club) -> None:
    ada = club.device()
    ada.sign_up("Ada")
    game = ada.make("duo", ME, HERE)["game"]
    answer = ada.get("/api/account/export")
    assert "attachment" in answer.headers["content-disposition"]
    data = answer.json()
    assert [row["name"] for row in data["tables"]["accounts"]] == ["Ada"]
    assert [row["player"] for row in data["tables"]["seats"]] == [0, 1]
    assert [event["kind"] for event in data["games"][game]] == ["created", "started"]
    assert len(data["tables"]["sessions"]) == 1
    for secret in (ada.cookies[SESSION], "argon2", rows(club, schema.sessions)[0].token):
        assert secret not in answer.text


def test_export_has_what_is_left_of_a_damaged_game(club: Club) -> None:
    ada = club.device()
    damaged, other = (ada.make("duo", ME, HERE)["game"] for _ in range(2))
    write_over(club, damaged, 2, '{"kind":')
    games = ada.get("/api/account/export").json()["games"]
    assert games[damaged][0]["kind"] == "created"
    assert games[damaged][1] == '{"kind":'
    assert [event["kind"] for event in games[other]] == ["created", "started"]


def write_over(club: Club, game: str, seq: int, body: str) -> None:
    """Damage an event."""
    log = store_schema.events
    broken = sa.update(log).where(log.c.game == game, log.c.seq == seq).values(body=body)
    club.call(club.server.rooms.services.store.write, lambda c: c.execute(broken))


def test_export_has_nobody_elses_id(club: Club) -> None:
    ada, bo = club.device(), club.device()
    ada.sign_up("Ada")
    bo.sign_up("Bo")
    ada.make("duo", ME, {"kind": "invite", "name": "Bo"})
    ids = {row.name: row.id for row in rows(club, schema.accounts)}
    for device, own, other in ((ada, "Ada", "Bo"), (bo, "Bo", "Ada")):
        answer = device.get("/api/account/export")
        (invited,) = answer.json()["tables"]["invitations"]
        assert (invited["sender_name"], invited["receiver_name"]) == ("Ada", "Bo")
        assert (ids[own] in answer.text, ids[other] in answer.text) == (True, False)


@pytest.mark.parametrize("withdrawn", [False, True])
def test_deletion_erases_the_name_of_who_was_invited_and_never_sat_down(
    club: Club, withdrawn: bool
) -> None:
    ada, bo, cy = club.device(), club.device(), club.device()
    for device, name in ((ada, "Ada"), (bo, "Bo Diddley"), (cy, "Cyd")):
        device.sign_up(name)
    invited = [{"kind": "invite", "name": name} for name in ("Bo Diddley", "Cyd")]
    game = ada.make("classic_3", {"kind": "me"}, *invited)["game"]
    if withdrawn:
        (his,) = bo.get("/api/invitations").json()["received"]
        assert ada.delete(f"/api/invitations/{his['id']}").status_code == 200
    with ada.page() as page:
        page.join(game)  # it is in memory, too
        body = {"name": "Bo Diddley", "password": PASSWORD}
        assert bo.post("/api/account/delete", body).status_code == 200
    answer = ada.get(f"/api/games/{game}")
    accounts = [seat["account"] for seat in answer.json()["summary"]["seats"]]
    assert accounts == ["Ada", "", "Cyd"]
    assert "Diddley" not in dump(club)
    with ada.page() as page:
        assert "Diddley" not in str(page.join(game))


@pytest.mark.parametrize("account", ["", "Bo Diddley"])
def test_deletion_erases_the_name_from_a_rematch_that_went_on_without(
    club: Club, account: str
) -> None:
    ada, bo = club.device(), club.device()
    assert bo.me["account"] == ""
    if account:
        bo.sign_up(account)
    made = ada.make("duo", {"kind": "me", "name": "Ada"}, LINK)
    game = made["game"]
    with ada.page() as page, bo.page() as his:
        his.join(game)
        his.act("sit", game, 1, player=1, name="Diddley", key=made["key"])
        his.act("resign", game, 3, player=1)
        seq = page.join(game)["seq"]
        page.act("ask_rematch", game, seq)
        again = page.join(game)["events"][-1]["game"]
        assert page.act("fill", again, page.join(again)["seq"], player=0, level=1)["type"] == "done"
    kept = ada.get(f"/api/games/{again}").json()["events"][0]["seats"]
    assert (kept[0]["name"], kept[0]["account"]) == ("Diddley", account)
    if account:
        bo.post("/api/account/delete", {"name": account, "password": PASSWORD})
    else:
        bo.post("/api/me/forget")
    assert "Diddley" not in dump(club)
    kept = ada.get(f"/api/games/{again}").json()["events"][0]["seats"]
    assert [seat["name"] for seat in kept] == ["", "Ada"]


def test_deletion_leaves_nothing_but_nameless_games(club: Club) -> None:
    ada, bo = club.device(), club.device()
    assert bo.me["account"] == ""
    ada.sign_up("Ada Byron")
    made = ada.make("duo", {"kind": "me", "name": "Lady Byron"}, LINK)
    game = made["game"]
    with bo.page() as page, ada.page() as hers:
        page.join(game)
        hers.join(game)
        page.act("sit", game, 1, player=1, name="Bo", key=made["key"])
        hers.act("play", game, 3, move="e10")
        for body, status in (
            ({"name": "Bo"}, 400),
            ({"name": "Ada Byron"}, 403),
            ({"name": "Ada Byron", "password": "wrong"}, 403),
            ({"name": "ada byron", "password": PASSWORD}, 200),
        ):
            assert ada.post("/api/account/delete", body).status_code == status
        assert end_of(hers) in (CHANGED_IDENTITY, 1012)
        assert end_of(page) == 1012  # it joins again and sees the nameless game
    assert "Byron" not in dump(club)
    seats = bo.get(f"/api/games/{game}").json()["summary"]["seats"]
    assert [(seat["name"], seat["account"]) for seat in seats] == [("", ""), ("Bo", "")]
    with bo.page() as page:
        joined = page.join(game)
        assert (joined["seats"], joined["events"][-1]["move"]) == ([1], "e10")
        assert page.act("play", game, joined["seq"], move="j5")["type"] == "done"
    assert ada.me["account"] == ""
    assert ada.games() == set()
    ada.sign_up("Ada Byron")  # the name is free again


def test_who_is_new_gets_all_rows_at_once(club: Club) -> None:
    """One by one they would take seconds, in which nobody's move is written."""
    store, said = club.server.rooms.services.store, list[str]()

    def count(_: Any, __: Any, statement: str, *___: Any) -> None:
        said.append(statement)

    def work(connection: sa.Connection) -> None:
        row = {"guest": "old", "speed": "rapid", "mu": 1500.0, "sigma": 9.0, "games": 1, "time": 1}
        connection.execute(sa.insert(ratings), [row | {"variant": f"v{n}"} for n in range(30)])
        sa.event.listen(connection, "before_cursor_execute", count)
        moving.move(connection, "old", "new")
        sa.event.remove(connection, "before_cursor_execute", count)

    club.call(store.write, work)
    assert {row.guest for row in rows(club, ratings)} == {"new"}
    assert sum("UPDATE ratings" in statement for statement in said) == 1


def test_nobody_acts_as_who_is_deleted_while_the_names_are_erased(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another device would make a game with the name, which nobody would ever erase."""
    ada, phone = club.device(), club.device()
    ada.sign_up("Ada")
    phone.sign_in("Ada")
    seen: list[str] = []

    async def slow(store: Any) -> None:
        await asyncio.sleep(0.01)
        people = club.server.rooms.services.people
        seen.append((await people.identify({}, phone.cookies)).account)
        await erasing.erase_all_names(store)

    monkeypatch.setattr(desk_module, "erase_all_names", slow)
    with phone.page() as page:
        assert phone.me["account"] == "Ada"
        body = {"name": "Ada", "password": PASSWORD}
        assert ada.post("/api/account/delete", body).status_code == 200
        assert end_of(page) == CHANGED_IDENTITY
    assert seen == [""]


def test_a_deletion_lets_others_write_and_goes_on_after_a_restart(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An account may have thousands of games, and there is one writer for everybody's moves."""
    ada = club.device()
    ada.sign_up("Ada Byron")
    games = [ada.make("duo", ME, LINK)["game"] for _ in range(7)]
    monkeypatch.setattr(erasing, "AT_ONCE", 3)
    account = rows(club, schema.accounts)[0].id
    looked: list[list[str]] = []
    erase = erasing.erase_names

    def watched(connection: sa.Connection, some: Iterable[str]) -> None:
        looked.append(list(some))
        if len(looked) == 3:
            raise SystemError("the server is killed")
        erase(connection, looked[-1])

    monkeypatch.setattr(erasing, "erase_names", watched)
    with pytest.raises(SystemError):
        club.call(club.server.desk.close_account, account)
    assert sum("Byron" in row.body for row in rows(club, store_schema.events)) == 1
    club.call(club.server.desk.finish)
    assert sorted(game for some in looked[:2] + looked[3:] for game in some) == sorted(games)
    assert "Byron" not in dump(club)
    assert rows(club, schema.erasures) == []


def test_a_damaged_game_does_not_keep_the_names_in_the_others(club: Club) -> None:
    ada = club.device()
    ada.sign_up("Ada Byron")
    games = [ada.make("duo", ME, LINK)["game"] for _ in range(3)]
    broken = sa.update(store_schema.events).where(store_schema.events.c.game == sorted(games)[1])
    store = club.server.rooms.services.store
    club.call(store.write, lambda c: c.execute(broken.values(body='{"kind":"created"')))
    body = {"name": "Ada Byron", "password": PASSWORD}
    assert ada.post("/api/account/delete", body).status_code == 200
    assert not any("Byron" in row.body for row in rows(club, store_schema.events))
    assert rows(club, schema.erasures) == []


def test_a_damaged_rematch_does_not_keep_an_account(club: Club) -> None:
    ada = club.device()
    ada.sign_up("Ada Byron")
    game, _ = [ada.make("duo", ME, HERE)["game"] for _ in range(2)]
    write_over(club, game, 2, '{"kind":"rematch","seq":2')
    body = {"name": "Ada Byron", "password": PASSWORD}
    assert ada.post("/api/account/delete", body).status_code == 200
    assert "Byron" not in dump(club)


def test_nobody_meets_who_is_deleted_in_a_tournament(club: Club) -> None:
    ada, bo, cy = club.device(), club.device(), club.device()
    ada.sign_up("Ada")
    cup = {"name": "Cup", "kind": "round_robin", "variant": "duo", "clock": {"days": 3}}
    line = bo.post("/api/tournaments", {**cup, "entrant": "Bo"}).json()["line"]
    for device, name in ((ada, "Ada"), (cy, "Cy")):
        device.post(f"/api/tournaments/{line['id']}/enter", {"name": name})
    ada.post("/api/account/delete", {"name": "Ada", "password": PASSWORD})
    view = bo.post(f"/api/tournaments/{line['id']}/start").json()
    assert [entrant["is_out"] for entrant in view["entrants"]] == [False, True, False]
    (meeting,) = view["rounds"][0]["meetings"]
    assert sorted(meeting["entrants"]) == [0, 2]


def test_a_guest_can_ask_for_everything_and_be_forgotten(club: Club) -> None:
    """Personal data are not only accounts'."""
    ada = club.device()
    game = ada.make("duo", {"kind": "me", "name": "Lady Byron"}, HERE)["game"]
    assert list(ada.get("/api/account/export").json()["games"]) == [game]
    before = dict(ada.cookies)
    assert ada.post("/api/me/forget").status_code == 200
    assert "Byron" not in dump(club)
    assert ada.games() == set()
    ada.cookies = before
    assert ada.games() == set()
    ada.sign_up("Ada")
    assert ada.post("/api/me/forget").status_code == 409
    assert ada.me["account"] == "Ada"


def test_every_column_that_holds_a_person_says_so() -> None:
    """Then the row is moved, exported and deleted with its person, whatever part it is of."""
    fates = ("move", "keep", "self", "name")
    telling = {"guest", "person", "account", "holder", "reporter", "author", "owner", "maker"}
    telling |= {"sender", "receiver", "moderator", "winner", "user"}
    silent = [
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if column.name in telling and column.info.get("person") not in fates
    ]
    assert silent == []
