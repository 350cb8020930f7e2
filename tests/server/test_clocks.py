"""Clocks, with a time that only the test turns."""

import asyncio

import pytest
from sqlalchemy.exc import OperationalError

from cornerwise.server import protocol as say
from cornerwise.server.room import Room
from cornerwise.server.seats import ClockSpec
from cornerwise.server.state import DAY
from server.scene import Scene, refolded
from server.table import COMPUTER, HERE, LINK, ME, Clock, Page, Table


def clocks(page: Page, game: str) -> list[int]:
    events = page.join(game)["events"]
    found: list[int] = next(e["clocks"] for e in reversed(events) if e.get("clocks") is not None)
    return found


async def look_at(table: Table, game: str) -> None:
    room = await table.server.rooms.get(game)
    await room.check_clock()


def test_time_is_taken_and_the_increment_added(table: Table, clock: Clock) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE, clock={"initial": 60, "increment": 5})["game"]
    with guest.page() as page:
        assert clocks(page, game) == [60_000, 60_000]
        clock.time += 10_000
        page.act("play", game, 2, move="e10")
        assert clocks(page, game) == [55_000, 60_000]
        clock.time += 59_999
        page.act("play", game, 3, move="j5")
        assert clocks(page, game) == [55_000, 5_001]


def test_a_clock_of_the_machine_that_is_turned_back_gives_nobody_time(
    table: Table, clock: Clock
) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE, clock={"initial": 60, "increment": 5})["game"]
    with guest.page() as page:
        page.join(game)
        clock.time -= 120_000
        page.act("play", game, 2, move="e10")
        assert clocks(page, game) == [65_000, 60_000]
        clock.time += 10_000
        page.act("play", game, 3, move="j5")
        assert clocks(page, game) == [65_000, 55_000]


def test_a_move_after_the_time_is_too_late(table: Table, clock: Clock) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE, clock={"initial": 60})["game"]
    with guest.page() as page:
        page.join(game)
        clock.time += 60_000
        assert page.act("play", game, 2, move="e10")["code"] in ("stale", "not_now")
        resigned, over = page.join(game)["events"][2:]
        assert (resigned["kind"], resigned["player"], resigned["reason"]) == ("resigned", 0, "time")
        assert resigned["clocks"] == [0, 60_000]
        assert over["places"] == [2, 1]


def test_the_server_notices_by_itself(table: Table, clock: Clock) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE, clock={"initial": 60})["game"]
    with guest.page() as page:
        page.join(game)
        clock.time += 59_999
        table.call(look_at, table, game)
        assert len(page.join(game)["events"]) == 2
        clock.time += 1
        table.call(look_at, table, game)
        assert page.join(game)["events"][-1]["kind"] == "over"


def test_the_timer_is_set_for_the_deadline(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE, clock={"initial": 60})["game"]

    async def seconds_left() -> float:
        room = await table.server.rooms.get(game)
        assert room.duties.timer is not None
        return room.duties.timer.when() - asyncio.get_running_loop().time()

    assert 55 < table.call(seconds_left) <= 60


def test_the_clock_falls_though_the_database_was_away(table: Table, clock: Clock) -> None:
    """While it is, nobody knows how strong a stand-in has to be."""
    ada, bo = table.guest(), table.guest()
    made = ada.make("duo", ME, LINK, clock={"initial": 60})
    game = made["game"]

    async def away(guest: str, variant: str) -> int:
        raise OperationalError("select", {}, OSError("the server closed the connection"))

    async def ring(room: Room) -> None:
        room.duties.stop()
        room.duties._ring()
        await asyncio.gather(*room._tasks, return_exceptions=True)

    async def fall(room: Room) -> tuple[bool, list[int]]:
        ranking = room.services.ranking
        ranking.level_for = away  # type: ignore[method-assign]
        await ring(room)
        rings_again = room.duties.timer is not None
        del ranking.level_for
        await ring(room)
        return rings_again, list(room.state.stand_ins)

    with ada.page() as page, bo.page() as his:
        page.join(game)
        his.join(game)
        his.act("sit", game, 1, player=1, key=made["key"])
        clock.time += 60_000
        assert table.at_room(game, fall) == (True, [0])


def test_three_play_on_when_one_has_no_time_left(table: Table, clock: Clock) -> None:
    guest = table.guest()
    game = guest.make("classic_3", ME, HERE, HERE, clock={"initial": 60})["game"]
    with guest.page() as page:
        page.join(game)
        clock.time += 60_000
        table.call(look_at, table, game)
        events = page.join(game)["events"]
        assert events[-1]["kind"] == "resigned"
        assert page.act("play", game, 3, move="t20")["type"] == "done"
        assert clocks(page, game) == [0, 60_000, 60_000]


def test_days_are_for_each_move(table: Table, clock: Clock) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE, clock={"days": 2})["game"]
    with guest.page() as page:
        page.join(game)
        clock.time += 2 * DAY - 1
        assert page.act("play", game, 2, move="e10")["type"] == "done"
        clock.time += 2 * DAY - 1
        assert page.act("play", game, 3, move="j5")["type"] == "done"
        assert clocks(page, game) == [2 * DAY, 2 * DAY]
        clock.time += 2 * DAY
        table.call(look_at, table, game)
        assert page.join(game)["events"][-2]["reason"] == "time"


def test_who_resigns_out_of_turn_gives_nobody_new_days() -> None:
    scene = Scene("classic_3", "abc", ClockSpec(days=2))
    scene.now += DAY
    seen = scene.state.seq
    (resigned,) = scene.does("c", say.Resign, player=2)
    assert resigned.clocks is None, "pages would begin to count anew"
    for state in (scene.state, refolded(scene.log)):
        assert (state.deadline(), state.turn_seq) == (scene.now + DAY, seen)
    move = str(scene.state.game.legal_moves[0])
    scene.does("a", say.Play, move=move, seq=seen)  # it was on its way
    assert scene.state.deadline() == scene.now + 2 * DAY


def test_who_resigns_out_of_turn_costs_nobody_time() -> None:
    scene = Scene("classic_3", "abc", ClockSpec(initial=60))
    scene.now += 20_000
    scene.does("c", say.Resign, player=2)
    assert scene.state.clocks == [40_000, 60_000, 60_000]
    assert scene.state.deadline() == scene.now + 40_000


def test_the_computers_time_is_free(table: Table, clock: Clock) -> None:
    """How long it takes depends on the server's load; nobody shall win by that."""
    guest = table.guest()
    game = guest.make("duo", COMPUTER, ME, clock={"initial": 1})["game"]
    clock.time += 5_000
    with guest.page() as page:
        events = page.join(game)["events"]
        if events[-1]["kind"] != "played":
            events += page.events()
        assert events[-1]["clocks"] == [1000, 1000]


def test_while_the_server_is_down_no_clock_runs(table: Table, clock: Clock) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE, clock={"initial": 60})["game"]
    with guest.page() as page:
        clock.time += 10_000
        page.join(game)
        page.act("play", game, 2, move="e10")

    async def reload() -> None:
        """What a restart does to a room."""
        rooms = table.server.rooms
        room = await rooms.get(game)
        room.close()
        rooms.sweep()

    clock.time += 500_000
    table.call(reload)
    with guest.page() as page:
        joined = page.join(game)
        assert joined["clock_since"] == clock.time
        clock.time += 20_000
        assert page.act("play", game, 3, move="j5")["type"] == "done"
        assert clocks(page, game) == [50_000, 40_000]


def test_a_takeback_gives_no_time_back(table: Table, clock: Clock) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE, clock={"initial": 60})["game"]
    with guest.page() as page:
        page.join(game)
        clock.time += 10_000
        page.act("play", game, 2, move="e10")
        clock.time += 10_000
        page.act("ask_takeback", game, 3, player=0)
        assert clocks(page, game) == [50_000, 60_000]


@pytest.mark.parametrize(
    "spec", [{"initial": -1}, {"initial": 10**9}, {"days": 31}, {"increment": 1.5}, {"minutes": 5}]
)
def test_a_clock_that_makes_no_sense_is_refused(table: Table, spec: dict[str, float]) -> None:
    answer = table.guest().post(
        "/api/games", {"variant": "duo", "seats": [ME, HERE], "clock": spec}
    )
    assert answer.status_code == 400
    assert "clock" in answer.json()["message"]
