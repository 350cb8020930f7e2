"""Analysis grows and can be ended; a review finds what was lost; hints say why."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, cast

import pytest

from cornerwise import Engine, Game, Limits
from cornerwise.engine import Analysis, Reviewed, analysis
from cornerwise.engine.reasons import reasons_for
from cornerwise.play import Move
from cornerwise.rules import VARIANTS
from oracle.endings import difference, endings
from oracle.games import random_game

HOUR = 3600.0


def engine() -> Engine:
    return Engine(limits=Limits(seconds=1.0), seed=1, use_net=False)


def check(found: Analysis, game: Game) -> None:
    """What holds of every picture."""
    assert found.player == game.player
    assert found.best is found.moves[0]
    assert found.value == found.best.values[found.player]
    for view in found.moves:
        assert game.why_not(view.move) is None
        assert len(view.values) == game.variant.players
        assert len(view.scores) == len(game.variant.colors)
        after = game.copy()
        for move in (view.move, *view.line):
            after.play(move)


def test_an_analysis_beside_a_game_that_goes_on_is_of_where_it_began() -> None:
    """And it says how long it took: an ending that is looked through needs no hour."""
    game = endings(VARIANTS["duo"], 1, size=300)[0]
    before = game.copy()

    async def main() -> Analysis:
        task = asyncio.ensure_future(engine().analyse_async(game, seconds=HOUR))
        await asyncio.sleep(0)
        game.play(game.legal_moves[0])
        return await task

    found = asyncio.run(main())
    check(found, before)
    assert 0 < found.seconds < HOUR / 10


def test_pictures_of_an_hour_grow_from_the_first_minute_on() -> None:
    """What is left looks like an ending, which two fifths of the time were spent on."""
    game = random_game(VARIANTS["duo"], 3, plies=12)
    for picture in engine().watch(game, seconds=HOUR):
        assert picture.seconds < 60
        if picture.simulations > 100:
            break


def test_a_shared_color_does_not_block_itself() -> None:
    game = random_game(VARIANTS["classic_3"], 3, plies=15)
    assert game.color == "green"
    for move in game.legal_moves[:40]:
        assert 3 not in reasons_for(game, move).blocks


def test_an_analysis_grows_until_it_is_closed() -> None:
    game = Game("classic_3")
    thinker = engine()
    thinker.think(random_game(game.variant, 1, plies=9), Limits(simulations=30))  # an older tree
    pictures = cast(Generator[Analysis], thinker.watch(game, seconds=HOUR, most=5))
    first, *_, last = (next(pictures) for _ in range(3))
    check(first, game)
    check(last, game)
    assert last.simulations > first.simulations
    assert last.seconds > first.seconds
    assert 1 < len(last.moves) <= 5
    pictures.close()
    assert thinker.think(game, Limits(simulations=5)).simulations == 5


def test_an_analysis_in_an_event_loop() -> None:
    async def main() -> None:
        game = Game("duo")
        pictures = cast(AsyncGenerator[Analysis], engine().watch_async(game, seconds=HOUR))
        check(await anext(pictures), game)
        check(await anext(pictures), game)
        await pictures.aclose()

    asyncio.run(main())


def test_a_search_that_ends_at_once_has_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """As near the end of a game, where all is proven before anybody looks."""

    class AtOnce(ThreadPoolExecutor):
        def submit(self, *given: Any, **more: Any) -> Future[Any]:
            future = super().submit(*given, **more)
            future.result()
            return future

    monkeypatch.setattr(analysis, "ThreadPoolExecutor", AtOnce)
    game = random_game(VARIANTS["duo"], 1)
    for _ in range(3):
        game.undo()
    (picture,) = engine().watch(game, seconds=HOUR)
    check(picture, game)
    assert picture.best.proven


def test_an_analysis_ends_by_itself() -> None:
    game = random_game(VARIANTS["trigon_3"], 2, plies=20)
    *_, last = engine().watch(game, seconds=0.05)
    check(last, game)
    check(engine().analyse(game, seconds=0.05), game)


def test_a_game_that_is_over_has_nothing_to_analyse() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        next(engine().watch(random_game(VARIANTS["duo"], 1)))


def test_an_analysis_of_no_move_is_refused() -> None:
    for most in (0, -1):
        with pytest.raises(ValueError, match=f"most must be at least 1 move, not {most}"):
            engine().analyse(Game("duo"), seconds=0.01, most=most)


def blunder() -> tuple[Game, int, Move]:
    """An ending in which one move wins and another loses: the game with the losing move
    played, its number, and a winning one."""
    for game in endings(VARIANTS["duo"], 40, size=600):
        sign = 1 if game.player == 0 else -1
        values = {}
        for move in game.legal_moves:
            game.play(move)
            values[move] = sign * difference(game)
            game.undo()
        best, worst = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
        if values[best] > 2 and values[worst] < -2:
            number = len(game.moves) + 1
            game.play(worst)
            while not game.is_over:
                game.play(game.legal_moves[0])
            return game, number, best
    raise AssertionError("no such ending")


def test_a_review_finds_a_blunder() -> None:
    game, number, better = blunder()
    rows = {row.ply: row for row in engine().review(game, seconds=0.01)}
    assert set(rows) <= set(range(1, len(game.moves) + 1))
    row = rows[number]
    assert row.played == game.moves[number - 1]
    assert row.lost > 0.5
    assert row.points_lost >= 4
    assert row.best.proven
    replay = Game(game.variant)
    for move in game.moves[: number - 1]:
        replay.play(move)
    assert row.player == replay.player
    sign = 1 if row.player == 0 else -1
    replay.play(row.best.move)
    found = sign * difference(replay)
    replay.undo()
    replay.play(better)
    assert found == sign * difference(replay)


def test_a_review_of_one_player_with_a_resignation() -> None:
    game = random_game(VARIANTS["classic_3"], 3, plies=12)
    game.resign(1)
    for _ in range(4):
        game.play(game.legal_moves[0])
    rows: list[Reviewed] = list(engine().review(game, seconds=0.01))
    assert [row.played for row in rows] == game.moves
    assert all(0 <= row.lost <= 1 and row.points_lost >= 0 for row in rows)


def test_reasons() -> None:
    """Purple (P) has one cell, orange (O) too; V3 goes to f9, f8, g8:

    11 . . .       the new cells touch e10 by a corner,
    10 . P .       take g8 from orange's ways out (g8, i8, g6, i6),
     9 . . x       and open e7, g10 and h9 to purple
     8 . . x x
     7 . . . . O
       d e f g h
    """
    game = Game("duo", setup=[(0, "e10"), (1, "h7")], to_play=0)
    reasons = reasons_for(game, game.move("f9,f8,g8"))
    assert reasons.cells == 3
    assert not reasons.largest
    assert set(reasons.gains) == {"e7", "g10", "h9"}
    assert reasons.blocks == {1: ("g8",)}
    assert reasons.ways_out == 6  # d9, d11, f11 of the first piece as well
    assert reasons.toward_middle
    assert reasons.moves_after[1] < reasons.moves_before[1]
    assert not reasons.last_piece


def test_a_hint() -> None:
    game = Game("duo", start="assigned")
    hint = engine().hint(game, Limits(simulations=200))
    assert game.why_not(hint.view.move) is None
    assert hint.reasons == reasons_for(game, hint.view.move)
    assert hint.reasons.largest == (hint.view.move.size == 5)
