"""Environments for reinforcement learning: PettingZoo's, and many games in step.

Needs the extra `rl` (`pip install "cornerwise[rl]"`) for `aec`; `Batch` needs nothing.
"""

from typing import TYPE_CHECKING, Any

from cornerwise.env.batch import Batch
from cornerwise.env.observe import Viewer

if TYPE_CHECKING:
    from cornerwise.env.aec import CornerwiseEnv

__all__ = ["Batch", "CornerwiseEnv", "Viewer", "env", "raw_env"]


def raw_env(variant: str = "duo", **settings: Any) -> "CornerwiseEnv":
    """The PettingZoo environment itself: an illegal action raises `IllegalMove`."""
    return _aec().CornerwiseEnv(variant, **settings)  # type: ignore[no-any-return]


def env(variant: str = "duo", **settings: Any) -> Any:
    """The environment in PettingZoo's usual wrappers: an illegal action ends the game with −1.

    >>> import numpy as np
    >>> game = env("duo", start="assigned")
    >>> game.reset(seed=1)
    >>> chance = np.random.default_rng(1)
    >>> for agent in game.agent_iter():
    ...     observation, reward, ended, stopped, info = game.last()
    ...     legal = np.flatnonzero(observation["action_mask"])
    ...     game.step(None if ended or stopped else chance.choice(legal))
    >>> game.unwrapped.game.is_over
    True
    """
    from pettingzoo.utils import wrappers

    inner = raw_env(variant, **settings)
    ending = wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(ending)


def __getattr__(name: str) -> Any:
    if name == "CornerwiseEnv":
        return _aec().CornerwiseEnv
    raise AttributeError(name)


def _aec() -> Any:
    try:
        from cornerwise.env import aec
    except ModuleNotFoundError as error:
        if error.name not in ("pettingzoo", "gymnasium"):
            raise
        raise ModuleNotFoundError(
            'environments need PettingZoo: pip install "cornerwise[rl]"', name=error.name
        ) from None
    return aec
