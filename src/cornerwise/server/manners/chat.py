"""Chat at a game: stored first, then told to those who may hear it. Runs where the room is."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa

from cornerwise.server.manners import blocking, penalties
from cornerwise.server.manners.messages import Chat, ChatLine
from cornerwise.server.manners.schema import chat
from cornerwise.server.manners.talk import MAX_LINES, Pace, Speaker, hears, spoken
from cornerwise.server.manners.wording import clean
from cornerwise.server.seats import MAX_NAME
from cornerwise.server.store.schema import games

if TYPE_CHECKING:
    from cornerwise.server.room import Follower, Room

encode = msgspec.json.Encoder().encode


class Talk:
    """The chat of one room."""

    def __init__(self, room: "Room") -> None:
        self._room = room
        self._pace = Pace()

    async def say(self, follower: "Follower", message: Chat) -> None:
        """Keep a line and tell it; raises `Refusal`."""
        room, services = self._room, self._room.services
        speaker = self._speaker(follower)
        text = spoken(message, speaker, is_public=room.state.made.public)
        now = services.now()
        self._pace.take(speaker.guest, now)
        line = ChatLine(
            game=room.id, number=0, time=now, room=speaker.room, player=speaker.player,
            name=speaker.name, account=speaker.account, text=text, phrase=message.phrase,
        )  # fmt: skip
        listeners = {f.guest for f in room.followers}
        kept = _Kept(speaker.guest, message.id, line, listeners)
        await services.store.write(kept.write)
        if kept.silenced_until is not None:
            raise penalties.refusal("silence", kept.silenced_until - now)
        self._tell(kept)

    def _speaker(self, follower: "Follower") -> Speaker:
        seats = self._room.seats_of(follower.guest)
        name = self._room.state.seats[seats[0]].name if seats else ""
        return Speaker(
            guest=follower.guest,
            account=follower.person.account,
            player=seats[0] if seats else None,
            name=clean(name, MAX_NAME),
        )

    def _tell(self, kept: "_Kept") -> None:
        """A repeat goes to its sender alone: the others have heard it."""
        others = encode(kept.line)
        own = encode(msgspec.structs.replace(kept.line, mine=True, id=kept.action))
        for follower in list(self._room.followers):
            if follower.guest == kept.guest:
                follower.tell(own)
            elif not kept.is_repeat and self._hears(follower, kept):
                follower.tell(others)

    def _hears(self, follower: "Follower", kept: "_Kept") -> bool:
        is_player = bool(self._room.seats_of(follower.guest))
        is_over = self._room.state.over is not None
        return follower.guest not in kept.deaf and hears(is_player, kept.line.room, is_over=is_over)


class _Kept:
    """A line on its way into the store, with what the store says about it."""

    def __init__(self, guest: str, action: str, line: ChatLine, listeners: set[str]) -> None:
        self.guest, self.action, self.line = guest, action, line
        self._listeners = listeners
        self.deaf: set[str] = set()
        self.is_repeat = False
        self.silenced_until: int | None = None

    def write(self, connection: sa.Connection) -> None:
        """One transaction: may they, was it said already, keep it, who does not hear it."""
        line = self.line
        for kind in ("silence", "ban"):
            found = penalties.until(connection, self.guest, kind, line.time)
            self.silenced_until = self.silenced_until or found
        if self.silenced_until is not None:
            return
        own = (chat.c.game == line.game) & (chat.c.guest == self.guest)
        same = sa.select(chat).where(own, chat.c.action == self.action)
        row = connection.execute(same).mappings().first()
        if row is not None:
            self.line, self.is_repeat = line_of(row), True
            return
        number = _next_number(connection, line.game)
        self.line = msgspec.structs.replace(line, number=number)
        connection.execute(sa.insert(chat), self._row())
        old = (chat.c.game == line.game) & (chat.c.number <= number - MAX_LINES)
        connection.execute(sa.delete(chat).where(old))
        self.deaf = blocking.deaf_to(connection, self.guest, line.game, self._listeners)

    def _row(self) -> dict[str, Any]:
        line = self.line
        return {
            "game": line.game,
            "number": line.number,
            "time": line.time,
            "room": line.room,
            "guest": self.guest,
            "action": self.action,
            "player": line.player,
            "name": line.name,
            "public_name": line.account,
            "text": line.text,
            "phrase": line.phrase or "",
        }


def _next_number(connection: sa.Connection, game: str) -> int:
    """One that no line had: pages have seen it and reports name it, though the line be gone."""
    one_more = sa.update(games).where(games.c.id == game).values(said=games.c.said + 1)
    return int(connection.scalars(one_more.returning(games.c.said)).one())


# Reading back


def line_of(row: Mapping[Any, Any], guest: str = "") -> ChatLine:
    """A line from its row, as somebody reads it."""
    return ChatLine(
        game=row["game"],
        number=row["number"],
        time=row["time"],
        room=row["room"],
        player=row["player"],
        name=row["name"],
        account=row["public_name"],
        text=row["text"],
        phrase=row["phrase"] or None,
        mine=bool(guest) and row["guest"] == guest,
        id=row["action"] if guest and row["guest"] == guest else "",
    )


def lines(
    connection: sa.Connection, game: str, guest: str, *, is_player: bool, is_over: bool
) -> list[ChatLine]:
    """What somebody may read of a game's chat, in order."""
    deaf, _ = blocking.unheard(connection, guest, game)
    query = sa.select(chat).where(chat.c.game == game).order_by(chat.c.number)
    return [
        line_of(row, guest)
        for row in connection.execute(query).mappings()
        if row["guest"] == guest
        or (row["guest"] not in deaf and hears(is_player, row["room"], is_over=is_over))
    ]


def around(game: str, number: int | None, most: int) -> sa.Select[Any]:
    """Evidence: the rows of what was said at a game around a line, or last."""
    query = sa.select(chat).where(chat.c.game == game)
    if number is not None:
        query = query.where(chat.c.number.between(number - most // 2, number + most // 2))
    return query.order_by(chat.c.number.desc()).limit(most)


def last_of(connection: sa.Connection, guest: str, most: int) -> list[ChatLine]:
    """The last that somebody said, anywhere."""
    query = sa.select(chat).where(chat.c.guest == guest).order_by(chat.c.time.desc()).limit(most)
    rows = connection.execute(query).mappings().all()
    return [line_of(row) for row in reversed(rows)]


def speaker_of(connection: sa.Connection, game: str, number: int) -> tuple[str, str] | None:
    """Who said a line: guest, and what they were called."""
    query = sa.select(chat).where(chat.c.game == game, chat.c.number == number)
    row = connection.execute(query).mappings().first()
    return None if row is None else (row["guest"], row["public_name"] or row["name"])
