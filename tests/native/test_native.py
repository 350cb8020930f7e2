"""The native module's own promises: fair playouts, bounds, threads, plain arrays."""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from cornerwise import Game, variant
from cornerwise._native import Position, Search, read_tables
from cornerwise.play import native_tables
from cornerwise.rules import Variant, rectangle
from cornerwise.rules.pieces import POLYOMINOES, named
from cornerwise.rules.starts import assigned
from cornerwise.tables import compile_tables
from cornerwise.tables.checks import MAX_COPIES
from oracle.catalogue import every_game, label
from oracle.games import random_game


@pytest.mark.parametrize("game", every_game(), ids=label)
def test_playouts_end_like_games(game: Variant) -> None:
    """Native random games are as long and score as random games through the checked interface."""
    native = Game(game).position.random_games(300, 1)
    played = [random_game(game, seed, large=0) for seed in range(12)]
    plies = sum(len(g.moves) for g in played) / len(played)
    score = sum(sum(g.scores) for g in played) / len(played)
    assert native["plies"] / 300 == pytest.approx(plies, rel=0.2)
    assert sum(native["scores"]) / 300 == pytest.approx(score, rel=0.3)


def test_lengths_of_random_games() -> None:
    """As RULES has them: about 59 plies in Classic, 27 in Duo, 65 in Trigon, 50 for three."""
    for name, plies in {"classic": 59, "duo": 27, "trigon": 65, "trigon_3": 50}.items():
        total = Game(name).position.random_games(1000, 7)["plies"]
        assert total / 1000 == pytest.approx(plies, abs=1.5)


def mean_scores(game: Game) -> NDArray[np.float64]:
    """The mean final scores when every move is chosen uniformly, by walking all games."""
    if game.is_over:
        return np.array(game.scores, np.float64)
    total = np.zeros(len(game.variant.colors))
    for move in game.legal_moves:
        game.play(move)
        total += mean_scores(game)
        game.undo()
    return total / len(game.legal_moves)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    "game", [v for v in every_game() if v.name in ("duo", "trigon")], ids=label
)
def test_playouts_choose_uniformly(game: Variant, seed: int) -> None:
    """Drawing cells and pieces must not favor a placement that covers two attach cells."""
    played = random_game(game, seed)
    played.undo()
    while sum(played.position.perft(depth) for depth in range(1, 8)) < 200:
        played.undo()
    games = 40_000
    means = np.array(played.position.random_games(games, seed)["scores"]) / games
    assert means == pytest.approx(mean_scores(played), abs=0.12)


def test_the_same_seed_gives_the_same_games() -> None:
    position = Game("trigon").position
    assert position.random_games(20, 5) == position.random_games(20, 5)
    assert position.random_games(20, 5) != position.random_games(20, 6)


def test_heavier_pieces_are_placed_earlier() -> None:
    position = Game("duo").position
    light = position.random_games(500, 1, [1] * 7)
    heavy = position.random_games(500, 1, [0.01, 0.01, 0.1, 0.3, 1, 10, 10])
    assert sum(heavy["scores"]) > sum(light["scores"])


@pytest.mark.parametrize("color", [-1, 2, 99])
@pytest.mark.parametrize("name", ["legal", "legal_mask", "count_legal", "score", "stock", "left"])
def test_no_such_color(name: str, color: int) -> None:
    with pytest.raises(IndexError, match="there is no such color in this game"):
        getattr(Game("duo").position, name)(color)


def test_there_is_no_perft_of_less_than_nothing() -> None:
    position = Game("duo").position
    assert [position.perft(depth) for depth in (0, 1)] == [1, 828]
    with pytest.raises(ValueError, match="depth must be at least 0"):
        position.perft(-1)


def test_arrays_outlive_their_position() -> None:
    position = Position(native_tables(variant("duo")))
    ids, mask, owners = position.legal(0), position.legal_mask(0), position.owners()
    del position
    assert len(ids) == mask.sum() == 828
    assert (owners == -1).all()
    assert ids.dtype == np.uint16


def test_a_search_keeps_the_tables_of_its_position() -> None:
    """Tables that were compiled again are others than the search's own, and may be let go."""
    compiled = compile_tables(variant("duo"))
    ours, theirs = read_tables(compiled), read_tables(compiled)
    alone = sys.getrefcount(theirs)
    search = Search(ours)
    search.run(Position(theirs), simulations=5)
    assert sys.getrefcount(theirs) == alone + 1
    search.forget()
    search.run(Position(ours), simulations=5)
    assert sys.getrefcount(theirs) == alone


def test_a_search_refuses_a_position_of_another_variant() -> None:
    search = Search(native_tables(variant("duo")))
    for name in ("junior", "classic"):
        with pytest.raises(ValueError, match="a position of another variant"):
            search.run(Game(name).position, simulations=5)


def test_positions_of_many_threads_share_tables() -> None:
    """The core releases the interpreter; a position belongs to one thread, tables to all."""

    def play(seed: int) -> tuple[int, ...]:
        return random_game(variant("trigon_3"), seed).scores

    alone = [play(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(4))) == alone


def test_more_placements_than_a_byte_counts() -> None:
    """With many copies a color places hundreds of pieces; who decides next depends on how many."""
    crowded = replace(
        variant("duo"),
        name="crowded",
        board=rectangle(30, 30),
        pieces=named(POLYOMINOES, "1 2 I3"),
        copies=MAX_COPIES,
        controllers=((0, 1), (1,)),
        start_rules=(assigned("a1", "ad30"),),
        start="",
    )
    tables = compile_tables(crowded)
    free, setup = set(range(tables.n_cells)), []
    for piece in range(3):
        fitting = (p for p in np.flatnonzero(tables.piece == piece).tolist())
        chosen = (p for p in fitting if free.issuperset(tables.cells_of(p)))
        for placement in islice(chosen, MAX_COPIES):
            free.difference_update(tables.cells_of(placement))
            setup.append((0, placement))
    position = Game(crowded, setup=setup).position
    assert position.placed(0) == len(setup) > 300
    assert position.controller(0) == len(setup) % 2
