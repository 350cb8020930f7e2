"""One websocket: reads, checks and passes on what a page says; queues what it is told."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from cornerwise.server import protocol as say
from cornerwise.server.accounts.person import Person
from cornerwise.server.cluster.alone import Unavailable
from cornerwise.server.lobby.messages import (
    AcceptComputers,
    CancelSeek,
    EnterLobby,
    LeaveLobby,
    Seek,
)
from cornerwise.server.refusal import Refusal
from cornerwise.server.rooms import GameRoom, Rooms
from cornerwise.server.store import Conflict
from cornerwise.server.table import messages as table
from cornerwise.server.table.lag import RoundTrip

log = logging.getLogger(__name__)
QUEUE = 256
"""Messages that may wait for a page that does not read."""
UNREAD = 2 << 20
"""Bytes of them, if it is more than one: a whole log is a message, and can be asked for again."""
MAX_JOINED = 20
"""Games that one socket can follow."""
RATE, BURST = 20.0, 60.0
"""Messages a second in the long run, and at once."""

decoder: msgspec.json.Decoder[say.ClientMessage] = msgspec.json.Decoder(say.ClientMessage)


class Bucket:
    """Lets messages through at a rate, with bursts."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._tokens, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Socket:
    """A page's connection; the `Follower` of its rooms."""

    def __init__(self, websocket: WebSocket, person: Person, rooms: Rooms, bucket: Bucket) -> None:
        self.person = person
        self.guest = person.guest
        self._websocket = websocket
        self._rooms = rooms
        self._bucket = bucket
        self._joined: dict[str, GameRoom] = {}
        self._outbox: list[bytes] = []
        self._unread = 0
        """Bytes in it."""
        self._close_code: int | None = None
        """Set when the connection shall end: nothing is queued any more."""
        self._sender: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[object] | None = None
        self._round_trip = RoundTrip()
        self.lag = 0

    # As a follower

    def tell(self, message: bytes) -> None:
        """Queue a message; a page that does not read is dropped."""
        if self._close_code is not None:
            return
        self._unread += len(message)
        if self._outbox and (len(self._outbox) >= QUEUE or self._unread > UNREAD):
            self._outbox.clear()
            self.drop(1013)
            return
        self._outbox.append(message)
        self._wake_sender()

    def drop(self, code: int) -> None:
        """Close after what is queued."""
        if self._close_code is None:
            self._close_code = code
            self._wake_sender()

    # As a connection

    async def run(self) -> None:
        """From the handshake to the end."""
        await self._websocket.accept()
        task = asyncio.current_task()
        assert task is not None
        self._reader = task
        lobby = self._rooms.services.lobby
        lobby.arrive(self)
        try:
            await self._read()
        except asyncio.CancelledError:
            if self._reader is not None:
                raise  # not by our own sender, which has closed the connection
            task.uncancel()
        finally:
            self._reader = None
            self._close_code = self._close_code or 1000
            lobby.depart(self)
            for room in self._joined.values():
                room.leave(self)
            if self._sender is not None:
                self._sender.cancel()
                await asyncio.gather(self._sender, return_exceptions=True)

    def _wake_sender(self) -> None:
        """Sending is a task only while there is something to send: an idle page costs less."""
        if self._sender is None:
            self._sender = asyncio.create_task(self._send(), name="socket sender")

    async def _send(self) -> None:
        # The other end may be gone at any moment; that is how a connection ends.
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while self._outbox:
                message = self._outbox.pop(0)
                self._unread -= len(message)
                await self._websocket.send_text(message.decode())
            if self._close_code is not None:
                await self._websocket.close(self._close_code)
        self._sender = None
        if self._close_code is not None and self._reader is not None:
            reader, self._reader = self._reader, None
            reader.cancel()

    async def _read(self) -> None:
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = message.get("bytes") or b"" if text is None else text.encode()
            if len(data) > say.MAX_MESSAGE:
                limit = f"a message has at most {say.MAX_MESSAGE} bytes"
                self.tell(msgspec.json.encode(Refusal("too_large", limit).as_message()))
                self.drop(1009)
                await asyncio.Event().wait()  # read no more; the writer ends the connection
            await self._take(data)

    async def _take(self, data: bytes) -> None:
        """One message; whatever is wrong with it ends here."""
        game = id = ""
        message: say.ClientMessage | None = None
        try:
            may_pass = self._bucket.take()
            message = _parse(data)
            game, id = getattr(message, "game", ""), getattr(message, "id", "")
            if not may_pass:  # said with the id: a page must know what it waits for in vain
                raise Refusal("too_fast", "too many messages: wait a second and send it again")
            await self._obey(message)
        except Refusal as refusal:
            self.tell(msgspec.json.encode(refusal.as_message(game, id)))
        except Exception as error:
            if isinstance(error, SQLAlchemyError | Conflict):
                log.warning("game %s must be loaded again: %s", game, error)
            else:
                log.exception("a message could not be handled")
            if isinstance(message, say.Join):
                self.drop(1012)  # who follows nothing would wait for ever
            sorry = Refusal("busy", "that did not work here; it may be sent again")
            self.tell(msgspec.json.encode(sorry.as_message(game, id)))

    async def _obey(self, message: say.ClientMessage) -> None:
        match message:
            case say.Ping():
                self._pong(message)
            case table.Echo():
                self._round_trip.answered(message.mark)
                self.lag = self._round_trip.milliseconds
            case say.Join():
                await self._join(message)
            case say.Leave():
                room = self._joined.pop(message.game, None)
                if room is not None:
                    room.leave(self)
            case EnterLobby() | LeaveLobby() | Seek() | CancelSeek() | AcceptComputers():
                await self._rooms.services.lobby.obey(self, message)
            case _:
                # A page that goes away in mid-action must not tear the action in two.
                action = self._room(message.game).obey(self, message)
                with self._rooms.services.timings.timed():
                    await asyncio.shield(asyncio.create_task(action, name="action"))

    def _pong(self, message: say.Ping) -> None:
        now, mark = self._rooms.services.now(), self._round_trip.mark()
        self.tell(msgspec.json.encode(say.Pong(id=message.id, time=now, mark=mark)))

    async def _join(self, message: say.Join) -> None:
        if len(self._joined) >= MAX_JOINED and message.game not in self._joined:
            raise Refusal("not_now", f"one connection follows at most {MAX_JOINED} games")
        if message.key and not self._rooms.services.keeper.is_key(message.game, message.key):
            raise Refusal(
                "bad_key", "this link's key does not fit the game; without it you can watch"
            )
        try:
            room = await self._rooms.join(message.game, self, message.seq, message.key)
        except Unavailable:
            self.drop(1012)  # the page comes back, and again, until it works
            return
        before = self._joined.get(message.game)
        if before is not None and before is not room:
            before.leave(self)
        self._joined[message.game] = room

    def _room(self, game: str) -> GameRoom:
        if game not in self._joined:
            raise Refusal("not_joined", "join the game first")
        return self._joined[game]


def _parse(data: bytes) -> say.ClientMessage:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as e:
        raise Refusal("unreadable", f"cannot read that: {e}") from e


class SocketMiddleware:
    """Takes websockets out before the router.

    The layers of the router and its error handlers would stay in memory with every open
    connection: 4 KiB each.
    """

    def __init__(
        self, app: ASGIApp, path: str, handle: Callable[[WebSocket], Awaitable[None]]
    ) -> None:
        self._app = app
        self._path = path
        self._handle = handle

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection or request."""
        if scope["type"] == "websocket" and scope["path"] == self._path:
            await self._handle(WebSocket(scope, receive, send))
        else:
            await self._app(scope, receive, send)
