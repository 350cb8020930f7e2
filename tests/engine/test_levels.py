"""Levels: there in every variant, legal, and weak where they should be."""

from itertools import pairwise
from pathlib import Path

import pytest

from cornerwise import Engine, Game, Variant
from cornerwise.engine import HIGHEST, LOWEST, Level, LevelError, level_of
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


@pytest.mark.parametrize("name", list(VARIANTS))
def test_every_level_plays_every_variant(name: str) -> None:
    for number in range(LOWEST, HIGHEST + 1):
        game = late(VARIANTS[name], number)
        assert level_of(number, game.variant).number == number
        assert game.why_not(Engine(number, seed=1, use_net=False).choose(game)) is None


def test_a_variant_added_at_run_time_has_levels() -> None:
    """The example of CONTRIBUTING.md: no file names it, its lattice's values are used."""
    text = CONTRIBUTING.read_text().split("```python\n")[1].split("```")[0]
    variant = eval(text, vars(catalogue))
    assert variant.name not in VARIANTS
    for number in range(LOWEST, HIGHEST + 1):
        game = late(variant, number)
        assert game.why_not(Engine(number, seed=1).choose(game)) is None
    game = Game(variant)
    engine = Engine(2, seed=1)
    while not game.is_over:
        engine.play(game)


@pytest.mark.parametrize("name", ["duo", "classic", "trigon"])
def test_levels_rise(name: str) -> None:
    """The eye alone, then a few moves looked at, then all of them; each kind ever better."""
    levels = [level_of(number, VARIANTS[name]) for number in range(LOWEST, HIGHEST + 1)]
    for low, high in pairwise(levels):
        if _kind(low) == _kind(high) == 0:
            assert high.temperature < low.temperature
        elif _kind(low) == _kind(high):
            assert high.simulations > low.simulations
        else:
            assert _kind(high) > _kind(low)
    assert all(level.seconds <= 0.9 and not level.net for level in levels[:7])


def _kind(level: Level) -> int:
    return 2 if not level.sight else 1 if level.simulations else 0


def test_a_level_repeats_itself_with_a_seed() -> None:
    games = []
    for _ in range(2):
        game, engine = Game("duo"), Engine(3, seed=5)
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


@pytest.mark.parametrize(("name", "pairs"), [("duo", 20), ("classic_2", 10), ("trigon_2", 4)])
def test_the_lowest_level_can_be_beaten(name: str, pairs: int) -> None:
    assert score(name, pairs) <= 0.25


def test_the_lowest_level_plays_like_somebody() -> None:
    """It begins with pieces of some size, not with the smallest it has."""
    sizes = [Engine(LOWEST, seed=seed).choose(Game("duo")).size for seed in range(40)]
    assert sum(sizes) / len(sizes) > 3.5
