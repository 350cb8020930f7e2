"""Playouts over the moves that are left: whole legal games, drawn as those on the board are."""

import numpy as np
import pytest

from cornerwise import Game, Limits
from cornerwise._native import Search, ending_games
from cornerwise.engine.params import tuned_params
from cornerwise.play import native_tables
from cornerwise.rules import VARIANTS, Variant
from native.test_native import mean_scores
from oracle.catalogue import every_game, label
from oracle.games import random_game

PLAIN = {
    "amaf_visits": 0,
    "playout_local": 0.0,
    "exploration": 50.0,
    "expand_at": 10**6,
}
"""One ply of search, which looks at moves by their prior alone, and playouts that answer nobody."""


def late(variant: Variant, seed: int) -> Game:
    """A position of which few moves are left, and not so few that nothing can go wrong."""
    game = random_game(variant, seed)
    for _ in range(len(game.moves) // 3):
        game.undo()
    return game


@pytest.mark.parametrize(
    "params",
    [{"playout_local": 0.0}, {"playout_local": 1.5}, {"playout_sizes": [0.0] * 9}],
    ids=["anywhere", "answers", "weightless"],
)
@pytest.mark.parametrize("variant", every_game(), ids=label)
def test_they_are_whole_legal_games(variant: Variant, params: dict[str, object]) -> None:
    game = late(variant, 3)
    played = ending_games(game.position, 12, 1, params)
    assert played is not None
    for placements, scores in played:
        replayed = game.copy()
        for placement in placements:
            replayed.play(placement)
        assert replayed.is_over
        assert list(replayed.scores) == scores


@pytest.mark.parametrize("name", ["duo", "trigon", "classic", "junior"])
def test_every_legal_move_is_as_likely(name: str) -> None:
    """Beside the means of all games that can follow, every move being chosen alike."""
    game = random_game(VARIANTS[name], 2)
    game.undo()
    while sum(game.position.perft(depth) for depth in range(1, 8)) < 200:
        game.undo()
    found = ending_games(game.position, 40_000, 1)
    assert found is not None
    means = np.mean([scores for _, scores in found], axis=0)
    assert means == pytest.approx(mean_scores(game), abs=0.12)


def first_sizes(game: Game, params: dict[str, object]) -> float:
    """The mean size of the first piece placed."""
    found = ending_games(game.position, 2000, 1, params)
    assert found is not None
    sizes = {move.placement: move.size for move in game.legal_moves}
    return float(np.mean([sizes[placements[0]] for placements, _ in found]))


def test_large_pieces_come_first_where_they_weigh_more() -> None:
    game = late(VARIANTS["classic"], 3)
    heavy = {"playout_sizes": [1.0, 1.0, 3.0, 9.0, 27.0, 81.0]}
    assert first_sizes(game, heavy) > first_sizes(game, {}) + 0.3


@pytest.mark.parametrize(
    ("name", "seed", "answers"),
    [("classic", 2, 2), ("duo", 4, 3), ("trigon", 6, 8), ("duo", 6, 34)],
)
def test_answers_come_first(name: str, seed: int, answers: int) -> None:
    """Moves over what the last moves of enemies opened to them; if there are none, any move."""
    game = late(VARIANTS[name], seed)
    found = ending_games(game.position, 3000, 1, {"playout_local": 1.5})
    assert found is not None
    assert len({placements[0] for placements, _ in found}) == answers
    assert {move.placement for move in game.legal_moves} >= {p[0] for p, _ in found}


def test_too_many_moves_are_left_to_the_board() -> None:
    assert ending_games(Game("classic").position, 1, 1) is None
    assert ending_games(random_game(VARIANTS["classic"], 1, plies=12).position, 1, 1) is None
    game = late(VARIANTS["classic"], 2)
    assert ending_games(game.position, 1, 1, {"ending_moves": 64}) is None
    assert ending_games(game.position, 1, 1, {"ending_moves": 8192}) is not None


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_a_search_finds_the_same_by_them(name: str) -> None:
    """The position's value, by playouts on the board and over the moves that are left."""
    game = late(VARIANTS[name], 4)
    values = []
    for most in (0, 8192):
        params = tuned_params(game.variant) | PLAIN | {"ending_moves": most}
        search = Search(native_tables(game.variant), params, 1)
        search.run(game.position, **Limits(simulations=6000, solve_positions=0).for_core)
        moves = search.report(1000, 1)
        weights = [move["visits"] for move in moves]
        values.append(np.average([move["values"][0] for move in moves], weights=weights))
    assert values[1] == pytest.approx(values[0], abs=0.03)


def signature(game: Game, most: int, **limits: float) -> int:
    params = tuned_params(game.variant) | {"ending_moves": most}
    search = Search(native_tables(game.variant), params, 1)
    search.run(game.position, solve_positions=0, stop_when_decided=False, **limits)
    return search.signature


@pytest.mark.parametrize("limits", [{"simulations": 2000}, {"nodes": 800}])
def test_a_search_with_them_repeats_itself(limits: dict[str, float]) -> None:
    game = late(VARIANTS["trigon"], 4)
    with_them = signature(game, 8192, **limits)
    assert with_them == signature(game, 8192, **limits)
    assert with_them != signature(game, 0, **limits)


@pytest.mark.parametrize("limits", [{"simulations": 400}, {"nodes": 100}])
def test_short_searches_go_without(limits: dict[str, float]) -> None:
    """To list the moves would take longer than to play on the board."""
    game = late(VARIANTS["trigon"], 4)
    assert signature(game, 8192, **limits) == signature(game, 0, **limits)
