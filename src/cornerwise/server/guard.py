"""The door: which hosts and origins may speak to us, how often, and what every answer says.

A page of another site must not act for a guest, and a name that an attacker points at
this machine (DNS rebinding) must not reach it.
"""

import socket
from collections import Counter
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornerwise.server.settings import SettingError, Settings

SOLVE_RATE = "60/minute"
"""Questions to the solver from one guest or address."""
REVIEW_RATE = "240/minute"
"""Moves of finished games that one guest or address has reviewed: a long game in half a minute."""
STUDY_RATE = "300/minute"
"""Positions that one guest or address has looked at: five steps a second through a game."""
FILM_RATE = "10/10 minutes"
"""Games drawn as pictures that move, for one guest or address: ten seconds of a processor each."""
MAIL_RATE = "5/hour"
"""Mails that strangers can have sent to one address."""
MAX_SOCKETS = 500
"""Open websockets of one address: many people may share one, but not a country."""
POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Door:
    """Decides who may come in."""

    def __init__(self, settings: Settings) -> None:
        names = {"localhost", socket.gethostname().lower(), *settings.hosts}
        self._hosts = {name.lower() for name in names}
        self._origins = set(settings.origins)
        self._sockets: Counter[str] = Counter()
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._rates = {
            "create": _rate("create_rate", settings.create_rate),
            "request": _rate("request_rate", settings.request_rate),
            "solve": parse(SOLVE_RATE),
            "review": parse(REVIEW_RATE),
            "study": parse(STUDY_RATE),
            "film": parse(FILM_RATE),
            "sign_in": _rate("sign_in_rate", settings.sign_in_rate),
            "mail": parse(MAIL_RATE),
            "guess": _rate("guess_rate", settings.guess_rate),
            "sign_up": _rate("sign_up_rate", settings.sign_up_rate),
        }

    def knows_host(self, host: str | None) -> bool:
        """Whether a request was meant for this server: an address, our name, or one in settings."""
        name = _host_name(host)
        if name is None:
            return False
        return name in self._hosts or name.endswith(".localhost") or _is_address(name)

    def allows_origin(self, connection: HTTPConnection) -> bool:
        """Whether the page that sends this is ours. Programs that are no browser send no origin."""
        headers = connection.headers
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
        if origin in self._origins:
            return True
        if connection.url.scheme in ("https", "wss") and not origin.startswith("https://"):
            return False  # a plain page of our name can be anybody's on the way
        return origin != "null" and _place_of(origin) == headers.get("host")

    def admit(self, address: str) -> bool:
        """Whether an address may have one more socket; `release` gives it back."""
        if self._sockets[address] >= MAX_SOCKETS and not _is_this_machine(address):
            return False
        self._sockets[address] += 1
        return True

    def release(self, address: str) -> None:
        """A socket is closed."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def is_over_rate(self, kind: str, name: str) -> bool:
        """Whether somebody has done so many of a kind already; asking costs nothing."""
        return not self._limiter.test(self._rates[kind], kind, name)

    def allows_rate(self, kind: str, who: Iterable[str]) -> bool:
        """Whether each of these may do one more of a kind now."""
        return all(self._limiter.hit(self._rates[kind], kind, name) for name in who if name)


def _rate(name: str, text: str) -> RateLimitItem:
    try:
        return parse(text)
    except ValueError:
        example = "60/minute or 10/10 minutes"
        raise SettingError(f"CORNERWISE_{name.upper()} is like {example}, not {text!r}") from None


def address_of(connection: HTTPConnection) -> str:
    """Where somebody is, for counting. One line of IPv6 has a whole network: it counts as one."""
    address = connection.client.host if connection.client else ""
    if ":" not in address or not _is_address(address):
        return address
    if ip_address(address).is_loopback:
        return address
    return str(ip_network(f"{address.partition('%')[0]}/64", strict=False))


def _host_name(host: str | None) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname if host else None
    except ValueError:
        return None


def _place_of(origin: str) -> str | None:
    """Host and port of an origin; None for what is no address at all."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_this_machine(name: str) -> bool:
    return _is_address(name) and ip_address(name).is_loopback


class GuardMiddleware:
    """Turns away wrong hosts and adds the security headers to every HTTP answer."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        known = self._door.knows_host(Headers(scope=scope).get("host"))
        if scope["type"] == "websocket":
            await (self._app(scope, receive, send) if known else _refuse_socket(receive, send))
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["scheme"] == "https":
                    headers.setdefault("strict-transport-security", "max-age=31536000")
            await send(message)

        await (self._app(scope, receive, send_guarded) if known else _refuse(send_guarded))


async def _refuse(send: Send) -> None:
    text = b"This server does not go by that name; start it with CORNERWISE_HOSTS=name.\n"
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": text})


async def _refuse_socket(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": 4403})
