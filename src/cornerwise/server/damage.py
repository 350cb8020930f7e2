"""What is stored of a game may be no game: damaged on the disk, or written by a newer server."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError


class Damaged(Exception):
    """What is stored of a game cannot be read. The cause is told with it."""


@contextmanager
def reading(game: str) -> Iterator[None]:
    """Around loading and replaying a game: what fails in it is `Damaged`.

    A database that does not answer says nothing about the game; its errors pass.
    """
    try:
        yield
    except (SQLAlchemyError, OSError):
        raise
    except Exception as error:  # whatever a damaged log can lead to
        raise Damaged(f"game {game} cannot be read: {error!r}") from error
