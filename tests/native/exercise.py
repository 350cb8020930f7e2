"""Drives the native core hard, to be run on a build with sanitizers (see test_sanitized.py).

`python exercise.py PATH-OF-THE-MODULE GAMES [NODES]`: plays random games of every variant with
all move lists, undo, copies, setups and bad arguments, and searches with two threads, with the
solver, in batches as for nets, with quick nets, and one tree of so many nodes. It checks
little; the sanitizers watch.
"""

import gc
import sys
from contextlib import suppress
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))


def load_native(path: str) -> None:
    """Makes the module at `path` the native core, before the package looks for its own."""
    name = "cornerwise._native"
    spec = spec_from_file_location(name, path, loader=ExtensionFileLoader(name, path))
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)


def exercise_games(games: int) -> int:
    """Native playouts and games move by move with undo and copies. Returns plies played."""
    from cornerwise import Game
    from oracle.catalogue import every_game

    plies = 0
    for number, variant in enumerate(every_game()):
        game, rng = Game(variant), Random(number)
        plies += game.position.random_games(games, number)["plies"]
        plies += game.position.random_games(games // 4, number, [0, 1, 1, 2, 4, 8, 16])["plies"]
        twin = game.copy()
        while not game.is_over:
            for color in range(len(variant.colors)):
                game.legal_moves_of(color)
            moves = game.legal_moves
            game.play(moves[rng.randrange(len(moves))])
            plies += 1
            if rng.random() < 0.1:
                twin = game.copy()
                for _ in range(rng.randrange(len(game.history) + 1)):
                    game.undo()
                game = twin.copy()
        exercise_details(game)
        while game.position.undo():
            pass
        game.position.perft(1)
    return plies


def exercise_details(game: Any) -> None:
    """Every getter, and arguments that must be refused rather than read past an array."""
    position = game.position
    n = len(game.variant.colors)
    for color in (-1, n, 100):
        for name in ("legal", "legal_mask", "count_legal", "score", "left", "placed", "stock"):
            with suppress(IndexError):
                getattr(position, name)(color)
                raise AssertionError(f"{name}({color}) was not refused")
    for placement in (-1, game.tables.n_placements, 10**6):
        assert not position.play(placement)
        assert not position.place(0, placement)
        assert not position.is_legal(0, placement)
    position.owners()
    position.states()


def exercise_search() -> None:
    """Short searches with two threads near the end, in the middle and at the beginning."""
    from cornerwise._native import Search
    from cornerwise.engine.params import tuned_params
    from cornerwise.play import native_tables
    from oracle.catalogue import every_game
    from oracle.games import random_game

    for number, variant in enumerate(every_game()):
        search = Search(native_tables(variant), tuned_params(variant), number)
        game = random_game(variant, number)
        for plies in (len(game.history) - 3, len(game.history) // 2, 0):
            while len(game.history) > plies:
                game.undo()
            search.run(game.position, simulations=60, threads=2, solve_positions=300)
            search.report()
        search.judge(game.position, [int(i) for i in game.legal_moves.ids[:3]], 2)
        game.play(int(search.report(1)[0]["placement"]))
        search.run(game.position, simulations=40, memory=1 << 20, threads=2)  # a tree to reuse
        search.forget()


def exercise_endings() -> None:
    """Playouts over the moves that are left, alone and in searches of two threads."""
    from cornerwise._native import Search, ending_games
    from cornerwise.engine.params import tuned_params
    from cornerwise.play import native_tables
    from oracle.catalogue import every_game
    from oracle.games import random_game

    for number, variant in enumerate(every_game()):
        params = tuned_params(variant)
        game = random_game(variant, number)
        for _ in range(len(game.moves) // 4):
            game.undo()
        assert ending_games(game.position, 20, number, params)
        search = Search(native_tables(variant), params, number)
        search.run(game.position, simulations=600, threads=2, solve_positions=0)


def exercise_watching(nodes: int) -> None:
    """A large search, looked at and stopped from another thread, then freed."""
    from cornerwise import Engine, Limits
    from cornerwise.rules import VARIANTS
    from oracle.games import random_game

    game = random_game(VARIANTS["duo"], 1, plies=8)
    engine = Engine(limits=Limits(nodes=1), seed=1, use_net=False)
    pictures = engine.watch(game, seconds=3600.0)
    next(pictures)
    next(pictures)
    pictures.close()
    everything = Limits(
        nodes=nodes, simulations=20 * nodes, memory=4 << 30, threads=2, early_stop=False
    )
    engine.think(game, everything)
    assert engine.search_for(game).nodes >= nodes
    game.play(engine.choose(game, Limits(simulations=10)))
    engine.ponder(game)
    engine.stop()


def exercise_nets() -> None:
    """Leaves in batches, judged by noise in place of a net."""
    import numpy as np

    from cornerwise._native import Search
    from cornerwise.engine.nets import Net
    from cornerwise.engine.params import tuned_params
    from cornerwise.play import Game, native_tables
    from cornerwise.rules import VARIANTS

    noise = np.random.default_rng(1)
    for variant in VARIANTS.values():
        net, position = Net(None, variant, variant), Game(variant).position
        layout = net.fit.layout
        search = Search(native_tables(variant), tuned_params(variant), 1)
        search.begin(position, net.fit, simulations=60)
        planes, vector = net.inputs(8)
        while not search.is_done:
            rows = search.collect(planes, vector)
            sizes = (layout.actions, layout.players, layout.players, layout.colors)
            search.feed(*(noise.random((rows, n), dtype=np.float32) for n in sizes))
        search.report()


def exercise_quick_nets() -> None:
    """Leaves judged by quick nets of noise, also such as do not fit."""
    from cornerwise._native import Search
    from cornerwise.engine.params import tuned_params
    from cornerwise.engine.quick import quick_net
    from cornerwise.play import native_tables
    from cornerwise.rules import VARIANTS
    from oracle.games import random_game
    from oracle.quick import random_arrays

    for variant in VARIANTS.values():
        arrays = random_arrays(variant, 48)
        net = quick_net(variant, variant, arrays)
        params = tuned_params(variant) | {"quick_moves": 0, "quick_playouts": 3}
        search = Search(native_tables(variant), params, 1, net)
        for plies in (0, 20, 40):
            game = random_game(variant, 1, plies=plies)
            if game.is_over:
                continue
            search.run(game.position, simulations=200, threads=2, solve_positions=0)
            net.evaluate(game.position)
        with suppress(ValueError):
            quick_net(variant, variant, {**arrays, "word": arrays["word"][:-1]})
            raise AssertionError("a net that lacks a cell was not refused")


if __name__ == "__main__":
    load_native(sys.argv[1])
    exercise_search()
    exercise_endings()
    exercise_nets()
    exercise_quick_nets()
    exercise_watching(int(sys.argv[3]) if len(sys.argv) > 3 else 5000)
    print(exercise_games(int(sys.argv[2])), "plies")
    gc.collect()
