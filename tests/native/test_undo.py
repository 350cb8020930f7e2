"""Taking back, near and far: snapshots of the last plies, and the game played once more."""

import random

import pytest

from cornerwise.play import Game, Move
from cornerwise.rules import VARIANTS


def played(game: Game, seed: int) -> Game:
    """A whole game by chance, with a resignation in it where enough players are left."""
    chance = random.Random(seed)
    while not game.is_over:
        if chance.random() < 0.02 and len(game.resigned) < game.variant.players - 1:
            standing = [p for p in range(game.variant.players) if p not in game.resigned]
            game.resign(chance.choice(standing))
        else:
            game.play(chance.choice(game.legal_moves))
    return game


def again(game: Game, length: int) -> Game:
    """The first entries of a game's history, in a new game."""
    setup = [(move.color, move.placement) for move in game.setup]
    fresh = Game(game.variant, setup=setup, to_play=game.first_to_play)
    for entry in game.history[:length]:
        if isinstance(entry, Move):
            fresh.play(entry)
        else:
            fresh.resign(entry.player)
    return fresh


def assert_same(one: Game, other: Game) -> None:
    assert one == other
    assert one.position.hash == other.position.hash
    assert (one.position.states() == other.position.states()).all()
    assert (one.to_play, one.out, one.scores) == (other.to_play, other.out, other.scores)
    if not one.is_over:
        assert (one.legal_moves.ids == other.legal_moves.ids).all()


@pytest.mark.parametrize("name", list(VARIANTS))
def test_every_step_back_is_the_game_as_it_was(name: str) -> None:
    game = played(Game(name), 7)
    for length in range(len(game.history) - 1, -1, -1):
        game.undo()
        assert_same(game, again(game, length))


@pytest.mark.parametrize("name", ["classic", "duo", "trigon_3"])
def test_a_copy_goes_back_by_itself(name: str) -> None:
    game = played(Game(name), 3)
    copy = game.copy()
    for _ in range(9):
        copy.undo()
    assert_same(copy, again(game, len(game.history) - 9))
    played(copy, 5)
    copy.undo()
    copy.undo()
    copy.undo()
    assert_same(copy, again(copy, len(copy.history)))
    assert_same(game, again(game, len(game.history)))


def test_what_was_set_up_stays() -> None:
    first = played(Game("duo"), 1)
    setup = [(move.color, move.placement) for move in first.moves[:6]]
    game = played(Game("duo", setup=setup, to_play=1), 2)
    while game.history:
        game.undo()
    assert_same(game, Game("duo", setup=setup, to_play=1))


def test_forth_and_back_at_random() -> None:
    chance = random.Random(11)
    game = Game("classic")
    for _ in range(400):
        if game.history and (game.is_over or chance.random() < 0.45):
            game.undo()
        else:
            game.play(chance.choice(game.legal_moves))
    assert_same(game, again(game, len(game.history)))
