"""Our engine as a player of the arena."""

import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cornerwise._native import Search
from cornerwise.arena.pace import FixedPace, Ledger, OpponentPace, Pace, read_table
from cornerwise.arena.rows import ArenaError, EngineFailed
from cornerwise.arena.specs import LIKE_OPPONENT, OwnSpec
from cornerwise.engine.params import prior_vector, tuned_params
from cornerwise.play import Game, Move, native_tables
from cornerwise.rules import Variant


class OwnPlayer:
    """Our engine. An error in it loses the game, like a crash of any other engine."""

    def __init__(self, spec: OwnSpec, variant: Variant) -> None:
        self.spec = spec
        self.variant = variant
        self.pace = _pace(spec, variant)
        self.params = _params(spec.params, variant) if spec.params else tuned_params(variant)
        self.search = Search(native_tables(variant), self.params, 1)

    def begin(self, seed: int) -> None:
        self.search = Search(native_tables(self.variant), self.params, seed)

    def choose(self, game: Game, ledger: Ledger, side: int, own: Sequence[int]) -> Move:
        seconds = self.pace.seconds(ledger, side, own) if self.pace else 0.0
        try:
            move = self._search(game, seconds)
        except Exception as error:
            raise EngineFailed(f"{type(error).__name__}: {error}") from error
        reason = game.why_not(move)
        if reason is not None:
            raise EngineFailed(f"played an illegal move {move}: {reason}")
        return move

    def _search(self, game: Game, seconds: float) -> Move:
        self.search.run(
            game.position,
            seconds=seconds,
            simulations=self.spec.simulations or 0,
            threads=self.spec.threads,
        )
        return game.move(int(self.search.report(1, 0)[0]["placement"]))

    def cpu(self) -> float:
        return time.process_time()

    def close(self) -> None:
        pass


def _pace(spec: OwnSpec, variant: Variant) -> Pace | None:
    if spec.time is None:
        return None
    if spec.time == LIKE_OPPONENT:
        return OpponentPace()
    try:
        seconds = float(spec.time)
    except ValueError:
        return read_table(spec.time, variant.name)
    if not 0 < seconds < math.inf:
        raise ArenaError(f"time:{spec.time}: seconds a move must be more than 0")
    return FixedPace(seconds)


def _params(path: str, variant: Variant) -> dict[str, Any]:
    """The tuned parameters with those of a file in their place."""
    try:
        changes: dict[str, Any] = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ArenaError(f"params:{path}: {error.strerror}") from None
    except ValueError as error:
        raise ArenaError(f"params:{path}: not a JSON file: {error}") from None
    prior = changes.get("prior")
    if prior and isinstance(prior[0], dict):
        changes["prior"] = prior_vector(variant, prior)
    return {**tuned_params(variant), **changes}
