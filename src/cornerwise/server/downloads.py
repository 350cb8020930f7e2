"""A game as a file. Records and SVG are made here; what takes long is drawn by a worker."""

import asyncio
from base64 import b64decode

from starlette.responses import Response

from cornerwise.notation import write_blksgf, write_json
from cornerwise.play import Game
from cornerwise.render import svg
from cornerwise.server.awaiting import awaited
from cornerwise.server.guard import address_of
from cornerwise.server.http import Call
from cornerwise.server.jobs import Busy
from cornerwise.server.queueing import JobFailed, Priority
from cornerwise.server.records import record_of
from cornerwise.server.refusal import Refusal
from cornerwise.server.rooms import SeenGame
from cornerwise.server.worker import PictureTask, SentGame

PICTURES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "apng": "image/apng",
    "webp": "image/webp",
}
FILMS = ("gif", "apng", "webp")
THEMES = ("light", "dark")
LARGEST_FILM = 1024
"""Pixels across: a picture of each move is in memory at once, 0.3 GB of them at this size."""
PATIENCE = 75.0
"""Seconds that a picture may wait and be drawn together; nginx waits a little longer."""


async def download(call: Call, room: SeenGame, format: str) -> Response:
    """The file of a game in a format."""
    if format == "blksgf":
        return _file(room, format, write_blksgf(record_of(room.state)), "application/x-blksgf")
    if format == "json":
        return _file(room, format, write_json(record_of(room.state)), "application/json")
    if format not in PICTURES:
        formats = ", ".join(("blksgf", "json", *PICTURES))
        raise Refusal("unknown_game", f"there is no format {format[:20]!r}; there are: {formats}")
    theme, size = call.query("theme") or "light", call.number("size", 640, range(64, 2049))
    if theme not in THEMES:
        raise Refusal("unreadable", f"a theme is light or dark, not {theme[:20]!r}")
    if format in FILMS and size > LARGEST_FILM:
        raise Refusal("unreadable", f"pictures that move have at most {LARGEST_FILM} pixels across")
    asker = (address_of(call.request), call.guest)
    if format in FILMS and not call.door.allows_rate("film", asker):
        raise Refusal("too_fast", "enough pictures that move: ask again in ten minutes")
    game = _shown(call, room)
    if format == "svg":
        return _file(room, format, svg(game, theme=theme, size=size), PICTURES[format])
    task = PictureTask(game=SentGame.of(game), format=format, theme=theme, size=size)
    return _file(room, format, await _drawn(call, task), PICTURES[format])


def _shown(call: Call, room: SeenGame) -> Game:
    """The game after as many moves as were asked for."""
    game = room.state.game.copy()
    ply = call.number("ply", len(game.moves), range(1001))
    while len(game.moves) > ply:
        game.undo()
    return game


async def _drawn(call: Call, task: PictureTask) -> bytes:
    priority = Priority.FILM if task.format in FILMS else Priority.PICTURE
    deadline = asyncio.get_running_loop().time() + PATIENCE
    try:
        ticket = call.rooms.services.jobs.submit(call.guest, task, priority)
        return b64decode(await awaited(call, ticket, deadline))
    except (Busy, JobFailed) as error:
        raise Refusal("busy", "the picture could not be drawn just now; try again") from error


def _file(room: SeenGame, format: str, data: str | bytes, media: str) -> Response:
    name = f"{room.state.game.variant.name}-{room.id}.{'png' if format == 'apng' else format}"
    headers = {"content-disposition": f'inline; filename="{name}"'}
    if format in ("blksgf", "json"):
        headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, 200, headers, media)
