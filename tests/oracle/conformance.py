"""What must hold of every variant, whatever it is. A new one is tested by existing."""

import pickle
from random import Random

import numpy as np

from cornerwise import Game
from cornerwise.rules import Variant
from oracle.games import random_move


def check_conformance(variant: Variant, seed: int = 1) -> Game:
    """Plays a random game and looks at everything on the way. Returns the finished game."""
    game, rng = Game(variant), Random(seed)
    check_first_position(game)
    while not game.is_over:
        check_turn(game)
        check_move_list(game)
        before = len(game.history)
        move = game.play(random_move(game, rng))
        assert game.history[before:] == [move]
    check_end(game)
    check_value(game)
    return game


def check_first_position(game: Game) -> None:
    variant = game.variant
    assert game.to_play == 0
    assert not any(game.out)
    assert (game.owners == -1).all()
    held = variant.copies * sum(piece.size for piece in variant.pieces)
    assert game.scores == (-held,) * len(variant.colors)
    for color in range(len(variant.colors)):
        assert game.stock(color) == {piece.name: variant.copies for piece in variant.pieces}


def check_turn(game: Game) -> None:
    color = game.to_play
    assert color is not None
    assert game.color == game.variant.colors[color]
    placed = sum(move.color == color for move in game.moves)
    controllers = game.variant.controllers[color]
    assert game.player == controllers[placed % len(controllers)]
    assert not game.out[color]


def check_move_list(game: Game) -> None:
    moves = game.legal_moves
    assert len(moves) > 0
    assert (np.diff(moves.ids.astype(np.int64)) > 0).all()
    assert (np.flatnonzero(game.legal_mask) == moves.ids).all()
    assert game.position.count_legal(moves.color) == len(moves)
    first, last = moves[0], moves[-1]
    assert first in moves
    assert game.why_not(last) is None
    assert game.move(str(last)) == last


def check_end(game: Game) -> None:
    """Nobody can move; the cells on the board and in stock are all the cells there are (R6)."""
    variant = game.variant
    assert game.to_play is None
    assert game.color is None
    assert game.player is None
    assert all(game.out)
    assert len(game.legal_moves) == 0
    assert not game.legal_mask.any()
    for color, score in enumerate(game.scores):
        left = sum(piece.size * game.stock(color).get(piece.name, 0) for piece in variant.pieces)
        covered = int((game.owners == color).sum())
        assert covered + left == variant.copies * sum(piece.size for piece in variant.pieces)
        assert score == -left if left else score >= 0
        assert len(game.legal_moves_of(color)) == 0


def check_value(game: Game) -> None:
    """Copies and pickles are equal games; the result ranks every player."""
    assert game.copy() == game
    assert pickle.loads(pickle.dumps(game)) == game
    result = game.result
    assert len(result.points) == len(result.places) == game.variant.players
    assert min(result.places) == 1
    best = max(result.points)
    assert result.winners == tuple(p for p, n in enumerate(result.points) if n == best)
    sides = {result.side_of[p]: share for p, share in enumerate(result.win_shares)}
    assert abs(sum(sides.values()) - 1) < 1e-9
