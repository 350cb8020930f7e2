"""Who has resigned ranks last (R4.3), whatever was on the board: an engine knows that."""

import pytest

from cornerwise import Engine, Game, Limits
from cornerwise.engine.analysis import snapshot
from cornerwise.rules import VARIANTS, Variant
from oracle.catalogue import every_game, label
from oracle.games import random_game

MORE_SIDES = [variant for variant in every_game() if len(variant.sides) > 2]


def values(game: Game, *, use_net: bool) -> tuple[float, ...]:
    engine = Engine(seed=1, use_net=use_net)
    engine.think(game, Limits(simulations=300))
    return tuple(snapshot(engine, game, 1, line=0).best.values)


@pytest.mark.parametrize("variant", MORE_SIDES, ids=label)
@pytest.mark.parametrize("plies", [6, 30], ids=["end", "middle"])
def test_who_has_left_wins_nothing(variant: Variant, plies: int) -> None:
    game = random_game(variant, seed=plies)
    for _ in range(plies):
        game.undo()
    # Whoever leads and is not to play gives up.
    others = [p for p in range(variant.players) if p != game.player]
    leader = max(others, key=lambda p: game.result.points[p])
    for use_net in (False, True):
        before = values(game, use_net=use_net)
        game.resign(leader)
        after = values(game, use_net=use_net)
        assert before[leader] > 0
        assert after[leader] == 0
        assert 0 < max(after) <= 1
        game.undo()
        assert values(game, use_net=use_net) == before


@pytest.mark.parametrize("use_net", [False, True])
def test_another_has_resigned_instead(use_net: bool) -> None:
    """The moves are the same, the turn is another's, and so is who wins nothing."""
    game = random_game(VARIANTS["classic"], 2, plies=21)
    engine = Engine(seed=1, use_net=use_net)
    limits = Limits(simulations=60)
    for player in (1, 2, 1, 3, 0):
        game.resign(player)
        assert engine.choose(game, limits) in game.legal_moves
        assert snapshot(engine, game, 1, line=0).best.values[player] == 0
        game.undo()
    assert engine.choose(game, limits) in game.legal_moves


def test_playouts_alone_know_who_has_left() -> None:
    """Of any position: a level that only tries a few moves has searched none before."""
    game = random_game(VARIANTS["classic"], 2, plies=30)
    search = Engine(seed=1).search_for(game)

    def worth(player: int) -> float:
        moves = [move.placement for move in game.legal_moves[:2]]
        return max(values[player] for values in search.judge(game.position, moves, 20))

    for player in (2, 3):
        assert worth(player) > 0
        game.resign(player)
        assert worth(player) == 0
        game.undo()


def test_who_has_left_decides_for_no_shared_color() -> None:
    game = Game("classic_3")
    while not game.is_over:
        if len(game.moves) == 9:
            game.resign(1)
        assert game.position.controller(game.to_play) == game.player
        game.play(game.legal_moves[0])
    assert game.resigned == (1,)
