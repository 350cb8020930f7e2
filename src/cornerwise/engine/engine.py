"""The computer player: a search, its limits and a level, for any variant."""

import asyncio
import atexit
import random
import signal
import threading
import time
import weakref
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from cornerwise._native import Search
from cornerwise.engine import analysis, levels
from cornerwise.engine.levels import HIGHEST, Level, level_of
from cornerwise.engine.limits import Limits, is_whole
from cornerwise.engine.nets import net_for
from cornerwise.engine.params import tuned_params
from cornerwise.engine.quick import quick_for
from cornerwise.play import Game, Move, native_tables
from cornerwise.rules import Variant

Answer = TypeVar("Answer")


class Engine:
    """Chooses moves. Keeps its tree between the moves of a game; not for two games at once.

    It does one thing at a time: who asks while it thinks in another thread waits for that.

    >>> from cornerwise import Game
    >>> game = Game("duo")
    >>> move = Engine(level=1, seed=1).play(game)   # plays it, too
    >>> game.moves == [move]
    True
    """

    def __init__(
        self,
        level: int | None = None,
        *,
        limits: Limits | None = None,
        params: Mapping[str, Any] | None = None,
        seed: int | None = None,
        use_net: bool = True,
        threads: int = 1,
        memory: int | None = None,
    ) -> None:
        """A level (1 to 10), or limits of your own; level 10 if neither is given.

        `threads` and `memory` (as in `Limits`) are for levels; limits of your own say theirs.
        `params` overrides tuned values of the search by name; a seed makes play repeatable
        with one thread and a limit that is no time.
        """
        if level is not None and limits is not None:
            raise ValueError("a level has limits of its own: give one or the other")
        self.level = level if level is not None or limits else HIGHEST
        """Its number, or None if limits were given instead."""
        if self.level is not None:
            level_of(self.level)
            Limits(threads=threads, memory=memory)  # says now what would be wrong with them
        self.limits = limits
        self.threads, self.memory = threads, memory
        self.use_net = use_net
        """Whether leaves are judged by a net where there is one; otherwise by playouts."""
        self._params = dict(params or {})
        self._seed = random.SystemRandom().getrandbits(62) if seed is None else _read_seed(seed)
        self._random = random.Random(self._seed)
        self._search: Search | None = None
        self._variant: Variant | None = None
        self._pondering: threading.Thread | None = None
        self.at_work = threading.RLock()
        """Held while it thinks; who holds it, too, reads the tree before anybody else searches."""
        self._is_stopping = False

    def __getstate__(self) -> dict[str, Any]:
        """An engine that goes to another process has its seed and settings there, and no tree."""
        kept = {**self.__dict__, "_search": None, "_pondering": None, "_is_stopping": False}
        del kept["at_work"]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.at_work = threading.RLock()

    # Moves

    def choose(self, game: Game, limits: Limits | None = None) -> Move:
        """The engine's move for the color to play; the game is left as it is."""
        self.begin(game)
        return self._choose(game, limits)

    def play(self, game: Game, limits: Limits | None = None) -> Move:
        """Choose a move and play it."""
        return game.play(self.choose(game, limits))

    async def choose_async(self, game: Game, limits: Limits | None = None) -> Move:
        """`choose` in a thread; cancelling the task stops the search at once."""
        self.begin(game)
        return await self._in_thread(self._choose, game.copy(), limits)

    async def play_async(self, game: Game, limits: Limits | None = None) -> Move:
        """`play` without blocking the event loop."""
        return game.play((await self.choose_async(game, limits)).placement)

    def _choose(self, game: Game, limits: Limits | None) -> Move:
        moves = game.legal_moves
        if len(moves) == 1:
            return moves[0]
        if limits is None and self.level is not None:
            return self.choose_as(level_of(self.level, game.variant, use_net=self.use_net), game)
        with self.at_work:  # the tree is this position's until its report is read
            search = self._searched(game, limits or self.limits or Limits(seconds=1.0))
            return game.move(int(search.report(1, 0)[0]["placement"]))

    def choose_as(self, level: Level, game: Game) -> Move:
        """`choose` as a level would, be it one of the ten or not."""
        limits = replace(level.limits, threads=self.threads, memory=self.memory)
        use_net = level.net and self.use_net
        quick = quick_for(game.variant) if use_net else None
        with self.at_work:
            if level.searches or quick is None:
                search = self._searched(game, limits, use_net=use_net)
            else:
                search = self.search_for(game)
            return levels.choose(level, game, search, quick, self._random)

    def _searched(self, game: Game, limits: Limits, *, use_net: bool = True) -> Search:
        search = self.search_on(game, limits, use_net=use_net)
        if not search.report(1, 0):  # stopped before a net had seen anything
            search.run(game.position, simulations=1, solve_positions=0)
        return search

    # Analysis: see analysis.py

    def analyse(self, game: Game, *, seconds: float = 2.0, most: int = 8) -> analysis.Analysis:
        """The best moves of a position."""
        return analysis.analyse(self, game, seconds=seconds, most=most)

    async def analyse_async(
        self, game: Game, *, seconds: float = 2.0, most: int = 8
    ) -> analysis.Analysis:
        """`analyse` in a thread; cancelling the task stops the search at once."""
        self.begin(game)
        limits = analysis.whole_time(seconds)
        return await self._in_thread(analysis.examine, self, game.copy(), limits, most)

    def watch(
        self, game: Game, *, seconds: float = 2.0, most: int = 8
    ) -> Iterator[analysis.Analysis]:
        """One picture after another while the analysis grows; closing it stops the search."""
        return analysis.watch(self, game, seconds=seconds, most=most)

    def watch_async(
        self, game: Game, *, seconds: float = 2.0, most: int = 8
    ) -> AsyncIterator[analysis.Analysis]:
        """`watch` for an event loop."""
        return analysis.watch_async(self, game, seconds=seconds, most=most)

    def review(self, game: Game, *, seconds: float = 1.0) -> Iterator[analysis.Reviewed]:
        """Every move of a game beside the best one there."""
        return analysis.review(self, game, seconds=seconds)

    def hint(self, game: Game, limits: Limits | None = None) -> analysis.Hint:
        """The best move with its reasons as data."""
        return analysis.hint(self, game, limits)

    # Thinking

    def think(self, game: Game, limits: Limits) -> Search:
        """Search a position; the tree can then be asked for reports."""
        self.begin(game)
        return self.search_on(game, limits)

    def ponder(self, game: Game, limits: Limits | None = None) -> None:
        """Think in the background, on the other side's time, until the next call or `stop`.

        What is found is kept and used when the game comes this way.
        """
        self.begin(game)
        open_ended = limits or Limits(early_stop=False, solve_positions=0)
        self._pondering = threading.Thread(
            target=self.search_on, args=(game.copy(), open_ended), daemon=True
        )
        self._pondering.start()
        _have_pondered.add(self)

    def stop(self) -> None:
        """End a search that runs in another thread, at once."""
        self._is_stopping = True
        if self._search is not None:
            self._search.stop()
        pondering, self._pondering = self._pondering, None
        if pondering is not None:
            pondering.join()

    def begin(self, game: Game) -> None:
        """Be ready to search a position. A `stop` from now on ends that search, even if the
        thread that shall run it has not started yet."""
        if game.is_over:
            raise ValueError("the game is over: there is no move to choose")
        if self._pondering is not None:
            self.stop()
        if self._is_stopping:
            with self.at_work:  # who was told to stop has done so before that is forgotten
                self._is_stopping = False
        self.search_for(game).resume()

    def search_on(self, game: Game, limits: Limits, *, use_net: bool = True) -> Search:
        """`think` after a `begin`: a stop in between is obeyed."""
        with self.at_work:
            return self._search_alone(game, limits, use_net=self.use_net and use_net)

    def _search_alone(self, game: Game, limits: Limits, *, use_net: bool) -> Search:
        started = time.perf_counter()
        search = self.search_for(game)
        quick = quick_for(game.variant) if use_net else None
        tower = net_for(game.variant, limits.threads) if use_net and quick is None else None
        search.use_quick(quick)
        left = limits.after(time.perf_counter() - started)
        if tower:
            tower.search(search, game.position, left)
        elif _hears_ctrl_c():
            _run_beside(search, game, left)
        else:
            search.run(game.position, **left.for_core)
        return search

    def search_for(self, game: Game) -> Search:
        """The search for a game's variant, with its tree if it has seen the game before."""
        if self._search is None or self._variant != game.variant:
            params = {**tuned_params(game.variant), **self._params}
            self._search = Search(native_tables(game.variant), params, self._seed)
            self._variant = game.variant
        return self._search

    async def _in_thread(self, work: Callable[..., Answer], *args: Any) -> Answer:
        task = asyncio.ensure_future(asyncio.to_thread(work, *args))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self.stop()
            await task
            raise


_have_pondered: weakref.WeakSet[Engine] = weakref.WeakSet()


@atexit.register
def _stop_pondering() -> None:
    """At the end of the program: a thread in the core would hold on to what is taken apart."""
    for engine in list(_have_pondered):
        engine.stop()


def _read_seed(seed: int) -> int:
    """A seed as the core takes it; numpy's whole numbers are some, too."""
    if not is_whole(seed) or not 0 <= seed < 2**64:
        raise ValueError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed!r}")
    return int(seed)


def _hears_ctrl_c() -> bool:
    """Whether Ctrl-C comes to this thread: to the main one, where somebody handles it."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and callable(signal.getsignal(signal.SIGINT))


def _run_beside(search: Search, game: Game, limits: Limits) -> None:
    """Search in another thread: the core does not look for Ctrl-C, so who waits for it must."""
    with ThreadPoolExecutor(1) as pool:
        try:
            pool.submit(search.run, game.position, **limits.for_core).result()
        except BaseException:
            search.stop()
            raise
