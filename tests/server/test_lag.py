"""Lag is given back within limits, and the log says how much."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise.server import events as ev
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import ClockSpec
from cornerwise.server.table import lag, stand_ins
from server.scene import Scene, refolded
from server.table import Clock, Table

MINUTES = ClockSpec(initial=120)


class Watch:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def measured(*seconds: float) -> lag.RoundTrip:
    watch = Watch()
    trip = lag.RoundTrip(watch)
    for second in seconds:
        mark = trip.mark()
        watch.time += second
        trip.answered(mark)
    return trip


def test_the_round_trip_is_the_median_of_the_last_five() -> None:
    assert measured().milliseconds == 0
    assert measured(0.08).milliseconds == 80
    assert measured(9, 9, 0.1, 0.2, 0.3, 5, 0.2).milliseconds == 200


def test_only_the_last_mark_counts_and_only_once() -> None:
    watch = Watch()
    trip = lag.RoundTrip(watch)
    old, new = trip.mark(), trip.mark()
    watch.time = 7.0
    trip.answered(old)
    trip.answered("guessed")
    assert trip.milliseconds == 0
    trip.answered(new)
    watch.time = 99.0
    trip.answered(new)
    assert trip.milliseconds == 7000


@pytest.mark.parametrize(
    ("clock", "full"),
    [
        (None, 0),
        (ClockSpec(days=3), 0),
        (ClockSpec(initial=60), 1500),
        (ClockSpec(initial=60, increment=2), 2500),
        (ClockSpec(initial=3600), 3000),
    ],
)
def test_the_quota_depends_on_the_clock(clock: ClockSpec | None, full: int) -> None:
    assert lag.quota(clock) == full


def test_a_slow_line_costs_no_time() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.now += 5_000
    (played,) = scene.plays("a", lag=300)
    assert (played.lag, played.clocks) == (300, [115_300, 120_000])
    scene.now += 200
    (played,) = scene.plays("b", lag=900)
    assert (played.lag, played.clocks) == (200, [115_300, 120_000]), "never more than the move took"


def test_one_move_gets_a_second_and_the_stock_is_used_up_and_fills_slowly() -> None:
    scene = Scene("duo", "ab", MINUTES)
    given_back = []
    for _ in range(5):
        scene.now += 4_000
        (played,) = scene.plays("a", lag=60_000)
        given_back.append(played.lag)
        scene.plays("b")
    assert given_back == [1000, 1000, 1000, 600, 200], "3 s, and 0.2 s more after each move"


def test_a_move_that_was_on_its_way_in_time_is_in_time() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.now += 120_400
    assert stand_ins.overdue(scene.state, scene.now) == 0
    assert stand_ins.overdue(scene.state, scene.now, lag=401) is None
    with pytest.raises(Refusal, match="time has run out"):
        scene.plays("a", lag=400)
    (played,) = scene.plays("a", lag=401)
    assert played.clocks == [1, 120_000]


@given(st.lists(st.tuples(st.integers(0, 4_000), st.integers(0, 10**6)), max_size=10))
@settings(max_examples=40, deadline=None)
def test_nobody_wins_more_than_the_quota(moves: list[tuple[int, int]]) -> None:
    scene = Scene("duo", "ab", MINUTES)
    claimed = 0
    for thought, claim in moves:
        if scene.state.over is not None:
            break
        scene.now += thought
        events = scene.plays("a", lag=claim)
        claimed += events[0].lag
        if scene.state.over is None and scene.state.game.player == 1:
            scene.plays("b")
    full = lag.quota(MINUTES)
    assert claimed <= full + len(moves) * (full // lag.REFILLS)
    given_back = [e.lag for e in scene.log if isinstance(e, ev.Played)]
    assert all(0 <= part <= lag.MAX_MOVE for part in given_back)
    assert vars(refolded(scene.log)) == vars(scene.state)


def test_the_socket_measures_through_ping_and_echo(table: Table, clock: Clock) -> None:
    with table.guest().page() as page:
        page.send("ping", id="1")
        pong = page.until("pong")
        page.send("echo", mark=pong["mark"])
        page.send("ping", id="2")
        again = page.until("pong")
        assert again["mark"] != pong["mark"]
        page.send("echo", mark="")
        assert page.until("error")["code"] == "unreadable"
