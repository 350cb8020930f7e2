"""Who meets whom, and who leads: pure functions, for two, three and four players."""

import itertools
import random
from collections import Counter
from dataclasses import replace

import pytest

import cornerwise as cw
from cornerwise.server.seats import ClockSpec
from cornerwise.server.tournaments.plan import plan_round, rounds_for
from cornerwise.server.tournaments.score import Meeting, places, standings
from cornerwise.server.tournaments.tournament import (
    Chosen,
    Entrant,
    PlannedGame,
    Tournament,
    next_step,
)

VARIANT_OF = {2: "duo", 3: "trigon_3", 4: "classic"}


def play(kind: str, entrants: int, players: int, rounds: int = 0, gone: int = -1) -> list[Meeting]:
    """A whole tournament in which the lower number always wins; `gone` leaves after a round."""
    sides = cw.variant(VARIANT_OF[players]).sides
    history: list[Meeting] = []
    everybody = list(range(entrants))
    for number in range(1, rounds_for(kind, entrants, players, rounds) + 1):  # type: ignore[arg-type]
        lines = standings(everybody, history, sides, duplicate=kind == "duplicate")
        active = [e for e in everybody if e != gone or number == 1]
        tables = plan_round(kind, number, active, lines, history, players, seed=3)  # type: ignore[arg-type]
        history += [result(number, table) for table in tables]
        seated = [e for table in tables for e in table if e is not None]
        assert sorted(seated) == active
    return history


def result(number: int, table: tuple[int | None, ...]) -> Meeting:
    if len(table) == 1:
        return Meeting(round=number, entrants=table, over=True)
    strength = [1000 if e is None else e for e in table]
    order = [1 + sum(other < own for other in strength) for own in strength]
    return Meeting(
        round=number,
        entrants=table,
        over=True,
        places=tuple(order),
        points=tuple(-place for place in order),
        left=(False,) * len(table),
    )


def meetings_of(history: list[Meeting]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for m in history
        for pair in itertools.combinations([e for e in m.entrants if e is not None], 2)
    )


@pytest.mark.parametrize("entrants", range(2, 12))
def test_round_robin_for_two_meets_everybody_once(entrants: int) -> None:
    history = play("round_robin", entrants, 2)
    met = meetings_of(history)
    assert set(met.values()) == {1}
    assert len(met) == entrants * (entrants - 1) // 2
    firsts = Counter(m.entrants[0] for m in history if not m.is_bye)
    games = Counter(e for m in history if not m.is_bye for e in m.entrants)
    assert all(abs(2 * firsts[e] - games[e]) <= 2 for e in range(entrants))
    byes = [m.entrants[0] for m in history if m.is_bye]
    assert len(byes) == len(set(byes)) == (entrants if entrants % 2 else 0)


def test_a_double_round_robin_swaps_the_seats() -> None:
    history = play("round_robin", 4, 2, rounds=6)
    seatings = Counter(m.entrants for m in history)
    assert len(seatings) == 12
    assert set(seatings.values()) == {1}


@pytest.mark.parametrize("entrants", [4, 5, 8, 9, 13, 16])
def test_round_robin_for_four_mixes(entrants: int) -> None:
    history = play("round_robin", entrants, 4)
    met = meetings_of(history)
    counts = [met[frozenset(pair)] for pair in itertools.combinations(range(entrants), 2)]
    assert max(counts) - min(counts) <= 2 or entrants < 8
    computers = [m.entrants.count(None) for m in history]
    assert max(computers) - min(computers) <= 1
    had = Counter((e, p) for m in history for p, e in enumerate(m.entrants) if e is not None)
    for e in range(entrants):
        seats = [had[e, p] for p in range(4)]
        assert max(seats) - min(seats) <= 2


@pytest.mark.parametrize(("entrants", "players"), [(8, 2), (9, 2), (31, 2), (12, 4), (10, 3)])
def test_a_swiss_finds_the_best_and_repeats_nothing(entrants: int, players: int) -> None:
    history = play("swiss", entrants, players)
    met = meetings_of(history)
    if players == 2:
        assert set(met.values()) == {1}
        byes = Counter(m.entrants[0] for m in history if m.is_bye)
        assert set(byes.values()) <= {1}
    sides = cw.variant(VARIANT_OF[players]).sides
    lines = standings(list(range(entrants)), history, sides, duplicate=False)
    assert lines[0].entrant == 0


def test_with_more_rounds_than_opponents_some_meet_again() -> None:
    history = play("swiss", 4, 2, rounds=7)
    assert len(history) == 14
    assert max(meetings_of(history).values()) <= 4


def test_who_has_gone_is_missed_by_one_at_a_time() -> None:
    history = play("round_robin", 6, 2, gone=2)
    assert all(m.is_bye or 2 not in m.entrants or m.round == 1 for m in history)
    assert sum(m.is_bye for m in history) == 4


def test_who_left_before_the_start_is_in_no_plan() -> None:
    gone = [Entrant(number=1, guest="g", name="N", account="", is_out=True)]
    others = [Entrant(number=n, guest=f"g{n}", name="N", account="") for n in (0, 2, 3)]
    step = next_step(replace(a_tournament("round_robin"), entrants=[*others, *gone]), 100)
    assert step is not None
    assert step.rounds == 3
    assert sorted(e for table in step.tables for e in table if e is not None) == [0, 2, 3]
    assert sorted(len(table) for table in step.tables) == [1, 2]


def test_a_duplicate_gives_everybody_every_seat_against_computers() -> None:
    history = play("duplicate", 5, 4)
    for entrant in range(5):
        own = [m for m in history if entrant in m.entrants]
        assert [m.entrants.index(entrant) for m in own] == [0, 1, 2, 3]
        assert all(m.entrants.count(None) == 3 for m in own)


def test_the_plan_is_the_same_every_time() -> None:
    for kind, players in (("swiss", 2), ("round_robin", 4), ("swiss", 4)):
        assert play(kind, 9, players) == play(kind, 9, players)


def test_a_large_swiss_is_planned_at_once() -> None:
    history = play("swiss", 256, 2, rounds=9)
    assert set(meetings_of(history).values()) == {1}


# Scores


def meeting(number: int, entrants: tuple[int | None, ...], *order: int, left: int = -1) -> Meeting:
    return Meeting(
        round=number,
        entrants=entrants,
        over=True,
        places=order,
        points=tuple(10 - place for place in order),
        left=tuple(player == left for player in range(len(entrants))),
    )


def test_buchholz_and_sonneborn_part_equals() -> None:
    sides = cw.variant("duo").sides
    # 0 and 1 have two wins each; 0 has beaten the better ones.
    history = [
        meeting(1, (0, 2), 1, 2), meeting(1, (1, 3), 1, 2), meeting(2, (2, 3), 1, 2),
        meeting(2, (0, 4), 1, 2), meeting(2, (1, 5), 1, 2), meeting(3, (0, 1), 1, 1),
    ]  # fmt: skip
    lines = standings(range(6), history, sides, duplicate=False)
    by_number = {line.entrant: line for line in lines}
    assert by_number[0].score == by_number[1].score == 2.5
    assert by_number[0].buchholz == 1 + 0 + 2.5
    assert by_number[1].buchholz == 0 + 0 + 2.5
    assert by_number[0].sonneborn == 1 + 0 + 1.25
    assert [line.entrant for line in lines][:2] == [0, 1]


def test_equals_in_everything_share_the_place() -> None:
    sides = cw.variant("duo").sides
    lines = standings(range(3), [meeting(1, (0, 1), 1, 1)], sides, duplicate=False)
    assert places(lines) == [1, 1, 3]


def test_four_players_get_their_share_and_partners_the_same() -> None:
    four = standings(
        range(4), [meeting(1, (0, 1, 2, 3), 1, 2, 2, 4)], cw.variant("classic").sides,
        duplicate=False,
    )  # fmt: skip
    assert {line.entrant: line.score for line in four} == {0: 1.0, 1: 0.5, 2: 0.5, 3: 0.0}
    teams = standings(
        range(4), [meeting(1, (0, 1, 2, 3), 1, 3, 1, 3)], cw.variant("classic_teams").sides,
        duplicate=False,
    )  # fmt: skip
    assert {line.entrant: line.score for line in teams} == {0: 1.0, 1: 0.0, 2: 1.0, 3: 0.0}
    assert all(line.buchholz in (0.0, 2.0) for line in teams)


@pytest.mark.parametrize("gone", range(4))
def test_who_left_a_team_scores_nothing_and_takes_nothing_from_the_others(gone: int) -> None:
    """The first team has won; the places are those of the rating, behind all for who left."""
    on_board = [9 if player == gone else place for player, place in enumerate([1, 2, 1, 2])]
    rated = [1 + sum(other < own for other in on_board) for own in on_board]
    lines = standings(
        range(4), [meeting(1, (0, 1, 2, 3), *rated)], cw.variant("classic_teams").sides,
        duplicate=False,
    )  # fmt: skip
    expected = {player: 1.0 if player in (0, 2) else 0.0 for player in range(4)} | {gone: 0.0}
    assert {line.entrant: line.score for line in lines} == expected


def test_a_duplicate_compares_points_and_who_left_is_last() -> None:
    def alone(entrant: int, points: int, *, left: bool = False) -> Meeting:
        return Meeting(
            round=1, entrants=(None, entrant), over=True, places=(1, 2), points=(0, points),
            left=(False, left),
        )  # fmt: skip

    history = [alone(0, -10), alone(1, -3), alone(2, -10), alone(3, 5, left=True)]
    lines = standings(range(4), history, cw.variant("duo").sides, duplicate=True)
    scores = {line.entrant: line.score for line in lines}
    assert scores == pytest.approx({1: 1.0, 0: 0.5, 2: 0.5, 3: 0.0})


# What comes next


def a_tournament(kind: str = "swiss", entrants: int = 4, **more: object) -> Tournament:
    chosen = Chosen(
        name="Cup", kind=kind, variant="duo", clock=ClockSpec(initial=60), seed=1, starts=100,  # type: ignore[arg-type]
    )  # fmt: skip
    people = [Entrant(number=n, guest=f"g{n}", name=f"N{n}", account="") for n in range(entrants)]
    fields: dict[str, object] = {"phase": "open", "round": 0, **more}
    return Tournament(
        id="t",
        maker="g0",
        version=0,
        created=0,
        chosen=chosen,
        entrants=people,
        **fields,  # type: ignore[arg-type]
    )


def test_it_starts_at_its_time_and_not_before() -> None:
    assert next_step(a_tournament(), 99) is None
    step = next_step(a_tournament(), 100)
    assert step is not None
    assert (step.phase, step.round, step.rounds, len(step.tables)) == ("running", 1, 3, 2)


def test_too_few_and_it_does_not_take_place() -> None:
    step = next_step(a_tournament(entrants=1), 100)
    assert step is not None
    assert step.phase == "canceled"
    alone = next_step(a_tournament("duplicate", entrants=1), 100)
    assert alone is not None
    assert alone.phase == "running"


def test_a_round_waits_for_its_last_game() -> None:
    done = PlannedGame(game="a", made=True, meeting=meeting(1, (0, 1), 1, 2))
    open_one = PlannedGame(game="b", made=True, meeting=Meeting(round=1, entrants=(2, 3)))
    running = a_tournament(phase="running", round=1, games=[done, open_one])
    assert next_step(running, 200) is None


def test_random_tournaments_always_end() -> None:
    rng = random.Random(9)
    for _ in range(30):
        players = rng.choice([2, 3, 4])
        kind = rng.choice(["swiss", "round_robin", "duplicate"])
        entrants = rng.randrange(2, 20)
        history = play(kind, entrants, players)
        assert history[-1].round == rounds_for(kind, entrants, players, 0)  # type: ignore[arg-type]
