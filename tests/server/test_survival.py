"""Leaving, running out of time and coming back, over sockets and through restarts."""

from typing import Any

import msgspec
import pytest

from cornerwise.server.events import Event
from cornerwise.server.state import GameState
from cornerwise.server.table.stand_ins import GRACE
from server.table import HERE, LINK, ME, Clock, Guest, Page, Table
from server.test_premoves import log
from server.test_seats import friend_at

MINUTES = {"initial": 300, "increment": 2}


def look_at(table: Table, game: str) -> None:
    """What the room does when its timer rings."""
    table.at_room(game, lambda room: room.check_clock())


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in events]


def pair(table: Table, **more: Any) -> tuple[str, Guest, Guest]:
    ann = table.guest()
    made = ann.make("duo", ME, LINK, **more)
    return made["game"], ann, friend_at(table, made, 1)


def until_event(page: Page, kind: str) -> dict[str, Any]:
    """The next event of a kind."""
    while True:
        for event in page.events():
            if event["kind"] == kind:
                return event


def settle(table: Table, guest: Guest) -> None:
    """Sockets that were closed have left their rooms when a new one is answered."""
    with guest.page() as page:
        page.send("ping")
        page.until("pong")


def test_who_closes_the_page_is_replaced_after_the_grace_time_and_comes_back(
    table: Table, clock: Clock
) -> None:
    game, ann, bob = pair(table, clock=MINUTES)
    with bob.page() as his:
        his.join(game)
        with ann.page() as hers:
            hers.join(game)
        settle(table, ann)
        clock.time += GRACE - 1
        look_at(table, game)
        assert kinds(log(bob, game))[-1] == "started"
        clock.time += 1
        look_at(table, game)
        stand_in = until_event(his, "stand_in")
        assert (stand_in["player"], stand_in["level"], stand_in["reason"]) == (0, 4, "left")
        assert stand_in["clocks"] == [240_000, 300_000]
        played = until_event(his, "played")
        assert (played["player"], played["by"], played["id"]) == (0, "computer", "")
        with ann.page() as hers:
            seq = hers.join(game)["seq"]
            assert hers.act("return", game, seq, player=0)["type"] == "done"
            play(his, bob, game)
            play(hers, ann, game)
    last = log(ann, game)[-1]
    assert (last["player"], last["by"]) == (0, "person")


def play(page: Page, guest: Guest, game: str) -> None:
    """Any legal move."""
    events = log(guest, game)
    move = GameState(msgspec.convert(events, list[Event])).game.legal_moves[0]
    assert page.act("play", game, len(events), move=str(move))["type"] == "done"


def test_one_open_page_of_several_is_enough(table: Table, clock: Clock) -> None:
    game, ann, bob = pair(table, clock=MINUTES)
    with bob.page() as his, ann.page() as hers:
        his.join(game)
        hers.join(game)
        with ann.page() as second:
            second.join(game)
        settle(table, ann)
        clock.time += 2 * GRACE
        look_at(table, game)
        assert "stand_in" not in kinds(log(bob, game))


def test_absence_counts_from_the_leaving_not_from_the_turn(table: Table, clock: Clock) -> None:
    game, ann, bob = pair(table, clock=MINUTES)
    with ann.page() as hers:
        hers.join(game)
        with bob.page() as his:
            his.join(game)
        settle(table, bob)
        clock.time += 2 * GRACE
        hers.act("play", game, 3, move="e10")
        look_at(table, game)
        assert until_event(hers, "stand_in")["player"] == 1


def test_the_room_sets_its_timer_for_the_grace_time(table: Table) -> None:
    import asyncio

    game, ann, bob = pair(table, clock=MINUTES)

    async def seconds_left(room: Any) -> float:
        return float(room.duties.timer.when() - asyncio.get_running_loop().time())

    with bob.page() as his, ann.page() as hers:
        his.join(game)
        hers.join(game)
        assert 290 < table.at_room(game, seconds_left) <= 300
    settle(table, ann)
    assert 50 < table.at_room(game, seconds_left) <= 60


def test_after_a_restart_everybody_has_the_whole_grace_time(table: Table, clock: Clock) -> None:
    game, _, bob = pair(table, clock=MINUTES)
    with bob.page() as his:
        his.join(game)
    clock.time += GRACE - 1
    table.forget(game)
    look_at(table, game)  # loads it
    clock.time += GRACE - 1
    look_at(table, game)
    assert "stand_in" not in kinds(log(bob, game))
    clock.time += 1
    look_at(table, game)
    assert kinds(log(bob, game))[3] == "stand_in"


def test_a_stand_in_goes_on_after_a_restart(table: Table, clock: Clock) -> None:
    game, ann, bob = pair(table, clock=MINUTES)
    with bob.page() as his:
        his.join(game)
        clock.time += 300_000
        look_at(table, game)
        until_event(his, "played")
    table.forget(game)
    with bob.page() as his:
        his.join(game)
        play(his, bob, game)
        again = until_event(his, "played")
    assert (again["player"], again["by"]) == (0, "computer")
    assert ann.get("/api/games").json()["unfinished"][0]["mine"] == [0], "she still holds it"


def test_who_has_gone_keeps_the_seat_and_nobody_else_can_return_to_it(
    table: Table, clock: Clock
) -> None:
    game, _, bob = pair(table, clock=MINUTES)
    with bob.page() as his:
        his.join(game)
        clock.time += 300_000
        look_at(table, game)
        seq = until_event(his, "stand_in")["seq"]
        assert his.act("return", game, seq, player=0)["code"] == "not_yours"
        assert his.act("hand_over", game, seq, player=0)["code"] == "not_yours"
        assert his.act("sit", game, seq, player=0)["code"] in ("bad_key", "seat_taken")
        assert his.act("return", game, seq, player=7)["code"] == "not_yours"
        assert his.act("call_stand_in", game, seq, player=7)["code"] == "not_now"


def test_who_stayed_ends_the_game(table: Table, clock: Clock) -> None:
    game, ann, bob = pair(table, clock=MINUTES)
    with bob.page() as his:
        his.join(game)
        clock.time += 300_000
        look_at(table, game)
        until_event(his, "played")
        seq = his.join(game)["seq"]
        assert his.act("claim", game, seq)["type"] == "done"
    assert kinds(log(ann, game))[-2:] == ["resigned", "over"]
    assert log(ann, game)[-1]["places"] == [2, 1]


def test_without_a_clock_who_waits_asks_for_the_computer(table: Table, clock: Clock) -> None:
    game, ann, bob = pair(table)
    with bob.page() as his:
        his.join(game)
        with ann.page() as hers:
            hers.join(game)
            clock.time += 2 * GRACE
            assert his.act("call_stand_in", game, 3, player=0)["code"] == "not_now"
        settle(table, ann)
        clock.time += GRACE
        look_at(table, game)
        assert kinds(log(bob, game))[-1] == "started", "nobody is replaced unasked"
        assert his.act("call_stand_in", game, 3, player=0)["type"] == "done"
        assert until_event(his, "played")["by"] == "computer"


def test_the_level_is_the_players_own(
    table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ann, bob = pair(table)
    asked = []

    async def level_for(guest: str, variant: str) -> int:
        asked.append(variant)
        return 2

    for server in table.servers:
        object.__setattr__(server.rooms.services, "level_for", level_for)
    with ann.page() as hers:
        hers.join(game)
        assert hers.act("hand_over", game, 3, player=0)["type"] == "done"
    assert (log(bob, game)[3]["level"], asked) == (2, ["duo"])


# Rematch


def test_a_rematch_waits_for_the_others(table: Table) -> None:
    game, ann, bob = pair(table, clock=MINUTES)
    with ann.page() as hers, bob.page() as his:
        hers.join(game)
        his.join(game)
        hers.act("resign", game, 3, player=0)
        hers.act("ask_rematch", game, 5)
        new = log(ann, game)[-1]["game"]
        joined = his.join(new)
        created = joined["events"][0]
        assert [seat["kind"] for seat in created["seats"]] == ["free", "person"]
        assert created["seats"][0]["name"] == "Bo", "kept for him"
        assert (joined["seats"], joined["kept"]) == ([0], [0])
        stranger = table.guest()
        with stranger.page() as other:
            other.join(new)
            key = hers.join(new)["key"]
            assert other.act("sit", new, 1, player=0, key=key)["code"] == "seat_taken"
        assert his.act("sit", new, 1, player=0)["type"] == "done"
    assert kinds(log(ann, new)) == ["created", "sat", "started"]
    assert log(ann, new)[1]["seat"]["name"] == "Bo"


def test_a_seat_kept_for_who_does_not_come_can_be_given_to_a_computer(table: Table) -> None:
    game, ann, bob = pair(table)
    with ann.page() as hers:
        hers.join(game)
        hers.act("resign", game, 3, player=0)
        hers.act("ask_rematch", game, 5)
        new = log(ann, game)[-1]["game"]
        hers.join(new)
        assert hers.act("fill", new, 1, player=0, level=1)["type"] == "done"
    with bob.page() as his:
        joined = his.join(new)
        assert joined["seats"] == [], "he holds it no longer"
        assert his.act("play", new, joined["seq"], move="e10")["code"] == "not_yours"
    table.forget(new)
    with bob.page() as his:
        assert his.join(new)["seats"] == []


def test_on_one_device_a_rematch_begins_at_once(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        page.act("resign", game, 2, player=0)
        page.act("ask_rematch", game, 4)
    new = log(guest, game)[-1]["game"]
    assert kinds(log(guest, new)) == ["created", "started"]
