"""Why a position of a `play` puzzle cannot be completed, or a proof by trying everything."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass

from cornerwise._native import Settle
from cornerwise.play import Game, Move
from cornerwise.puzzles.effort import SLICE, Effort
from cornerwise.puzzles.puzzle import Placed, Puzzle

TRIED = "every way to go on was tried"


@dataclass(frozen=True)
class Proof:
    """What is certain: `no` with a reason, `yes` with the pieces, or `unknown`."""

    answer: str
    reason: str = ""
    pieces: tuple[Placed, ...] = ()


def obstacle(puzzle: Puzzle, moves: Sequence[Placed]) -> str:
    """A simple reason why the moves cannot be gone on from; empty proves nothing."""
    return _obstacle(puzzle, _replayed(puzzle, moves))


def prove(puzzle: Puzzle, moves: Sequence[Placed], effort: Effort) -> Proof:
    """What can be said for certain about going on from the moves."""
    game = _replayed(puzzle, moves)
    reason = _obstacle(puzzle, game)
    return Proof("no", reason) if reason else _by_trying(puzzle, game, effort)


def _replayed(puzzle: Puzzle, moves: Sequence[Placed]) -> Game:
    game = Game(puzzle.variant)
    for color, placement in moves:
        game.play(Move(game.tables, color, placement))
    return game


def _obstacle(puzzle: Puzzle, game: Game) -> str:
    """A piece that cannot be placed any more, whatever happens elsewhere."""
    tables, owners = game.tables, game.owners
    states = game.position.states()
    for color, name in enumerate(puzzle.variant.colors):
        stock = game.position.stock(color)
        if not any(stock):
            continue
        if game.out[color]:
            return f"{name} holds pieces but has no move any more"
        # A cell beyond the board never counts as free: its number is one past the last.
        free = [not (state & 1 << color) for state in states.tolist()] + [True]
        fits = {
            int(tables.piece[p])
            for p, cells in enumerate(tables.cells.tolist())
            if all(free[cell] for cell in cells)
        }
        for piece, left in enumerate(stock):
            if left and piece not in fits:
                return f"{name}'s {puzzle.variant.pieces[piece].name} fits nowhere any more"
    left_over = int((owners < 0).sum()) - sum(
        size * n
        for color in range(len(puzzle.variant.colors))
        for size, n in zip(tables.piece_size.tolist(), game.position.stock(color), strict=True)
    )
    if left_over < 0:
        return "there are fewer empty cells than cells to place"
    return _size_obstacle(puzzle, game)


def _size_obstacle(puzzle: Puzzle, game: Game) -> str:
    """Under `descending`: a piece larger than the last one played."""
    if not puzzle.descending or not game.moves:
        return ""
    last = game.moves[-1].size
    for color, name in enumerate(puzzle.variant.colors):
        for piece in puzzle.variant.pieces:
            if piece.size > last and piece.name in game.stock(color):
                return f"{name} still holds {piece.name}, larger than the last piece played"
    return ""


def _by_trying(puzzle: Puzzle, game: Game, effort: Effort) -> Proof:
    everyone = (1 << len(puzzle.variant.colors)) - 1
    settle = Settle(game.position, everyone, puzzle.descending)
    if not _run(settle, effort):
        return Proof("unknown")
    if settle.found == 0:
        return Proof("no", TRIED)
    queues: list[list[int]] = [[] for _ in puzzle.variant.colors]
    for color, placement in settle.line():
        queues[color].append(placement)
    while game.to_play is not None:
        game.play(queues[game.to_play].pop(0))
    return Proof("yes", "", tuple((move.color, move.placement) for move in game.moves))


def _run(settle: Settle, effort: Effort) -> bool:
    """Whether all was tried. It is one piece of work, so another thread does it, while this one
    listens for the stop and for Ctrl-C."""
    with ThreadPoolExecutor(1) as pool:
        trying = pool.submit(settle.run, max(0.0, effort.seconds - effort.spent))
        try:
            while not wait([trying], SLICE).done:
                if effort.stop is not None and effort.stop.is_set():
                    settle.stop()
        finally:
            while not trying.done():  # after Ctrl-C; a stop before it has begun is forgotten
                settle.stop()
                wait([trying], SLICE)
        return trying.result()
