"""Games that another server owns, as this one's sockets see them."""

import asyncio
import itertools
import logging
from typing import TYPE_CHECKING

import msgspec

from cornerwise.server import protocol as say
from cornerwise.server.cluster.letters import Answered, Asked, Dropped, Told
from cornerwise.server.cluster.post import Post
from cornerwise.server.refusal import Refusal

if TYPE_CHECKING:
    from cornerwise.server.room import Follower, Request

log = logging.getLogger(__name__)
encode = msgspec.json.Encoder().encode
PATIENCE = 10.0
"""Seconds until an owner that does not answer is given up."""


class Moved(Exception):
    """The game has another owner by now."""


class RemoteRoom:
    """A room at its owner's: says what followers here say, tells them what it hears.

    It breaks when the owner is gone or letters were lost; its followers are dropped then,
    and join again wherever the game is owned next.
    """

    def __init__(self, game: str, owner: str, abroad: "Abroad") -> None:
        self.id = game
        self.owner = owner
        self.is_broken = False
        self.followers: dict[Follower, int] = {}
        """With our number for each."""
        self._abroad = abroad

    async def join(self, follower: "Follower", seq: int, key: str = "") -> None:
        """Follow from after event `seq`; raises `Moved` or `Refusal`."""
        if follower not in self.followers:
            self.followers[follower] = self._abroad.number(self, follower)
        try:
            await self._ask(follower, say.Join(game=self.id, seq=seq, key=key))
        except BaseException:
            self.leave(follower)
            raise

    def leave(self, follower: "Follower") -> None:
        """Follow no longer; the owner is told even if the room is broken."""
        number = self.followers.pop(follower, None)
        if number is not None:
            self._abroad.leave(self, follower, number)

    async def obey(self, follower: "Follower", message: "Request") -> None:
        """Do what a follower asks; raises `Refusal`."""
        if self.is_broken:
            raise Refusal("busy", "the game is being loaded again; join once more")
        try:
            await self._ask(follower, message)
        except Moved:
            self.break_up()
            raise Refusal("busy", "the game has moved; join once more") from None

    def break_up(self) -> None:
        """Nothing that is told here can be trusted to be complete any more."""
        self.is_broken = True
        for follower in list(self.followers):
            follower.drop(1012)

    async def _ask(self, follower: "Follower", message: say.FromClient) -> None:
        # Who acts without following (a program over HTTP) gets a number for this once.
        number = self.followers.get(follower)
        passing = number is None
        number = self._abroad.number(self, follower) if number is None else number
        try:
            await self._abroad.ask(self.owner, number, follower, encode(message))
        finally:
            if passing:
                self._abroad.leave(self, follower, number)


class Abroad:
    """All games here that others own."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._numbers = itertools.count(1)
        self._followers: dict[int, tuple[RemoteRoom, Follower]] = {}
        self._requests: dict[int, tuple[str, asyncio.Future[None]]] = {}

    def number(self, room: RemoteRoom, follower: "Follower") -> int:
        """A number by which the owner calls a follower."""
        number = next(self._numbers)
        self._followers[number] = (room, follower)
        return number

    def leave(self, room: RemoteRoom, follower: "Follower", number: int) -> None:
        """Tell the owner that a follower is gone. Nobody waits for the answer."""
        del self._followers[number]
        message = encode(say.Leave(game=room.id))
        self._post.write(room.owner, _asked(0, number, follower, message))

    async def ask(self, owner: str, number: int, follower: "Follower", message: bytes) -> None:
        """Have something done; raises what the owner answers."""
        request = next(self._numbers)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._requests[request] = (owner, done)
        self._post.write(owner, _asked(request, number, follower, message))
        try:
            async with asyncio.timeout(PATIENCE):
                await done
        except TimeoutError:
            raise Moved(f"server {owner} does not answer") from None
        finally:
            del self._requests[request]

    # What owners write

    def answered(self, answer: Answered) -> None:
        """The end of a request."""
        _, done = self._requests.get(answer.request, ("", None))
        if done is None or done.done():
            return
        if answer.moved:
            done.set_exception(Moved())
        elif answer.refusal is not None:
            done.set_exception(_as_refusal(answer.refusal))
        else:
            done.set_result(None)

    def told(self, letter: Told) -> None:
        """A message for followers here."""
        for number in letter.followers:
            if number in self._followers:
                self._followers[number][1].tell(letter.message)

    def dropped(self, letter: Dropped) -> None:
        """The owner's room is of no use any more."""
        if letter.follower in self._followers:
            room, follower = self._followers[letter.follower]
            room.is_broken = True
            follower.drop(letter.code)

    def forget(self, server: str) -> None:
        """That server is gone, or letters from it were lost."""
        for room in {room for room, _ in self._followers.values() if room.owner == server}:
            room.break_up()
        for owner, done in self._requests.values():
            if owner == server and not done.done():
                done.set_exception(Moved())


def _asked(request: int, number: int, follower: "Follower", message: bytes) -> Asked:
    return Asked(request, number, follower.person, getattr(follower, "lag", 0), message)


def _as_refusal(error: say.Error) -> Refusal:
    return Refusal(
        error.code, error.message, seq=error.seq, reason=error.reason, rule=error.rule,
        cell=error.cell,
    )  # fmt: skip
