"""Everything that can be asked over HTTP: the table of routes, and the short answers."""

import asyncio
from functools import lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa
from starlette.responses import Response

from cornerwise.rules import VARIANTS, Variant
from cornerwise.server import bodies
from cornerwise.server.accounts.passkeys import can_have_passkeys
from cornerwise.server.accounts.routes import ACCOUNT_ROUTES
from cornerwise.server.downloads import LARGEST_FILM, PICTURES, download
from cornerwise.server.http import KEY, Call, Parameter, Route
from cornerwise.server.lobby.creating import create_game, seat_people, store_game
from cornerwise.server.lobby.routes import LOBBY_ROUTES
from cornerwise.server.making import Table, chosen_variant, taken_over
from cornerwise.server.manners.moderation_routes import MODERATION_ROUTES
from cornerwise.server.manners.persons import readable_game
from cornerwise.server.manners.routes import MANNERS_ROUTES
from cornerwise.server.notices.routes import NOTICE_ROUTES
from cornerwise.server.pages import Page, make_page
from cornerwise.server.programs.routes import PROGRAM_ROUTES
from cornerwise.server.ranking.routes import RANKING_ROUTES
from cornerwise.server.records import imported
from cornerwise.server.refusal import Refusal
from cornerwise.server.reviewer import ReviewedMove
from cornerwise.server.reviewing import reviewed_move
from cornerwise.server.solo_routes import SOLO_ROUTES
from cornerwise.server.study.routes import STUDY_ROUTES
from cornerwise.server.summary import listed, summary
from cornerwise.server.tournaments.routes import TOURNAMENT_ROUTES
from cornerwise.server.variants import summaries, variant_view

MAX_LISTED = 500
MAX_IMPORT = 1_100_000


async def _health(call: Call) -> bodies.Health:
    result: bodies.Health = call.health()
    return result


async def _ready(call: Call) -> bodies.Ready:
    services = call.rooms.services
    if not services.cluster.is_ready:
        raise Refusal("busy", "this server has lost its place among the others")
    await services.store.read(lambda connection: connection.scalar(sa.select(1)))
    return bodies.Ready()


async def _me(call: Call) -> bodies.Me:
    services, person, url = call.rooms.services, call.person, call.request.url
    return bodies.Me(
        guest=services.keeper.public_name(call.guest),
        account=person.account,
        is_moderator=person.is_moderator,
        can_mail=services.mailer is not None,
        can_passkey=can_have_passkeys(url.scheme, url.hostname or ""),
    )


# Variants


async def _variants(call: Call) -> Page:
    return _catalogue()


@lru_cache(maxsize=1)
def _catalogue() -> Page:
    return make_page(msgspec.json.encode(summaries()), "application/json")


@lru_cache(maxsize=64)
def _view(variant: Variant) -> Page:
    """Encoded and compressed once for each choice of options."""
    return make_page(msgspec.json.encode(variant_view(variant)), "application/json")


async def _variant(call: Call) -> Page:
    if call.path("name") not in VARIANTS:
        raise Refusal("unknown_game", f"there is no variant {call.path('name')[:40]!r}")
    options: dict[str, Any] = {
        name: text for name in ("start", "contact") if (text := call.query(name)) is not None
    }
    if (bonus := call.query("bonus")) is not None:
        options["bonus"] = _numbers(bonus)
    return _view(chosen_variant(call.path("name"), options))


def _numbers(text: str) -> list[int]:
    parts = text[:40].split(",")
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise Refusal("unreadable", f"a bonus is two numbers such as 15,20, not {text[:40]!r}")
    return [int(part) for part in parts]


# Games


async def _create(call: Call) -> bodies.GameMade:
    return _made(call, *await create_game(call.rooms, call.person, call.body))


async def _fork(call: Call) -> bodies.GameMade:
    fork: bodies.ForkGame = call.body
    room = await readable_game(call, call.path("game"))
    game = room.state.game
    seating = await seat_people(call.rooms, call.person, game.variant, fork.seats)
    seats, holders = seating.seats, seating.holders
    table = taken_over(game, fork.ply, seats, holders, clock=fork.clock, origin=room.id)
    return _made(call, await store_game(call.rooms, call.person, table, seating.whom), table)


async def _import(call: Call) -> bodies.GameMade:
    body: bodies.ImportGame = call.body
    # In a thread: a file of a megabyte takes most of a second, which the sockets need.
    table = await asyncio.to_thread(imported, body.blksgf, call.guest)
    return _made(call, (await call.rooms.create(table)).game, table)


def _made(call: Call, game: str, table: Table) -> bodies.GameMade:
    mine = [player for player, holder in enumerate(table.holders) if holder == call.guest]
    # A table with none of my seats on it still needs its link.
    key = call.rooms.services.keeper.key(game)
    return bodies.GameMade(game=game, key=key, seats=mine)


async def _games(call: Call) -> bodies.GameList:
    limit = call.number("limit", 100, range(1, MAX_LISTED + 1))
    found = await call.rooms.services.store.games_of(call.guest, limit)
    mine = [(g.phase == "over", listed(g.game, g.summary, g.mine)) for g in found]
    return bodies.GameList(
        unfinished=[game for over, game in mine if game is not None and not over],
        finished=[game for over, game in mine if game is not None and over],
    )


async def _game(call: Call) -> bodies.GameRecord:
    room = await readable_game(call, call.path("game"))
    mine = room.seats_of(call.guest)
    return bodies.GameRecord(summary=summary(room.id, room.state, mine), events=list(room.events))


async def _download(call: Call) -> Response:
    room = await readable_game(call, call.path("game"))
    return await download(call, room, call.path("format"))


NAME = Parameter(
    "name", {"type": "string", "enum": list(VARIANTS)}, "Name of the variant", in_path=True
)
GAME = Parameter(
    "game", {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}, "Id of the game", in_path=True
)
FORMAT = Parameter(
    "format",
    {"type": "string", "enum": ["blksgf", "json", *PICTURES]},
    "Kind of file",
    in_path=True,
)
VARIANT_OPTIONS = (
    Parameter("start", {"type": "string"}, "Start rule, as in `choices`"),
    Parameter("contact", {"type": "string"}, "Contact rule, as in `choices`"),
    Parameter("bonus", {"type": "string"}, "Two numbers, such as 15,20"),
)
PIXELS = f"Pixels across; at most {LARGEST_FILM} of a picture that moves"
PICTURE_OPTIONS = (
    Parameter("ply", {"type": "integer", "minimum": 0, "maximum": 1000}, "Moves to show"),
    Parameter("theme", {"type": "string", "enum": ["light", "dark"]}, "Colors of the ground"),
    Parameter("size", {"type": "integer", "minimum": 64, "maximum": 2048}, PIXELS),
)
PLY = Parameter("ply", {"type": "integer", "minimum": 1}, "Number of the move, from 1")
LIMIT = Parameter(
    "limit", {"type": "integer", "minimum": 1, "maximum": MAX_LISTED}, "Games at most"
)

ROUTES = (
    Route(
        method="GET", path="/api/health", access="anybody", handler=_health, answer=bodies.Health,
        summary="How the server is",
    ),
    Route(
        method="GET", path="/api/ready", access="anybody", handler=_ready, answer=bodies.Ready,
        refusals=(503,), summary="Whether the server can take people: the database answers",
    ),
    Route(
        method="GET", path="/api/me", access="anybody", handler=_me, answer=bodies.Me,
        summary="Who I am here",
    ),
    Route(
        method="GET", path="/api/variants", access="anybody", handler=_variants,
        answer=list[bodies.VariantSummary], summary="Every game there is",
    ),
    Route(
        method="GET", path="/api/variants/{name}", access="anybody", handler=_variant,
        answer=bodies.VariantView, parameters=(NAME, *VARIANT_OPTIONS), refusals=(400, 404),
        summary="All that is needed to draw a game and to know its legal moves",
    ),
    Route(
        method="POST", path="/api/games", access="anybody",
        handler=_create, body=bodies.NewGame, status=201,
        answer=bodies.GameMade, refusals=(400, 403, 404, 409, 413), rate="create",
        summary="A new game",
    ),
    Route(
        method="GET", path="/api/games", access="anybody", handler=_games, answer=bodies.GameList,
        parameters=(LIMIT,), refusals=(400,), summary="My games",
    ),
    Route(
        method="GET", path="/api/games/{game}", access="anybody",
        handler=_game, answer=bodies.GameRecord,
        parameters=(GAME, KEY), refusals=(404,), summary="A game with its whole log",
    ),
    Route(
        method="GET", path="/api/games/{game}/record.{format}", access="anybody", handler=_download,
        media=("application/x-blksgf", "application/json", "image/svg+xml", "image/png",
               "image/gif", "image/apng", "image/webp"),
        parameters=(GAME, FORMAT, *PICTURE_OPTIONS, KEY), refusals=(400, 404, 503),
        summary="A game as a file: record, picture or animation",
    ),
    Route(
        method="GET", path="/api/games/{game}/review", access="anybody", handler=reviewed_move,
        answer=ReviewedMove, parameters=(GAME, PLY, KEY), refusals=(400, 404, 409, 503),
        rate="review", summary="A move of a finished game beside the best one there",
    ),
    Route(
        method="POST", path="/api/games/{game}/fork", access="anybody",
        handler=_fork, body=bodies.ForkGame,
        answer=bodies.GameMade, parameters=(GAME, KEY), status=201,
        refusals=(400, 403, 404, 409, 413),
        rate="create", summary="Play on from a position of a game",
    ),
    Route(
        method="POST", path="/api/import", access="anybody",
        handler=_import, body=bodies.ImportGame, status=201,
        answer=bodies.GameMade, refusals=(400, 403, 413), max_body=MAX_IMPORT, rate="create",
        summary="A game from a .blksgf file",
    ),
    *ACCOUNT_ROUTES,
    *NOTICE_ROUTES,
    *LOBBY_ROUTES,
    *MANNERS_ROUTES,
    *MODERATION_ROUTES,
    *RANKING_ROUTES,
    *TOURNAMENT_ROUTES,
    *PROGRAM_ROUTES,
    *SOLO_ROUTES,
    *STUDY_ROUTES,
)  # fmt: skip
"""In the order of the documentation."""
