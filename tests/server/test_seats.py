"""Seats and links: a friend takes a free seat with the key; nobody plays a seat of another."""

import pytest

from server.table import COMPUTER, HERE, LINK, ME, Guest, Table


def friend_at(table: Table, made: dict[str, object], player: int) -> Guest:
    """A friend who has followed the join link and taken a seat."""
    friend = table.guest()
    with friend.page() as page:
        page.join(str(made["game"]), key=made["key"])
        done = page.act("sit", str(made["game"]), 1, player=player, name="Bo", key=made["key"])
        assert done["type"] == "done", done
    return friend


def test_a_friend_takes_a_free_seat_and_the_game_begins(table: Table) -> None:
    maker, friend = table.guest(), table.guest()
    made = maker.make("duo", {"kind": "me", "name": "Ada"}, LINK)
    game, key = made["game"], made["key"]
    with maker.page() as mine, friend.page() as theirs:
        assert mine.join(game)["key"] == key
        joined = theirs.join(game, key=key)
        assert (joined["seats"], joined["key"]) == ([], "")
        assert theirs.act("play", game, 1, move="e10")["code"] == "not_now"
        theirs.send("sit", game=game, id="s", seq=1, player=1, name="Bo", key=key)
        assert theirs.until("seats")["seats"] == [1]
        sat, started = mine.events()
        assert sat["seat"]["kind"] == "person"
        assert (sat["seat"]["name"], sat["seat"]["account"]) == ("Bo", "")
        assert started["kind"] == "started"
        assert mine.act("play", game, 3, move="e10")["type"] == "done"
        theirs.until("done")
        assert theirs.act("play", game, 4, move="j5")["type"] == "done"
    assert friend.get("/api/games").json()["unfinished"][0]["mine"] == [1]


def test_a_name_is_one_line_of_plain_text_wherever_it_comes_from(table: Table) -> None:
    """It stands in other people's lists, and in the mails that tell them of their turn."""
    ada, bo = table.guest(), table.guest()
    made = ada.make("duo", {"kind": "me", "name": "A\u202eda\n\nsee http://x"}, LINK)
    with bo.page() as page:
        page.join(made["game"], key=made["key"])
        page.act("sit", made["game"], 1, player=1, name=" B\to\u200f ", key=made["key"])
    seats = ada.get(f"/api/games/{made['game']}").json()["summary"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ada see http://x", "B o"]
    record = "(;GM[Blokus Duo]PB[A\u202eda]PW[ \t])"
    game = ada.post("/api/import", {"blksgf": record}).json()["game"]
    seats = ada.get(f"/api/games/{game}").json()["summary"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", ""]


def test_without_the_key_a_link_only_watches(table: Table) -> None:
    made = table.guest().make("duo", ME, LINK)
    with table.guest().page() as page:
        assert page.join(made["game"])["type"] == "joined"
        for key in ("", "wrong", made["key"][:-1], made["key"] + "x", "ключ"):
            error = page.act("sit", made["game"], 1, player=1, key=key)
            assert error["code"] == "bad_key"
        assert page.join(made["game"], key="wrong")["code"] == "bad_key"


def test_a_key_opens_only_its_own_game(table: Table) -> None:
    guest = table.guest()
    one, other = guest.make("duo", ME, LINK), guest.make("duo", ME, LINK)
    with table.guest().page() as page:
        page.join(other["game"])
        assert page.act("sit", other["game"], 1, player=1, key=one["key"])["code"] == "bad_key"


def test_a_taken_seat_stays_taken(table: Table) -> None:
    made = table.guest().make("classic", ME, LINK, LINK, COMPUTER)
    friend_at(table, made, 1)
    with table.guest().page() as page:
        page.join(made["game"])
        for player in (0, 1, 3, 7):
            error = page.act("sit", made["game"], 2, player=player, key=made["key"])
            assert error["code"] == "seat_taken"


def test_who_has_no_cookie_can_only_watch(table: Table) -> None:
    made = table.guest().make("duo", ME, LINK)
    with table.stranger().page() as page:
        joined = page.join(made["game"])
        assert (joined["seats"], joined["key"]) == ([], "")
        assert page.act("sit", made["game"], 1, player=1, key=made["key"])["code"] == "not_yours"


@pytest.mark.parametrize("cookie", ["forged", "guest.sig", "a.b.c", "x" * 500, "é"])
def test_a_forged_cookie_is_nobody(table: Table, cookie: str) -> None:
    assert table.server.keeper.guest(cookie) is None


def test_a_cookie_of_another_server_is_nobody(table: Table) -> None:
    from cornerwise.server.guests import Keeper

    other = Keeper(b"another secret")
    assert table.server.keeper.guest(other.cookie("somebody")) is None


def test_nobody_else_can_act_for_a_seat(table: Table) -> None:
    """Every action, by the other player, by a watcher and by a stranger."""
    maker = table.guest()
    made = maker.make("duo", ME, LINK)
    game = made["game"]
    friend = friend_at(table, made, 1)
    attempts = [
        ("play", {"move": "e10"}),
        ("resign", {"player": 0}),
        ("ask_takeback", {"player": 0}),
        ("sit", {"player": 0, "name": "Eve", "key": made["key"]}),
        ("ask_rematch", {}),
    ]
    for who in (friend, table.guest(), table.stranger()):
        with who.page() as page:
            page.join(game)
            for type, fields in attempts:
                answer = page.act(type, game, 3, **fields)
                assert answer["type"] == "error", (type, answer)
                assert answer["code"] in ("not_yours", "seat_taken", "not_now"), (type, answer)
            page.send("ask_hint", game=game, id="h")
            assert page.until("error", "hint")["code"] == "not_yours"
    with table.guest().page() as page:
        page.join(game)
        assert page.act("fill", game, 3, player=1, level=3)["code"] == "not_yours"
        assert page.act("answer_takeback", game, 3, accept=True)["code"] == "stale"
        page.send("move_now", game=game)
        assert page.until("error")["code"] == "not_yours"
    assert len(maker.get(f"/api/games/{game}").json()["events"]) == 3


def test_only_seat_holders_learn_the_key(table: Table) -> None:
    made = table.guest().make("classic", ME, LINK, LINK, COMPUTER)
    friend = friend_at(table, made, 1)
    with friend.page() as page:
        assert page.join(made["game"])["key"] == made["key"]
    with table.guest().page() as page:
        assert page.join(made["game"])["key"] == ""
    assert made["key"] not in table.guest().get(f"/api/games/{made['game']}").text


def test_a_computer_can_fill_a_free_seat(table: Table) -> None:
    guest = table.guest()
    made = guest.make("duo", ME, LINK)
    with guest.page() as page:
        page.join(made["game"])
        assert page.act("fill", made["game"], 1, player=0, level=2)["code"] == "seat_taken"
        assert page.act("fill", made["game"], 1, player=1, level=2)["type"] == "done"
    seats = guest.get(f"/api/games/{made['game']}").json()["summary"]["seats"]
    assert (seats[1]["kind"], seats[1]["level"]) == ("computer", 2)


def test_a_holder_can_change_the_name(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        assert page.act("sit", game, 2, player=0, name="<b>Ada</b>")["type"] == "done"
    seats = guest.get(f"/api/games/{game}").json()["summary"]["seats"]
    assert seats[0]["name"] == "<b>Ada</b>"  # text is text: the page escapes, the server keeps it


def test_my_games_are_mine(table: Table) -> None:
    one, other = table.guest(), table.guest()
    game = one.make("trigon_3", ME, HERE, COMPUTER)["game"]
    mine = one.get("/api/games").json()
    assert [entry["game"] for entry in mine["unfinished"]] == [game]
    assert mine["unfinished"][0]["mine"] == [0, 1]
    assert len(mine["unfinished"][0]["owners"]) == 384
    assert other.get("/api/games").json() == {"unfinished": [], "finished": []}


def test_a_log_that_is_full_of_names_ends_no_game(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise one player could silence the other until the clock runs out."""
    monkeypatch.setattr("cornerwise.server.room.MAX_EVENTS", 6)
    maker = table.guest()
    made = maker.make("duo", ME, LINK)
    friend, game = friend_at(table, made, 1), made["game"]
    with maker.page() as mine, friend.page() as theirs:
        seq = theirs.join(game)["seq"]
        for name in ("Bo", "Bob", "Bobby"):
            answer = theirs.act("sit", game, seq, player=1, name=name)
        assert answer["type"] == "done"
        assert theirs.act("sit", game, seq, player=1, name="Bo")["code"] == "not_now"
        assert mine.act("play", game, mine.join(game)["seq"], move="e10")["type"] == "done"
        seq = theirs.join(game)["seq"]
        assert theirs.act("resign", game, seq, player=1)["type"] == "done"
