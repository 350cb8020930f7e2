"""Playouts beside a quick net: when they are played, and what they change."""

from functools import cache

import numpy as np
import pytest

from cornerwise import Engine, Game, Limits
from cornerwise._native import Search
from cornerwise.rules import VARIANTS
from oracle.games import random_game

SIMULATIONS = 1500
NONE = {"quick_playouts": 0}
ALL = {"quick_playouts": 1, "quick_trust": 1.0, "quick_doubt": 10.0}


@cache
def position(name: str, plies: int) -> Game:
    return random_game(VARIANTS[name], 4, plies=plies)


def searched(game: Game, **params: float) -> Search:
    limits = Limits(simulations=SIMULATIONS, early_stop=False, solve_positions=0)
    return Engine(seed=1, params=params | {"quick_moves": 0}).think(game, limits)


@pytest.mark.parametrize(("name", "plies"), [("duo", 12), ("classic_2", 24), ("trigon_3", 21)])
def test_they_change_the_tree_by_as_much_as_they_are_trusted(name: str, plies: int) -> None:
    game = position(name, plies)
    alone = searched(game, **NONE).signature
    assert searched(game, **ALL | {"quick_trust": 0.0}).signature == alone
    assert searched(game, **ALL).signature != alone


def test_a_search_with_them_repeats_itself() -> None:
    game = position("classic_2", 24)
    assert searched(game, **ALL).signature == searched(game, **ALL).signature


def test_none_are_played_before_a_fifth_of_the_pieces_is_placed() -> None:
    differs = {
        plies: searched(game, **ALL).signature != searched(game, **NONE).signature
        for plies in (4, 12, 19, 20, 28)
        if (game := position("classic_2", plies))
    }
    assert differs == {4: False, 12: False, 19: False, 20: True, 28: True}


def found_and_gained(seed: int) -> np.ndarray:
    """By move of a position: how much better playouts find it than the net does, how many more
    visits it has with them, and how much more it is reported to be worth; all beside the mean
    of the position's moves."""
    game = random_game(VARIANTS["duo"], seed, plies=14)
    me, wide = game.player or 0, {"quick_exploration": 4.0}  # so that many moves are visited
    before, after = (
        {row["placement"]: row for row in searched(game, **params | wide).report(1000, 0)}
        for params in (NONE, ALL)
    )
    tried = [id for id, row in before.items() if row["visits"] > 10]
    played = Engine(seed=2, use_net=False).search_for(game).judge(game.position, tried, 1000)
    rows = [
        (
            values[me] - before[id]["values"][me],
            np.log(after[id]["visits"] / before[id]["visits"]),
            after[id]["values"][me] - before[id]["values"][me],
        )
        for id, values in zip(tried, played, strict=True)
    ]
    return np.array(rows) - np.mean(rows, 0)


def test_a_move_that_playouts_find_better_than_the_others_is_visited_and_praised_more() -> None:
    found, visited, praised = np.concatenate([found_and_gained(seed) for seed in range(4, 12)]).T
    assert len(found) > 100
    assert np.corrcoef(found, visited)[0, 1] > 0.2
    assert np.corrcoef(found, praised)[0, 1] > 0.2
