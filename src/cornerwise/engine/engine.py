"""The computer player: a search, its limits and a level, for any variant."""

import asyncio
import random
from collections.abc import Mapping
from typing import Any

from cornerwise._native import Search
from cornerwise.engine.levels import Level, choose_by_level, level_of
from cornerwise.engine.limits import Limits
from cornerwise.engine.nets import net_for
from cornerwise.engine.params import tuned_params
from cornerwise.play import Game, Move, native_tables
from cornerwise.rules import Variant


class Engine:
    """Chooses moves. Keeps its tree between the moves of a game; not for two games at once.

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
    ) -> None:
        """A level (1 to 10), or limits of your own; level 10 if neither is given.

        `params` overrides tuned values of the search by name; a seed makes play repeatable
        with one thread and a limit that is no time.
        """
        self.level: Level | None = None if level is None and limits else level_of(level or 10)
        self.limits = limits
        self.use_net = use_net
        """Whether leaves are judged by a net where there is one; otherwise by playouts."""
        self._params = dict(params or {})
        self._seed = seed if seed is not None else random.SystemRandom().getrandbits(62)
        self._random = random.Random(self._seed)
        self._search: Search | None = None
        self._variant: Variant | None = None

    def choose(self, game: Game, limits: Limits | None = None) -> Move:
        """The engine's move for the color to play; the game is left as it is."""
        if game.is_over:
            raise ValueError("the game is over: there is no move to choose")
        search = self.search_for(game)
        level = self.level if limits is None else None
        if level is not None:
            return choose_by_level(level, game, search, self._random)
        self.think(game, limits or self.limits or Limits(seconds=1.0))
        return game.move(int(search.report(1, 0)[0]["placement"]))

    def play(self, game: Game, limits: Limits | None = None) -> Move:
        """Choose a move and play it."""
        return game.play(self.choose(game, limits))

    async def choose_async(self, game: Game, limits: Limits | None = None) -> Move:
        """`choose` in a thread; cancelling the task stops the search at once."""
        return await self._in_thread(self.choose, game.copy(), limits)

    async def play_async(self, game: Game, limits: Limits | None = None) -> Move:
        """`play` without blocking the event loop."""
        return game.play((await self.choose_async(game, limits)).placement)

    def think(self, game: Game, limits: Limits) -> Search:
        """Search a position; the tree can then be asked for reports."""
        search = self.search_for(game)
        search.resume()
        net = net_for(game.variant, limits.threads) if self.use_net else None
        if net is not None:
            net.search(search, game.position, limits)
            return search
        search.run(
            game.position,
            seconds=limits.seconds or 0.0,
            simulations=limits.simulations or 0,
            nodes=limits.nodes or 0,
            memory=limits.memory,
            threads=limits.threads,
            stop_when_decided=limits.early_stop,
            solve_positions=limits.solve_positions,
        )
        return search

    def ponder(self, game: Game, limits: Limits | None = None) -> None:
        """Think on the other side's time: blocks until `stop`; what is found is kept."""
        self.think(game, limits or Limits(early_stop=False, solve_positions=0))

    def stop(self) -> None:
        """End a search that runs in another thread, at once."""
        if self._search is not None:
            self._search.stop()

    def search_for(self, game: Game) -> Search:
        """The search for a game's variant, with its tree if it has seen the game before."""
        if self._search is None or self._variant != game.variant:
            params = {**tuned_params(game.variant), **self._params}
            self._search = Search(native_tables(game.variant), params, self._seed)
            self._variant = game.variant
        return self._search

    async def _in_thread(self, work: Any, *args: Any) -> Any:
        task = asyncio.ensure_future(asyncio.to_thread(work, *args))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            self.stop()
            await task
            raise
