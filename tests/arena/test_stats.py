"""Intervals, Elo and the sequential test, against known values and by simulation."""

import math
import random

import pytest

from cornerwise.arena.report import format_elo
from cornerwise.arena.sprt import Sprt, likeliest
from cornerwise.arena.stats import (
    Estimate,
    elo_interval,
    elo_of_score,
    plain_interval,
    score_interval,
    score_of_elo,
    student,
)

PAIR = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a color-swapped pair can score."""


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (0.75, 190.848), (0.64006, 100), (0.1, -381.697), (0.99, 798.254)]
)
def test_elo_of_known_scores(score: float, elo: float) -> None:
    assert elo_of_score(score) == pytest.approx(elo, abs=0.01)
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-5)


def test_elo_is_infinite_at_the_ends() -> None:
    assert elo_of_score(1.0) == math.inf
    assert elo_of_score(0.0) == -math.inf


def test_even_players_are_no_elo_apart() -> None:
    assert format_elo(Estimate(-0.0, -451.6, math.inf, 1)) == "+0 [−452, +∞]"


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(4, 2.776), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_student_quantiles(freedom: int, quantile: float) -> None:
    assert student(0.95, freedom) == pytest.approx(quantile, rel=0.01)


@pytest.mark.parametrize(
    "shares",
    [
        (0.05, 0.2, 0.5, 0.2, 0.05),
        (0.25, 0.0, 0.5, 0.0, 0.25),  # independent games without draws
        (0.02, 0.03, 0.9, 0.03, 0.02),  # the first player nearly always wins
        (0.0, 0.02, 0.08, 0.2, 0.7),
    ],
)
@pytest.mark.parametrize("blocks", [10, 60])
def test_interval_holds_the_truth_as_often_as_it_says(
    shares: tuple[float, ...], blocks: int
) -> None:
    generator = random.Random(3)
    truth = sum(share * score for share, score in zip(shares, PAIR, strict=True))
    hits = 0
    for _ in range(600):
        found = score_interval(generator.choices(PAIR, shares, k=blocks))
        hits += found.low <= truth <= found.high
    assert hits / 600 >= 0.93


def test_pairs_are_narrower_than_their_games_apart() -> None:
    """Each side wins with the first seat: as games 50 % ± a lot, as pairs certain."""
    pairs = score_interval([0.5] * 50)
    games = score_interval([0.0, 1.0] * 50)
    assert pairs.value == games.value == 0.5
    assert pairs.half_width < games.half_width / 2


def test_interval_of_independent_games_is_the_usual_one() -> None:
    found = score_interval([1.0] * 600 + [0.0] * 400)
    assert found.value == 0.6
    assert found.low == pytest.approx(0.6 - 1.96 * math.sqrt(0.24 / 1000), abs=0.001)
    assert found.high == pytest.approx(0.6 + 1.96 * math.sqrt(0.24 / 1000), abs=0.001)


def test_interval_of_all_won_is_open_above_and_not_empty() -> None:
    found = score_interval([1.0] * 20)
    assert (found.value, found.high) == (1.0, 1.0)
    assert 0.75 < found.low < 0.9
    elo = elo_interval(found)
    assert elo.high == math.inf
    assert elo.low > 150


def test_nothing_played_says_nothing() -> None:
    found = score_interval([])
    assert (found.low, found.high, found.blocks) == (0.0, 1.0, 0)
    assert plain_interval([3.0]).high == math.inf


def test_interval_of_margins() -> None:
    found = plain_interval([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.value == 3.0
    assert found.high == pytest.approx(3 + 2.776 * math.sqrt(2.5 / 5), rel=0.01)


# The sequential test


def test_bounds_are_walds() -> None:
    assert Sprt(elo0=0, elo1=10).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    lower, upper = Sprt(elo0=0, elo1=10, alpha=0.01, beta=0.1).bounds
    assert (lower, upper) == pytest.approx((-2.2925, 4.4998), abs=1e-4)


def test_likeliest_has_its_mean_and_is_likeliest() -> None:
    shares = {0.0: 0.1, 0.25: 0.2, 0.5: 0.3, 0.75: 0.25, 1.0: 0.15}
    found = likeliest(shares, 0.55)
    assert sum(found.values()) == pytest.approx(1)
    assert sum(x * p for x, p in found.items()) == pytest.approx(0.55)

    def likelihood(distribution: dict[float, float]) -> float:
        return sum(share * math.log(distribution[x]) for x, share in shares.items())

    for a, b, c in ((0.0, 0.5, 1.0), (0.25, 0.5, 0.75), (0.5, 0.75, 1.0)):
        for step in (0.001, -0.001):  # keeps the sum and the mean
            other = dict(found)
            other[a] += step
            other[c] += step
            other[b] -= 2 * step
            assert likelihood(other) < likelihood(found)


def test_ratio_is_the_normal_one_for_many_pairs() -> None:
    generator = random.Random(5)
    scores = generator.choices(PAIR, (0.1, 0.2, 0.35, 0.25, 0.1), k=4000)
    test = Sprt(elo0=0, elo1=5)
    s0, s1 = score_of_elo(0), score_of_elo(5)
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    normal = len(scores) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert test.ratio(scores) == pytest.approx(normal, rel=0.03)


def test_ratio_of_coin_tosses_is_the_exact_one() -> None:
    """Blocks of one game without draws: the two hypotheses are simple."""
    test = Sprt(elo0=0, elo1=50)
    s1 = score_of_elo(50)
    exact = 300 * math.log(s1 / 0.5) + 200 * math.log((1 - s1) / 0.5)
    assert test.ratio([1.0] * 300 + [0.0] * 200) == pytest.approx(exact, rel=0.01)


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "elo1"), (60.0, "elo0")])
def test_errors_are_as_rare_as_asked_for(elo: float, wrong: str) -> None:
    test = Sprt(elo0=0, elo1=60)
    generator = random.Random(11)
    p = score_of_elo(elo)
    verdicts = []
    for _ in range(150):
        scores: list[float] = []
        while (verdict := test.accepted(scores)) is None:
            scores += [sum(generator.random() < p for _ in range(2)) / 2 for _ in range(5)]
        verdicts.append(verdict)
    assert verdicts.count(wrong) / len(verdicts) <= 0.09


def test_a_test_that_means_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="must be below"):
        Sprt(elo0=10, elo1=10)
    with pytest.raises(ValueError, match="alpha"):
        Sprt(elo0=0, elo1=10, alpha=0)
    for elo0, elo1 in ((-1e9, 0), (0, 6500)):
        with pytest.raises(ValueError, match="Elo differences go from -4000 to 4000"):
            Sprt(elo0=elo0, elo1=elo1)
    assert Sprt(elo0=-4000, elo1=4000).accepted([0.5] * 20) is None


def test_no_games_are_undecided() -> None:
    assert Sprt(elo0=0, elo1=5).accepted([]) is None
