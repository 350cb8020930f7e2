"""Where moves sent early are kept: beside the log, for they are nobody else's business."""

import msgspec
import sqlalchemy as sa

from cornerwise.server.store.schema import premoves
from cornerwise.server.table.premoves import Lists


def save_lists(connection: sa.Connection, game: str, lists: Lists) -> None:
    """Replace all lists of a game."""
    connection.execute(sa.delete(premoves).where(premoves.c.game == game))
    encode = msgspec.json.encode
    rows = [
        {"game": game, "player": player, "color": color, "moves": encode(moves).decode()}
        for (player, color), moves in lists.items()
    ]
    if rows:
        connection.execute(sa.insert(premoves), rows)
