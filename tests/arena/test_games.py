"""Games between players: results, forfeits of engines that misbehave, ranking, time."""

from collections.abc import Callable

import pytest

from cornerwise.arena import (
    ArenaError,
    GameRow,
    Job,
    Plan,
    Tournament,
    make_plan,
    run_match,
    seatings_of,
    summarize,
)
from cornerwise.arena.match import make_players, play_game
from cornerwise.arena.openings import Openings
from cornerwise.arena.store import record_of
from cornerwise.arena.summary import ahead, won
from cornerwise.notation import read_record, write_blksgf
from cornerwise.rules import VARIANTS

Fake = Callable[..., str]

NOTES = {
    "illegal": "illegal move a1",
    "nonsense": "no move: cannot read 'hello there'",
    "garbage": "garbage: 'Segmentation fault",
    "refuse": "refused 'genmove B': out of ideas",
    "pass": "passed, but purple has",
    "resign": "resigned",
    "flood": "more than 1048576 bytes",
    "silence": "no answer to 'genmove B' in 8 s",
    "crash": "crashed (signal 6) at 'genmove B': out of luck",
    "leave": "ended (status 3) at 'genmove B'",
}


def play(plan: Plan, seating: str, opening: int = 0) -> GameRow:
    players = make_players(plan)
    try:
        return play_game(plan, Job(opening, seating), players, Openings(plan))
    finally:
        for player in players.values():
            player.close()


@pytest.mark.parametrize("mode", NOTES)
def test_a_misbehaving_engine_loses_with_a_note(fake: Fake, mode: str) -> None:
    plan = make_plan("duo", [fake(mode, 3), "random"], move_timeout=8)
    row = play(plan, "AB")
    assert row.places == (2, 1)
    assert row.shares == (0, 1)
    assert len(row.moves) == row.opening_plies + 4
    (forfeit,) = row.forfeits
    assert forfeit.side == 0
    assert NOTES[mode] in forfeit.note


def test_a_failed_engine_is_started_again_for_the_next_game(fake: Fake) -> None:
    plan = make_plan("duo", [fake("crash", 8), "largest"])
    players, openings = make_players(plan), Openings(plan)
    rows = [play_game(plan, Job(0, seating), players, openings) for seating in ("AB", "BA")]
    for player in players.values():
        player.close()
    assert [len(row.forfeits) for row in rows] == [1, 1]
    assert all(len(row.moves) > 14 for row in rows)


def test_an_engine_behaves_over_games_in_one_process(fake: Fake) -> None:
    plan = make_plan("duo", [fake("good"), "random"])
    players, openings = make_players(plan), Openings(plan)
    rows = [play_game(plan, Job(n, s), players, openings) for n in (0, 1) for s in ("AB", "BA")]
    for player in players.values():
        player.close()
    assert not any(row.forfeits for row in rows)
    assert sum(seconds for row in rows for seconds in row.cpu) > 0


def test_pentobis_rules_where_an_engine_knows_no_options(fake: Fake) -> None:
    assert make_plan("duo", [fake("good"), "random"]).options["start"] == "assigned"
    assert make_plan("duo", [fake("options"), "random"]).options["start"] == "any"
    with pytest.raises(ArenaError, match="cannot play with start any; leave out --start"):
        make_plan("duo", [fake("good"), "random"], options={"start": "any"})


def test_our_options_are_told_to_an_engine_that_knows_them(fake: Fake) -> None:
    plan = make_plan("trigon_3", [fake("options"), "random"], options={"contact": "alternate"})
    assert not play(plan, "ABA").forfeits


def test_an_engine_that_cannot_start_is_told_before_the_match() -> None:
    with pytest.raises(ArenaError, match=r"cannot start .* No such file"):
        make_plan("duo", ["/nowhere/engine --level 3", "random"])
    with pytest.raises(ArenaError, match="ended"):
        make_plan("duo", ["false", "random"])


def test_among_four_a_failed_seat_goes_on_and_ranks_last(fake: Fake) -> None:
    plan = make_plan("classic", [fake("leave", 2), "random"])
    row = play(plan, "BABB")
    (forfeit,) = row.forfeits
    assert forfeit.side == 1
    assert row.places[1] == 4
    assert sum(row.shares) == pytest.approx(1)
    assert row.movers.count(1) > 3
    assert len(row.moves) > 40


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_is_played_to_its_end(name: str) -> None:
    plan = make_plan(name, ["largest", "random"])
    seatings = seatings_of(plan.rules(), 2, "even")
    row = play(plan, seatings[0])
    game = record_of(plan, row).game()
    assert game.is_over
    assert game.scores == row.scores
    assert set(row.movers) == set(range(len(plan.rules().sides)))
    assert sum(row.shares) == pytest.approx(1)
    assert won(row, "A") + won(row, "B") == pytest.approx(1)
    assert ahead(row, "A") + ahead(row, "B") == pytest.approx(1)


def test_the_record_tells_a_forfeit(fake: Fake) -> None:
    plan = make_plan("duo", [fake("illegal", 2), "random"])
    row = play(plan, "BA")
    record = read_record(write_blksgf(record_of(plan, row)))
    assert record.game().resigned == (1,)
    assert record.players[0] == "random"
    assert "A forfeits: played an illegal move a1" in record.info["comment"]


def test_the_same_seed_plays_the_same_games() -> None:
    plan, other = (make_plan("duo", ["largest", "random"], seed=seed) for seed in (4, 5))
    assert play(plan, "AB").moves == play(plan, "AB").moves
    assert play(plan, "AB").moves != play(other, "AB").moves


def test_largest_beats_random_clearly() -> None:
    plan = make_plan("duo", ["largest", "random"])
    tournament = Tournament(plan, 40)
    summary = run_match(tournament, quiet=True)
    assert (summary.games, len(summary.blocks)) == (40, 20)
    first, second = summary.engines
    assert first.score.low > 0.7
    assert first.score.value + second.score.value == pytest.approx(1)
    assert first.margin.value == pytest.approx(-second.margin.value)
    assert first.margin.value > 5
    assert summary.elo.low > 150
    assert sum(summary.seats) == pytest.approx(1)
    assert first.cpu_move > 0


def test_blocks_that_are_not_whole_do_not_count() -> None:
    plan = make_plan("classic_3", ["largest", "random"])
    rows = [play(plan, seating) for seating in seatings_of(plan.rules(), 2, "even")]
    assert len(summarize(plan, rows).blocks) == 1
    partial = summarize(plan, rows[:-1])
    assert (partial.games, partial.blocks, partial.engines[0].score.blocks) == (5, [], 0)


def test_four_different_engines_sit_in_rotation() -> None:
    plan = make_plan("classic", ["largest", "random", "random", "random"])
    assert plan.seatings == "rotations"
    summary = run_match(Tournament(plan, 4), quiet=True)
    assert len(summary.engines) == 4
    assert sum(one.score.value for one in summary.engines) == pytest.approx(1)
