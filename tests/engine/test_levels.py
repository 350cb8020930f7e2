"""Levels: there in every variant, legal, and weak where they should be."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from cornerwise import Engine, Game, Variant
from cornerwise.engine import HIGHEST, LOWEST, Level, LevelError, level_of
from cornerwise.engine.quick import quick_for
from cornerwise.gtp import LargestPiece
from cornerwise.rules import VARIANTS, catalogue
from oracle.games import random_game

CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"


def late(variant: Variant, seed: int) -> Game:
    """A few plies before the end of a random game, so that every level answers at once."""
    game = random_game(variant, seed)
    for _ in range(6):
        game.undo()
    return game


@pytest.mark.parametrize("number", [0, 11, -1, True])
def test_levels_that_are_none(number: int) -> None:
    with pytest.raises(LevelError, match="levels go from 1 to 10"):
        level_of(number)
    with pytest.raises(LevelError):
        Engine(level=number)


@pytest.fixture
def no_nets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package without nets."""
    monkeypatch.setattr("cornerwise.engine.nets.cards", tuple)
    quick_for.cache_clear()
    yield
    quick_for.cache_clear()


@pytest.mark.parametrize("use_net", [True, False])
@pytest.mark.parametrize("name", list(VARIANTS))
def test_every_level_plays_every_variant(name: str, use_net: bool) -> None:
    for number in range(LOWEST, HIGHEST + 1):
        game = late(VARIANTS[name], number)
        assert level_of(number, game.variant, use_net=use_net).number == number
        assert game.why_not(Engine(number, seed=1, use_net=use_net).choose(game)) is None


def test_a_variant_added_at_run_time_has_levels() -> None:
    """The example of CONTRIBUTING.md, by a name of its own: somebody may follow the page. No file
    names it, its lattice's values are used."""
    text = CONTRIBUTING.read_text().split("```python\n")[1].split("```")[0]
    variant = replace(eval(text, vars(catalogue)), name="beside the catalogue")
    for number in range(LOWEST, HIGHEST + 1):
        game = late(variant, number)
        assert game.why_not(Engine(number, seed=1).choose(game)) is None
    game = Game(variant)
    engine = Engine(2, seed=1)
    while not game.is_over:
        engine.play(game)


@pytest.mark.parametrize("use_net", [True, False])
@pytest.mark.parametrize("name", list(VARIANTS))
def test_levels_rise(name: str, use_net: bool) -> None:
    """What is likely alone, then a few moves looked at, then all; each kind ever better."""
    numbers = range(LOWEST, HIGHEST + 1)
    levels = [level_of(number, VARIANTS[name], use_net=use_net) for number in numbers]
    for low, high in pairwise(levels):
        if _kind(low) == _kind(high) == 0:
            assert high.temperature < low.temperature
        elif _kind(low) == _kind(high):
            assert high.simulations > low.simulations
        else:
            assert _kind(high) > _kind(low)
    assert all(level.seconds <= 0.9 for level in levels[:7])
    has_net = use_net and quick_for(VARIANTS[name]) is not None
    assert all(level.net == has_net and not (level.net and level.sight) for level in levels[:9])
    assert _kind(levels[0]) == 0
    assert _kind(levels[8]) == 2


@pytest.mark.parametrize("use_net", [True, False])
def test_the_highest_level_looks_through_endings_as_long_as_time_allows(use_net: bool) -> None:
    limits = level_of(HIGHEST, VARIANTS["duo"], use_net=use_net).limits
    assert limits.for_core["solve_positions"] > 10**8  # more than its ten seconds are good for


def _kind(level: Level) -> int:
    return 0 if not level.simulations else 1 if level.sight else 2


def test_without_nets_there_are_levels(no_nets: None) -> None:
    for name in ("duo", "trigon"):
        levels = [level_of(number, VARIANTS[name]) for number in range(LOWEST, HIGHEST)]
        assert not any(level.net for level in levels)
        game = late(VARIANTS[name], 1)
        for number in range(LOWEST, HIGHEST):
            assert game.why_not(Engine(number, seed=1).choose(game)) is None


def test_a_low_level_draws_from_the_nets_policy() -> None:
    game = random_game(VARIANTS["duo"], 3, plies=6)
    net = quick_for(game.variant)
    assert net is not None
    logits = net.evaluate(game.position)[3]
    ids = list(game.legal_moves.ids)
    level = replace(level_of(LOWEST, game.variant), temperature=1.0)
    engine = Engine(seed=1)
    drawn = [ids.index(engine.choose_as(level, game).placement) for _ in range(300)]
    policy = np.exp(logits - logits.max())
    policy /= policy.sum()
    likeliest = np.argsort(policy)[-10:]
    share = sum(move in likeliest for move in drawn) / len(drawn)
    assert share == pytest.approx(policy[likeliest].sum(), abs=0.1)
    for temperature in (0.01, 0.0):
        sure = replace(level, temperature=temperature)
        assert ids.index(engine.choose_as(sure, game).placement) == logits.argmax()


def test_without_chance_a_level_without_a_net_plays_the_likeliest_move() -> None:
    game = random_game(VARIANTS["duo"], 3, plies=6)
    level = replace(level_of(LOWEST, game.variant, use_net=False), temperature=0.0, sight=0)
    moves = {Engine(seed=seed, use_net=False).choose_as(level, game) for seed in range(4)}
    assert len(moves) == 1
    seen = replace(level, sight=3, simulations=30)
    assert Engine(seed=1, use_net=False).choose_as(seen, game) in game.legal_moves


def test_a_high_level_draws_from_what_its_search_visited() -> None:
    game = random_game(VARIANTS["duo"], 3, plies=4)
    level = replace(level_of(HIGHEST - 1, game.variant), simulations=40, temperature=1.0)
    drawn, visited, best = set(), set(), set()
    for seed in range(12):
        engine = Engine(seed=seed)
        drawn.add(engine.choose_as(level, game).placement)
        rows = engine.search_for(game).report(100_000, 0)
        visited |= {row["placement"] for row in rows if row["visits"]}
        best.add(engine.choose_as(replace(level, temperature=0.0), game).placement)
    assert len(drawn) > 1
    assert drawn <= visited
    assert len(best) == 1


@pytest.mark.parametrize("number", [3, 9])
@pytest.mark.parametrize("use_net", [True, False])
def test_a_level_repeats_itself_with_a_seed(number: int, use_net: bool) -> None:
    games = []
    for _ in range(2):
        game, engine = Game("duo"), Engine(number, seed=5, use_net=use_net)
        while not game.is_over:
            engine.play(game)
        games.append(game)
    assert games[0] == games[1]


def score(name: str, pairs: int) -> float:
    """Level 1's share of the wins against random large pieces; the same on every machine."""
    won = 0.0
    for seed in range(pairs):
        for seat in (0, 1):
            game, engine = Game(name), Engine(LOWEST, seed=2 * seed + seat)
            largest = LargestPiece(seed)
            while not game.is_over:
                own = game.player == seat
                game.play(engine.choose(game) if own else largest.choose(game))
            won += game.result.win_shares[seat]
    return won / (2 * pairs)


@pytest.mark.parametrize(("name", "pairs"), [("duo", 20), ("classic_2", 20), ("trigon_2", 4)])
def test_the_lowest_level_can_be_beaten(name: str, pairs: int) -> None:
    assert score(name, pairs) <= 0.25


def test_the_lowest_level_plays_like_somebody() -> None:
    """It begins with pieces of some size, not with the smallest it has."""
    sizes = [Engine(LOWEST, seed=seed).choose(Game("duo")).size for seed in range(40)]
    assert sum(sizes) / len(sizes) > 3.5
