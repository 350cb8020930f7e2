"""Requests and answers in our own types: routes are data, bodies are msgspec structs.

The same table of routes serves the requests and writes the OpenAPI description, so the
two cannot differ.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from cornerwise.server.accounts.desk import Desk
from cornerwise.server.accounts.person import Access, Person, check_access
from cornerwise.server.bodies import Problem
from cornerwise.server.guard import Door, address_of
from cornerwise.server.guests import COOKIE_AGE
from cornerwise.server.pages import Page, send_page
from cornerwise.server.protocol import ErrorCode
from cornerwise.server.refusal import Refusal
from cornerwise.server.rooms import Rooms

STATUS: Mapping[ErrorCode, int] = {
    "unreadable": 400,
    "illegal": 400,
    "sign_in": 401,
    "not_yours": 403,
    "silenced": 403,
    "banned": 403,
    "bad_sign_in": 403,
    "bad_key": 403,
    "unknown_game": 404,
    "unknown_person": 404,
    "not_now": 409,
    "stale": 409,
    "seat_taken": 409,
    "name_taken": 409,
    "not_joined": 409,
    "too_large": 413,
    "too_fast": 429,
    "busy": 503,
}
MAX_DIGITS = 18
"""Of a number after the question mark."""
NUL = b"\\u0000"
"""As JSON writes it. PostgreSQL refuses it in any text."""
SMALL_BODY = 16_384
"""Bytes of a request, unless a route says otherwise."""
HOST_ONLY = "__Host-"
"""Browsers take a cookie of such a name only from https and this very host."""


@dataclass(frozen=True)
class Parameter:
    """Something in the path (`in_path`), in a header (`in_header`) or after the question mark."""

    name: str
    schema: Mapping[str, Any]
    text: str
    in_path: bool = False
    in_header: bool = False


KEY = Parameter(
    "cornerwise-key",
    {"type": "string"},
    "Key of the link to a private game, from who watches it",
    in_header=True,
)
"""A header, because addresses stand in logs."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """One request, read and checked."""

    request: Request
    rooms: Rooms
    person: Person
    """Who asks."""
    body: Any = None
    """Of the route's `body` type."""
    health: Callable[[], Any]
    door: Door
    desk: Desk
    """Where accounts are opened, entered and closed."""
    cookies: dict[str, str | None] = field(default_factory=dict)
    """To be set with the answer; None takes a cookie away."""

    @property
    def guest(self) -> str:
        """The id by which who asks holds seats."""
        return self.person.guest

    @property
    def key(self) -> str:
        """Of the link by which who asks came to a game; empty if none was shown."""
        return self.request.headers.get(KEY.name, "")

    def path(self, name: str) -> str:
        """A part of the address. No database can hold NUL, so nothing is called so."""
        text = str(self.request.path_params[name])
        if "\0" in text:
            raise Refusal("unknown_game", f"there is no such {name}")
        return text

    def query(self, name: str) -> str | None:
        """What stands after the question mark, if anything."""
        text = self.request.query_params.get(name)
        if text is not None and "\0" in text:
            raise Refusal("unreadable", f"{name} has a character that no name has")
        return text

    def number(self, name: str, default: int, allowed: range) -> int:
        """A whole number after the question mark."""
        text = self.query(name)
        if text is None:
            return default
        fits = text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS
        if not (fits and int(text) in allowed):
            limits = f"{allowed[0]} to {allowed[-1]}"
            raise Refusal(
                "unreadable", f"{name} is a whole number from {limits}, not {text[:40]!r}"
            )
        return int(text)


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, kw_only=True)
class Route:
    """One thing that can be asked over HTTP."""

    method: str
    path: str
    handler: Handler
    summary: str
    access: Access | None = None
    """Who may use it; while nothing is said, nobody."""
    answer: Any = None
    """Type of the answer; None for files."""
    media: tuple[str, ...] = ("application/json",)
    body: type[msgspec.Struct] | None = None
    parameters: tuple[Parameter, ...] = ()
    status: int = 200
    refusals: tuple[int, ...] = ()
    """Statuses of refusals that can occur, besides 421 and 429."""
    max_body: int = SMALL_BODY
    rate: str = "request"
    headers: Mapping[str, str] = field(default_factory=lambda: {"cache-control": "no-store"})


async def read_body(request: Request, route: Route) -> Any:
    """The body as the route's type, never more than it may have."""
    if route.body is None:
        return None
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # Only our own page can send this kind across origins, so forms of other sites fail.
        raise Refusal("unreadable", "send the body as application/json")
    data = bytearray()
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > route.max_body:
                raise Refusal("too_large", f"a body has at most {route.max_body} bytes here")
    except ClientDisconnect:
        raise Refusal("unreadable", "the connection ended before the body did") from None
    if route.max_body == SMALL_BODY and NUL in data:  # a record is read by its own reader
        raise Refusal("unreadable", "no text here can have the character NUL")
    try:
        return msgspec.json.decode(bytes(data), type=route.body)
    except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
        raise Refusal("unreadable", f"cannot read the body: {error}") from error


def check_address(request: Request, route: Route, door: Door) -> None:
    """Where a request comes from, and how often; before anything is asked of the store."""
    if request.method not in ("GET", "HEAD") and not door.allows_origin(request):
        raise Refusal("not_yours", "this request comes from a page of another site")
    if not door.allows_rate(route.rate, [address_of(request)]):
        raise Refusal("too_fast", "too many requests: wait a minute")


def check_person(route: Route, door: Door, person: Person) -> None:
    """Whether this person may use the route, and has not done so too often."""
    if not door.allows_rate(route.rate, [person.guest]):
        raise Refusal("too_fast", "too many requests: wait a minute")
    check_access(route.access, person)


def answer(route: Route, request: Request, result: Any) -> Response:
    """A struct becomes JSON; a response stays what it is, a page is sent like a file."""
    if isinstance(result, Page):
        return send_page(request, result)
    if isinstance(result, Response):
        for name, value in route.headers.items():
            result.headers.setdefault(name, value)
        if result.headers.get("content-type", "").endswith("+xml"):
            result.headers["content-type"] += "; charset=utf-8"
        return result
    data = msgspec.json.encode(result)
    return Response(data, route.status, dict(route.headers), "application/json")


def cookies_of(connection: HTTPConnection) -> Mapping[str, str]:
    """Our cookies. Over https only those that no other host and no plain page can have set."""
    if connection.url.scheme not in ("https", "wss"):
        return connection.cookies
    return {
        name.removeprefix(HOST_ONLY): value
        for name, value in connection.cookies.items()
        if name.startswith(HOST_ONLY)
    }


def set_cookies(request: Request, response: Response, cookies: Mapping[str, str | None]) -> None:
    """None of them can be read by a script, or is sent with another site's request."""
    secure = request.url.scheme == "https"
    for name, value in cookies.items():
        response.set_cookie(
            HOST_ONLY + name if secure else name,
            value or "",
            max_age=0 if value is None else COOKIE_AGE,
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def refused(refusal: Refusal) -> Response:
    """The answer to a refused request."""
    data = msgspec.json.encode(Problem(code=refusal.code, message=refusal.message))
    headers = {"cache-control": "no-store"}
    if refusal.code == "too_fast":
        headers["retry-after"] = "60"
    return Response(data, STATUS[refusal.code], headers, "application/json")
