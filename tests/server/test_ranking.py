"""Ratings: what a result changes, and which games count."""

import itertools
import random
from typing import Any

import pytest

import cornerwise as cw
from cornerwise.server.ranking.computers import computer_ratings, fitting_level, step
from cornerwise.server.ranking.outcome import SeatOutcome, finished
from cornerwise.server.ranking.scale import (
    DOUBT,
    MEAN,
    NEWCOMER,
    PROVISIONAL,
    Rating,
    expected_share,
)
from cornerwise.server.ranking.seat_worth import Sample, SeatWorth, fit, shipped, worth_of
from cornerwise.server.ranking.update import Standing, pair_standings, rated
from cornerwise.server.seats import ClockSpec
from cornerwise.server.speeds import speed_of
from cornerwise.server.state import GameState
from server.rated_games import a_finished_game

DUO = cw.variant("duo")
FOUR = cw.variant("classic")


def standing(guest: str, place: float, level: int = 0, worth: float = 0.0) -> Standing:
    return Standing(guest, level, place, SeatWorth(worth))


# Speeds


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        (None, None),
        (ClockSpec(initial=180, increment=2), "blitz"),
        (ClockSpec(initial=300), "blitz"),
        (ClockSpec(initial=300, increment=5), "rapid"),
        (ClockSpec(initial=1800), "slow"),
        (ClockSpec(days=3), "days"),
    ],
)
def test_the_clock_says_how_fast_a_game_is(clock: ClockSpec | None, speed: str | None) -> None:
    assert speed_of(clock, DUO) == speed


# One result


def test_the_winner_gains_what_the_loser_loses() -> None:
    after = rated(DUO, [standing("ada", 1), standing("bo", 2)], {})
    assert after["ada"].mu - MEAN == pytest.approx(MEAN - after["bo"].mu)
    assert after["ada"].mu > MEAN
    assert after["ada"].sigma == pytest.approx(after["bo"].sigma)
    assert after["ada"].sigma < DOUBT


def test_equals_who_share_the_place_stay_where_they_are() -> None:
    after = rated(DUO, [standing("ada", 1), standing("bo", 1)], {})
    assert after["ada"].mu == pytest.approx(MEAN)
    assert after["bo"].mu == pytest.approx(MEAN)


def test_four_players_come_out_in_their_order() -> None:
    players = [standing("a", 2), standing("b", 1), standing("c", 4), standing("d", 2)]
    after = rated(FOUR, players, {})
    assert after["b"].mu > after["a"].mu == pytest.approx(after["d"].mu)
    assert after["a"].mu > after["c"].mu


def test_partners_move_together_and_who_left_falls_alone() -> None:
    teams = cw.variant("classic_teams")
    players = [standing("a", 1), standing("b", 3), standing("c", 1), standing("d", 3)]
    after = rated(teams, players, {})
    assert after["a"] == after["c"]
    assert after["b"] == after["d"]
    left = [standing("a", 1), standing("b", 2), standing("c", 4), standing("d", 2)]
    without = rated(teams, left, {})
    assert without["a"].mu > MEAN > without["c"].mu


def test_a_computer_is_an_anchor() -> None:
    strong = rated(DUO, [standing("ada", 1), standing("", 2, level=9)], {})
    weak = rated(DUO, [standing("ada", 1), standing("", 2, level=1)], {})
    assert list(strong) == ["ada"]
    assert strong["ada"].mu - MEAN > 3 * (weak["ada"].mu - MEAN) > 0


def test_the_scale_is_the_same_for_two_and_four_and_for_teams() -> None:
    """A point gained over an equal opponent is worth the same odds everywhere: known players of
    the same difference expect the same share, so their changes cancel at that share."""
    sure = Rating(MEAN, 1.0)
    ahead = Rating(MEAN + 200, 1.0)
    share = expected_share(200)
    for variant in (DUO, cw.variant("classic_teams")):
        members = variant.players // 2
        known = {}
        wins, losses = [], []
        for player in range(variant.players):
            first = player in variant.sides[0].players
            known[str(player)] = ahead if first else sure
            wins.append(standing(str(player), 1 if first else 2))
            losses.append(standing(str(player), 2 if first else 1))
        gain = rated(variant, wins, known)["0"].mu - ahead.mu
        loss = ahead.mu - rated(variant, losses, known)["0"].mu
        assert gain * share == pytest.approx(loss * (1 - share), rel=0.01), members


def test_the_seat_s_worth_is_taken_out() -> None:
    plain = rated(DUO, [standing("ada", 1), standing("bo", 2)], {})
    lucky = rated(DUO, [standing("ada", 1, worth=100), standing("bo", 2, worth=-100)], {})
    hard = rated(DUO, [standing("ada", 1, worth=-100), standing("bo", 2, worth=100)], {})
    assert MEAN < lucky["ada"].mu < plain["ada"].mu < hard["ada"].mu


def test_a_strength_is_found_in_a_few_dozen_games_and_then_is_no_longer_provisional() -> None:
    rng = random.Random(7)
    anchors = computer_ratings(DUO)
    rating, counts = NEWCOMER, 0
    for _ in range(60):
        level = fitting_level(DUO, rating)
        won = rng.random() < expected_share(1900 - anchors[level].mu)
        players = [standing("ada", 1 if won else 2), standing("", 2 if won else 1, level=level)]
        rating = rated(DUO, players, {"ada": rating})["ada"]
        counts += rating.is_provisional
    assert abs(rating.mu - 1900) < 200
    assert 15 < counts < 40
    assert rating.sigma < PROVISIONAL


# Computers


@pytest.mark.parametrize("name", list(cw.VARIANTS))
def test_every_level_is_stronger_than_the_last(name: str) -> None:
    heights = [rating.mu for rating in computer_ratings(cw.variant(name)).values()]
    steps = [b - a for a, b in itertools.pairwise(heights)]
    assert len(heights) == 10
    assert all(80 < height < 350 for height in steps)
    assert heights[3] == MEAN


def test_few_games_prove_little() -> None:
    assert step(0.7, 0) == pytest.approx(step(0.7, 1000))
    assert step(0.9, 10) < step(0.9, 100)


def test_the_level_fits_the_person() -> None:
    assert fitting_level(DUO, NEWCOMER) == 4
    assert fitting_level(DUO, Rating(400, 50)) == 1
    assert fitting_level(DUO, Rating(9000, 50)) == 9


# Seats


EVEN = [SeatWorth()] * 4


def test_the_worth_of_a_seat_and_its_growth_are_found_again() -> None:
    rng = random.Random(3)
    truth = SeatWorth(60, 40)
    samples = []
    for _ in range(6000):
        strength = rng.choice([900.0, 1500.0, 2300.0])
        ahead = rng.choice([-200.0, 0.0, 200.0])
        lent = 2 * truth.among(strength + ahead / 2)
        won = rng.random() < expected_share(ahead + lent)
        samples.append(Sample((strength + ahead, strength), (1, 2) if won else (2, 1)))
    first, second = fit(samples, EVEN[:2])
    assert first.base == pytest.approx(60, abs=12)
    assert first.growth == pytest.approx(40, abs=12)
    assert first.base + second.base == pytest.approx(0, abs=1e-6)
    few = fit(samples[:5], EVEN[:2])
    assert abs(few[0].base) < 75


def test_shared_places_and_four_seats_can_be_fitted() -> None:
    even = [Sample((MEAN,) * 4, (1, 1, 3, 4)), Sample((MEAN,) * 4, (4, 3, 1, 1))]
    worth = [w.base for w in fit(even, EVEN)]
    assert worth == pytest.approx(worth[::-1], abs=1e-6)
    assert worth[1] > worth[0]
    shared = fit([Sample((MEAN,) * 4, (1, 1, 1, 1))], EVEN)
    assert [w.base for w in shared] == pytest.approx([0.0] * 4)
    better = [w.base for w in fit([Sample((MEAN,) * 4, (1, 2, 3, 4))] * 50, EVEN)]
    assert better == sorted(better, reverse=True)


def test_a_seat_s_worth_grows_with_the_players_but_not_for_ever() -> None:
    worth = SeatWorth(10, 20)
    assert worth.among(MEAN) == 10
    assert worth.among(MEAN + 400) == 30
    assert worth.among(MEAN + 5000) == worth.among(MEAN + 1000) == 60


@pytest.mark.parametrize("name", list(cw.VARIANTS))
def test_the_shipped_worths_fit_their_variants(name: str) -> None:
    variant = cw.variant(name)
    worth = worth_of(variant)
    assert len(worth) == variant.players
    assert sum(w.base for w in worth) == pytest.approx(0, abs=0.5)
    assert sum(w.growth for w in worth) == pytest.approx(0, abs=0.5)
    for side in variant.sides:
        assert len({worth[player] for player in side.players}) == 1


def test_worths_are_shipped_for_variants_there_are() -> None:
    """A new variant's seats are even until they have been measured."""
    assert "classic" in shipped()
    assert shipped().keys() <= cw.VARIANTS.keys()


# Pairs


def outcome(player: int, guest: str, place: int, points: int, *, left: bool = False) -> SeatOutcome:
    return SeatOutcome(
        player=player, guest=guest, place=place, rated_place=place, points=points, left=left
    )


def test_a_pair_is_one_result() -> None:
    first = [outcome(0, "ada", 1, -5), outcome(1, "bo", 2, -10)]
    second = [outcome(0, "bo", 1, -3), outcome(1, "ada", 2, -6)]
    both = pair_standings(first, second)
    assert both is not None
    assert [(s.guest, s.place, s.worth.base) for s in both] == [("ada", 1, 0), ("bo", 2, 0)]


def test_one_game_each_and_equal_points_is_even() -> None:
    first = [outcome(0, "ada", 1, -5), outcome(1, "bo", 2, -10)]
    second = [outcome(0, "bo", 1, -5), outcome(1, "ada", 2, -10)]
    both = pair_standings(first, second)
    assert both is not None
    assert [s.place for s in both] == [1, 1]


def test_points_of_a_game_given_up_do_not_count() -> None:
    first = [outcome(0, "ada", 1, -60), outcome(1, "bo", 2, -70, left=True)]
    second = [outcome(0, "bo", 1, -3), outcome(1, "ada", 2, -50)]
    both = pair_standings(first, second)
    assert both is not None
    assert [s.place for s in both] == [1, 1]
    strangers = [outcome(0, "cy", 1, 0), outcome(1, "ada", 2, 0)]
    assert pair_standings(first, strangers) is None


# What counts of a game


def state_of(*parts: Any) -> GameState:
    new, more = parts
    return GameState([*new.events, *more.events])


def test_only_whole_games_with_a_clock_between_different_people_count() -> None:
    def is_rated(*names: str | int, **more: Any) -> bool:
        new, rest = a_finished_game("duo", *names, loser=1, **more)
        held = {p: h for p, h in enumerate(new.holders) if h}
        ended = finished(new.game, state_of(new, rest), held)
        assert ended is not None
        return ended.rated

    assert is_rated("ada", "bo")
    assert is_rated("ada", 3)
    assert not is_rated("ada", "bo", rated=False)
    assert not is_rated("ada", "bo", clock=None)
    assert not is_rated("ada", "ada")
    assert not is_rated("ada", "bo", opening=("e10",))


def test_the_first_pieces_are_the_opening() -> None:
    new, more = a_finished_game("duo", "ada", "bo", seed=5)
    state = state_of(new, more)
    ended = finished(new.game, state, {0: "ada", 1: "bo"})
    assert ended is not None
    assert ended.seats[1].opening.split() == [move.piece for move in state.game.moves[1:6:2]]
    assert [seat.place for seat in ended.seats] == list(state.game.result.places)
