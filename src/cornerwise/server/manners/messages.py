"""Chat over the websocket, and a moderator's word."""

from typing import Annotated, Literal

from msgspec import Meta

from cornerwise.server.wire import FromClient, FromServer, GameId, MessageId

MAX_TEXT = 300
"""Characters of one line."""
Text = Annotated[str, Meta(max_length=MAX_TEXT)]

Phrase = Literal[
    "hello",
    "good_luck",
    "have_fun",
    "your_turn",
    "nice_move",
    "oops",
    "one_moment",
    "i_am_back",
    "thanks",
    "sorry",
    "well_played",
    "good_game",
    "close_game",
    "rematch",
    "i_must_go",
    "goodbye",
]
"""Things that are said often; the pages have the words in every language."""


class Chat(FromClient, frozen=True, kw_only=True, tag="chat"):
    """Say something at a game that was joined. Answered by the `chat_line` itself."""

    game: GameId
    id: MessageId
    """The sender's own id for it. The same again is not said twice."""
    text: Text = ""
    phrase: Phrase | None = None
    """Instead of a text."""


class ChatLine(FromServer, frozen=True, kw_only=True, tag="chat_line"):
    """Somebody said something. It is text: whatever looks like markup in it is text too."""

    game: str
    number: int
    """Of the line in this game's chat, rising; lines one may not see leave gaps."""
    time: int
    room: Literal["players", "watchers"]
    """Who holds a seat talks with the others who do; watchers talk among themselves."""
    player: int | None
    """Whose seat, among the players."""
    name: str
    account: str
    text: str
    phrase: Phrase | None
    mine: bool = False
    """Whether the receiver said it."""
    id: str = ""
    """The sender's own id, to the sender only."""


class Warned(FromServer, frozen=True, kw_only=True, tag="warned"):
    """A moderator's word to the sender, sent to all their pages and at each connection until
    it was acknowledged by `POST /api/manners/acknowledge`.
    """

    id: int
    kind: Literal["warn", "silence", "ban", "lift"]
    text: str
    time: int
    until: int | None
    """When a silence or a ban ends."""
