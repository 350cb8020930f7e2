"""The lobby: open seats, quick pairing, filling by computers, private games, who is here."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from cornerwise.server.lobby import wishes
from cornerwise.server.settings import Settings
from cornerwise.server.store.schema import games
from server.meeting import OPEN, member, running, sit, step
from server.table import HERE, ME, Clock, Guest, Page, Table

CLOCK = {"initial": 300, "increment": 3}
MINUTE = 60_000


def enter(page: Page) -> dict[str, Any]:
    page.send("enter_lobby")
    return page.until("lobby")


def changed(page: Page, field: str) -> dict[str, Any]:
    """The next change that has something to say in a field; who is here changes all the time."""
    while not (change := page.until("lobby_changed"))[field]:
        pass
    return change


def lobby_of(guest: Guest) -> dict[str, Any]:
    answer = guest.get("/api/lobby")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def open_games(guest: Guest) -> list[str]:
    return [game["game"] for game in lobby_of(guest)["open"]]


# Open seats


def test_an_open_seat_is_listed_taken_and_gone(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    with ada.page() as mine, bo.page() as other:
        assert enter(other)["open"] == []
        game = ada.make("duo", ME, OPEN, clock=CLOCK, public=True)["game"]
        mine.join(game)
        (listed,) = changed(other, "open")["open"]
        assert listed["game"] == game
        assert [seat["open"] for seat in listed["seats"]] == [False, True]
        assert listed["clock"] == {**CLOCK, "days": 0}
        assert sit(other, game, 1, name="Bo")["type"] == "done"
        change = changed(other, "running")
        assert change["open"] == []
        assert [running["game"] for running in change["running"]] == [game]
        assert change["running_total"] == 1
        assert mine.events()[-1]["kind"] == "started"


def test_a_link_seat_is_no_open_seat(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    game = ada.make("classic", ME, OPEN, {"kind": "link"}, HERE)["game"]
    with bo.page() as page:
        assert sit(page, game, 2)["code"] == "bad_key"
        assert sit(page, game, 1)["type"] == "done"
        assert game not in open_games(bo)


def test_two_take_the_same_open_seat_and_one_gets_it(table: Table) -> None:
    ada, bo, cy = table.guest(), table.guest(), table.guest()
    game = ada.make("duo", ME, OPEN)["game"]
    with bo.page() as first, cy.page() as second:
        first.join(game)
        second.join(game)
        assert first.act("sit", game, 1, player=1)["type"] == "done"
        assert second.act("sit", game, 1, player=1)["code"] == "seat_taken"


def test_an_open_seat_survives_a_restart(settings: Settings, clock: Clock) -> None:
    with running(settings, clock) as table:
        ada = table.guest()
        game = ada.make("duo", ME, OPEN, clock={"days": 3})["game"]
    clock.time += 24 * 60 * MINUTE
    with running(settings, clock) as table:
        bo = table.guest()
        assert open_games(bo) == [game]
        with bo.page() as page:
            assert sit(page, game, 1)["type"] == "done"
        assert open_games(bo) == []


def test_an_open_seat_is_shown_while_its_people_are_here(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    with bo.page() as watching:
        with ada.page() as page:
            game = ada.make("duo", ME, OPEN)["game"]
            page.join(game)
            table.clock.time += 10 * MINUTE
            step(table)
            if not enter(watching)["open"]:  # Ada came in by another server: it will say so
                changed(watching, "open")
        assert changed(watching, "gone")["gone"] == [game]


def test_nobody_is_sent_to_the_table_of_who_is_deleted(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    game = ada.make("duo", ME, OPEN, clock={"days": 3})["game"]
    assert open_games(bo) == [game]
    with bo.page() as page:
        assert [one["game"] for one in enter(page)["open"]] == [game]
        assert ada.post("/api/me/forget", None).status_code == 200
        assert changed(page, "gone")["gone"] == [game]


def test_a_seat_can_be_opened_and_closed_by_who_sits_there(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    game = ada.make("duo", ME, {"kind": "link"})["game"]
    with ada.page() as mine, bo.page() as other:
        mine.join(game)
        other.join(game)
        assert other.act("offer_seat", game, 1, player=1, open=True)["code"] == "not_yours"
        assert mine.act("offer_seat", game, 1, player=0, open=True)["code"] == "seat_taken"
        assert mine.act("offer_seat", game, 1, player=1, open=True)["type"] == "done"
        assert open_games(bo) == [game]
        assert mine.act("offer_seat", game, 2, player=1, open=False)["type"] == "done"
        assert open_games(bo) == []
        assert other.act("sit", game, 3, player=1)["code"] == "bad_key"
    hidden = ada.make("duo", ME, {"kind": "link"}, private=True)["game"]
    with ada.page() as mine:
        mine.join(hidden)
        assert mine.act("offer_seat", hidden, 1, player=1, open=True)["code"] == "not_now"


# Filling


def test_a_seat_still_empty_is_filled_by_a_computer(table: Table) -> None:
    ada = table.guest()
    game = ada.make("classic", ME, OPEN, {"kind": "link"}, HERE, fill_after=120)["game"]
    room = table.call(table.server.rooms.get, game)
    assert lobby_of(ada)["open"][0]["fill_at"] == table.clock.time + 120_000
    table.clock.time += 119_999
    table.call(room.check_clock)
    assert not room.state.started
    table.clock.time += 1
    with ada.page() as page:
        page.join(game)
        table.call(room.check_clock)
        events = page.events()
    assert [event["kind"] for event in events] == ["sat", "sat", "started"]
    assert [event["player"] for event in events[:2]] == [1, 2]
    assert {event["seat"]["level"] for event in events[:2]} == {4}
    assert open_games(ada) == []


def test_a_restarted_server_still_fills_the_seat(settings: Settings, clock: Clock) -> None:
    with running(settings, clock) as table:
        game = table.guest().make("duo", ME, OPEN, fill_after=60)["game"]
    clock.time += 10 * MINUTE
    with running(settings, clock) as table:
        with table.guest().page() as page:
            joined = page.join(game)
            kinds = [event["kind"] for event in joined["events"]]
            while "started" not in kinds:
                kinds += [event["kind"] for event in page.events()]
        assert kinds[:3] == ["created", "sat", "started"]


def test_no_fill_without_a_time(table: Table) -> None:
    game = table.guest().make("duo", ME, OPEN)["game"]
    room = table.call(table.server.rooms.get, game)
    table.clock.time += 10_000 * MINUTE
    table.call(room.check_clock)
    assert not room.state.started
    assert room.is_idle  # nothing keeps it in memory


def test_a_damaged_summary_hides_no_other_game(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    ada, bo = table.guest(), table.guest()
    both = [ada.make("duo", ME, OPEN)["game"] for _ in range(2)]
    both += [ada.make("duo", ME, HERE, public=True)["game"] for _ in range(2)]
    spoil = sa.update(games).where(games.c.id.in_(both[::2])).values(summary="{")
    table.call(table.server.rooms.services.store.write, lambda c: c.execute(spoil))
    for _ in range(2):
        lobby = lobby_of(bo)
        assert [game["game"] for game in lobby["open"] + lobby["running"]] == both[1::2]
        mine = ada.get("/api/games").json()["unfinished"]
        assert {game["game"] for game in mine} == set(both[1::2])
    for game in both[::2]:
        assert caplog.text.count(f"game {game} is in no list") == 1


# Private games


def test_a_private_game_is_there_for_its_people_and_who_has_the_key(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    made = ada.make("duo", ME, {"kind": "link"}, private=True)
    game, key = made["game"], made["key"]
    with bo.page() as page:
        assert page.join(game)["code"] == "unknown_game"
        assert page.act("sit", game, 1, player=1, key=key)["code"] == "not_joined"
        assert page.join(game, key=key)["type"] == "joined"
        for path in ("", "/record.json", "/record.svg", "/chat"):
            assert bo.get(f"/api/games/{game}{path}").status_code == 404
        body = {"ply": 0, "seats": [ME, ME]}
        assert bo.post(f"/api/games/{game}/fork", body).status_code == 404
        assert page.act("sit", game, 1, player=1, key=key)["type"] == "done"
        assert bo.get(f"/api/games/{game}").status_code == 200
    assert lobby_of(table.guest())["running"] == []


def test_who_follows_a_private_game_is_told_the_key_of_its_rematch(table: Table) -> None:
    ada, friend, stranger = table.guest(), table.guest(), table.guest()
    made = ada.make("duo", ME, HERE, private=True)
    game, key = made["game"], made["key"]
    with ada.page() as hers, friend.page() as theirs:
        hers.join(game)
        theirs.join(game, key=key)
        hers.act("resign", game, 2, player=0)
        hers.act("ask_rematch", game, 4)
        told = theirs.until("rematch_key", "error")
        rematch = theirs.events()[0]["game"]
        assert theirs.join(rematch)["code"] == "unknown_game", "the key is needed"
        assert theirs.join(rematch, key=told["key"])["seats"] == []
        assert hers.join(rematch)["seats"] == [0, 1]
    with friend.page() as late, stranger.page() as other:
        late.send("join", game=game, seq=0, key=key)
        assert late.receive() == told, "before the event, so that a page can go there at once"
        for hidden in (game, rematch):
            assert other.join(hidden)["code"] == "unknown_game"
        assert other.join(rematch, key=key)["code"] == "bad_key", "each game has its own"


def test_watchers_are_told_no_key_where_anybody_may_watch(table: Table) -> None:
    ada, watcher = table.guest(), table.guest()
    game = ada.make("duo", ME, HERE)["game"]
    with ada.page() as hers, watcher.page() as other:
        hers.join(game)
        other.join(game)
        hers.act("resign", game, 2, player=0)
        hers.act("ask_rematch", game, 4)
        while (message := other.receive())["type"] != "events" or not is_rematch(message):
            assert message["type"] != "rematch_key"


def is_rematch(message: dict[str, Any]) -> bool:
    """Whether a message tells of a rematch."""
    return any(event["kind"] == "rematch" for event in message["events"])


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        ([ME, OPEN], {"private": True}),
        ([ME, HERE], {"private": True, "public": True}),
        ([ME, HERE], {"rated": True}),
        ([ME, HERE], {"fill_after": 86_401}),
        ([ME, HERE], {"fill_after": -1}),
    ],
)
def test_games_that_cannot_be(table: Table, seats: Any, more: dict[str, Any]) -> None:
    body = {"variant": "duo", "seats": seats, **more}
    answer = table.guest().post("/api/games", body)
    assert answer.status_code == 400
    assert answer.json()["message"]


def test_a_pair_is_for_two(table: Table) -> None:
    body = {"variant": "classic", "seats": [ME, HERE, HERE, HERE], "paired": True}
    assert table.guest().post("/api/games", body).status_code == 400


# Quick pairing


def seek(page: Page, id: str = "w1", variant: str = "duo", **more: Any) -> None:
    page.send("seek", id=id, variant=variant, **more)


def status(page: Page, state: str = "waiting") -> dict[str, Any]:
    while (told := page.until("seeking", "error"))["type"] == "error" or told["state"] != state:
        assert told["type"] != "error", told
    return told


def test_two_seekers_get_a_game(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    with ada.page() as mine, bo.page() as other:
        seek(mine, name="Ada", clock=CLOCK)
        assert status(mine)["waiting"] == 1
        seek(other, id="w2", name="Bo", clock=CLOCK)
        game = status(mine, "found")["game"]
        assert status(other, "found")["game"] == game
        events = mine.join(game)["events"]
        created = events[0]
        assert sorted(seat["name"] for seat in created["seats"]) == ["Ada", "Bo"]
        assert (created["public"], created["clock"]["initial"]) == (True, 300)
        assert events[1]["kind"] == "started"
        assert mine.join(game)["seats"] != other.join(game)["seats"]


def test_a_queue_is_shown_in_the_lobby(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    with ada.page() as page, bo.page() as other:
        assert enter(other)["queues"] == []
        seek(page, variant="trigon_3")
        status(page)
        (queue,) = changed(other, "queues")["queues"]
        assert (queue["variant"], queue["waiting"], queue["players"]) == ("trigon_3", 1, 3)
        page.send("cancel_seek")
        while other.until("lobby_changed")["queues"]:
            pass


def test_the_same_wish_again_finds_the_game_that_was_made_meanwhile(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    with ada.page() as page:
        seek(page)
        status(page)
    with bo.page() as other:
        seek(other, id="w2")
        game = status(other, "found")["game"]
    with ada.page() as page:
        seek(page)
        assert status(page, "found")["game"] == game


def test_a_canceled_wish_says_so(table: Table) -> None:
    with table.guest().page() as page:
        seek(page)
        status(page)
        page.send("cancel_seek")
        assert status(page, "ended")["id"] == "w1"


def found_and_cancel(table: Table, guest: str, game: str) -> None:
    """A game is found for somebody at the moment at which they cancel."""
    services = table.server.rooms.services
    pairing = services.lobby.pairing

    async def run() -> None:
        (wish,) = await services.store.read(lambda c: wishes.wishes_of(c, [guest]))
        await services.store.write(lambda c: wishes.claim(c, [wish], game))
        await pairing.cancel(guest)

    table.call(run)


@contextmanager
def nobody_told(table: Table) -> Iterator[None]:
    """The half second in which the servers say nothing about wishes."""

    async def wait(now: int) -> None:
        pass

    with pytest.MonkeyPatch.context() as patch:
        for server in table.servers:
            patch.setattr(server.rooms.services.lobby.pairing, "_tell_seekers", wait)
        yield


def test_who_cancels_when_the_game_is_made_hears_of_it(table: Table) -> None:
    """Otherwise a clock runs in a game of which nobody knows."""
    ada = table.guest()
    with ada.page() as page:
        seek(page)
        status(page)
        found_and_cancel(table, table.id_of(ada), "g1")
        assert status(page, "found")["game"] == "g1"


def test_who_cancels_and_wishes_anew_when_the_game_is_made_hears_of_it(table: Table) -> None:
    ada = table.guest()
    with ada.page() as page:
        seek(page)
        status(page)
        with nobody_told(table):
            found_and_cancel(table, table.id_of(ada), "g1")
            seek(page, id="w2", variant="trigon_3")
            page.send("ping", id="p")
            told = [page.receive()]
            while told[-1]["type"] != "pong":
                told.append(page.receive())
        assert [(one["id"], one["state"]) for one in told[:-1] if one["type"] == "seeking"] == [
            ("w1", "ended")
        ]
        found = status(page, "found")
        assert (found["id"], found["game"], found["variant"]) == ("w2", "g1", "duo")
        seek(page, id="w3", variant="trigon_3")
        assert status(page)["id"] == "w3", "what was heard of is not found again"


def test_a_new_wish_ends_the_one_before_on_every_page(table: Table) -> None:
    ada = table.guest()
    with ada.page() as page, ada.page() as other:
        seek(page)
        status(page)
        seek(other, id="w2")
        assert status(page, "ended")["id"] == "w1"


def test_computers_after_the_chosen_time(table: Table) -> None:
    ada = table.guest()
    with ada.page() as page:
        seek(page, variant="trigon_3", computers_after=30)
        assert not status(page)["offers_computers"]
        table.clock.time += 30_000
        step(table)
        while not status(page)["offers_computers"]:
            pass
        page.send("accept_computers")
        game = status(page, "found")["game"]
        seats = page.join(game)["events"][0]["seats"]
        assert sorted(seat["kind"] for seat in seats) == ["computer", "computer", "person"]


def test_a_wish_dies_with_its_pages(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    with ada.page() as page:
        seek(page)
        status(page)
    table.clock.time += 21_000
    with bo.page() as other:
        seek(other, id="w2")
        assert status(other)["waiting"] == 1


def test_wishes_that_cannot_be(table: Table) -> None:
    with table.guest().page() as page:
        for wrong in (
            {"variant": "chess"},
            {"variant": "duo", "rated": True},
            {"variant": "classic", "paired": True},
        ):
            page.send("seek", id="w", **wrong)
            assert page.until("error")["code"] == "unreadable"
        page.send("accept_computers")
        assert page.until("error")["code"] == "not_now"
    with table.stranger().page() as page:
        page.send("seek", id="w", variant="duo")
        assert page.until("error")["code"] == "not_yours"


# Who is here


def test_guests_are_counted_and_accounts_are_named(table: Table) -> None:
    ada, bo = member(table, "Ada"), table.guest()
    with bo.page() as page:
        before = enter(page)
        assert before["people"] == []
        with ada.page():
            change = changed(page, "arrived")
            assert change["arrived"] == ["Ada"]
            assert change["people_total"] == 1
        change = changed(page, "left")
        assert change["left"] == ["Ada"]
        assert change["guests"] == 1


def test_watchers_are_counted_and_only_public_games_listed(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    hidden = ada.make("duo", ME, HERE)["game"]
    shown = ada.make("duo", ME, HERE, public=True)["game"]
    with bo.page() as page:
        assert [game["game"] for game in enter(page)["running"]] == [shown]
        page.join(shown)
        page.join(hidden)
        running = changed(page, "running")["running"]
        assert [(game["game"], game["watchers"]) for game in running] == [(shown, 1)]
        page.send("leave", game=shown)
        running = changed(page, "running")["running"]
        assert running[0]["watchers"] == 0


def test_who_left_the_lobby_is_told_nothing(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    with ada.page() as page:
        enter(page)
        page.send("leave_lobby")
        page.send("ping", id="a")
        page.until("pong")
        bo.make("duo", ME, OPEN)
        step(table)
        page.send("ping", id="b")
        assert page.receive()["type"] == "pong"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return replace(settings, sign_up_rate="1000/minute")
