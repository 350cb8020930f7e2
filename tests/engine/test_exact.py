"""Endings: what the solver says, and what the tree calls proven, is what best play gives."""

import pytest

from cornerwise import Engine, Game, Limits
from cornerwise.engine.analysis import Analysis, snapshot
from cornerwise.rules import VARIANTS, Variant
from oracle.catalogue import every_game, label
from oracle.endings import difference, endings, outcomes
from oracle.games import random_game

SIZE = 1500
"""Positions of an ending: what Python looks at in a moment."""
TWO_SIDES = [variant for variant in every_game() if len(variant.sides) == 2]
MORE_SIDES = [variant for variant in every_game() if len(variant.sides) > 2]


def solved(game: Game) -> Analysis:
    engine = Engine(limits=Limits(simulations=1), seed=1, use_net=False)
    search = engine.think(game, Limits(simulations=1))
    assert search.is_solved
    return snapshot(engine, game, 1, line=100)


def played_out(game: Game, found: Analysis) -> Game:
    """The game after the best move and the whole line behind it."""
    end = game.copy()
    for move in (found.best.move, *found.best.line):
        end.play(move)
    return end


@pytest.mark.parametrize("variant", TWO_SIDES, ids=label)
def test_two_sides_are_solved_exactly(variant: Variant) -> None:
    plies = []
    for game in endings(variant, 6, size=SIZE):
        found = solved(game)
        end = played_out(game, found)
        plies.append(len(end.moves) - len(game.moves))
        assert end.is_over
        assert found.best.proven
        assert found.best.scores == end.scores
        assert difference(end) == difference(game)
    assert max(plies) > 3


@pytest.mark.parametrize("variant", MORE_SIDES, ids=label)
def test_three_and_four_players_are_solved_exactly(variant: Variant) -> None:
    for game in endings(variant, 5, size=SIZE):
        found = solved(game)
        end = played_out(game, found)
        assert end.is_over
        assert found.best.scores == end.scores
        assert end.scores in outcomes(game)


def test_the_engine_plays_what_was_solved() -> None:
    for game in endings(VARIANTS["duo"], 6, size=SIZE):
        sign = 1 if game.player == 0 else -1
        best = sign * difference(game)
        engine = Engine(limits=Limits(seconds=60), seed=1, use_net=False)
        engine.play(game)
        assert sign * difference(game) == best


@pytest.mark.parametrize("variant", TWO_SIDES, ids=label)
def test_what_the_tree_calls_proven_is_true(variant: Variant) -> None:
    """Without the solver, by playouts and proofs alone."""
    proven = 0
    for game in endings(variant, 4, size=400):
        engine = Engine(limits=Limits(simulations=1), seed=1, use_net=False)
        engine.think(game, Limits(simulations=20_000, solve_positions=0, early_stop=False))
        player = game.player
        assert player is not None
        for view in snapshot(engine, game, 1000, line=0).moves:
            if not view.proven:
                continue
            proven += 1
            after = game.copy()
            after.play(view.move)
            lead = difference(after) * (1 if player in game.variant.sides[0].players else -1)
            won = (view.values[player] > 0.5) - (view.values[player] < 0.5)
            assert won == (lead > 0) - (lead < 0)
    assert proven > 3


def lead_when_solved(game: Game, positions: int) -> float | None:
    """By how much the mover's side leads at the end of the line found, if one was."""
    engine = Engine(limits=Limits(simulations=1), seed=1, use_net=False)
    search = engine.think(game, Limits(simulations=1, solve_positions=positions))
    if not search.is_solved:
        return None
    end = played_out(game, snapshot(engine, game, 1, line=100))
    assert end.is_over
    return difference(end) * (1 if game.player in game.variant.sides[0].players else -1)


@pytest.mark.parametrize("variant", TWO_SIDES, ids=label)
def test_a_win_is_known_before_its_points_and_is_one(variant: Variant) -> None:
    """With few positions to look at there may be no best line, but what is found wins."""
    found = 0
    for seed in range(1, 5):
        game = random_game(variant, seed, large=0.8)
        for _ in range(12):
            game.undo()
            best = lead_when_solved(game, 200_000)
            if best is None or game.player is None:
                continue
            for positions in (30, 300, 3000):
                lead = lead_when_solved(game, positions)
                if lead is None:
                    continue
                found += 1
                assert lead == best or (lead > 0 and best > 0)
    assert found > 10


def test_an_ending_may_take_a_part_of_the_time_and_no_more() -> None:
    """What time allows where time is all there is; a fixed number where something else is said."""
    assert Limits(seconds=1).for_core["solve_positions"] > 10**9
    assert Limits(seconds=1, simulations=10).for_core["solve_positions"] == 50_000
    assert Limits(nodes=10).for_core["solve_positions"] == 50_000
    assert Limits(seconds=1, solve_positions=7).for_core["solve_positions"] == 7
