"""One server's or worker's line to Redis: scripts, and messages out and in.

Redis may go away and come back at any time. Calls then raise `LineDown`; messages that
wait go out when it is back; what was missed meanwhile is noticed by whoever counts.
"""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable
from typing import Any

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from cornerwise.server.cluster.ending import end
from cornerwise.server.store.engine import StoreError

log = logging.getLogger(__name__)
PATIENCE = 2.0
"""Seconds until a connection or an answer is given up."""
SILENCE = 2.0
"""Seconds without a message after which Redis is asked whether it is still there."""
PAUSE = 0.2
"""Seconds between two tries."""
MAX_WAITING = 20_000
"""Messages kept while Redis is away."""
OLDEST = (6, 2)
"""The oldest Redis that is known to have all we use."""


class LineDown(Exception):
    """Redis does not answer just now."""


class RedisUnusable(StoreError):
    """Redis cannot be used; the message says what to do."""


class Line:
    """Scripts, publishing and hearing, with one name space for one Redis database."""

    def __init__(self, url: str) -> None:
        try:
            self._client: Any = redis.Redis.from_url(
                url,
                socket_connect_timeout=PATIENCE,
                socket_timeout=PATIENCE,
                retry=Retry(NoBackoff(), 0),
                protocol=2,
            )
        except ValueError as error:
            raise RedisUnusable(f"cannot use the Redis address {url!r}: {error}") from error
        number = self._client.connection_pool.connection_kwargs.get("db", 0)
        # Channels are common to all databases of a Redis, so the name carries its number.
        self.space = f"cornerwise:{number}:"
        self._scripts: dict[str, Any] = {}
        self._hear: dict[bytes, Callable[[bytes], None]] = {}
        self._outbox: deque[tuple[str, bytes]] = deque(maxlen=MAX_WAITING)
        self._has_mail = asyncio.Event()
        self._listening = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def key(self, *parts: str) -> str:
        """A key or channel of ours."""
        return self.space + ":".join(parts)

    async def check(self) -> None:
        """See that Redis is there and not too old; `RedisUnusable` if not."""
        try:
            found = await self._client.info("server")
        except (RedisError, OSError, TimeoutError) as error:
            raise RedisUnusable(f"cannot reach Redis: {error}") from error
        version = str(found.get("redis_version", "0"))
        if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
            oldest = ".".join(map(str, OLDEST))
            raise RedisUnusable(f"this Redis is version {version}; at least {oldest} is needed")

    async def open(self) -> None:
        """Begin to listen and to send."""
        await self.check()
        self._tasks = [
            asyncio.create_task(self._listen_for_ever(), name="redis reader"),
            asyncio.create_task(self._send_for_ever(), name="redis writer"),
        ]
        await self._listening.wait()

    async def close(self) -> None:
        """Send what waits, if that is possible, and let go."""
        try:
            await asyncio.wait_for(self._send_waiting(), PATIENCE)
        except (LineDown, TimeoutError):
            log.info("the last messages to the other servers were not sent: Redis is away")
        await end(self._tasks)
        await self._client.aclose()

    # Scripts

    async def run(self, script: str, *arguments: str | bytes | int) -> Any:
        """Run a Lua script in Redis: all of it or nothing, and nobody in between."""
        if script not in self._scripts:
            self._scripts[script] = self._client.register_script(script)
        try:
            return await self._scripts[script](keys=[self.space], args=arguments)
        except (RedisError, OSError, TimeoutError) as error:
            raise LineDown(str(error)) from error

    # Out

    def send(self, channel: str, message: bytes) -> None:
        """Publish soon, in order; kept for a while when Redis is away."""
        self._outbox.append((channel, message))
        self._has_mail.set()

    async def _send_for_ever(self) -> None:
        while True:
            await self._has_mail.wait()
            try:
                await self._send_waiting()
            except LineDown:
                await asyncio.sleep(PAUSE)

    async def _send_waiting(self) -> None:
        while self._outbox:
            batch = list(self._outbox)
            pipe = self._client.pipeline(transaction=False)
            for channel, message in batch:
                pipe.publish(channel, message)
            try:
                await pipe.execute()
            except (RedisError, OSError, TimeoutError) as error:
                raise LineDown(str(error)) from error
            # Only now: a message sent twice is recognized, one forgotten would be a gap.
            for entry in batch:
                if self._outbox and self._outbox[0] is entry:
                    self._outbox.popleft()
        self._has_mail.clear()

    # In

    def hear(self, channel: str, hear: Callable[[bytes], None]) -> None:
        """Take the messages of a channel; to be said before `open`."""
        self._hear[channel.encode()] = hear

    async def _listen_for_ever(self) -> None:
        while True:
            try:
                await self._listen()
            except (RedisError, OSError, TimeoutError) as error:
                log.warning("no line to Redis: %s", error)
            await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        # A bare connection: the client's own subscription connects again without a word,
        # and costs three times as much for each message.
        connection = self._client.connection_pool.make_connection()
        try:
            await connection.connect()
            await connection.send_command("SUBSCRIBE", *self._hear)
            asked = False
            while True:
                message = await _read(connection)
                if message is None and asked:
                    raise TimeoutError("Redis says nothing")
                asked = message is None
                if message is None:
                    await connection.send_command("PING")
                elif message[0] == b"message":
                    self._take(message[1], message[2])
                else:
                    self._listening.set()
        finally:
            await connection.disconnect(nowait=True)

    def _take(self, channel: bytes, message: bytes) -> None:
        try:
            self._hear[channel](message)
        except Exception:
            log.exception("a message of the channel %s could not be handled", channel.decode())


async def _read(connection: Any) -> Any:
    """The next message, or None after a time without one."""
    try:
        async with asyncio.timeout(SILENCE):
            return await connection.read_response(disconnect_on_error=False, timeout=math.inf)
    except TimeoutError:
        return None


async def reach(url: str) -> None:
    """Tell troubles with Redis at once, before anything listens."""
    line = Line(url)
    try:
        await line.check()
    finally:
        await line.close()
