"""Native, reference and naive checker agree, move list by move list, over whole random games."""

from random import Random

import pytest

from cornerwise import Game, Move
from cornerwise.play import ReferenceGame
from cornerwise.rules import Variant
from oracle.catalogue import every_game, label
from oracle.games import random_game, random_move
from oracle.naive import NaiveGame
from oracle.shapes import Shape

GAMES = every_game()


def shape_of(move: Move) -> Shape:
    cells = move.tables.variant.board.cells
    return frozenset(cells[c] for c in move.cells)


@pytest.mark.parametrize("variant", GAMES, ids=label)
def test_native_against_the_naive_checker(variant: Variant) -> None:
    """Every list of every ply of the color to play, and every color's at some plies."""
    game, naive, rng = Game(variant), NaiveGame(variant), Random(11)
    while game.to_play is not None:
        assert game.to_play == naive.to_play
        colors = range(len(variant.colors)) if len(game.moves) % 10 == 3 else [game.to_play]
        for color in colors:
            if color in naive.out:
                continue
            native = {shape_of(move) for move in game.legal_moves_of(color)}
            assert native == naive.legal(color)
        move = game.play(random_move(game, rng, large=0.6))
        naive.play(shape_of(move))
    assert naive.to_play is None
    assert list(game.scores) == [naive.score(c) for c in range(len(variant.colors))]


@pytest.mark.parametrize("variant", GAMES, ids=label)
def test_native_against_the_reference(variant: Variant) -> None:
    """The same placement numbers in the same order, turns, players, scores and points."""
    game, reference, rng = Game(variant), ReferenceGame(variant), Random(21)
    colors = range(len(variant.colors))
    while not game.is_over:
        assert game.to_play == reference.to_play
        assert game.player == reference.player
        if len(game.moves) % 6 == 0:
            for color in colors:
                expected = reference.legal_placements(color)
                assert game.legal_moves_of(color).ids.tolist() == expected
        move = game.play(random_move(game, rng, large=0.6))
        reference.play(move.placement)
    assert reference.to_play is None
    assert reference.out == set(colors)
    assert game.scores == tuple(reference.score(c) for c in colors)
    assert game.result.points == tuple(reference.points(p) for p in range(variant.players))


@pytest.mark.parametrize("variant", GAMES, ids=label)
def test_many_native_games_are_legal_by_the_reference(variant: Variant) -> None:
    """Whole games more cheaply: each move is legal, each end is an end, each score is the score."""
    for seed in range(3):
        game, reference = random_game(variant, 100 + seed, large=0.9), ReferenceGame(variant)
        for move in game.moves:
            assert reference.to_play == move.color
            reference.play(move.placement)
        assert reference.to_play is None
        assert game.scores == tuple(reference.score(c) for c in range(len(variant.colors)))


def test_the_reference_refuses_what_is_not_legal() -> None:
    reference = ReferenceGame(GAMES[0])
    with pytest.raises(ValueError, match="placement 5 is not legal"):
        reference.play(5)
