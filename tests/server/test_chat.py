"""Chat: who says what to whom, how much, and that text stays text."""

from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.server.manners.messages import MAX_TEXT, Chat
from cornerwise.server.manners.schema import chat
from cornerwise.server.manners.talk import BURST, MAX_LINES, SPAN, Pace, Speaker, hears, spoken
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.settings import Settings
from cornerwise.server.store.schema import games
from server.meeting import PASSWORD, member, say
from server.table import HERE, LINK, ME, Guest, Page, Table

MARKUP = "<script>alert('x')</script> & <img src=x onerror=alert(1)> \"' `${1}`"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, sign_up_rate="1000/minute")


def is_silent(page: Page) -> bool:
    """Whether no line has come; a ping tells when all that was on the way has arrived."""
    page.send("ping", id="quiet?")
    return page.until("chat_line", "pong")["type"] == "pong"


def two(table: Table, first: Guest, second: Guest, **more: Any) -> str:
    """A game of two people."""
    made = first.make("duo", ME, LINK, **more)
    with second.page() as page:
        page.join(made["game"], key=made["key"])
        done = page.act("sit", made["game"], 1, player=1, name="<i>Bo</i>", key=made["key"])
        assert done["type"] == "done"
    return str(made["game"])


def history(guest: Guest, game: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = guest.get(f"/api/games/{game}/chat").json()["lines"]
    return lines


# Talking


def test_players_talk_and_markup_stays_text(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    game = two(table, ada, bo)
    with ada.page() as mine, bo.page() as other:
        mine.join(game)
        other.join(game)
        own = say(mine, game, MARKUP)
        assert (own["text"], own["mine"], own["player"]) == (MARKUP, True, 0)
        heard = other.until("chat_line")
        assert (heard["text"], heard["mine"], heard["id"]) == (MARKUP, False, "")
        answer = say(other, game, phrase="good_luck")
        assert (answer["phrase"], answer["text"], answer["name"]) == ("good_luck", "", "<i>Bo</i>")
        assert mine.until("chat_line")["number"] == own["number"] + 1
    assert [line["text"] for line in history(ada, game)] == [MARKUP, ""]
    assert ada.get(f"/api/games/{game}/chat").headers["content-type"] == "application/json"


def test_watchers_talk_apart_until_the_game_is_over(table: Table) -> None:
    ada, bo, cy, di = (table.guest() for _ in range(4))
    game = two(table, ada, bo)
    with ada.page() as player, cy.page() as watcher, di.page() as another:
        for page in (player, watcher, another):
            page.join(game)
        assert say(watcher, game, "e10 is best")["room"] == "watchers"
        assert another.until("chat_line")["text"] == "e10 is best"
        assert is_silent(player)
        assert say(player, game, "hello")["room"] == "players"
        assert is_silent(watcher)
        assert [line["text"] for line in history(cy, game)] == ["e10 is best"]
        assert [line["text"] for line in history(bo, game)] == ["hello"]
        seq = player.join(game)["seq"]
        assert player.act("resign", game, seq, player=0)["type"] == "done"
        say(watcher, game, "well played")
        assert player.until("chat_line")["text"] == "well played"
    assert len(history(ada, game)) == len(history(cy, game)) == 3


def test_who_watches_a_private_game_by_its_link_reads_and_reports_what_they_hear(
    table: Table,
) -> None:
    ada, bo, cy, di = (table.guest() for _ in range(4))
    made = ada.make("duo", ME, LINK, private=True)
    game = made["game"]
    with bo.page() as page:
        page.join(game, key=made["key"])
        number = say(page, game, "who is winning?")["number"]
    path, line = f"/api/games/{game}/chat", {"game": game, "line": number}
    report, mute = {"person": line, "reason": "chat"}, {"kind": "mute", "person": line}

    def statuses(guest: Guest, key: str) -> list[int]:
        guest.headers["cornerwise-key"] = key
        answers = (guest.get(path), guest.post("/api/reports", report))
        return [answer.status_code for answer in (*answers, guest.post("/api/blocks", mute))]

    assert statuses(di, "") == statuses(di, "guessed") == [404, 404, 404]
    bo.headers["cornerwise-key"] = made["key"]
    assert [line["text"] for line in history(bo, game)] == ["who is winning?"]
    assert statuses(cy, made["key"]) == [200, 201, 200]
    assert history(cy, game) == [], "muted since"


def test_the_same_line_again_is_not_said_twice(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    game = two(table, ada, bo)
    with ada.page() as mine, bo.page() as other:
        mine.join(game)
        other.join(game)
        for _ in range(2):
            mine.send("chat", game=game, id="once", text="hello")
        first, second = mine.until("chat_line"), mine.until("chat_line")
        assert first == second
        assert other.until("chat_line")["number"] == first["number"]
        assert is_silent(other)
    assert len(history(bo, game)) == 1


def test_who_has_not_joined_or_has_no_cookie_says_nothing(table: Table) -> None:
    ada = table.guest()
    game = ada.make("duo", ME, HERE)["game"]
    with table.guest().page() as page:
        assert say(page, game, "hello")["code"] == "not_joined"
    with table.stranger().page() as page:
        page.join(game)
        assert say(page, game, "hello")["code"] == "not_yours"


def test_watchers_of_public_games_need_an_account(table: Table) -> None:
    ada, bo, cy = table.guest(), table.guest(), member(table, "Cyprian")
    game = ada.make("duo", ME, HERE, public=True)["game"]
    with bo.page() as guest, cy.page() as named:
        guest.join(game)
        named.join(game)
        assert say(guest, game, "hello")["code"] == "sign_in"
        assert say(named, game, "hello")["account"] == "Cyprian"
        assert guest.until("chat_line")["text"] == "hello"


def test_nobody_floods_a_game(table: Table) -> None:
    ada = table.guest()
    game = ada.make("duo", ME, HERE)["game"]
    with ada.page() as page:
        page.join(game)
        for number in range(BURST):
            assert say(page, game, f"line {number}")["type"] == "chat_line"
        assert say(page, game, "one more")["code"] == "too_fast"
        table.clock.time += SPAN
        assert say(page, game, "one more")["type"] == "chat_line"


def test_the_oldest_lines_go_first(table: Table) -> None:
    ada = table.guest()
    game = ada.make("duo", ME, HERE)["game"]
    with ada.page() as page:
        page.join(game)
        say(page, game, "the first")
        _say_far_on(table, MAX_LINES)
        table.clock.time += SPAN
        assert say(page, game, "the last")["number"] == MAX_LINES + 1
    assert [line["text"] for line in history(ada, game)] == ["later", "the last"]


def test_the_number_of_a_line_that_is_gone_is_not_given_again(table: Table) -> None:
    """Pages that saw it would take the new line for the old one, and reports would name both."""
    ada, bo = member(table, "Ada"), member(table, "Bo")
    game = two(table, ada, bo)
    with ada.page() as mine:
        mine.join(game)
        first = say(mine, game, "hello")["number"]
        with bo.page() as other:
            other.join(game)
            gone = say(other, game, "and goodbye")["number"]
        answer = bo.post("/api/account/delete", {"name": "Bo", "password": PASSWORD})
        assert answer.status_code == 200
        mine.closed()
    with ada.page() as mine:
        mine.join(game)
        assert say(mine, game, "are you there?")["number"] == gone + 1
    assert [line["number"] for line in history(ada, game)] == [first, gone + 1]


def _say_far_on(table: Table, number: int) -> None:
    """As if much had been said since the first line: one more, with a high number."""

    def work(connection: sa.Connection) -> None:
        row = dict(connection.execute(sa.select(chat)).mappings().one())
        later = {"number": number, "action": "later", "text": "later"}
        connection.execute(sa.insert(chat), row | later)
        connection.execute(sa.update(games).values(said=number))

    table.call(table.server.rooms.services.store.write, work)


# Mute, block


def block(guest: Guest, kind: str, **more: Any) -> dict[str, Any]:
    answer = guest.post("/api/blocks", {"kind": kind, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize("kind", ["mute", "block"])
def test_who_is_muted_or_blocked_is_not_heard(table: Table, kind: str) -> None:
    ada, bo = table.guest(), table.guest()
    game = two(table, ada, bo)
    with ada.page() as mine, bo.page() as other:
        mine.join(game)
        other.join(game)
        say(other, game, "before")
        assert mine.until("chat_line")["text"] == "before"
        made = block(ada, kind, person={"game": game, "player": 1})
        say(other, game, "insults")
        assert is_silent(mine)
        assert history(ada, game) == []
        say(mine, game, "I am still heard")
        assert other.until("chat_line")["text"] == "I am still heard"
        id = made["blocks"][0]["id"]
        assert bo.client.delete(f"/api/blocks/{id}", headers=bo.headers).status_code == 200
        assert len(ada.get("/api/manners").json()["blocks"]) == 1  # not another's to lift
        ada.client.delete(f"/api/blocks/{id}", headers=ada.headers)
        say(other, game, "after")
        assert mine.until("chat_line")["text"] == "after"


def test_a_room_can_be_muted_and_only_that(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    loud, other_game = two(table, ada, bo), two(table, ada, bo)
    block(ada, "room", game=loud)
    with ada.page() as mine, bo.page() as other:
        for game in (loud, other_game):
            mine.join(game)
            other.join(game)
        say(other, loud, "hey")
        say(other, other_game, "hello")
        assert mine.until("chat_line")["text"] == "hello"
    assert ada.get(f"/api/games/{loud}/chat").json()["muted"]
    assert not ada.get(f"/api/games/{other_game}/chat").json()["muted"]


def test_a_watcher_is_muted_by_a_line(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    game = ada.make("duo", HERE, HERE)["game"]
    with bo.page() as loud, table.guest().page() as third:
        loud.join(game)
        third.join(game)
        line = say(loud, game, "spam")["number"]
        cy = table.guest()
        (made,) = block(cy, "mute", person={"game": game, "line": line})["blocks"]
        assert made["kind"] == "mute"
        assert history(cy, game) == []


def test_nobody_mutes_themselves_or_nobody(table: Table) -> None:
    ada = table.guest()
    game = ada.make("duo", ME, {"kind": "computer", "level": 1})["game"]
    for person in (
        {"game": game, "player": 0},
        {"game": game, "player": 1},
        {"game": game, "player": 7},
        {"game": game, "line": 3},
        {"game": "<nothing>", "player": 0},
        {"account": "Nobody here"},
        {},
    ):
        answer = ada.post("/api/blocks", {"kind": "mute", "person": person})
        assert answer.status_code == 404, person


# Pure


@pytest.mark.parametrize("player", [True, False])
def test_who_hears_what(player: bool) -> None:
    assert hears(player, "players", is_over=False) == player
    assert hears(player, "watchers", is_over=False) != player
    assert hears(player, "players", is_over=True)
    assert hears(player, "watchers", is_over=True)


def test_the_pace_is_each_ones_own() -> None:
    pace = Pace()
    for _ in range(BURST):
        pace.take("ada", 0)
    pace.take("bo", 0)
    with pytest.raises(Refusal):
        pace.take("ada", SPAN - 1)
    pace.take("ada", SPAN)


@pytest.mark.parametrize("text", ["", "   ", "\u202e\u0000\n", "\ud800"])
def test_nothing_is_not_said(text: str) -> None:
    message = Chat(game="g", id="1", text=text)
    with pytest.raises(Refusal):
        spoken(message, Speaker(guest="ada", player=0), is_public=False)


def test_a_text_or_a_phrase_not_both() -> None:
    speaker = Speaker(guest="ada", player=0)
    assert spoken(Chat(game="g", id="1", phrase="thanks"), speaker, is_public=True) == ""
    both = Chat(game="g", id="1", phrase="thanks", text="hello")
    with pytest.raises(Refusal):
        spoken(both, speaker, is_public=False)


@given(st.text(max_size=600))
def test_what_is_kept_is_one_plain_line(text: str) -> None:
    kept = clean(text, MAX_TEXT)
    assert len(kept) <= MAX_TEXT
    assert kept == kept.strip()
    assert not any(ord(letter) < 32 or letter in "\u202e\u2028\u0085" for letter in kept)
    assert clean(kept, MAX_TEXT) == kept


def test_towers_of_marks_are_cut() -> None:
    assert len(clean("a" + "\u0336" * 50, MAX_TEXT)) <= 4


def test_words_of_all_languages_stay() -> None:
    for text in ("C'est très bien, à bientôt !", "好棋", "👍🏽 bravo", "naïve Ça", "שלום"):
        assert clean(text, MAX_TEXT) == text


@pytest.mark.parametrize("wrong", ["\x00", "a\x00b", "\n"])
def test_an_id_that_no_database_can_hold_is_unreadable(table: Table, wrong: str) -> None:
    ada = table.guest()
    game = ada.make("duo", ME, HERE)["game"]
    with ada.page() as page:
        seq = page.join(game)["seq"]
        assert page.act("sit", game, seq, player=0, name="A\x00da")["type"] == "done"
        page.send("chat", game=game, id=wrong, text="hello")
        assert page.until("error", "chat_line")["code"] == "unreadable"
        page.send("seek", id=wrong, variant="duo", name="A\x00da")
        assert page.until("error", "seeking")["code"] == "unreadable"
        line = say(page, game, "he\x00llo")
        assert (line["text"], line["name"]) == ("hello", "Ada")
        page.send("seek", id="fine", variant="duo", name="A\x00da")
        assert page.until("error", "seeking")["type"] == "seeking"
