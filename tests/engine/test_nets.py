"""The engine with nets, and without what nets need."""

import time
from dataclasses import replace

import pytest

from cornerwise import Engine, Game, Limits
from cornerwise._native import Search
from cornerwise.engine import nets
from cornerwise.engine.features import fit, net_layout
from cornerwise.engine.quick import quick_for
from cornerwise.play import native_tables
from cornerwise.rules import VARIANTS, rectangle, variant
from cornerwise.tables import compile_tables
from oracle.games import random_game

FEW = Limits(simulations=20)


@pytest.mark.parametrize("name", list(VARIANTS))
def test_without_onnxruntime_it_plays_by_playouts(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nets, "find_spec", lambda _: None)
    game = random_game(VARIANTS[name], 1, plies=6)
    assert nets.net_for(game.variant) is None
    assert game.why_not(Engine(limits=FEW, seed=1).choose(game)) is None


def test_without_a_net_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "cards", tuple)
    game = Game("duo")
    assert nets.net_for(game.variant) is None
    assert game.why_not(Engine(limits=FEW, seed=1).choose(game)) is None


@pytest.mark.parametrize("name", list(VARIANTS))
def test_with_a_net(name: str) -> None:
    pytest.importorskip("onnxruntime")
    game = random_game(VARIANTS[name], 2, plies=5)
    if nets.net_for(game.variant) is None:
        pytest.skip("no net is installed for it")
    engine = Engine(limits=FEW, seed=1)
    for _ in range(3):
        engine.play(game)
    engine.begin(game)
    engine.stop()  # before the net has seen anything
    assert game.why_not(engine._choose(game, FEW)) is None


@pytest.mark.parametrize("changes", [{"board": rectangle(16, 15)}, {"copies": 2}], ids=list)
def test_a_game_of_ones_own_has_no_net_though_it_kept_the_name(changes: dict[str, object]) -> None:
    """A larger board went beyond the net's, and two of each piece were never seen in its games."""
    own = replace(VARIANTS["duo"], **changes)  # type: ignore[arg-type]
    assert quick_for(own) is None
    assert nets.card_for(variant("duo", start="assigned", colors=["ink", "sand"]), "quick")
    game = Game(own)
    assert Engine(3, seed=1).choose(game) in game.legal_moves


@pytest.mark.parametrize(("name", "home"), [("classic", "duo"), ("trigon", "trigon_3")])
def test_a_board_larger_than_the_nets_is_refused(name: str, home: str) -> None:
    """Its cells would be seen in the next row, or before the first."""
    layout = net_layout(compile_tables(VARIANTS[home]))
    with pytest.raises(ValueError, match=rf"the board of variant\('{name}'\) reaches beyond"):
        fit(layout, compile_tables(VARIANTS[name]))


def test_a_net_keeps_the_limit_of_simulations() -> None:
    game = with_net()
    search = Engine(limits=FEW, seed=1).think(game, Limits(simulations=10, early_stop=False))
    assert search.simulations == 10


def test_a_net_keeps_the_time() -> None:
    """In CPU time of this thread, so that a busy machine does not matter: it can only be less."""
    game = with_net()
    engine = Engine(limits=Limits(seconds=0.2, early_stop=False), seed=1)
    engine.choose(game)  # loads the net
    begin = time.thread_time()
    engine.choose(game)
    assert time.thread_time() - begin < 0.25


def test_arrays_of_another_net_are_refused() -> None:
    game = Game("duo")
    net = nets.Net(None, game.variant, game.variant)
    search = Search(native_tables(game.variant))
    search.begin(game.position, net.fit, simulations=1)
    planes, vector = net.inputs(1)
    with pytest.raises(ValueError, match="do not have the net's size"):
        search.collect(planes[:, 1:].copy(), vector)


def with_net() -> Game:
    pytest.importorskip("onnxruntime")
    game = random_game(VARIANTS["duo"], 2, plies=5)
    if nets.net_for(game.variant) is None:
        pytest.skip("no net is installed for it")
    return game
