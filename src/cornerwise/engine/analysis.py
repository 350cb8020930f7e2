"""What the search thinks of a position: the best moves, growing while one watches.

`analyse` gives the result, `watch` one picture after another; `review` runs over a whole game
and says, move by move, what was lost; `hint` is the best move with its reasons as data, for
pages to put into words. All of them are methods of the engine, too.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cornerwise._native import Search
from cornerwise.engine.limits import Limits
from cornerwise.engine.reasons import Reasons, reasons_for
from cornerwise.play import Game, Move, retrace

if TYPE_CHECKING:
    from cornerwise.engine.engine import Engine

STEP = 0.1  # seconds between two pictures of a running search
LINE = 12  # most moves of best play that follow
ONE_LOOK = Limits(simulations=1, solve_positions=0)
SOLVE_WATCHED = 3_000_000  # positions of an ending: about a second, in which no picture grows


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
    """Number of the move, from 1."""
    player: int
    """Who decided."""
    played: Move
    best: MoveView
    values: tuple[float, ...]
    """By player: expected result after the move played."""
    lost: float
    """How much of the expected result the move gave away, 0 to 1."""
    points_lost: float
    """The same in points of the mover's side."""

    @property
    def value(self) -> float:
        """Expected result of the mover after the move played."""
        return self.values[self.player]


def whole_time(seconds: float, threads: int = 1) -> Limits:
    """Limits of an analysis: it goes on when the best move is clear, for the others."""
    return Limits(seconds=seconds, threads=threads, early_stop=False)


def analyse(
    engine: "Engine", game: Game, *, seconds: float = 2.0, most: int = 8, threads: int = 1
) -> Analysis:
    """The best moves of a position after some seconds."""
    engine.begin(game)
    return examine(engine, game, whole_time(seconds, threads), most)


def examine(engine: "Engine", game: Game, limits: Limits, most: int) -> Analysis:
    """A search and the picture it ends with, before anything else is asked; after a `begin`."""
    with engine.at_work:
        begin = time.monotonic()
        engine.search_on(game, limits)
        return snapshot(engine, game, most, time.monotonic() - begin)


def watch(
    engine: "Engine", game: Game, *, seconds: float = 2.0, most: int = 8, threads: int = 1
) -> Iterator[Analysis]:
    """Pictures of a search while it runs; the last one is the result.

    Closing the iterator stops the search.
    """
    _must_be_moves(most)
    limits = replace(whole_time(seconds, threads), solve_positions=SOLVE_WATCHED)
    position, has_tree = game.copy(), Future[Search]()

    def run() -> Analysis:
        with engine.at_work:
            # The tree must be this position's before the first picture is taken of it.
            has_tree.set_result(engine.search_on(position, ONE_LOOK))
            return examine(engine, position, limits, most)

    engine.begin(position)
    begin = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(run)
        try:
            while not wait([running], STEP).done:
                if not has_tree.done():  # the engine still works for somebody else
                    continue
                search = has_tree.result()
                rows = search.report(most, LINE)
                if running.done():  # the tree may be another position's since
                    break
                yield _picture(position, rows, search.simulations, time.monotonic() - begin)
            yield running.result()
        finally:
            engine.stop()


async def watch_async(
    engine: "Engine", game: Game, *, seconds: float = 2.0, most: int = 8, threads: int = 1
) -> AsyncIterator[Analysis]:
    """`watch` for an event loop."""
    pictures = watch(engine, game.copy(), seconds=seconds, most=most, threads=threads)
    step: asyncio.Future[Analysis | None] | None = None
    try:
        while True:
            step = asyncio.ensure_future(asyncio.to_thread(next, pictures, None))
            picture = await asyncio.shield(step)
            if picture is None:
                return
            yield picture
    finally:
        engine.stop()
        if step is not None:
            await step  # a generator that runs cannot be closed
        await asyncio.to_thread(pictures.close)  # type: ignore[attr-defined]


def snapshot(
    engine: "Engine", game: Game, most: int, seconds: float = 0.0, *, line: int = LINE
) -> Analysis:
    """What the engine's tree says of a position now; its root must be that position."""
    _must_be_moves(most)
    search = engine.search_for(game)
    return _picture(game, search.report(most, line), search.simulations, seconds)


def _must_be_moves(most: int) -> None:
    if most < 1:
        raise ValueError(f"most must be at least 1 move, not {most}")


def _picture(
    game: Game, rows: Sequence[dict[str, Any]], simulations: int, seconds: float
) -> Analysis:
    visited = [row for row in rows if row["visits"]]
    moves = tuple(_view(game, row) for row in visited or rows)
    return Analysis(game.player or 0, moves, simulations, seconds)


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


def review(
    engine: "Engine",
    game: Game,
    *,
    seconds: float = 1.0,
    threads: int = 1,
    player: int | None = None,
) -> Iterator[Reviewed]:
    """Every move of a game, or of one player, against the best one, in order of play.

    Forced moves are left out.
    """
    limits = Limits(seconds=seconds, threads=threads)
    for past, move in retrace(game):
        if len(past.legal_moves) > 1 and player in (None, past.player):
            yield review_move(engine, past, move, limits)


def review_move(engine: "Engine", game: Game, played: Move, limits: Limits) -> Reviewed:
    """A move against the best one, in the position before it."""
    player = game.player or 0
    engine.begin(game)
    with engine.at_work:  # the tree is this position's until it has been read
        engine.search_on(game, limits)
        best = snapshot(engine, game, 1).best
        views = snapshot(engine, game, len(game.legal_moves), line=0).moves
    mine = next((view for view in views if view.move == played), None)
    if mine is None or not _is_comparable(mine, best):
        mine = _after(engine, game, played, limits)
    if mine.values[player] > best.values[player]:
        best = mine  # a closer look at the move played found that it is the best
    points = [_points(game, player, move) for move in (best, mine)]
    return Reviewed(
        ply=len(game.moves) + 1,
        player=player,
        played=played,
        best=best,
        values=mine.values,
        lost=best.values[player] - mine.values[player],
        points_lost=max(0.0, points[0] - points[1]),
    )


def _is_comparable(mine: MoveView, best: MoveView) -> bool:
    """Whether a move was looked at closely enough to be held against the best one."""
    return mine.proven or (not best.proven and mine.visits >= best.visits // 20)


def _points(game: Game, player: int, view: MoveView) -> float:
    side = next(side for side in game.variant.sides if player in side.players)
    return sum(view.scores[color] for color in side.colors)


def _after(engine: "Engine", game: Game, played: Move, limits: Limits) -> MoveView:
    """A move the search hardly looked at, judged by a search of what follows."""
    after = game.copy()
    after.play(played)
    if after.is_over:
        (values,) = engine.search_for(game).judge(game.position, [played.placement], 1)
        scores = tuple(float(score) for score in after.scores)
        return MoveView(played, 1, tuple(values), scores, (), True)
    engine.begin(after)
    best = examine(engine, after, limits, 1).best
    line = (best.move, *best.line)
    return MoveView(played, best.visits, best.values, best.scores, line, best.proven)


@dataclass(frozen=True)
class Hint:
    """The best move and why."""

    view: MoveView
    reasons: Reasons


def hint(engine: "Engine", game: Game, limits: Limits | None = None) -> Hint:
    """The move the engine would play, with reasons as data."""
    engine.begin(game)
    best = examine(engine, game, limits or Limits(seconds=1.0), 1).best
    return Hint(best, reasons_for(game, best.move))
