"""The bus: what one server tells all servers. Alone, a server talks to itself through it.

A part that keeps something in memory (who is here, which seats are open) publishes each
change and hears those of the others. The bus carries news, not truth: what must not be
lost belongs into the store, and after a gap it is read again from there.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger(__name__)
Hear = Callable[[bytes], None]
"""Takes a message. It must not wait; what it raises is logged and harms nobody."""
Unsubscribe = Callable[[], None]


class Bus(Protocol):
    """Publish to every server, this one included; in order for each publisher, at most once."""

    def publish(self, topic: str, message: bytes) -> None:
        """Tell everybody who listens to a topic. Never waits and never fails."""

    def subscribe(self, topic: str, hear: Hear) -> Unsubscribe:
        """Hear a topic from now on, in the event loop of this server."""

    def on_gap(self, refresh: Callable[[], None]) -> None:
        """`refresh` is called when messages may have been missed: read the store again."""

    def leads(self, duty: str) -> bool:
        """Whether this server does a duty that one server does for all, such as pairing.

        Ask each time before the work. For a moment after a failure nobody leads; two never
        lead knowingly, but work that must not happen twice still needs a fence in the store.
        """


class LocalBus:
    """The bus of a server that is alone; the part of every bus that stays in this process."""

    def __init__(self) -> None:
        self._listeners: dict[str, dict[object, Hear]] = {}
        self._refreshers: list[Callable[[], None]] = []

    def publish(self, topic: str, message: bytes) -> None:
        """Soon, not at once: whoever publishes may still be in the middle of something."""
        if topic in self._listeners:
            asyncio.get_running_loop().call_soon(self.deliver, topic, message)

    def subscribe(self, topic: str, hear: Hear) -> Unsubscribe:
        """Hear a topic."""
        mark = object()
        self._listeners.setdefault(topic, {})[mark] = hear

        def unsubscribe() -> None:
            self._listeners.get(topic, {}).pop(mark, None)

        return unsubscribe

    def on_gap(self, refresh: Callable[[], None]) -> None:
        """Alone there are no gaps; kept for the buses that build on this one."""
        self._refreshers.append(refresh)

    def leads(self, duty: str) -> bool:
        """There is nobody else."""
        return True

    def deliver(self, topic: str, message: bytes) -> None:
        """To all listeners of this process."""
        for hear in list(self._listeners.get(topic, {}).values()):
            _guarded(topic, lambda hear=hear: hear(message))  # type: ignore[misc]

    def tell_gap(self) -> None:
        """Messages may have been missed."""
        for refresh in self._refreshers:
            _guarded("gap", refresh)


def _guarded(topic: str, call: Callable[[], None]) -> None:
    try:
        call()
    except Exception:
        log.exception("a listener of the topic %s failed", topic)
