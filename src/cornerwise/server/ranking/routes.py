"""What can be asked about ratings."""

import sys

from cornerwise.rules import VARIANTS
from cornerwise.server.http import KEY, Call, Parameter, Route
from cornerwise.server.manners.persons import readable_game
from cornerwise.server.ranking import bodies, queries
from cornerwise.server.ranking.computers import computer_ratings
from cornerwise.server.refusal import Refusal
from cornerwise.server.speeds import SPEEDS

ME = "me"
"""The sender's own page has this name; no account can be called so."""
MAX_LISTED = 100


async def _my_ratings(call: Call) -> bodies.MyRatings:
    store, guest = call.rooms.services.store, call.guest
    return bodies.MyRatings(ratings=await store.read(lambda c: queries.ratings_of(c, guest)))


async def _leaderboard(call: Call) -> bodies.Leaderboard:
    variant, speed = _pool(call.path("variant"), call.path("speed"))
    limit = call.number("limit", 50, range(1, MAX_LISTED + 1))
    skip = call.number("skip", 0, range(1_000_000))
    store, guest = call.rooms.services.store, call.guest
    players, total = await store.read(lambda c: queries.leaders(c, variant, speed, limit, skip))
    anchors = computer_ratings(VARIANTS[variant])
    return bodies.Leaderboard(
        variant=variant,
        speed=speed,
        players=players,
        total=total,
        me=await store.read(lambda c: queries.leader(c, variant, speed, guest)),
        computers=[
            bodies.ComputerView(level=level, rating=rating.mu) for level, rating in anchors.items()
        ],
    )


def _pool(variant: str, speed: str) -> tuple[str, str]:
    if variant not in VARIANTS or speed not in SPEEDS:
        there = f"variants: {', '.join(VARIANTS)}; speeds: {', '.join(SPEEDS)}"
        raise Refusal("unknown_game", f"there is no such rating; there are {there}")
    return variant, speed


# Players


async def _player(call: Call) -> bodies.PlayerView:
    guest = await _guest(call)
    is_me = guest == call.guest
    return await call.rooms.services.store.read(
        lambda c: queries.player_view(c, guest, is_me=is_me)
    )


async def _guest(call: Call) -> str:
    name = call.path("name")
    if name == ME:
        return call.guest
    guest = await call.rooms.services.people.guest_of(name)
    if guest is None:
        raise Refusal("unknown_game", "there is no such player")
    return guest


async def _curve(call: Call) -> bodies.Curve:
    guest = await _guest(call)
    variant, speed = _pool(call.query("variant") or "", call.query("speed") or "")
    points = await call.rooms.services.store.read(
        lambda c: queries.curve(c, guest, variant, speed, everything=guest == call.guest)
    )
    return bodies.Curve(variant=variant, speed=speed, points=points)


async def _games(call: Call) -> bodies.PlayedGames:
    guest = await _guest(call)
    limit = call.number("limit", 20, range(1, MAX_LISTED + 1))
    before = call.number("before", sys.maxsize, range(10**15))
    variant = call.query("variant") or ""
    return await call.rooms.services.store.read(
        lambda c: queries.played_games(
            c, guest, everything=guest == call.guest, variant=variant, before=before, limit=limit
        )
    )


async def _game(call: Call) -> bodies.GameRatings:
    game = call.path("game")
    await readable_game(call, game)
    return await call.rooms.services.store.read(lambda c: queries.game_ratings(c, game))


VARIANT = Parameter(
    "variant", {"type": "string", "enum": list(VARIANTS)}, "Name of the variant", in_path=True
)
SPEED = Parameter("speed", {"type": "string", "enum": list(SPEEDS)}, "From the clock", in_path=True)
ANY_VARIANT = Parameter("variant", {"type": "string", "enum": list(VARIANTS)}, "Name of it")
ANY_SPEED = Parameter("speed", {"type": "string", "enum": list(SPEEDS)}, "From the clock")
NAME = Parameter(
    "name",
    {"type": "string", "minLength": 1, "maxLength": 40},
    "Name of the account, or `me`",
    in_path=True,
)
GAME = Parameter(
    "game", {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}, "Id of the game", in_path=True
)
LIMIT = Parameter("limit", {"type": "integer", "minimum": 1, "maximum": MAX_LISTED}, "At most")
SKIP = Parameter("skip", {"type": "integer", "minimum": 0, "maximum": 999_999}, "Lines before")
BEFORE = Parameter(
    "before", {"type": "integer", "minimum": 0, "maximum": 10**15 - 1}, "Only games ended before"
)

RANKING_ROUTES = (
    Route(
        method="GET", path="/api/leaderboards/{variant}/{speed}", access="anybody",
        handler=_leaderboard, answer=bodies.Leaderboard, refusals=(400, 404),
        parameters=(VARIANT, SPEED, LIMIT, SKIP), summary="The best players of a game at a speed",
    ),
    Route(
        method="GET", path="/api/ratings", access="anybody", handler=_my_ratings,
        answer=bodies.MyRatings, summary="My ratings",
    ),
    Route(
        method="GET", path="/api/players/{name}", access="anybody", handler=_player,
        answer=bodies.PlayerView, parameters=(NAME,), refusals=(400, 404),
        summary="A player's page: ratings, results by variant and seat, favorite openings",
    ),
    Route(
        method="GET", path="/api/players/{name}/curve", access="anybody", handler=_curve,
        answer=bodies.Curve, parameters=(NAME, ANY_VARIANT, ANY_SPEED), refusals=(400, 404),
        summary="A player's rating over time",
    ),
    Route(
        method="GET", path="/api/players/{name}/games", access="anybody", handler=_games,
        answer=bodies.PlayedGames, parameters=(NAME, ANY_VARIANT, BEFORE, LIMIT),
        refusals=(400, 404), summary="A player's finished games; of others the public ones",
    ),
    Route(
        method="GET", path="/api/games/{game}/ratings", access="anybody", handler=_game,
        answer=bodies.GameRatings, parameters=(GAME, KEY), refusals=(404,),
        summary="What a game did to the ratings",
    ),
)  # fmt: skip
