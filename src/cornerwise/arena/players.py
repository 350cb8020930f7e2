"""Players inside the arena's own process: simple ones and our engine."""

import json
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from cornerwise._native import Search
from cornerwise.arena.openings import random_largest
from cornerwise.arena.pace import FixedPace, Ledger, OpponentPace, Pace, read_table
from cornerwise.arena.rows import ArenaError
from cornerwise.arena.specs import LIKE_OPPONENT, OwnSpec
from cornerwise.engine.params import prior_vector, tuned_params
from cornerwise.play import Game, Move, native_tables
from cornerwise.rules import Variant


class Player(Protocol):
    """Chooses moves, game after game."""

    def begin(self, seed: int) -> None:
        """A new game begins; the same seed gives the same play, as far as it can."""

    def choose(self, game: Game, ledger: Ledger, side: int, own: Sequence[int]) -> Move:
        """A move for the color to play, which belongs to `side`; the engine holds all sides
        in `own`. `EngineFailed` if there is none to be had."""

    def cpu(self) -> float:
        """CPU seconds used so far."""

    def close(self) -> None:
        """End what was started."""


class SimplePlayer:
    """Any legal move, or any of the largest legal pieces."""

    def __init__(self, *, largest: bool) -> None:
        self.largest = largest
        self._random = random.Random(0)

    def begin(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game, ledger: Ledger, side: int, own: Sequence[int]) -> Move:
        if self.largest:
            return random_largest(game, self._random)
        moves = game.legal_moves
        return moves[self._random.randrange(len(moves))]

    def cpu(self) -> float:
        return time.process_time()

    def close(self) -> None:
        pass


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
        simulations = self.spec.simulations or 0
        self.search.run(
            game.position,
            seconds=seconds,
            simulations=simulations,
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
        return FixedPace(float(spec.time))
    except ValueError:
        return read_table(spec.time, variant.name)


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
