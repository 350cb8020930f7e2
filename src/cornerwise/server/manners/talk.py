"""What may be said, and who hears it. Pure."""

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from cornerwise.server.manners.messages import MAX_TEXT, Chat
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal

ChatRoom = Literal["players", "watchers"]
BURST, SPAN = 5, 10_000
"""Lines that one person may say at one game within so many milliseconds."""
MAX_LINES = 500
"""Of one game; the oldest go first."""


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """Who talks at a game."""

    guest: str
    account: str = ""
    player: int | None = None
    """The first seat held; None for watchers."""
    name: str = ""

    @property
    def room(self) -> ChatRoom:
        """Players talk with players: a watcher's advice must not reach them."""
        return "watchers" if self.player is None else "players"


@dataclass
class Pace:
    """Who said something lately, so that nobody floods a game."""

    said: dict[str, deque[int]] = field(default_factory=dict)

    def take(self, guest: str, now: int) -> None:
        """One more line; `Refusal` when it is too soon."""
        times = self.said.setdefault(guest, deque(maxlen=BURST))
        if len(times) == BURST and now - times[0] < SPAN:
            raise Refusal("too_fast", "you say too much at once: wait a few seconds")
        times.append(now)


def spoken(message: Chat, speaker: Speaker, *, is_public: bool) -> str:
    """The text that will be kept; empty for a phrase. `Refusal` when it may not be said."""
    if not speaker.guest:
        raise Refusal("not_yours", "this browser has no cookie from us, so it can only listen")
    if is_public and speaker.room == "watchers" and not speaker.account:
        raise Refusal("sign_in", "sign in to talk about a public game")
    text = clean(message.text, MAX_TEXT)
    if bool(text) == (message.phrase is not None):
        raise Refusal("unreadable", "say a text or a phrase")
    return text


def hears(listener_is_player: bool, room: ChatRoom, *, is_over: bool) -> bool:
    """Players and watchers talk apart until the game is over."""
    return is_over or listener_is_player == (room == "players")
