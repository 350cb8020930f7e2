"""What servers write to each other about games: packed, several letters to an envelope."""

import msgspec

from cornerwise.server.accounts.person import Person
from cornerwise.server.protocol import Error


class Asked(msgspec.Struct, frozen=True, array_like=True, tag="asked"):
    """A follower there says something about a game that is owned here."""

    request: int
    """For the answer."""
    follower: int
    """The sender's number for who follows."""
    person: Person
    lag: int
    """Milliseconds to the follower's page and back."""
    message: bytes
    """A client's message, as JSON: join, leave, an action …"""


class Answered(msgspec.Struct, frozen=True, array_like=True, tag="answered"):
    """It was done, or refused, or the game is owned elsewhere by now."""

    request: int
    refusal: Error | None = None
    moved: bool = False


class Told(msgspec.Struct, array_like=True, tag="told"):
    """A message for followers; one letter for all of them on that server."""

    followers: list[int]
    message: bytes


class Dropped(msgspec.Struct, frozen=True, array_like=True, tag="dropped"):
    """A follower's connection shall be closed, so that the page joins again."""

    follower: int
    code: int


Letter = Asked | Answered | Told | Dropped


class Envelope(msgspec.Struct, frozen=True, array_like=True):
    """Letters in order. The numbers tell the receiver whether one is missing."""

    sender: str
    series: int
    """Another series: the sender has forgotten all that was before."""
    number: int
    """1, 2, 3 … in each series."""
    letters: list[Letter]


encode = msgspec.msgpack.Encoder().encode
decode = msgspec.msgpack.Decoder(Envelope).decode
