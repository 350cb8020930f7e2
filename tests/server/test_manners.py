"""Blocks that reach further than chat, invitations, reports, and the moderators' pages."""

from dataclasses import replace
from typing import Any

import pytest

from cornerwise.server.settings import Settings
from server.meeting import OPEN, PASSWORD, Member, device, member, moderator, ok, say, sit, step
from server.table import HERE, LINK, ME, Table

HOUR = 3_600_000
CUP = {"name": "Cup", "kind": "swiss", "variant": "duo", "clock": {"initial": 60}}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, sign_up_rate="1000/minute")


def block(who: Member, whom: str) -> None:
    ok(who.post("/api/blocks", {"kind": "block", "person": {"account": whom}}))


# Block


@pytest.mark.parametrize("blocker", ["Ada", "Bo"])
def test_blocked_people_do_not_see_or_take_each_others_open_seats(
    table: Table, blocker: str
) -> None:
    ada, bo = member(table, "Ada"), member(table, "Bo")
    block(*((ada, "Bo") if blocker == "Ada" else (bo, "Ada")))
    game = ada.make("duo", ME, OPEN)["game"]
    assert [g["game"] for g in table.guest().get("/api/lobby").json()["open"]] == [game]
    assert bo.get("/api/lobby").json()["open"] == []
    with bo.page() as page:
        refused = sit(page, game, 1)
        assert refused["code"] == "not_yours"
        assert "block" not in refused["message"]


def test_blocked_people_are_not_paired(table: Table) -> None:
    ada, bo = member(table, "Ada"), member(table, "Bo")
    block(ada, "Bo")
    with ada.page() as mine, bo.page() as other, table.guest().page() as third:
        mine.send("seek", id="a", variant="duo")
        other.send("seek", id="b", variant="duo")
        while other.until("seeking")["waiting"] != 2:
            pass
        step(table)
        third.send("seek", id="c", variant="duo")
        while (found := third.until("seeking"))["state"] != "found":
            pass
        assert found["game"]
        assert bo.get("/api/games").json()["unfinished"] == [] or (
            ada.get("/api/games").json()["unfinished"] == []
        )


def test_the_lobby_changes_at_once_when_somebody_is_blocked(table: Table) -> None:
    ada, bo = member(table, "Ada"), member(table, "Bo")
    game = ada.make("duo", ME, OPEN)["game"]
    with bo.page() as page:
        page.send("enter_lobby")
        assert [g["game"] for g in page.until("lobby")["open"]] == [game]
        block(bo, "Ada")
        assert page.until("lobby")["open"] == []


# Invitations


def test_an_invitation_reaches_all_pages_and_opens_the_seat(table: Table) -> None:
    ada, bo = member(table, "Ada"), member(table, "Bo")
    with bo.page() as page, bo.page() as second, ada.page() as mine:
        game = ada.make("duo", ME, {"kind": "invite", "name": "bo"}, private=True)["game"]
        (invitation,) = page.until("invitations")["received"]
        assert second.until("invitations")["received"] == [invitation]
        assert (invitation["game"], invitation["sender"], invitation["player"]) == (game, "Ada", 1)
        waiting = mine.join(game)["events"][0]["seats"][1]
        assert (waiting["kind"], waiting["account"]) == ("free", "Bo")
        (sent,) = ok(ada.get("/api/invitations"))["sent"]
        assert (sent["key"], sent["receiver"]) == ("", "Bo")
        key = invitation["key"]
        assert page.join(game, key=key)["type"] == "joined"
        assert page.act("sit", game, 1, player=1, key=key)["type"] == "done"
        assert page.until("invitations")["received"] == []
    assert ok(ada.get("/api/invitations")) == {"received": [], "sent": [], "type": "invitations"}


def test_an_invitation_waits_for_who_is_away(table: Table) -> None:
    ada, bo = member(table, "Ada"), member(table, "Bo")
    ada.make("duo", ME, {"kind": "invite", "name": "Bo"})
    with bo.page() as page:
        assert len(page.until("invitations")["received"]) == 1


def test_invite_later_decline_withdraw(table: Table) -> None:
    ada, bo, cy = member(table, "Ada"), member(table, "Bo"), member(table, "Cyd")
    game = ada.make("classic", ME, LINK, LINK, HERE)["game"]
    path = f"/api/games/{game}/invitations"
    assert bo.post(path, {"player": 1, "account": "Cyd"}).status_code == 403
    assert ada.post(path, {"player": 0, "account": "Bo"}).status_code == 409
    assert ada.post(path, {"player": 1, "account": "Nobody here"}).status_code == 404
    assert ada.post(path, {"player": 1, "account": "Ada"}).status_code == 404
    ok(ada.post(path, {"player": 1, "account": "Bo"}), 201)
    ok(ada.post(path, {"player": 2, "account": "Cyd"}), 201)
    (mine,) = ok(bo.get("/api/invitations"))["received"]
    ok(cy.post(f"/api/invitations/{mine['id']}/decline", None))  # not hers: nothing happens
    assert ok(bo.get("/api/invitations"))["received"]
    assert ok(bo.post(f"/api/invitations/{mine['id']}/decline", None))["received"] == []
    states = {i["receiver"]: i["state"] for i in ok(ada.get("/api/invitations"))["sent"]}
    assert states == {"Bo": "declined", "Cyd": "open"}
    (hers,) = ok(cy.get("/api/invitations"))["received"]
    ok(bo.delete(f"/api/invitations/{hers['id']}"))  # not his to withdraw
    assert ok(cy.get("/api/invitations"))["received"]
    ok(ada.delete(f"/api/invitations/{hers['id']}"))
    assert ok(cy.get("/api/invitations"))["received"] == []


def test_a_blocked_persons_invitation_does_not_arrive(table: Table) -> None:
    ada, bo = member(table, "Ada"), member(table, "Bo")
    block(bo, "Ada")
    ada.make("duo", ME, {"kind": "invite", "name": "Bo"})
    assert ok(bo.get("/api/invitations"))["received"] == []
    assert len(ok(ada.get("/api/invitations"))["sent"]) == 1  # and Ada does not learn of it


def test_nobody_invites_the_whole_town(table: Table) -> None:
    ada = member(table, "Ada")
    member(table, "Bo")
    invite = {"kind": "invite", "name": "Bo"}
    for _ in range(20):
        ada.make("duo", ME, invite)
    answer = ada.post("/api/games", {"variant": "duo", "seats": [ME, invite]})
    assert answer.status_code == 409


# Reports and moderators


def reported(table: Table) -> tuple[Member, Member, str]:
    """Ada and Bo at a table; Bo was rude and Ada told it."""
    ada, bo = member(table, "Ada"), member(table, "Bo")
    made = ada.make("duo", ME, LINK)
    game = str(made["game"])
    with bo.page() as page:
        page.join(game, key=made["key"])
        page.act("sit", game, 1, player=1, key=made["key"])
        number = say(page, game, "<b>rude</b>")["number"]
    body = {
        "person": {"game": game, "line": number},
        "reason": "chat",
        "text": "he was\u202e  rude",
    }
    ok(ada.post("/api/reports", body), 201)
    return ada, bo, game


def test_a_report_keeps_its_evidence(table: Table) -> None:
    _, _, game = reported(table)
    judge = moderator(table)
    (report,) = ok(judge.get("/api/moderation/reports"))
    assert (report["label"], report["reporter"], report["text"]) == ("Bo", "Ada", "he was rude")
    assert [line["text"] for line in report["evidence"]] == ["<b>rude</b>"]
    assert (report["game"], report["state"]) == (game, "open")
    assert ok(judge.get("/api/moderation/reports?state=closed")) == []


def test_evidence_forgets_who_is_deleted_and_nobody_else(table: Table) -> None:
    ada, bo, game = reported(table)
    with ada.page() as page, bo.page() as his:
        page.join(game)
        his.join(game)
        say(page, game, "please")
        his.until("chat_line")
        say(his, game, "no")
    body = {"person": {"game": game, "player": 1}, "reason": "chat"}
    ok(ada.post("/api/reports", body), 201)
    judge = moderator(table)
    ok(bo.post("/api/account/delete", {"name": "Bo", "password": PASSWORD}))
    report, _ = ok(judge.get("/api/moderation/reports"))
    lines = [(line["account"], line["text"]) for line in report["evidence"]]
    assert lines == [("", "<b>rude</b>"), ("Ada", "please"), ("", "no")]
    with ada.page() as page:
        page.join(game)
        say(page, game, "good riddance")
    assert ok(judge.get("/api/moderation/reports"))[0]["evidence"] == report["evidence"]
    exported = ada.get("/api/account/export").json()["tables"]["evidence"]
    assert [row["text"] for row in exported] == ["please"], "nobody else's words"
    ok(ada.post("/api/account/delete", {"name": "Ada", "password": PASSWORD}))
    assert ok(judge.get("/api/moderation/reports")) == []  # her reports go with her


def test_silence_for_a_time_and_everything_is_logged(table: Table) -> None:
    _, bo, game = reported(table)
    judge = moderator(table)
    (report,) = ok(judge.get("/api/moderation/reports"))
    action = {"person": report["person"], "text": "stay polite", "report": report["id"]}
    with bo.page() as page:
        page.join(game)
        ok(judge.post("/api/moderation/actions", {**action, "kind": "warn"}), 201)
        assert page.until("warned")["text"] == "stay polite"
        ok(judge.post("/api/moderation/actions", {**action, "kind": "silence", "hours": 2}), 201)
        while (word := page.until("warned"))["kind"] != "silence":
            pass
        assert word["until"] == table.clock.time + 2 * HOUR
        assert say(page, game, "but")["code"] == "silenced"
        mine = ok(bo.get("/api/manners"))
        assert (mine["silenced_until"], len(mine["words"])) == (word["until"], 2)
        ok(bo.post("/api/manners/acknowledge", {"id": word["id"]}))
        assert len(ok(bo.get("/api/manners"))["words"]) == 1
        table.clock.time += 2 * HOUR
        assert say(page, game, "sorry")["type"] == "chat_line"
    ok(judge.post(f"/api/moderation/reports/{report['id']}", {"text": "done"}))
    ok(judge.post("/api/moderation/actions", {**action, "kind": "note", "text": "he calmed"}), 201)
    log = ok(judge.get("/api/moderation/log"))
    assert [entry["kind"] for entry in log] == ["note", "close", "silence", "warn"]
    assert {entry["moderator"] for entry in log} == {"Judge Dee"}
    assert log[1]["about"] == f"report {report['id']}"
    assert ok(judge.get("/api/moderation/reports")) == []
    assert len(ok(bo.get("/api/manners"))["words"]) == 1  # a note is the moderators' own


def test_the_log_forgets_who_is_deleted_and_nobody_else(table: Table) -> None:
    """Neither whom a moderator warned who has gone since, nor who warned one who has."""
    ada, bo = member(table, "Ada"), member(table, "Bo")
    judge, other = moderator(table), moderator(table, "Judge Di")
    for who, name in ((judge, "ada"), (other, "bo")):
        person = ok(who.get(f"/api/moderation/people?account={name}"))["person"]
        action = {"person": person, "kind": "warn", "text": "stay polite"}
        ok(who.post("/api/moderation/actions", action), 201)
    ok(judge.post("/api/account/delete", {"name": "Judge Dee", "password": PASSWORD}))
    ok(bo.post("/api/account/delete", {"name": "Bo", "password": PASSWORD}))
    log = ok(other.get("/api/moderation/log"))
    assert [(e["moderator"], e["label"]) for e in log] == [("Judge Di", ""), ("", "Ada")]
    assert ok(ada.get("/api/manners"))["words"], "what was said to her stays"


def test_a_banned_person_plays_with_nobody_until_it_is_lifted(table: Table) -> None:
    ada, bo, _ = reported(table)
    judge = moderator(table)
    person = ok(judge.get("/api/moderation/people?account=bo"))["person"]
    ban = {"person": person, "kind": "ban", "text": "enough", "hours": 0}
    assert ok(judge.post("/api/moderation/actions", ban), 201)["banned_until"]
    game = ada.make("duo", ME, OPEN)["game"]
    answer = bo.post("/api/games", {"variant": "duo", "seats": [ME, OPEN]})
    assert (answer.status_code, answer.json()["code"]) == (403, "banned")
    assert answer.json()["message"] == "you cannot play with others here for ever"
    bo.make("duo", ME, {"kind": "computer", "level": 1})  # alone, he may
    with bo.page() as page:
        assert sit(page, game, 1)["code"] == "banned"
        page.send("seek", id="s", variant="duo")
        assert page.until("error")["code"] == "banned"
        id = ok(ada.post("/api/tournaments", CUP), 201)["line"]["id"]
        for path, body in (("", CUP), (f"/{id}/enter", {"name": "Bo"})):
            assert bo.post(f"/api/tournaments{path}", body).json()["code"] == "banned"
        ok(judge.post("/api/moderation/actions", {"person": person, "kind": "lift"}), 201)
        assert sit(page, game, 1)["type"] == "done"
        assert bo.post(f"/api/tournaments/{id}/enter", {"name": "Bo"}).status_code == 200


def banned(table: Table, name: str) -> None:
    """A moderator bans somebody for an hour."""
    judge = moderator(table)
    person = ok(judge.get(f"/api/moderation/people?account={name}"))["person"]
    ok(judge.post("/api/moderation/actions", {"person": person, "kind": "ban", "hours": 1}), 201)


def test_a_ban_ends_the_search_for_an_opponent(table: Table) -> None:
    bo, cy = member(table, "Bo"), device(table)
    with bo.page() as page, cy.page() as other:
        page.send("seek", id="w1", variant="duo")
        page.until("seeking")
        banned(table, "Bo")
        step(table)
        while (told := page.until("seeking"))["state"] == "waiting":
            pass
        assert told["state"] == "ended"
        other.send("seek", id="w2", variant="duo")
        assert (told := other.until("seeking"))["state"] == "waiting"
        assert told["waiting"] == 1


def test_a_ban_ends_the_part_in_tournaments_until_one_enters_again(table: Table) -> None:
    ada, bo, cy = member(table, "Ada"), member(table, "Bo"), device(table)
    id = ok(ada.post("/api/tournaments", CUP | {"entrant": "Ada"}), 201)["line"]["id"]
    for one, name in ((bo, "Bo"), (cy, "Cy")):
        ok(one.post(f"/api/tournaments/{id}/enter", {"name": name}))
    begun = ok(ada.post(f"/api/tournaments/{id}/start", None))
    banned(table, "Bo")
    view = ok(ada.get(f"/api/tournaments/{id}"))
    assert [entrant["is_out"] for entrant in view["entrants"]] == [False, True, False]
    assert view["rounds"] == begun["rounds"], "what has begun goes on"
    assert bo.post(f"/api/tournaments/{id}/enter", {}).json()["code"] == "banned"
    table.clock.time += HOUR
    view = ok(bo.post(f"/api/tournaments/{id}/enter", {}))
    assert not view["entrants"][1]["is_out"]


def test_nobody_comes_to_the_table_of_who_is_banned(table: Table) -> None:
    """Neither from the lobby nor by link or invitation; what was offered stands again later."""
    bo, cy = member(table, "Bo"), member(table, "Cy")
    game = bo.make("duo", ME, OPEN, clock={"days": 3})["game"]
    linked = bo.make("duo", ME, LINK)
    bo.make("duo", ME, {"kind": "invite", "name": "Cy"})

    def offers() -> tuple[list[str], int]:
        open_games = [one["game"] for one in ok(cy.get("/api/lobby"))["open"]]
        return open_games, len(ok(cy.get("/api/invitations"))["received"])

    assert offers() == ([game], 1)
    banned(table, "Bo")
    assert offers() == ([], 0)
    with cy.page() as page:
        assert sit(page, game, 1)["code"] == "not_yours"
        assert sit(page, linked["game"], 1, key=linked["key"])["code"] == "not_yours"
        answer = bo.post("/api/games", {"variant": "duo", "seats": [ME, LINK]})
        assert answer.json()["code"] == "banned"
        table.clock.time += HOUR
        assert offers() == ([game], 1)
        assert sit(page, linked["game"], 1, key=linked["key"])["type"] == "done"


def test_a_game_played_on_invites_as_a_new_one_does(table: Table) -> None:
    """Only whom there is, who then hears of it and can be forgotten; and not for who is banned."""
    ada, bo = member(table, "Ada"), member(table, "Bo")
    game = ada.make("duo", ME, HERE)["game"]

    def fork(*seats: dict[str, Any]) -> Any:
        return ada.post(f"/api/games/{game}/fork", {"ply": 0, "seats": list(seats)})

    assert fork(ME, {"kind": "invite", "name": "Nobody"}).status_code == 404
    made = ok(fork(ME, {"kind": "invite", "name": "bo"}), 201)
    (received,) = ok(bo.get("/api/invitations"))["received"]
    assert (received["game"], received["sender"]) == (made["game"], "Ada")
    ok(bo.post("/api/account/delete", {"name": "Bo", "password": PASSWORD}))
    seats = ok(ada.get(f"/api/games/{made['game']}"))["summary"]["seats"]
    assert [seat["account"] for seat in seats] == ["Ada", ""]
    banned(table, "Ada")
    assert fork(ME, OPEN).json()["code"] == "banned"
    ok(fork(ME, HERE), 201)


@pytest.mark.parametrize("asks", ["bo", "ada"])
def test_a_banned_person_has_no_rematch(table: Table, asks: str) -> None:
    """Neither by asking for one nor by the seat that is kept in one."""
    ada, bo, _ = reported(table)
    judge = moderator(table)
    person = ok(judge.get("/api/moderation/people?account=bo"))["person"]
    game = ada.make("duo", ME, OPEN)["game"]
    with bo.page() as page, ada.page() as other:
        sit(page, game, 1)
        page.act("resign", game, page.join(game)["seq"], player=1)
        ban = {"person": person, "kind": "ban", "text": "enough", "hours": 1}
        ok(judge.post("/api/moderation/actions", ban), 201)
        if asks == "bo":
            assert page.act("ask_rematch", game, page.join(game)["seq"])["code"] == "banned"
        else:
            assert other.act("ask_rematch", game, other.join(game)["seq"])["type"] == "done"
            again = other.join(game)["events"][-1]["game"]
            assert sit(page, again, 0)["code"] == "banned"


def test_a_file_has_everything(table: Table) -> None:
    reported(table)
    judge = moderator(table)
    found = ok(judge.get("/api/moderation/people?account=Bo"))
    assert (found["label"], found["account"], len(found["reports"])) == ("Bo", "Bo", 1)
    assert [line["text"] for line in found["lines"]] == ["<b>rude</b>"]
    again = ok(judge.get(f"/api/moderation/people/{found['person']}"))
    assert again["person"] == found["person"]
    assert judge.get("/api/moderation/people?account=Nobody").status_code == 404


def test_what_is_not_there_is_not_judged(table: Table) -> None:
    judge = moderator(table)
    for path in ("/api/moderation/reports/99", "/api/moderation/flags/99"):
        assert judge.post(path, {"state": "open"}).status_code == 404
    nobody = {"person": "nobody", "kind": "ban", "hours": 1}
    assert judge.post("/api/moderation/actions", nobody).status_code == 404
    assert ok(judge.get("/api/moderation/log")) == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "reports", None),
        ("GET", "log", None),
        ("GET", "flags", None),
        ("GET", "people/x", None),
        ("GET", "people?account=Bo", None),
        ("POST", "reports/1", {"state": "closed"}),
        ("POST", "flags/1", {"state": "dismissed"}),
        ("POST", "actions", {"person": "x", "kind": "ban"}),
    ],
)
def test_these_pages_are_for_moderators(table: Table, method: str, path: str, body: Any) -> None:
    for one in (device(table), member(table, "Bo")):
        address = f"/api/moderation/{path}"
        answer = one.get(address) if method == "GET" else one.post(address, body)
        assert answer.status_code == 403


def test_a_guest_can_report_and_be_reported_and_not_too_often(table: Table) -> None:
    ada, bo = device(table), device(table)
    game = ada.make("duo", ME, OPEN)["game"]
    with bo.page() as page:
        sit(page, game, 1, name="<u>Bo</u>")
    body = {"person": {"game": game, "player": 1}, "reason": "leaving"}
    for _ in range(20):
        ok(ada.post("/api/reports", body), 201)
    assert ada.post("/api/reports", body).status_code == 409
    judge = moderator(table)
    found = ok(judge.get("/api/moderation/reports"))
    assert len(found) == 20
    assert (found[0]["label"], found[0]["reporter"]) == ("<u>Bo</u>", "guest")


def test_a_guest_without_a_name_or_a_word_can_be_dealt_with(table: Table) -> None:
    ada, bo = device(table), device(table)
    game = ada.make("duo", ME, OPEN)["game"]
    with bo.page() as page:
        sit(page, game, 1)
    ok(ada.post("/api/reports", {"person": {"game": game, "player": 1}, "reason": "leaving"}), 201)
    judge = moderator(table)
    (report,) = ok(judge.get("/api/moderation/reports"))
    action = {"person": report["person"], "kind": "ban", "hours": 1}
    assert ok(judge.post("/api/moderation/actions", action), 201)["banned_until"]


def test_a_guest_hears_a_moderators_word_with_every_connection(table: Table) -> None:
    ada, bo = device(table), device(table)
    game = ada.make("duo", ME, OPEN)["game"]
    with bo.page() as page:
        sit(page, game, 1, name="Bo")
    ok(ada.post("/api/reports", {"person": {"game": game, "player": 1}, "reason": "name"}), 201)
    judge = moderator(table)
    (report,) = ok(judge.get("/api/moderation/reports"))
    action = {"person": report["person"], "kind": "warn", "text": "another name, please"}
    ok(judge.post("/api/moderation/actions", action), 201)
    for _ in range(2):
        with bo.page() as page:
            assert page.until("warned")["text"] == "another name, please"


def test_ids_that_are_none_are_not_looked_up(table: Table) -> None:
    judge = moderator(table)
    for path in ("/api/games/%00/chat", "/api/moderation/people/a%00b", "/api/games/%00"):
        assert judge.get(path).status_code == 404
    for path in ("/api/games/a'b/chat", "/api/moderation/people/%3Cb%3E"):
        assert judge.get(path).status_code == 404
    assert ok(judge.get("/api/moderation/flags?state=%27")) == []
    ok(judge.delete("/api/invitations/%27"))
    assert judge.delete("/api/blocks/x").status_code == 400
    nobody = {"person": "a'b", "kind": "warn"}
    assert judge.post("/api/moderation/actions", nobody).status_code == 404
    for account in ("a'b", "' or 1=1 --", "%"):
        report = {"person": {"account": account}, "reason": "name"}
        assert judge.post("/api/reports", report).status_code == 404
