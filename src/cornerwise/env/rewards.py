"""What a finished game is worth to each player."""

from collections.abc import Callable

from cornerwise.play import Result


def _win_shares(result: Result) -> tuple[float, ...]:
    return result.win_shares


def _points(result: Result) -> tuple[float, ...]:
    return tuple(float(points) for points in result.points)


# Functions with names: an environment keeps one, and goes to other processes with it.
REWARDS: dict[str, Callable[[Result], tuple[float, ...]]] = {
    "win_share": _win_shares,
    "points": _points,
}
"""`win_share`: 1 for the winner, divided where first place is shared; `points`: as they are."""


def rewarder(name: str) -> Callable[[Result], tuple[float, ...]]:
    """A kind of reward by its name."""
    if name not in REWARDS:
        raise ValueError(f"there is no reward {name!r}; there are: {', '.join(REWARDS)}")
    return REWARDS[name]
