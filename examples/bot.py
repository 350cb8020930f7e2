"""A whole program player: python examples/bot.py http://127.0.0.1:8765 cwt_…

It plays in every game in which its account has a seat: the largest piece that fits, by chance.
Make an account for it, and a token on the account's page (docs/programs.md).
"""

import json
import random
import sys
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError

SERVER, TOKEN = sys.argv[1:] if len(sys.argv) == 3 else sys.exit(__doc__)


def call(path: str, body: Any = None) -> Any:
    headers = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=60)


def lines() -> Iterator[dict[str, Any]]:
    with call("/api/bot/stream") as stream:
        yield from (json.loads(line) for line in stream if line.strip())


for line in lines():
    print(line if line["type"] != "event" else line["event"]["kind"], flush=True)
    if line["type"] == "turn":
        game = json.load(call(f"/api/bot/games/{line['game']}"))
        if game["moves"]:
            size = max(move.count(",") for move in game["moves"])
            move = random.choice([m for m in game["moves"] if m.count(",") == size])
            play = {"id": str(uuid.uuid4()), "seq": game["seq"], "move": move}
            with suppress(HTTPError):  # refused: the game has gone on, and the stream says how
                call(f"/api/bot/games/{line['game']}/play", play)
