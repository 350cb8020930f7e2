"""Games of days: who is to play is told once, by a way that they chose."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cornerwise.server.notices import words
from cornerwise.server.notices.keeping import claim_turn
from cornerwise.server.notices.sending import Outcome
from cornerwise.server.notices.webpush import Subscription
from cornerwise.server.seats import ClockSpec
from cornerwise.server.state import DAY
from cornerwise.server.store import SqlStore
from cornerwise.server.store.changing import change
from cornerwise.server.table.messages import HandOver
from server.scene import Scene
from server.table import LINK, ME, Clock, Guest, Table
from server.test_premoves import log
from server.test_seats import friend_at
from server.test_store import a_game, with_store
from server.test_survival import settle
from server.test_webpush import Browser

DAYS = {"days": 3}


class Pigeons:
    """A way to the push services that only notes what was sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.outcome: Outcome = "sent"

    async def send(self, to: Subscription, message: bytes, topic: str) -> Outcome:
        self.sent.append((to.endpoint, json.loads(message)))
        return self.outcome


class Letters:
    """A mailer that only notes."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str]] = []

    def link(self, path: str) -> str:
        return f"https://games.example{path}"

    async def send(self, to: str, subject: str, text: str) -> None:
        self.sent.append((to, subject, text))


@pytest.fixture
def pigeons(table: Table) -> Pigeons:
    found = Pigeons()
    for server in table.servers:
        server.rooms.services.notices.__dict__["sender"] = found
    return found


def remind(table: Table, game: str) -> None:
    """What the room does half a minute after a turn began."""
    table.at_room(game, lambda room: room.reminder.remind())


def subscribe(guest: Guest, endpoint: str = "https://push.services.mozilla.com/bo") -> Any:
    keys = Browser(endpoint).subscription
    body = {
        "endpoint": endpoint,
        "expirationTime": None,
        "keys": {"p256dh": keys.key, "auth": keys.auth},
    }
    return guest.post("/api/notices/browsers", body)


def at_bobs_turn(table: Table) -> tuple[str, Guest, Guest]:
    """Ann has played; Bo is to play and has no page open."""
    ann = table.guest()
    made = ann.make("duo", {"kind": "me", "name": "Ann"}, LINK, clock=DAYS)
    bob = friend_at(table, made, 1)
    with ann.page() as hers:
        hers.join(made["game"])
        assert hers.act("play", made["game"], 3, move="e10")["type"] == "done"
    settle(table, ann)
    return made["game"], ann, bob


# When


def test_a_turn_of_a_person_in_a_game_of_days_is_awaited() -> None:
    scene = Scene("duo", "ab", ClockSpec(days=2))
    turn = words.awaited("g", scene.state)
    assert turn is not None
    assert (turn.player, turn.seq, turn.others) == (0, 2, ("b",))
    assert turn.deadline == scene.now + 2 * DAY
    scene.does("a", HandOver, player=0)
    assert words.awaited("g", scene.state) is None, "the computer needs no notice"
    assert words.awaited("g", Scene("duo", "ab", ClockSpec(initial=60)).state) is None
    assert words.awaited("g", Scene("duo", "ab").state) is None
    assert words.awaited("g", Scene("duo", ".a", ClockSpec(days=2)).state) is None


def test_it_is_told_once_for_each_turn(table: Table, pigeons: Pigeons) -> None:
    game, ann, bob = at_bobs_turn(table)
    assert subscribe(bob).status_code == 201
    remind(table, game)
    remind(table, game)
    table.forget(game)  # a restart
    remind(table, game)
    ((endpoint, message),) = pigeons.sent
    assert endpoint == "https://push.services.mozilla.com/bo"
    assert message == {
        "title": "Your turn: Duo",
        "body": "Against Ann. You have 3 days left.",
        "path": f"/g/{game}",
        "tag": game,
    }
    with bob.page() as his, ann.page() as hers:
        his.join(game)
        hers.join(game)
        his.act("play", game, 4, move="j5")
        hers.act("play", game, 5, move="f11,f12")
    settle(table, bob)
    assert len(log(bob, game)) == 6
    remind(table, game)
    assert len(pigeons.sent) == 2, "a new turn, a new notice"


def test_who_has_the_game_open_needs_no_notice(table: Table, pigeons: Pigeons) -> None:
    game, _, bob = at_bobs_turn(table)
    subscribe(bob)
    with bob.page() as his:
        his.join(game)
        remind(table, game)
    assert pigeons.sent == []


def test_each_turn_of_days_gets_a_timer_and_a_move_takes_it_away(table: Table) -> None:
    game, _, bob = at_bobs_turn(table)

    async def timer(room: Any) -> Any:
        return room.reminder._timer

    first = table.at_room(game, timer)
    assert first is not None
    with bob.page() as his:
        his.join(game)
        his.act("play", game, 4, move="j5")
    assert first.cancelled()
    assert table.at_room(game, timer) not in (None, first)
    live = bob.make("duo", ME, ME, clock={"initial": 60})["game"]

    assert table.at_room(live, timer) is None


def test_of_two_servers_one_tells(database: str | Path) -> None:
    async def body(store: SqlStore) -> None:
        new = a_game("ann", "bob")
        await store.commit(new)
        told = [
            await change(store, partial(claim_turn, game=new.game, player=0, seq=seq))
            for seq in (2, 2, 1, 5, 5)
        ]
        assert told == [True, False, False, True, False]

    with_store(database, body)


# By which way


def test_a_browser_that_is_gone_is_forgotten(table: Table, pigeons: Pigeons) -> None:
    game, _, bob = at_bobs_turn(table)
    subscribe(bob)
    pigeons.outcome = "gone"
    remind(table, game)
    assert bob.get("/api/notices").json()["browsers"] == 0


def test_who_wants_none_gets_none(table: Table, pigeons: Pigeons) -> None:
    game, _, bob = at_bobs_turn(table)
    subscribe(bob)
    chosen = {"push": False, "mail": False, "language": "fr"}
    assert bob.put("/api/notices", chosen).json()["choices"] == chosen
    remind(table, game)
    assert pigeons.sent == []


@pytest.mark.parametrize(
    ("outcome", "mails"), [("sent", 0), ("gone", 1), ("failed", 1)], ids=lambda value: str(value)
)
def test_a_mail_goes_out_only_where_no_browser_took_it(
    table: Table,
    pigeons: Pigeons,
    monkeypatch: pytest.MonkeyPatch,
    outcome: Outcome,
    mails: int,
) -> None:
    game, _, bob = at_bobs_turn(table)
    letters = Letters()

    async def mail_of(guest: str) -> str:
        return "bo@example.org"

    for server in table.servers:
        services = server.rooms.services
        object.__setattr__(services, "mailer", letters)
        monkeypatch.setattr(services.people, "mail_of", mail_of)
    subscribe(bob)
    assert bob.get("/api/notices").json()["can_mail"] is True
    bob.put("/api/notices", {"push": True, "mail": True, "language": "fr"})
    pigeons.outcome = outcome
    remind(table, game)
    assert len(letters.sent) == mails
    for to, subject, text in letters.sent:
        assert (to, subject) == ("bo@example.org", "À vous de jouer\u00a0: Duo")
        assert "Contre Ann. Il vous reste 3 jours." in text
        assert f"https://games.example/g/{game}" in text
        assert "https://games.example/settings" in text, "how to get no more of them"


@pytest.mark.parametrize(
    ("left", "english", "french"),
    [
        (3 * DAY, "3 days", "3 jours"),
        (DAY, "24 hours", "24 heures"),
        (3_700_000, "1 hour", "1 heure"),
        (5, "1 hour", "1 heure"),
    ],
)
def test_the_time_that_is_left_in_words(left: int, english: str, french: str) -> None:
    turn = words.Turn("g", 0, 1, {"en": "Duo", "fr": "Duo"}, (), 1_000 + left)
    assert words.body(turn, "en", 1_000) == f"You have {english} left."
    assert words.body(turn, "fr", 1_000) == f"Il vous reste {french}."


# What can be asked


def test_a_browser_comes_and_goes(table: Table) -> None:
    guest, other = table.guest(), table.guest()
    seen = guest.get("/api/notices").json()
    assert (seen["browsers"], seen["can_mail"]) == (0, False)
    assert seen["choices"] == {"push": True, "mail": False, "language": "en"}
    assert len(seen["push_key"]) == 87
    endpoint = "https://fcm.googleapis.com/fcm/send/abc"
    assert subscribe(guest, endpoint).json()["browsers"] == 1
    assert subscribe(guest, endpoint).json()["browsers"] == 1, "the same one twice"
    assert other.post("/api/notices/browsers/forget", {"endpoint": endpoint}).status_code == 200
    assert guest.get("/api/notices").json()["browsers"] == 1, "nobody else's business"
    assert subscribe(other, endpoint).json()["browsers"] == 1
    assert guest.get("/api/notices").json()["browsers"] == 0, "it is the other's browser now"


def test_nobody_has_more_than_ten_browsers(table: Table, clock: Clock) -> None:
    guest = table.guest()
    for number in range(12):
        clock.time += 1
        subscribe(guest, f"https://fcm.googleapis.com/{number}")
    assert guest.get("/api/notices").json()["browsers"] == 10


@pytest.mark.parametrize(
    "endpoint", ["https://127.0.0.1/x", "https://example.org/x", "http://fcm.googleapis.com/x", "x"]
)
def test_other_addresses_are_refused(table: Table, endpoint: str) -> None:
    answer = subscribe(table.guest(), endpoint)
    assert answer.status_code == 400
    assert "not known here" in answer.json()["message"]


def test_keys_that_cannot_be_used_are_refused(table: Table) -> None:
    body = {"endpoint": "https://fcm.googleapis.com/x", "keys": {"p256dh": "AA", "auth": "AA"}}
    answer = table.guest().post("/api/notices/browsers", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
