"""Pieces as large as the core holds, which reach farther than a word of 64 places.

No variant of the catalogue has such pieces; there one test of a word says all (native/around.h).
"""

from random import Random

import numpy as np
import pytest

from cornerwise import Engine, Game, Limits
from cornerwise._native import Search
from cornerwise.play import ReferenceGame, native_tables
from cornerwise.rules import SQUARES, TRIANGLES, Board, Variant, hexagon, rectangle, variant
from cornerwise.rules.pieces import draw
from cornerwise.rules.starts import assigned
from cornerwise.tables import compile_tables
from cornerwise.tables.checks import MAX_SIZE
from oracle.endings import endings
from oracle.games import random_move

WORD = 64

PICTURES = {
    SQUARES: {
        "1": "#",
        "2": "##",
        "V3": "#. / ##",
        "L4": "### / #..",
        "U": "#.# / ###",
        "I8": "########",
        "L8": "####### / #......",
        "V8": "##### / #.... / #.... / #....",
        "Z8": "####.. / ...### / .....#",
        "S8": "###... / ..#... / ..####",
    },
    TRIANGLES: {
        "1": "A",
        "2": "AV",
        "C4": "AV / VA",
        "P5": ".A. / AVA / V..",
        "I8": "AVAVAVAV",
        "S8": "AV / VA / AV / VA",
        "V8": "VA..... / .VAVAVA",
        "Y8": "A.... / VAVAV / AV...",
    },
}


def large(board: Board) -> Variant:
    """Two colors with small pieces and large ones, from the two ends of a board."""
    like = variant("duo")
    pictures = PICTURES[board.lattice]
    return Variant(
        name=f"large {board.lattice.name}",
        title={"en": "large"},
        sgf="",
        board=board,
        pieces=tuple(draw(board.lattice, name, picture) for name, picture in pictures.items()),
        colors=like.colors,
        controllers=like.controllers,
        sides=like.sides,
        start_rules=(assigned(board.names[0], board.names[-1]),),
    )


of_both_lattices = pytest.mark.parametrize(
    "game", [large(rectangle(11, 11)), large(hexagon(5))], ids=lambda game: game.name
)


@of_both_lattices
def test_a_word_does_not_hold_the_places_around(game: Variant) -> None:
    walk = compile_tables(game).walk
    assert max(piece.size for piece in game.pieces) == MAX_SIZE
    for begin, end in zip(walk.starts[:-1], walk.starts[1:], strict=True):
        assert len(np.unique(walk.offset[begin:end])) > WORD


@of_both_lattices
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_legal_moves_are_those_of_the_reference(game: Variant, seed: int) -> None:
    native, reference, rng = Game(game), ReferenceGame(game), Random(seed)
    while not native.is_over:
        assert native.to_play == reference.to_play
        for color in range(len(game.colors)):
            legal = reference.legal_placements(color)
            assert native.legal_moves_of(color).ids.tolist() == legal
            assert native.position.count_legal(color) == len(legal)
        reference.play(native.play(random_move(native, rng)).placement)
    assert reference.to_play is None
    assert native.scores == tuple(reference.score(c) for c in range(len(game.colors)))


Ends = list[tuple[float, tuple[int, ...]]]


def ends_below(game: Game, chance: float = 1.0) -> Ends:
    """Every way in which a game may end: how likely, if all moves are, and with which scores."""
    if game.is_over:
        return [(chance, game.scores)]
    ends: Ends = []
    moves = game.legal_moves
    for move in moves:
        game.play(move)
        ends += ends_below(game, chance / len(moves))
        game.undo()
    return ends


@of_both_lattices
def test_playouts_choose_uniformly(game: Variant) -> None:
    games = 20_000
    for ending in endings(game, 4, size=300):
        means = np.array(ending.position.random_games(games, 1)["scores"]) / games
        chances, scores = (np.array(column) for column in zip(*ends_below(ending), strict=True))
        assert means == pytest.approx(chances @ scores, abs=0.15)


@of_both_lattices
@pytest.mark.parametrize("brief", [False, True])
def test_answers_in_playouts_are_legal(game: Variant, brief: bool) -> None:
    """Below each move of an ending, no playout scores what no legal game can."""
    params = {"playout_local": 1.5, "playout_brief": brief, "expand_at": 1_000_000}
    for ending in endings(game, 12, size=1500):
        search = Search(native_tables(game), params, 1)
        search.run(ending.position, simulations=500, stop_when_decided=False, solve_positions=0)
        for row in search.report(1000):
            ending.play(int(row["placement"]))
            scores = np.array([scores for _, scores in ends_below(ending)])
            ending.undo()
            if row["visits"]:
                assert (scores.min(0) - 0.01 <= row["scores"]).all()
                assert (row["scores"] <= scores.max(0) + 0.01).all()


@of_both_lattices
def test_a_search_plays_a_whole_game(game: Variant) -> None:
    engine, reference = Engine(seed=1, use_net=False), ReferenceGame(game)
    played = Game(game)
    while not played.is_over:
        move = engine.choose(played, Limits(simulations=200))
        reference.play(move.placement)
        played.play(move)
    assert reference.to_play is None
