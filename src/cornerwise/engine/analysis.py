"""What the search thinks of a position: the best moves, growing while one watches.

`analyse` gives one picture after another; `review` runs over a whole game and says, move by
move, what was lost; `hint` is the best move with its reasons as data, for pages to put into
words.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

from cornerwise.engine.engine import Engine
from cornerwise.engine.limits import Limits
from cornerwise.engine.reasons import Reasons, reasons_for
from cornerwise.play import Game, Move

STEP = 0.1  # seconds between two pictures of a running search


@dataclass(frozen=True)
class MoveView:
    """One move as the search sees it."""

    move: Move
    visits: int
    values: tuple[float, ...]
    """By player: expected result, 0 (last) to 1 (won)."""
    scores: tuple[float, ...]
    """By color: expected final score."""
    line: tuple[Move, ...]
    """Best play that follows."""
    proven: bool
    """Looked through to the end: the values are certain."""


@dataclass(frozen=True)
class Analysis:
    """The best moves of one position, best first."""

    player: int
    """Who decides."""
    moves: tuple[MoveView, ...]
    simulations: int
    seconds: float

    @property
    def best(self) -> MoveView:
        return self.moves[0]

    @property
    def value(self) -> float:
        """Expected result of the deciding player."""
        return self.best.values[self.player]


@dataclass(frozen=True)
class Reviewed:
    """One move of a game beside the best one there."""

    ply: int
    played: Move
    best: MoveView
    value: float
    """Expected result of the mover after the move played."""
    lost: float
    """How much of the expected result the move gave away, 0 to 1."""
    points_lost: float
    """The same in points of the mover's side."""


def analyse(
    engine: Engine, game: Game, *, seconds: float = 2.0, most: int = 8, threads: int = 1
) -> Iterator[Analysis]:
    """Pictures of a search while it runs; the last one is the result.

    Closing the iterator stops the search.
    """
    if game.is_over:
        return
    engine.search_for(game)
    position = game.copy()
    limits = Limits(seconds=seconds, threads=threads, early_stop=False)
    worker = threading.Thread(target=engine.think, args=(position, limits), daemon=True)
    begin = time.monotonic()
    worker.start()
    try:
        while worker.is_alive():
            worker.join(STEP)
            view = snapshot(engine, game, most, time.monotonic() - begin)
            if view.moves:
                yield view
    finally:
        engine.stop()
        worker.join()


async def analyse_async(
    engine: Engine, game: Game, *, seconds: float = 2.0, most: int = 8
) -> AsyncIterator[Analysis]:
    """`analyse` for an event loop."""
    pictures = analyse(engine, game.copy(), seconds=seconds, most=most)
    try:
        while (picture := await asyncio.to_thread(next, pictures, None)) is not None:
            yield picture
    finally:
        await asyncio.to_thread(pictures.close)  # type: ignore[attr-defined]


def snapshot(engine: Engine, game: Game, most: int, seconds: float = 0.0) -> Analysis:
    """What the engine's tree says of a position now."""
    search = engine.search_for(game)
    moves = tuple(_view(game, row) for row in search.report(most, 12) if row["visits"])
    return Analysis(game.player or 0, moves, search.simulations, seconds)


def _view(game: Game, row: dict[str, Any]) -> MoveView:
    move = game.move(int(row["placement"]))
    after = game.copy()
    after.play(move)
    line = []
    for placement in row["line"]:
        if after.is_over:
            break
        line.append(after.play(int(placement)))
    values, scores = tuple(row["values"]), tuple(row["scores"])
    return MoveView(move, int(row["visits"]), values, scores, tuple(line), bool(row["proven"]))


def review(engine: Engine, game: Game, *, seconds: float = 1.0) -> Iterator[Reviewed]:
    """Every move of a game against the best one, in order of play."""
    past = Game(
        game.variant,
        setup=[(m.color, m.placement) for m in game.setup],
        to_play=game.first_to_play,
    )
    for ply, played in enumerate(game.moves):
        if len(past.legal_moves) > 1:
            yield _reviewed(engine, past, ply, played, seconds)
        past.play(played)


def _reviewed(engine: Engine, game: Game, ply: int, played: Move, seconds: float) -> Reviewed:
    engine.think(game, Limits(seconds=seconds, early_stop=False))
    player = game.player or 0
    view = snapshot(engine, game, len(game.legal_moves))
    mine = next((m for m in view.moves if m.move == played), None)
    if mine is None or mine.visits < view.best.visits // 20:
        mine = _after(engine, game, played, seconds)
    side = next(s for s in game.variant.sides if player in s.players)
    points = [sum(m.scores[c] for c in side.colors) for m in (view.best, mine)]
    lost = max(0.0, view.best.values[player] - mine.values[player])
    return Reviewed(
        ply, played, view.best, mine.values[player], lost, max(0.0, points[0] - points[1])
    )


def _after(engine: Engine, game: Game, played: Move, seconds: float) -> MoveView:
    """A move the search hardly looked at, judged by a search of what follows."""
    after = game.copy()
    after.play(played)
    if after.is_over:
        result = after.result
        return MoveView(
            played, 1, result.win_shares, tuple(float(s) for s in result.scores), (), True
        )
    engine.think(after, Limits(seconds=seconds, early_stop=False))
    best = snapshot(engine, after, 1).best
    line = (best.move, *best.line)
    return MoveView(played, best.visits, best.values, best.scores, line, best.proven)


@dataclass(frozen=True)
class Hint:
    """The best move and why."""

    view: MoveView
    reasons: Reasons


def hint(engine: Engine, game: Game, limits: Limits | None = None) -> Hint:
    """The move the engine would play, with reasons as data."""
    engine.think(game, limits or Limits(seconds=1.0))
    best = snapshot(engine, game, 1).best
    return Hint(best, reasons_for(game, best.move))
