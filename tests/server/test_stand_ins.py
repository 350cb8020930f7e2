"""A seat never dies: who leaves or has no time left is replaced, and may come back."""

import pytest

from cornerwise.server import events as ev
from cornerwise.server import protocol as say
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import ClockSpec
from cornerwise.server.state import DAY
from cornerwise.server.table import stand_ins
from cornerwise.server.table.messages import CallStandIn, Claim, HandOver, Return
from server.scene import Scene, refolded

MINUTES = ClockSpec(initial=60, increment=2)


def flag(scene: Scene) -> list[ev.Event]:
    """What the server writes when the clock of the player to decide has run out."""
    player = stand_ins.overdue(scene.state, scene.now)
    assert player is not None
    return scene.write(stand_ins.fallen(scene.state, player, scene.holders, 5, scene.now))


# By the clock


def test_a_fallen_flag_lets_the_computer_play_on() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.now += 60_000
    (stand_in,) = flag(scene)
    assert isinstance(stand_in, ev.StandIn)
    assert (stand_in.player, stand_in.level, stand_in.reason) == (0, 5, "time")
    assert stand_in.clocks == [0, 60_000]
    assert scene.state.computer_level == 5
    assert scene.state.deadline() is None, "the computer's time is free"
    scene.now += 3_000
    (played,) = scene.computer_plays()
    assert (played.player, played.by, played.clocks) == (0, "computer", [0, 60_000])
    scene.plays("b")
    assert scene.state.computer_level == 5, "until the person returns"


@pytest.mark.parametrize("people", ["aa", "a.", "aaa", "a.."])
def test_where_nobody_else_waits_a_fallen_flag_loses(people: str) -> None:
    scene = Scene("duo" if len(people) == 2 else "classic_3", people, MINUTES)
    scene.now += 60_000
    assert isinstance(flag(scene)[0], ev.Resigned)
    assert (scene.state.over is not None) == (len(people) == 2)


def test_days_run_out_too() -> None:
    scene = Scene("duo", "ab", ClockSpec(days=2))
    scene.plays("a")
    scene.now += 2 * DAY - 1
    assert stand_ins.overdue(scene.state, scene.now) is None
    scene.now += 1
    (stand_in,) = flag(scene)
    assert isinstance(stand_in, ev.StandIn)
    assert (stand_in.player, stand_in.reason) == (1, "time")
    scene.computer_plays()
    assert scene.state.clocks == [2 * DAY, 2 * DAY]


def test_who_returns_after_the_flag_gets_a_little_time_but_not_that_move() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.now += 60_000
    flag(scene)
    with pytest.raises(Refusal, match="time has run out"):
        scene.plays("a")
    (returned,) = scene.does("a", Return, player=0)
    assert returned.clocks == [10_000, 60_000]
    assert scene.state.computer_level == 5, "the overdue move is still the computer's"
    with pytest.raises(Refusal, match="time has run out"):
        scene.plays("a")
    scene.now += 500
    scene.computer_plays()
    scene.plays("b")
    assert scene.state.computer_level is None
    scene.now += 4_000
    (played,) = scene.plays("a")
    assert (played.by, played.clocks[0]) == ("person", 8_000)


def test_the_clock_of_who_plays_does_not_care_who_returns() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.now += 60_000
    flag(scene)
    scene.computer_plays()
    scene.now += 7_000
    scene.does("a", Return, player=0)
    scene.now += 3_000
    (played,) = scene.plays("b")
    assert played.clocks == [10_000, 52_000], "ten seconds thought, two added"


def test_a_day_game_does_not_start_anew_when_another_returns() -> None:
    scene = Scene("duo", "ab", ClockSpec(days=1))
    scene.does("a", HandOver, player=0)
    scene.computer_plays()
    since = scene.state.since
    scene.now += DAY // 2
    scene.does("a", Return, player=0)
    assert scene.state.since == since


def test_nobody_wins_days_by_handing_over_and_returning() -> None:
    scene = Scene("duo", "ab", ClockSpec(days=2))
    deadline = scene.state.deadline()
    scene.now += DAY
    scene.does("a", HandOver, player=0)
    scene.does("a", Return, player=0)
    for state in (scene.state, refolded(scene.log)):
        assert state.deadline() == deadline
    scene.does("a", HandOver, player=0)
    _, played = scene.plays("a")
    assert played.clocks == [2 * DAY, 2 * DAY], "a move as return gives the other the whole time"
    assert scene.state.deadline() == scene.now + 2 * DAY


# By absence


def test_the_server_replaces_only_where_minutes_count_and_others_wait() -> None:
    def replaced(people: str, clock: ClockSpec | None) -> int | None:
        scene = Scene("duo", people, clock)
        return stand_ins.may_be_replaced(scene.state, scene.holders)

    assert replaced("ab", MINUTES) == 0
    assert replaced("ab", None) is None
    assert replaced("ab", ClockSpec(days=1)) is None
    assert replaced("aa", MINUTES) is None
    assert replaced("a.", MINUTES) is None


def test_in_a_game_without_a_clock_who_waits_may_call_the_computer() -> None:
    scene = Scene("classic_3", "abc")
    call = {"kind": CallStandIn, "player": 0}
    with pytest.raises(Refusal, match="away for less than 60 seconds"):
        scene.does("b", **call, away=59_999)
    with pytest.raises(Refusal, match="sits at the table"):
        scene.does("watcher", **call, away=60_000)
    with pytest.raises(Refusal, match="nobody waits for that player"):
        scene.does("b", CallStandIn, player=2, away=60_000)
    (stand_in,) = scene.does("b", **call, away=60_000)
    assert (stand_in.reason, stand_in.level) == ("asked", 5)
    with pytest.raises(Refusal, match="already"):
        scene.does("b", **call, away=60_000)


def test_a_game_of_days_cannot_be_hurried() -> None:
    scene = Scene("duo", "ab", ClockSpec(days=1))
    with pytest.raises(Refusal, match="a game of days waits"):
        scene.does("b", CallStandIn, player=0, away=3_600_000)


# By will


def test_a_seat_can_be_handed_over_and_taken_again_at_once() -> None:
    scene = Scene("classic_3", "abc", MINUTES)
    scene.now += 5_000
    (stand_in,) = scene.does("a", HandOver, player=0)
    assert (stand_in.reason, stand_in.clocks) == ("handed", [55_000, 60_000, 60_000])
    with pytest.raises(Refusal, match="already"):
        scene.does("a", HandOver, player=0)
    with pytest.raises(Refusal, match="not yours"):
        scene.does("b", Return, player=0)
    scene.does("a", Return, player=0)
    scene.now += 1_000
    (played,) = scene.plays("a")
    assert (played.by, played.clocks[0]) == ("person", 56_000)
    with pytest.raises(Refusal, match="does not play for you"):
        scene.does("a", Return, player=0)


def test_nobody_wins_time_by_handing_over_and_returning() -> None:
    """The computer may think for seconds, and it can be asked to again and again."""
    scene = Scene("duo", "ab", MINUTES)
    for left in (50_000, 40_000):
        scene.does("a", HandOver, player=0)
        scene.now += 10_000
        (returned,) = scene.does("a", Return, player=0)
        assert returned.clocks == [left, 60_000]
    scene.does("a", HandOver, player=0)
    scene.now += 10_000
    _, played = scene.plays("a")
    assert played.clocks == [32_000, 60_000], "a move is a return too, and adds its two seconds"
    scene.does("a", HandOver, player=0)
    scene.now += 10_000
    (returned,) = scene.does("a", Return, player=0)
    assert returned.clocks == [32_000, 50_000], "in the other's turn it is the other's time"


def test_who_lets_the_time_run_out_behind_a_stand_in_wins_none_by_returning() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.does("a", HandOver, player=0)
    scene.now += 61_000
    (returned,) = scene.does("a", Return, player=0)
    assert returned.clocks == [1, 60_000]
    scene.now += 1
    (stand_in,) = flag(scene)
    assert isinstance(stand_in, ev.StandIn)
    assert stand_in.reason == "time"


def test_nobody_wins_time_by_handing_over_within_the_lag() -> None:
    """A page can seem a second away: then its clock is empty before the server lets it fall."""
    scene = Scene("duo", "ab", MINUTES)
    scene.now += 60_500
    assert stand_ins.overdue(scene.state, scene.now, lag=1_000) is None
    (stand_in,) = scene.does("a", HandOver, player=0, lag=1_000)
    assert stand_in.reason == "time"
    scene.does("a", Return, player=0, lag=1_000)
    assert scene.state.flags, "the rating knows of it"
    with pytest.raises(Refusal, match="the time has run out"):
        scene.plays("a", lag=1_000)


def test_a_move_is_a_return_too() -> None:
    """It may have been on its way when the computer took over."""
    scene = Scene("duo", "ab", MINUTES)
    seq = scene.state.seq
    scene.write(stand_ins.stand_in(scene.state, 0, 4, "left", scene.now))
    move = str(scene.state.game.legal_moves[0])
    returned, played = scene.does("a", say.Play, move=move, seq=seq)
    assert isinstance(returned, ev.Returned)
    assert (played.by, played.seq) == ("person", returned.seq + 1)
    assert scene.state.stand_ins == {}


def test_a_move_as_return_after_the_flag_has_time_for_the_next() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.now += 60_000
    flag(scene)
    scene.computer_plays()
    scene.plays("b")
    assert scene.state.overdue is None
    returned, played = scene.plays("a")
    assert returned.clocks[0] == 10_000
    assert played.clocks[0] == 12_000
    assert scene.state.clocks == played.clocks


def test_nobody_hands_over_what_nobody_waits_for() -> None:
    with pytest.raises(Refusal, match="you can resign"):
        Scene("classic_3", "a..").does("a", HandOver, player=0)


def test_resigning_stays_resigning() -> None:
    """R4.3: the colors of who resigns are out; the computer does not play them."""
    scene = Scene("classic", "abcd")
    (resigned,) = scene.does("a", say.Resign, player=0)
    assert resigned.reason == "resigned"
    assert scene.state.game.out[0]
    assert scene.state.game.player == 1


# The end of it


def test_who_stayed_may_end_the_game() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.plays("a")
    with pytest.raises(Refusal, match="somebody still plays against you"):
        scene.does("a", Claim)
    scene.now += 60_000
    flag(scene)
    with pytest.raises(Refusal, match="only who still plays"):
        scene.does("b", Claim)
    resigned, over = scene.does("a", Claim)
    assert (resigned.player, resigned.reason, over.places) == (1, "left", [1, 2])


def test_of_four_the_last_may_end_it_when_all_others_are_stand_ins() -> None:
    scene = Scene("classic", "abcd")
    for player, who in enumerate("abc"):
        scene.does(who, HandOver, player=player)
    events = scene.does("d", Claim)
    assert [type(event) for event in events] == [ev.Resigned] * 3 + [ev.Over]
    assert events[-1].places[3] == 1
    assert vars(refolded(scene.log)) == vars(scene.state)


def test_a_computer_of_the_tables_own_is_to_be_beaten_on_the_board() -> None:
    scene = Scene("classic_3", "ab.")
    scene.does("b", HandOver, player=1)
    with pytest.raises(Refusal, match="somebody still plays against you"):
        scene.does("a", Claim)


def test_members_of_a_side_are_no_enemies() -> None:
    scene = Scene("classic_teams", "abcd")
    scene.does("b", HandOver, player=1)
    with pytest.raises(Refusal, match="somebody still plays against you"):
        scene.does("a", Claim)
    scene.does("d", HandOver, player=3)
    assert scene.does("a", Claim)[-1].places == [1, 2, 1, 2]
