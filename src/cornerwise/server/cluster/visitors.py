"""Followers on other servers of games that are owned here.

To a room a visitor is a follower like any other: it is told, dropped, counted as present.
"""

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from cornerwise.server import protocol as say
from cornerwise.server.accounts.person import Person
from cornerwise.server.cluster.alone import Unavailable
from cornerwise.server.cluster.letters import Answered, Asked, Dropped
from cornerwise.server.cluster.post import Post
from cornerwise.server.refusal import Refusal
from cornerwise.server.room import Request, Room
from cornerwise.server.store import Conflict

if TYPE_CHECKING:
    from cornerwise.server.rooms import Rooms

log = logging.getLogger(__name__)
decoder: msgspec.json.Decoder[say.ClientMessage] = msgspec.json.Decoder(say.ClientMessage)


class Visitor:
    """A `Follower` whose connection is elsewhere."""

    def __init__(self, post: Post, server: str, number: int, person: Person) -> None:
        self.guest = person.guest
        self.person = person
        self.lag = 0
        self.room: Room | None = None
        self._post = post
        self._server = server
        self._number = number

    def tell(self, message: bytes) -> None:
        """Pass on."""
        self._post.tell(self._server, self._number, message)

    def drop(self, code: int) -> None:
        """Have the connection closed."""
        self._post.write(self._server, Dropped(self._number, code))


class Visitors:
    """All visitors of this server, by their server and its number for them."""

    def __init__(self, post: Post, rooms: "Rooms") -> None:
        self._post = post
        self._rooms = rooms
        self._visitors: dict[str, dict[int, Visitor]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, server: str, asked: Asked) -> None:
        """Do what a visitor says, beside everything else. Who asks waits before asking more."""
        task = asyncio.create_task(self._answer(server, asked), name="visitor")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def forget(self, server: str) -> None:
        """That server is gone, or knows nothing of its visits any more."""
        for visitor in self._visitors.pop(server, {}).values():
            if visitor.room is not None:
                visitor.room.leave(visitor)

    async def close(self) -> None:
        """Let what is under way come to its end."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _answer(self, server: str, asked: Asked) -> None:
        refusal: say.Error | None = None
        moved = False
        try:
            moved = not await self._obey(server, asked, decoder.decode(asked.message))
        except Refusal as refused:
            refusal = refused.as_message()
        except (Unavailable, SQLAlchemyError, Conflict) as error:
            log.warning("a visitor is sent away: %s", error)
            moved = True
        except Exception:
            log.exception("a visitor's message could not be handled")
            refusal = Refusal("busy", "that did not work here; it may be sent again").as_message()
        self._post.write(server, Answered(asked.request, refusal, moved))

    async def _obey(self, server: str, asked: Asked, message: say.ClientMessage) -> bool:
        """False if the game is not owned here."""
        if isinstance(message, say.Leave):
            self._leave(server, asked.follower)
            return True
        assert isinstance(message, say.Join | Request), f"{message} is not about a game"
        visitor = self._visitor(server, asked)
        room = visitor.room
        if room is None or room.is_broken:
            room = await self._rooms.own(message.game)
            if room is None:
                return False
            visitor.room = room
        visitor.guest, visitor.person, visitor.lag = asked.person.guest, asked.person, asked.lag
        if not isinstance(message, say.Join):
            await room.obey(visitor, message)
        elif self._visitor_of(server, asked.follower) is visitor:  # not gone while it was loaded
            room.join(visitor, message.seq, message.key)
        return True

    def _visitor(self, server: str, asked: Asked) -> Visitor:
        visitors = self._visitors.setdefault(server, {})
        if asked.follower not in visitors:
            visitors[asked.follower] = Visitor(self._post, server, asked.follower, asked.person)
        return visitors[asked.follower]

    def _visitor_of(self, server: str, number: int) -> Visitor | None:
        return self._visitors.get(server, {}).get(number)

    def _leave(self, server: str, number: int) -> None:
        visitor = self._visitors.get(server, {}).pop(number, None)
        if visitor is not None and visitor.room is not None:
            visitor.room.leave(visitor)
