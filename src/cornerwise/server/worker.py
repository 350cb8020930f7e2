"""A worker process: it reads jobs as lines of JSON, thinks, and answers in lines of JSON.

It ends when its input ends, in mid-search too: a killed server leaves no worker behind.
"""

import os
import queue
import signal
import sys
import threading
import time
import traceback
from base64 import b64encode
from functools import lru_cache
from typing import Any, Protocol

import msgspec

from cornerwise import render
from cornerwise.play import Game, Move
from cornerwise.server.advice import Adviser
from cornerwise.server.computer import ComputerPlayer, LargestPiece, make_computer
from cornerwise.server.manners.checking import Checker
from cornerwise.server.reviewer import Reviewer
from cornerwise.server.solving import OutlineTask, Solver, SolveTask
from cornerwise.server.study.analyst import Analyst

NICENESS = 5
"""Sockets come before thinking when both want the processor."""
ENGINES_KEPT = 4
SEED_STEP = 1_000_003
"""Keeps the seeds of two games apart at every ply."""
PLEAS, PLEA_PAUSE = 50, 0.05
"""How often a search is asked to stop, and the seconds between."""


class SentGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game on its way to a worker."""

    variant: str
    options: dict[str, Any]
    setup: list[tuple[int, str]] = []
    to_play: int | None = None
    history: list[str | int] = []
    """Moves as text; a number is a player who resigned."""

    @classmethod
    def of(cls, game: Game) -> "SentGame":
        """A game as it stands."""
        return cls(
            variant=game.variant.name,
            options={**game.variant.options, "colors": list(game.variant.colors)},
            setup=[(move.color, str(move)) for move in game.setup],
            to_play=game.first_to_play,
            history=[str(e) if isinstance(e, Move) else e.player for e in game.history],
        )

    def rebuild(self) -> Game:
        """The game itself."""
        game = Game(self.variant, setup=self.setup, to_play=self.to_play, **self.options)
        for entry in self.history:
            if isinstance(entry, str):
                game.play(entry)
            else:
                game.resign(entry)
        return game


class MoveTask(msgspec.Struct, frozen=True, kw_only=True, tag="move"):
    """Find a move for the color to play."""

    game: SentGame
    level: int
    seed: int | None = None
    """Makes the choice repeatable: several games meet the same computer player."""


class HintTask(msgspec.Struct, frozen=True, kw_only=True, tag="hint"):
    """Find a good move for the color to play and say why. The answer is JSON of a `HintView`."""

    game: SentGame


class PictureTask(msgspec.Struct, frozen=True, kw_only=True, tag="picture"):
    """Draw the position (png) or the whole game (gif, apng, webp). The answer is in base64."""

    game: SentGame
    format: str
    theme: str = "light"
    size: int = 640


class CheckTask(msgspec.Struct, frozen=True, kw_only=True, tag="check"):
    """Hold a move of a finished game against the engine's best. The answer is a `Checked`."""

    game: SentGame
    """As it was before the move."""
    played: str


class ReviewTask(msgspec.Struct, frozen=True, kw_only=True, tag="review"):
    """Say what a move of a finished game gave away. The answer is JSON of a `ReviewedMove`."""

    game: SentGame
    """As it was before the move."""
    played: str


class StudyTask(msgspec.Struct, frozen=True, kw_only=True, tag="study"):
    """Look at a position in which somebody is to play. The answer is JSON of an `AnalysisView`."""

    game: SentGame
    seconds: float


Task = (
    MoveTask | HintTask | PictureTask | CheckTask | ReviewTask | StudyTask | SolveTask | OutlineTask
)


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What the server asks: a task, or without one that job `id` come to its end."""

    id: int
    task: Task | None = None


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the worker says: a move, a picture or a solution, or what went wrong."""

    id: int
    result: str = ""
    error: str = ""


class Stoppable(Protocol):
    """Work that can be brought to its end."""

    def stop(self) -> None:
        """From another thread: come to an end with the best there is."""


class Thinker:
    """Takes orders from a reading thread and works on one after the other."""

    def __init__(self) -> None:
        self.orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._stopped: set[int] = set()
        self._current: tuple[int, Stoppable] | None = None
        self._lock = threading.Lock()

    def read(self) -> None:
        """The reading thread: until the server is gone."""
        try:
            for line in sys.stdin.buffer:
                order = msgspec.json.decode(line, type=Order)
                if order.task is not None:
                    self.orders.put(order)
                else:
                    self._stop(order.id)
        finally:
            os._exit(0)  # at once, whatever the main thread searches

    def _stop(self, id: int) -> None:
        """Bring a job to its end. A search that is just beginning may miss one word: say more."""
        for _ in range(PLEAS):
            with self._lock:
                self._stopped.add(id)
                if self._current is None or self._current[0] != id:
                    return
                self._current[1].stop()
            time.sleep(PLEA_PAUSE)

    def work(self, order: Order) -> Answer:
        """One job."""
        assert order.task is not None
        try:
            if isinstance(order.task, MoveTask):
                return Answer(id=order.id, result=self._move(order.id, order.task))
            if isinstance(order.task, HintTask):
                return Answer(id=order.id, result=self._hint(order.id, order.task))
            if isinstance(order.task, PictureTask):
                return Answer(id=order.id, result=_picture(order.task))
            if isinstance(order.task, CheckTask):
                return Answer(id=order.id, result=self._check(order.id, order.task))
            if isinstance(order.task, ReviewTask):
                return Answer(id=order.id, result=self._review(order.id, order.task))
            if isinstance(order.task, StudyTask):
                return Answer(id=order.id, result=self._study(order.id, order.task))
            return Answer(id=order.id, result=self._solve(order.id, order.task))
        except Exception:
            return Answer(id=order.id, error=traceback.format_exc(limit=5))
        finally:
            with self._lock:
                self._current = None
                self._stopped.discard(order.id)

    def _begin(self, id: int, work: Stoppable) -> None:
        with self._lock:
            if id in self._stopped:
                work.stop()
            self._current = (id, work)

    def _move(self, id: int, task: MoveTask) -> str:
        game = task.game.rebuild()
        with self._lock:
            # Stopped before it began: the quickest player answers at once.
            engine = LargestPiece() if id in self._stopped else _player(task, len(game.moves))
            self._current = (id, engine)
        return str(engine.choose(game))

    def _hint(self, id: int, task: HintTask) -> str:
        game = task.game.rebuild()
        adviser = Adviser()
        self._begin(id, adviser)
        return msgspec.json.encode(adviser.advise(game)).decode()

    def _check(self, id: int, task: CheckTask) -> str:
        checker = Checker()
        self._begin(id, checker)
        return checker.check(task.game.rebuild(), task.played)

    def _review(self, id: int, task: ReviewTask) -> str:
        reviewer = Reviewer()
        self._begin(id, reviewer)
        return reviewer.review(task.game.rebuild(), task.played)

    def _study(self, id: int, task: StudyTask) -> str:
        analyst = Analyst(task.seconds)
        self._begin(id, analyst)
        return msgspec.json.encode(analyst.look(task.game.rebuild())).decode()

    def _solve(self, id: int, task: SolveTask | OutlineTask) -> str:
        solver = Solver()
        self._begin(id, solver)
        return solver.work(task)


def _picture(task: PictureTask) -> str:
    game = task.game.rebuild()
    if task.format == "png":
        data = render.png(game, theme=task.theme, size=task.size)
    else:
        data = render.animation(game, kind=task.format, theme=task.theme, size=task.size)
    return b64encode(data).decode()


def _player(task: MoveTask, ply: int) -> ComputerPlayer:
    """With a seed a player without memory, so that the move depends on nothing but the game."""
    if task.seed is None:
        return _engine(task.level)
    return make_computer(task.level, (task.seed * SEED_STEP + ply) % 2**62)


@lru_cache(maxsize=ENGINES_KEPT)
def _engine(level: int) -> ComputerPlayer:
    return make_computer(level)


def main() -> None:
    """Read orders for ever."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's; it closes our input
    os.nice(NICENESS)
    thinker = Thinker()
    threading.Thread(target=thinker.read, daemon=True).start()
    try:
        while True:
            answer = thinker.work(thinker.orders.get())
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(0)  # the server is gone; the reading thread holds stdin, so no orderly end


if __name__ == "__main__":
    main()
