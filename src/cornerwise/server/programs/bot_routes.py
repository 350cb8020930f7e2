"""The bot API: tokens, the stream, moves over HTTP."""

import msgspec
from starlette.responses import Response

from cornerwise.server import protocol as say
from cornerwise.server.accounts.person import Person
from cornerwise.server.http import Call, Parameter, Route
from cornerwise.server.manners.persons import readable_game
from cornerwise.server.programs import bodies
from cornerwise.server.programs.paced import PacedResponse
from cornerwise.server.programs.stream import Stream
from cornerwise.server.refusal import Refusal
from cornerwise.server.rooms import SeenGame

# Tokens


def _require_person(call: Call) -> None:
    if call.person.is_bot:
        raise Refusal("not_yours", "tokens are made and taken back by a person, not by a program")


async def _make_token(call: Call) -> bodies.TokenMade:
    _require_person(call)
    new: bodies.NewToken = call.body
    made = await call.rooms.services.programs.tokens.make(call.guest, new.name)
    if made is None:
        raise Refusal("not_now", "there are too many tokens; take one back first")
    return bodies.TokenMade(token=made[0], view=made[1])


async def _tokens(call: Call) -> bodies.TokenList:
    return bodies.TokenList(tokens=await call.rooms.services.programs.tokens.of(call.guest))


async def _end_token(call: Call) -> bodies.TokenList:
    _require_person(call)
    if not await call.rooms.services.programs.tokens.end(call.guest, call.path("token")):
        raise Refusal("unknown_game", "there is no such token")
    return await _tokens(call)


# Games


class Caller:
    """Who acts over HTTP: a follower for the length of one action."""

    def __init__(self, person: Person) -> None:
        self.person, self.guest, self.lag = person, person.guest, 0
        self.seq = 0

    def tell(self, message: bytes) -> None:
        """Only the end of the action matters."""
        told = msgspec.json.decode(message)
        if told["type"] == "done":
            self.seq = told["seq"]

    def drop(self, code: int) -> None:
        """Nothing is open that could be closed."""


async def _stream(call: Call) -> Response:
    programs = call.rooms.services.programs
    stream = Stream(call.person, call.rooms)
    if not programs.open(stream):
        raise Refusal("too_fast", "this program has too many streams open")
    return PacedResponse(stream.lines(), "application/x-ndjson", end=lambda: programs.close(stream))


async def _game(call: Call) -> bodies.BotGame:
    seen = await readable_game(call, call.path("game"))
    mine = seen.seats_of(call.guest)
    if not mine:
        raise Refusal("not_yours", "this program holds no seat there")
    return bodies.BotGame(
        game=seen.id,
        seats=mine,
        player=seen.state.game.player if seen.state.is_running else None,
        moves=_moves(seen, mine),
        seq=seen.state.seq,
        events=list(seen.events),
    )


def _moves(seen: SeenGame, mine: list[int]) -> list[str]:
    state = seen.state
    if not state.is_running or state.game.player not in mine:
        return []
    return [str(move) for move in state.game.legal_moves]


async def _play(call: Call) -> bodies.BotDone:
    body: bodies.BotPlay = call.body
    return await _act(
        call, say.Play(game=call.path("game"), id=body.id, seq=body.seq, move=body.move)
    )


async def _resign(call: Call) -> bodies.BotDone:
    body: bodies.BotResign = call.body
    return await _act(
        call, say.Resign(game=call.path("game"), id=body.id, seq=body.seq, player=body.player)
    )


async def _sit(call: Call) -> bodies.BotDone:
    body: bodies.BotSit = call.body
    name = body.name or call.person.account
    sit = say.Sit(
        game=call.path("game"), id=body.id, seq=body.seq, player=body.player, name=name,
        key=body.key,
    )  # fmt: skip
    return await _act(call, sit, body.key)


async def _act(call: Call, action: say.Action, key: str = "") -> bodies.BotDone:
    caller, game = Caller(call.person), call.path("game")
    if not call.rooms.services.keeper.is_key(game, key):
        await readable_game(call, game)
    room = await call.rooms.get(game)
    with call.rooms.services.timings.timed():
        await room.obey(caller, action)
    return bodies.BotDone(seq=caller.seq)


TOKEN = Parameter(
    "token", {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}, "Its public id", in_path=True
)
GAME = Parameter(
    "game", {"type": "string", "pattern": "^[A-Za-z0-9_-]{12}$"}, "Id of the game", in_path=True
)
_here = "/api/bot/games/{game}"

BOT_ROUTES = (
    Route(
        method="GET", path="/api/tokens", access="account", handler=_tokens,
        answer=bodies.TokenList, refusals=(401, 403), summary="My programs' tokens",
    ),
    Route(
        method="POST", path="/api/tokens", access="account", handler=_make_token, status=201,
        body=bodies.NewToken, answer=bodies.TokenMade, refusals=(400, 401, 403, 409, 413),
        rate="create", summary="A token for a program, shown this once",
    ),
    Route(
        method="DELETE", path="/api/tokens/{token}", access="account", handler=_end_token,
        answer=bodies.TokenList, parameters=(TOKEN,), refusals=(401, 403, 404),
        summary="Take a token back",
    ),
    Route(
        method="GET", path="/api/bot/stream", access="bot", handler=_stream,
        media=("application/x-ndjson",), refusals=(401, 403, 429),
        summary="Everything that happens in the program's games, a line each",
    ),
    Route(
        method="GET", path=_here, access="bot", handler=_game, answer=bodies.BotGame,
        parameters=(GAME,), refusals=(401, 403, 404),
        summary="A game's log, and the legal moves when the program is to play",
    ),
    Route(
        method="POST", path=f"{_here}/play", access="bot", handler=_play, body=bodies.BotPlay,
        answer=bodies.BotDone, parameters=(GAME,), refusals=(400, 401, 403, 404, 409, 413, 503),
        summary="Place a piece",
    ),
    Route(
        method="POST", path=f"{_here}/resign", access="bot", handler=_resign,
        body=bodies.BotResign, answer=bodies.BotDone, parameters=(GAME,),
        refusals=(400, 401, 403, 404, 409, 413, 503), summary="Give up",
    ),
    Route(
        method="POST", path=f"{_here}/sit", access="bot", handler=_sit, body=bodies.BotSit,
        answer=bodies.BotDone, parameters=(GAME,),
        refusals=(400, 401, 403, 404, 409, 413, 503), summary="Take a free seat",
    ),
)  # fmt: skip
