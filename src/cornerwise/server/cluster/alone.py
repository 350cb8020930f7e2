"""Who owns which game. A server that is alone owns all of them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from cornerwise.server.cluster.abroad import RemoteRoom


class Unavailable(Exception):
    """The database or Redis is away: nothing was done, and it may be asked again soon."""


class Cluster(Protocol):
    """What the rooms of a server need to know of the other servers."""

    @property
    def is_ready(self) -> bool:
        """Whether the others believe that this server lives, so that it may own games."""

    async def claim(self, games: Iterable[str]) -> dict[str, str | None]:
        """The owner of each game, None for this server; free ones become ours."""

    async def release(self, games: Iterable[str]) -> None:
        """Games that are not in our memory any more: others may own them."""

    def remote(self, game: str, owner: str) -> "RemoteRoom":
        """A game as seen from here that another server owns."""


class Alone:
    """No other server."""

    is_ready = True

    async def claim(self, games: Iterable[str]) -> dict[str, str | None]:
        """All ours."""
        return dict.fromkeys(games)

    async def release(self, games: Iterable[str]) -> None:
        """Nobody waits for them."""

    def remote(self, game: str, owner: str) -> "RemoteRoom":
        """Never asked for, since nobody else owns a game."""
        raise AssertionError(f"{owner} cannot own {game}: this server is alone")
