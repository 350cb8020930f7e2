"""Our engine behind `genmove`, with the parameters that `param` sets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cornerwise.engine import HIGHEST, LOWEST, Engine, Limits
from cornerwise.engine.analysis import MoveView, snapshot
from cornerwise.engine.limits import MAX_THREADS, MEGABYTE
from cornerwise.play import Game, Move

DEFAULT_LEVEL = 5
MANY = 100_000  # moves: more than any position has
MOST_DIGITS = 20  # of a seed


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What `param` lists and sets."""

    level: int = DEFAULT_LEVEL
    """1 to 10."""
    time: float = 0.0
    """Seconds for one move; not 0: in place of the level's limits."""
    simulations: int = 0
    """For one move; not 0: in place of the level's limits."""
    threads: int = 1
    memory_mb: int = 0
    """Of the tree, in megabytes; 0: 512, or what a longer time may fill."""
    seed: int | None = None
    """Makes play repeatable, with one thread and no limit of time."""
    use_net: bool = True
    """Whether a net is used where there is one."""
    ponder: bool = False
    """Whether it thinks on the other side's time."""


class EnginePlayer:
    """Chooses moves with the engine. Keeps its tree from move to move.

    >>> player = EnginePlayer(Settings(level=1, seed=1))
    >>> player.set_param("simulations", "10")
    >>> len(player.choose(Game("duo")).cell_names)
    5
    """

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._seen: tuple[MoveView, ...] = ()
        self._asked: Game | None = None
        self._renew()

    def _renew(self) -> None:
        self._engine = Engine(
            self.settings.level,
            seed=self.settings.seed,
            use_net=self.settings.use_net,
            threads=self.settings.threads,
            memory=self._memory,
        )
        self._seen, self._asked = (), None

    @property
    def params(self) -> Mapping[str, object]:
        values = {key: getattr(self.settings, key) for key in READERS}
        return {key: _shown(value) for key, value in values.items()}

    def set_param(self, key: str, value: str) -> None:
        if key not in READERS:
            raise ValueError(f"there is no parameter {key!r}; there are: {', '.join(READERS)}")
        self._engine.stop()
        self.settings = replace(self.settings, **{key: READERS[key](key, value)})
        if key not in ("time", "simulations", "ponder"):
            self._renew()

    def choose(self, game: Game) -> Move:
        move = self._engine.choose(game, self._limits)
        is_forced = len(game.legal_moves) == 1  # then nothing was searched
        self._seen, self._asked = (), None if is_forced else game.copy()
        if self.settings.ponder:
            self._ponder(game, move)
        return move

    def move_values(self) -> tuple[MoveView, ...]:
        """The moves of the search for the last move, best first; none if it was forced or drawn."""
        if self._asked is not None and not self._seen:
            self._seen = snapshot(self._engine, self._asked, MANY, line=0).moves
        return self._seen

    @property
    def mover(self) -> int:
        """The player whose move was chosen last."""
        return (self._asked.player or 0) if self._asked is not None else 0

    def close(self) -> None:
        """End what runs in the background."""
        self._engine.stop()

    def _ponder(self, game: Game, move: Move) -> None:
        self.move_values()  # before the tree becomes another position's
        after = game.copy()
        after.play(move)
        if not after.is_over:
            room = (self._limits or Limits(memory=self._memory)).room
            limits = Limits(memory=room, early_stop=False, solve_positions=0)
            self._engine.ponder(after, limits)

    @property
    def _memory(self) -> int | None:
        return self.settings.memory_mb * MEGABYTE or None

    @property
    def _limits(self) -> Limits | None:
        """What takes the place of the level's limits, if anything does."""
        chosen = self.settings
        if not (chosen.time or chosen.simulations):
            return None
        return Limits(
            seconds=chosen.time or None,
            simulations=chosen.simulations or None,
            threads=chosen.threads,
            memory=self._memory,
        )


def _whole(least: int, most: int) -> Callable[[str, str], int]:
    def read(key: str, text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
        if not (is_number and least <= int(text) <= most):
            raise ValueError(f"{key} must be a whole number from {least} to {most}, not {text!r}")
        return int(text)

    return read


def _seconds(key: str, text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86_400:
        raise ValueError(f"{key} must be seconds from 0 (none) to 86400, not {text!r}")
    return seconds


def _truth(key: str, text: str) -> bool:
    return bool(_whole(0, 1)(key, text))


def _shown(value: object) -> object:
    return int(value) if isinstance(value, bool) else "none" if value is None else value


READERS: dict[str, Callable[[str, str], Any]] = {
    "level": _whole(LOWEST, HIGHEST),
    "time": _seconds,
    "simulations": _whole(0, 10**9),
    "threads": _whole(1, MAX_THREADS),
    "memory_mb": _whole(0, 1_000_000),
    "seed": _whole(0, 2**62),
    "use_net": _truth,
    "ponder": _truth,
}
"""How each parameter is read."""
