"""Letters between two servers: in order, complete, or the connection is declared broken.

Redis's channels lose what nobody hears. So envelopes are numbered, and one goes out at
least at every heartbeat after traffic: a missing number ends the series, and both sides
forget what they had in common (pages join again and miss nothing).
"""

import asyncio
import itertools
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cornerwise.server.cluster import letters
from cornerwise.server.cluster.letters import Envelope, Letter, Told

if TYPE_CHECKING:
    from cornerwise.server.cluster.line import Line

log = logging.getLogger(__name__)
_series = itertools.count(1)


@dataclass
class Correspondent:
    """Another server, and how far the letters from and to it have come."""

    series: int = field(default_factory=lambda: next(_series))
    sent: int = 0
    outbox: list[Letter] = field(default_factory=list)
    heard_series: int = 0
    heard: int = 0
    is_quiet: bool = True
    """Whether nothing was sent since the last heartbeat."""


class Post:
    """All correspondence of one server."""

    def __init__(self, line: "Line", me: str) -> None:
        self.on_letter: Callable[[str, Letter], None] = lambda server, letter: None
        self.on_break: Callable[[str], None] = lambda server: None
        """Letters from or to a server were lost: forget all that concerns it."""
        self._line = line
        self._me = me
        self._known: dict[str, Correspondent] = {}
        line.hear(self._channel(me), self._take)

    def _channel(self, server: str) -> str:
        return self._line.key("to", server)

    # Out

    def write(self, server: str, letter: Letter) -> None:
        """Send soon; what is written in the same turn of the loop shares an envelope."""
        known = self._known_as(server)
        if not known.outbox:
            asyncio.get_running_loop().call_soon(self._flush, server)
        known.outbox.append(letter)

    def tell(self, server: str, follower: int, message: bytes) -> None:
        """A message for a follower there; the same one for many travels once."""
        outbox = self._known_as(server).outbox
        last = outbox[-1] if outbox else None
        if isinstance(last, Told) and last.message is message:
            last.followers.append(follower)
        else:
            self.write(server, Told([follower], message))

    def beat(self) -> None:
        """Say how far we are to everybody who was written to since the last time."""
        for server, known in self._known.items():
            if not known.is_quiet:
                self._flush(server)
                known.is_quiet = True

    def forget(self, server: str) -> None:
        """It is dead."""
        self._known.pop(server, None)

    def _known_as(self, server: str) -> Correspondent:
        if server not in self._known:
            self._known[server] = Correspondent()
        return self._known[server]

    def _flush(self, server: str) -> None:
        known = self._known.get(server)
        if known is None:
            return
        waiting, known.outbox = known.outbox, []
        known.sent += 1
        known.is_quiet = False
        envelope = Envelope(self._me, known.series, known.sent, waiting)
        self._line.send(self._channel(server), letters.encode(envelope))

    # In

    def _take(self, data: bytes) -> None:
        envelope = letters.decode(data)
        known = self._known_as(envelope.sender)
        is_new = envelope.series != known.heard_series
        if not is_new and envelope.number <= known.heard:
            return  # sent twice, around a hiccup of Redis
        if envelope.number != (1 if is_new else known.heard + 1):
            self._start_again(envelope.sender)
        elif is_new and known.heard_series:
            self.on_break(envelope.sender)  # it misses letters of ours, and has started again
        known.heard_series, known.heard = envelope.series, envelope.number
        for letter in envelope.letters:
            self.on_letter(envelope.sender, letter)

    def _start_again(self, server: str) -> None:
        """Letters to us were lost. A new series makes the other side forget as well."""
        log.warning("letters from server %s were lost", server)
        known = self._known[server]
        known.series, known.sent, known.outbox = next(_series), 0, []
        self.on_break(server)
        self._flush(server)
