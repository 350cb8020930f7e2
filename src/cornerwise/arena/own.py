"""Our engine as a player of the arena."""

import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cornerwise.arena.pace import LEAST, FixedPace, Ledger, OpponentPace, Pace, read_table
from cornerwise.arena.rows import ArenaError, EngineFailed
from cornerwise.arena.specs import LIKE_OPPONENT, OwnSpec
from cornerwise.engine.engine import Engine
from cornerwise.engine.limits import MEGABYTE, Limits
from cornerwise.engine.params import prior_vector
from cornerwise.play import Game, Move
from cornerwise.rules import Variant

_SLOWEST = 0.1  # of a core: slower than that it is a pause of the machine, not its pace


class CpuMeter:
    """How much CPU time a second on the wall clock gives us: less than one where processes
    compete for the cores, more with several threads. Searches are limited by the wall clock."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.rate = float(threads)
        self._since = (0.0, 0.0)

    def begin(self) -> None:
        self._since = time.process_time(), time.perf_counter()

    def end(self) -> None:
        """Learn from the search since `begin`; very short ones say nothing."""
        cpu, wall = time.process_time() - self._since[0], time.perf_counter() - self._since[1]
        if wall > LEAST:
            rate = min(max(cpu / wall, _SLOWEST), float(self.threads))
            self.rate = (self.rate + rate) / 2

    def wall(self, cpu: float) -> float:
        """Seconds on the wall clock that give so many CPU seconds."""
        return cpu / self.rate


class OwnPlayer:
    """Our engine. An error in it loses the game, like a crash of any other engine."""

    def __init__(self, spec: OwnSpec, variant: Variant) -> None:
        self.spec = spec
        self.pace = _pace(spec, variant)
        self.meter = CpuMeter(spec.threads)
        self.params = _params(spec.params, variant) if spec.params else {}
        try:
            self.begin(1)
            self.engine.search_for(Game(variant))  # so that bad parameters are told at once
        except (ValueError, OSError) as error:
            raise ArenaError(f"our engine cannot play: {error}") from None

    def begin(self, seed: int) -> None:
        """A new engine for every game: no tree and no luck is carried over."""
        limits = None if self.spec.level else self._limits(LEAST)
        self.engine = Engine(self.spec.level, limits=limits, params=self.params, seed=seed)

    def _limits(self, seconds: float) -> Limits:
        return Limits(
            seconds=seconds if self.pace else None,
            simulations=self.spec.simulations,
            threads=self.spec.threads,
            memory=self.spec.memory * MEGABYTE if self.spec.memory else None,
        )

    def choose(self, game: Game, ledger: Ledger, side: int, own: Sequence[int]) -> Move:
        limits = None if self.spec.level else self._limits(self._seconds(ledger, side, own))
        self.meter.begin()
        try:
            move = self.engine.choose(game, limits)
        except Exception as error:
            raise EngineFailed(f"{type(error).__name__}: {error}") from error
        self.meter.end()
        reason = game.why_not(move)
        if reason is not None:
            raise EngineFailed(f"played an illegal move {move}: {reason}")
        return move

    def _seconds(self, ledger: Ledger, side: int, own: Sequence[int]) -> float:
        """Wall-clock seconds for the next move."""
        if self.pace is None:
            return 0.0
        seconds = self.pace.seconds(ledger, side, own)
        return self.meter.wall(seconds) if self.pace.is_cpu else seconds

    def cpu(self) -> float:
        return time.process_time()

    def close(self) -> None:
        pass


def _pace(spec: OwnSpec, variant: Variant) -> Pace | None:
    if spec.time is None:
        return None
    if spec.time == LIKE_OPPONENT:
        return OpponentPace(spec.first)
    try:
        seconds = float(spec.time)
    except ValueError:
        return read_table(spec.time, variant.name)
    if not 0 < seconds < math.inf:
        raise ArenaError(f"time:{spec.time}: seconds a move must be more than 0")
    return FixedPace(seconds)


def _params(path: str, variant: Variant) -> dict[str, Any]:
    """The parameters in a file; a prior by names becomes the search's array."""
    try:
        changes = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ArenaError(f"params:{path}: {error.strerror}") from None
    except ValueError as error:
        raise ArenaError(f"params:{path}: not a JSON file: {error}") from None
    if not isinstance(changes, dict):
        raise ArenaError(f"params:{path}: not an object of parameters by name")
    prior = changes.get("prior")
    if prior and isinstance(prior[0], dict):
        changes["prior"] = prior_vector(variant, prior)
    return changes
