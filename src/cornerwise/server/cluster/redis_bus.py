"""The bus over Redis: one channel for all servers. Here it is heard at once, there soon."""

import logging
import time
from collections.abc import Callable

import msgspec

from cornerwise.server.cluster.bus import LocalBus
from cornerwise.server.cluster.line import Line

log = logging.getLogger(__name__)


class News(msgspec.Struct, frozen=True, array_like=True):
    """A message of the bus on its way."""

    sender: str
    number: int
    """1, 2, 3 … for each sender: a missing one is a gap."""
    topic: str
    message: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(News).decode
BEAT = "beat"
"""The topic of heartbeats: they make a gap at the end of a series visible."""
FORGOTTEN = 60.0
"""Seconds of silence after which a sender is forgotten."""


class RedisBus(LocalBus):
    """Publishes to this process directly and to the others through Redis."""

    def __init__(self, line: Line, me: str, leads: Callable[[str], bool]) -> None:
        super().__init__()
        self._line = line
        self._me = me
        self._leads = leads
        self._number = 0
        self._heard: dict[str, tuple[int, float]] = {}
        """Of each sender the last number, and when."""
        line.hear(line.key("bus"), self._take)

    def publish(self, topic: str, message: bytes) -> None:
        """Tell everybody."""
        super().publish(topic, message)
        self.tell_others(topic, message)

    def leads(self, duty: str) -> bool:
        """Whether a duty is this server's."""
        return self._leads(duty)

    def beat(self) -> None:
        """Say how far we are."""
        self.tell_others(BEAT, b"")
        now = time.monotonic()
        self._heard = {s: (n, at) for s, (n, at) in self._heard.items() if now - at < FORGOTTEN}

    def tell_others(self, topic: str, message: bytes) -> None:
        """Every server but this one."""
        self._number += 1
        news = News(self._me, self._number, topic, message)
        self._line.send(self._line.key("bus"), _encode(news))

    def _take(self, data: bytes) -> None:
        news = _decode(data)
        if news.sender == self._me:
            return
        last, _ = self._heard.get(news.sender, (None, 0.0))
        if last is not None and news.number <= last:
            return  # sent twice, around a hiccup of Redis
        self._heard[news.sender] = (news.number, time.monotonic())
        # A sender we have not met may have said things before we listened: nothing is missed
        # by who read the store after subscribing. A hole is another matter.
        if last is not None and news.number != last + 1:
            log.warning("news from server %s were lost", news.sender)
            self.tell_gap()
        if news.topic != BEAT:
            self.deliver(news.topic, news.message)
