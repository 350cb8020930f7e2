"""Moves sent early: ranked, private, kept; the first legal one is played at once."""

from typing import Any

import pytest

from cornerwise.server import protocol as say
from cornerwise.server.refusal import Refusal
from cornerwise.server.table import premoves
from cornerwise.server.table.messages import HandOver, Premove
from server.scene import Scene
from server.table import HERE, LINK, ME, Clock, Guest, Page, Table
from server.test_seats import friend_at


def wish(scene: Scene, *moves: str, player: int = 1, color: int = 1, seq: int = 9) -> Premove:
    return Premove(game="g", id="p", seq=seq, player=player, color=color, moves=list(moves))


def check(scene: Scene, who: str, *moves: str, **more: Any) -> tuple[str, ...]:
    return premoves.checked(scene.state, wish(scene, *moves, **more), scene.seats_of(who))


# The rules


def test_a_list_is_put_in_order_and_kept_once() -> None:
    scene = Scene("duo", "ab")
    assert check(scene, "b", "j5,i5", "j5", "i5,j5") == ("i5,j5", "j5")


@pytest.mark.parametrize(
    ("who", "more", "why"),
    [
        ("a", {}, "not yours"),
        ("b", {"color": 0}, "do not place that color"),
        ("b", {"color": 7}, "do not place that color"),
        ("b", {"player": 0}, "not yours"),
        ("watcher", {}, "not yours"),
    ],
)
def test_lists_for_others_are_refused(who: str, more: dict[str, int], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        check(Scene("duo", "ab"), who, "j5", **more)


def test_what_is_no_placement_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        check(Scene("duo", "ab"), "b", "j5", "a1,n14")
    assert refusal.value.code == "illegal"


def test_a_list_made_before_the_last_own_move_or_takeback_is_stale() -> None:
    scene = Scene("duo", "ab")
    scene.plays("a", "e10")
    scene.plays("b", "j5")
    with pytest.raises(Refusal, match="gone on"):
        check(scene, "b", "k6", seq=3)
    assert check(scene, "b", "k6", seq=4) == ("k6",)
    scene.does("a", say.AskTakeback, player=0)
    scene.does("b", say.AnswerTakeback, accept=True)
    with pytest.raises(Refusal, match="gone on"):
        check(scene, "b", "k6", seq=5)


def test_the_first_legal_move_is_played() -> None:
    scene = Scene("duo", "ab")
    scene.plays("a", "e10")
    assert premoves.first_legal(scene.state, ("a1", "e10", "i5,j5", "j5")) == "i5,j5"
    assert premoves.first_legal(scene.state, ("a1",)) is None


def test_a_list_waits_for_its_player_and_color() -> None:
    scene = Scene("classic_2", "ab")
    lists = {(0, 0): ("a20",), (0, 2): ("t1",), (1, 1): ("t20",)}
    assert premoves.due(scene.state, lists) == (0, 0)
    scene.plays("a", "a20")
    assert premoves.due(scene.state, {(0, 2): ("t1",)}) is None
    scene.plays("b", "t20")
    assert premoves.due(scene.state, lists) == (0, 2)


def test_turns_takebacks_and_departures_clear_lists() -> None:
    scene = Scene("classic_3", "abc")
    lists: premoves.Lists
    lists = {(0, 0): ("a20",), (1, 1): ("t20",), (2, 2): ("t1",), (2, 3): ("a1",)}
    events = scene.plays("a", "a20")
    lists = premoves.left(scene.state, events, lists)
    assert sorted(lists) == [(1, 1), (2, 2), (2, 3)]
    events = scene.does("c", HandOver, player=2)
    lists = premoves.left(scene.state, events, lists)
    assert sorted(lists) == [(1, 1)]
    events = scene.does("a", say.AskTakeback, player=0)
    assert premoves.left(scene.state, events, lists) == lists
    events = scene.does("b", say.AnswerTakeback, accept=True)
    assert premoves.left(scene.state, events, lists) == {}


def test_only_the_holder_sees_a_list() -> None:
    lists = {(0, 0): ("a20",), (1, 1): ("t20",)}
    assert [seen.player for seen in premoves.as_seen(lists, [1])] == [1]
    assert premoves.as_seen(lists, []) == []


# At the table


@pytest.fixture
def duo(table: Table) -> tuple[str, Guest, Guest]:
    """Two people on two devices, a clock of minutes."""
    ann = table.guest()
    made = ann.make("duo", ME, LINK, clock={"initial": 60, "increment": 2})
    return made["game"], ann, friend_at(table, made, 1)


def plan(page: Page, game: str, seq: int, *moves: str, player: int = 1, color: int = 1) -> Any:
    return page.act("premove", game, seq, player=player, color=color, moves=list(moves))


def log(guest: Guest, game: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = guest.get(f"/api/games/{game}").json()["events"]
    return events


def test_it_is_played_at_once_and_costs_nothing(duo: Any, clock: Clock) -> None:
    game, ann, bob = duo
    with ann.page() as hers, bob.page() as his:
        hers.join(game)
        his.join(game)
        assert plan(his, game, 3, "a1", "i5,j5", "j5")["type"] == "done"
        clock.time += 9_000
        assert hers.act("play", game, 3, move="e10")["type"] == "done"
    first, second = log(bob, game)[-2:]
    assert (second["player"], second["move"], second["premove"]) == (1, "i5,j5", True)
    assert second["by"] == "person"
    assert first["clocks"] == [53_000, 60_000]
    assert second["clocks"] == [53_000, 62_000], "no time, but the increment"


def test_the_other_side_learns_nothing(duo: Any, clock: Clock) -> None:
    game, ann, bob = duo
    with ann.page() as hers, bob.page() as his:
        hers.join(game)
        his.join(game)
        his.send("premove", game=game, id="p", seq=3, player=1, color=1, moves=["j5"])
        assert his.until("premoves")["lists"] == [{"player": 1, "color": 1, "moves": ["j5"]}]
        hers.send("ping")
        while (message := hers.receive())["type"] != "pong":
            assert message["type"] != "premoves"
        with ann.page() as again:
            again.join(game)
            again.send("ping")
            while (message := again.receive())["type"] != "pong":
                assert message["type"] != "premoves"
    assert "j5" not in str(log(ann, game))


def test_a_list_is_there_again_after_a_reconnection_and_can_be_cleared(duo: Any) -> None:
    game, _, bob = duo
    with bob.page() as his:
        his.join(game)
        plan(his, game, 3, "j5")
    with bob.page() as his:
        his.join(game)
        assert his.until("premoves")["lists"][0]["moves"] == ["j5"]
        plan(his, game, 3, "i5,j5")
        his.send("premove", game=game, id="c", seq=3, player=1, color=1, moves=[])
        assert his.until("premoves")["lists"] == []


def test_a_list_survives_a_restart_and_is_used_once(table: Table, duo: Any) -> None:
    game, ann, bob = duo
    with bob.page() as his:
        his.join(game)
        plan(his, game, 3, "j5")
    table.forget(game)
    with ann.page() as hers:
        hers.join(game)
        hers.act("play", game, 3, move="e10")
    assert log(bob, game)[-1]["premove"] is True
    table.forget(game)
    with bob.page() as his:
        joined = his.join(game)
        assert joined["seq"] == 5
        his.send("ping")
        while (message := his.receive())["type"] != "pong":
            assert message["type"] != "premoves", "it was used up"


def test_a_server_that_ended_between_turn_and_planned_move_makes_it_up(
    table: Table, duo: Any
) -> None:
    game, ann, bob = duo
    with bob.page() as his:
        his.join(game)
        plan(his, game, 3, "j5")

    async def play_and_die(room: Any) -> None:
        """The move is stored, then the server is killed."""
        from cornerwise.server.outcomes import played
        from cornerwise.server.store import Append
        from cornerwise.server.summary import head

        events = played(room.state, "e10", room.services.now())
        for event in events:
            room.state.apply(event)
        await room.services.store.commit(Append(game, events, head(game, room.state)))

    table.at_room(game, play_and_die)
    table.forget(game)
    with ann.page() as hers:
        events = hers.join(game)["events"]
        if len(events) < 5:
            events += hers.events()
    assert (events[-1]["move"], events[-1]["premove"]) == ("j5", True)


def test_a_list_that_comes_when_the_turn_is_there_is_a_move_whose_time_counts(
    duo: Any, clock: Clock
) -> None:
    game, _, bob = duo
    ann = duo[1]
    with ann.page() as hers, bob.page() as his:
        hers.join(game)
        his.join(game)
        hers.act("play", game, 3, move="e10")
        clock.time += 10_000
        assert plan(his, game, 3, "a1", "j5")["type"] == "done"
        assert plan(his, game, 5, "a1", color=0)["code"] == "not_yours"
    last = log(bob, game)[-1]
    assert (last["move"], last["premove"], last["clocks"][1]) == ("j5", False, 52_000)


def test_when_none_is_legal_the_player_thinks_as_usual(duo: Any) -> None:
    game, ann, bob = duo
    with ann.page() as hers, bob.page() as his:
        hers.join(game)
        his.join(game)
        plan(his, game, 3, "a1", "e10")
        hers.act("play", game, 3, move="e10")
        assert his.until("premoves")["lists"] == [], "forgotten"
        assert his.act("play", game, 4, move="j5")["type"] == "done"
    assert log(bob, game)[-1]["premove"] is False


def test_a_takeback_clears_every_list(duo: Any) -> None:
    game, ann, bob = duo
    with ann.page() as hers, bob.page() as his:
        hers.join(game)
        his.join(game)
        hers.act("play", game, 3, move="e10")
        his.act("play", game, 4, move="j5")
        plan(his, game, 5, "k6")
        hers.act("ask_takeback", game, 5, player=0)
        his.send("answer_takeback", game=game, id="y", seq=6, accept=True)
        assert his.until("premoves")["lists"] == []
        assert hers.act("play", game, 8, move="e10,f10")["type"] == "done"
    assert log(bob, game)[-1]["player"] == 0


def test_on_one_device_everybody_may_plan(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        plan(page, game, 2, "j5")
        page.act("play", game, 2, move="e10")
    assert log(guest, game)[-1]["move"] == "j5"


def test_one_move_may_bring_several_planned_ones(table: Table) -> None:
    guest = table.guest()
    game = guest.make("classic_3", ME, HERE, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        plan(page, game, 2, "t20")
        plan(page, game, 2, "t1", player=2, color=2)
        page.act("play", game, 2, move="a20")
    assert [(e["player"], e["premove"]) for e in log(guest, game)[-3:]] == [
        (0, False),
        (1, True),
        (2, True),
    ]
