"""What holds of every game, whichever way it is played."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise import Game
from cornerwise.puzzles import PUZZLES, solve
from cornerwise.rules import Variant, rectangle
from cornerwise.rules import variant as find_variant
from oracle.catalogue import every_game, every_variant
from oracle.games import random_game
from oracle.symmetry import symmetries_of

GAMES = st.sampled_from(every_game())
CHOICES = st.lists(st.integers(0, 2**16), max_size=80)
FEW = settings(max_examples=40)


def play_by(game: Game, choices: list[int]) -> None:
    """Each number chooses one of the legal moves."""
    for choice in choices:
        if game.is_over:
            return
        game.play(game.legal_moves[choice % len(game.legal_moves)])


def everything(game: Game) -> tuple[Any, ...]:
    """All that can be seen of a game."""
    colors = range(len(game.variant.colors))
    return (
        *(game.to_play, game.player, game.out, game.scores, game.result, game.resigned),
        *(game.owners.tobytes(), game.position.states().tobytes(), game.position.hash),
        tuple(tuple(game.stock(c).items()) for c in colors),
        tuple(game.legal_moves_of(c).ids.tobytes() for c in colors),
        tuple(game.history),
    )


@FEW
@given(GAMES, CHOICES, st.data())
def test_undo_restores_everything(
    variant: Variant, choices: list[int], data: st.DataObject
) -> None:
    game, seen = Game(variant), []
    for choice in choices:
        if game.is_over:
            break
        seen.append(everything(game))
        game.play(game.legal_moves[choice % len(game.legal_moves)])
        if data.draw(st.integers(0, 9)) == 0:
            back = data.draw(st.integers(1, len(seen)))
            for _ in range(back):
                game.undo()
                assert everything(game) == seen.pop()
    while seen:
        game.undo()
        assert everything(game) == seen.pop()


@FEW
@given(GAMES, CHOICES)
def test_out_stays_out(variant: Variant, choices: list[int]) -> None:
    game = Game(variant)
    out = game.out
    for choice in choices:
        if game.is_over:
            break
        game.play(game.legal_moves[choice % len(game.legal_moves)])
        assert all(now for now, before in zip(game.out, out, strict=True) if before)
        out = game.out
        for color, is_out in enumerate(out):
            assert not is_out or len(game.legal_moves_of(color)) == 0


@settings(max_examples=60)
@given(GAMES, CHOICES, st.data())
def test_a_symmetric_game_is_the_mirrored_game(
    variant: Variant, choices: list[int], data: st.DataObject
) -> None:
    """Turn the board (and the colors, where the starts ask for it): the lists turn with it."""
    mirror = data.draw(st.sampled_from(symmetries_of(variant)))
    game, mirrored = Game(variant), Game(variant, to_play=mirror.color(0))
    for choice in choices:
        if game.is_over:
            break
        ids = np.sort(mirror.placements[game.legal_moves.ids])
        assert mirrored.to_play == mirror.color(game.to_play or 0)
        assert (ids == mirrored.legal_moves.ids).all()
        move = game.play(game.legal_moves[choice % len(game.legal_moves)])
        mirrored.play(int(mirror.placements[move.placement]))
    assert mirrored.is_over == game.is_over
    for color, score in enumerate(game.scores):
        assert mirrored.scores[mirror.color(color)] == score


def test_symmetries_are_not_only_the_identity() -> None:
    counts = {(v.name, v.start): len(symmetries_of(v)) for v in every_game() if v.contact == "base"}
    assert counts["classic", "assigned"] == 4  # turns, with the colors
    assert counts["duo", "any"] == 8  # the four that keep the two starts, for either first color
    assert counts["trigon", "any"] == 48
    assert min(counts.values()) >= 2


@FEW
@given(st.sampled_from(every_variant()), CHOICES, CHOICES)
def test_a_game_is_a_value(variant: Variant, choices: list[int], more: list[int]) -> None:
    game = Game(variant)
    play_by(game, choices)
    before = everything(game)
    twins = [game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    for twin in twins:
        assert twin == game
        assert hash(twin) == hash(game)
        assert everything(twin) == before
        play_by(twin, more)
        assert everything(game) == before
        assert (twin == game) == (len(twin.history) == len(game.history))


@pytest.mark.parametrize("name", ["own", "duo"])
def test_a_game_beside_the_catalogue_is_a_value_too(name: str) -> None:
    """Also under the name of another: it must not become that other one on its way."""
    own = replace(find_variant("duo"), name=name, board=rectangle(16, 16))
    game = Game(own, start="assigned", colors=("red", "green"))
    game.play("e10,e11")
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.variant.board == own.board
    assert again.variant.colors == ("red", "green")
    assert again.play("j5").color_name == "green"


def test_a_solved_packing_is_a_value_too() -> None:
    solution = solve(PUZZLES["tetra"]).solution
    assert solution is not None
    assert pickle.loads(pickle.dumps(solution.game)) == solution.game


@FEW
@given(GAMES, CHOICES)
def test_the_largest_moves_are_those_of_the_largest_pieces(
    variant: Variant, choices: list[int]
) -> None:
    game = Game(variant)
    play_by(game, choices)
    sizes = [move.size for move in game.legal_moves]
    expected = [m for m in game.legal_moves if m.size == max(sizes)]
    assert list(game.legal_moves.largest) == expected


def test_moves_travel_light_and_stay_at_home_in_every_game() -> None:
    """Without the arrays of their variant, which would be half a megabyte for each."""
    game = Game("duo")
    for again in (pickle.loads(pickle.dumps(game.legal_moves)), copy.deepcopy(game.legal_moves)):
        assert list(again) == list(game.legal_moves)
        assert again.tables is game.tables
    assert len(pickle.dumps(game.legal_moves[0])) < 20_000


@FEW
@given(GAMES, CHOICES)
def test_the_order_of_a_transposition_does_not_change_the_hash(
    variant: Variant, choices: list[int]
) -> None:
    """The hash is of what lies there; a setup is the same in whatever order colors are named."""
    game = Game(variant)
    play_by(game, choices)
    placed = [(move.color, move.placement) for move in game.moves]
    forward, backward = Game(variant, setup=placed), Game(variant, setup=placed[::-1])
    assert forward.position.hash == backward.position.hash == game.position.hash
    assert forward == Game(variant, setup=sorted(placed, key=lambda piece: -piece[0]))


@FEW
@given(GAMES, CHOICES)
def test_setup_gives_the_same_position(variant: Variant, choices: list[int]) -> None:
    """Pieces put down beforehand lie as if they had been played."""
    game = Game(variant)
    play_by(game, choices)
    if game.is_over:
        game.undo()
    placed = [(move.color, move.placement) for move in game.moves]
    again = Game(variant, setup=placed, to_play=game.to_play)
    assert (again.owners == game.owners).all()
    assert again.to_play == game.to_play
    assert (again.legal_moves.ids == game.legal_moves.ids).all()
    assert again.history == []
    assert pickle.loads(pickle.dumps(again)) == again


@FEW
@given(GAMES, CHOICES, st.data())
def test_resignation(variant: Variant, choices: list[int], data: st.DataObject) -> None:
    """Who gives up plays no more, is ranked last, and can be asked back by undo."""
    game = Game(variant)
    play_by(game, choices)
    if game.is_over:
        game.undo()
    before = everything(game)
    player = data.draw(st.integers(0, variant.players - 1))
    game.resign(player)
    assert game.resigned == (player,)
    assert pickle.loads(pickle.dumps(game)) == game
    play_by(game, choices)
    while not game.is_over:
        game.play(game.legal_moves[0])
    after = game.moves[len(before[-1]) :]
    alone = {c for c, players in enumerate(variant.controllers) if set(players) == {player}}
    assert not alone & {move.color for move in after}
    while game.resigned:
        game.undo()
    assert everything(game) == before


def test_the_last_side_standing_wins() -> None:
    for variant in every_game():
        game = random_game(variant, 3, plies=4)
        for side in variant.sides[1:]:
            for player in side.players:
                game.resign(player)
        assert game.is_over
        assert game.result.winners == variant.sides[0].players
