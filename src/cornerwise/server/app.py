"""The ASGI application: HTTP routes, the websocket, the pages, and one life cycle for all."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.exc import OperationalError
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route as StarletteRoute
from starlette.websockets import WebSocket

import cornerwise
from cornerwise.play import native_tables
from cornerwise.rules import VARIANTS
from cornerwise.server import http, openapi
from cornerwise.server.accounts.desk import Desk
from cornerwise.server.accounts.people import CHANGED_IDENTITY
from cornerwise.server.accounts.person import Person
from cornerwise.server.bodies import Health
from cornerwise.server.cluster.alone import Unavailable
from cornerwise.server.cluster.neighbors import meet
from cornerwise.server.guard import Door, GuardMiddleware, address_of
from cornerwise.server.guests import COOKIE, Keeper, read_secret
from cornerwise.server.mail import mailer_of
from cornerwise.server.manners.inspecting import Inspector
from cornerwise.server.pages import Pages
from cornerwise.server.programs.logs import log_request
from cornerwise.server.refusal import Refusal
from cornerwise.server.rooms import Rooms
from cornerwise.server.routes import ROUTES
from cornerwise.server.services import Services, wall_clock
from cornerwise.server.settings import SettingError, Settings
from cornerwise.server.socket import Bucket, Socket, SocketMiddleware
from cornerwise.server.store import Conflict, open_store
from cornerwise.server.tournaments import leaving

log = logging.getLogger(__name__)
AWAY = "the database or another server does not answer just now; try again soon"
LATE = "something else was written just before, so nothing was done; send it again"


class Server:
    """Everything that lives as long as the application."""

    def __init__(self, settings: Settings, now: Callable[[], int] = wall_clock) -> None:
        self.settings = settings
        self._secret = _secret_in(settings.data)
        self.keeper = Keeper(self._secret)
        self.door = Door(settings)
        self.mailer = mailer_of(settings)
        self.pages = Pages()
        self.sockets = 0
        self._now = now
        self.rooms: Rooms
        self.desk: Desk

    @asynccontextmanager
    async def life(self, _: object) -> AsyncIterator[None]:
        """Open the store, take up games; at the end let go in the right order."""
        settings = self.settings
        store = await asyncio.to_thread(open_store, settings.database_url, sync=settings.sync)
        around = await meet(settings, self._secret)
        services = Services(
            store, around.jobs, self.keeper, self._now,
            bus=around.bus, cluster=around.cluster, mailer=self.mailer,
            push_hosts=settings.push_hosts,
        )  # fmt: skip
        self.rooms = Rooms(services)
        self.desk = Desk(self.rooms)
        inspector = Inspector(self.rooms)
        services.listeners.extend(
            [
                services.ranking.hear,
                services.director.hear,
                services.programs.hear,
                services.meter.hear,
            ]
        )
        services.people.on_move += [services.ranking.merge, leaving.merge]
        try:
            await asyncio.to_thread(_warm_up)
            around.serve(self.rooms)
            await self.desk.finish()
            await self.rooms.start()
            self.desk.start()
            services.lobby.start(self.rooms)
            inspector.start()
            services.ranking.start()
            services.director.start(self.rooms)
            if settings.eager:
                around.jobs.warm_up()
            yield
        finally:
            await services.director.close()
            await services.ranking.close()
            await inspector.close()
            await services.lobby.close()
            await self.desk.close()
            await self.rooms.close()
            await around.close()
            await store.close()

    # HTTP

    def endpoint(self, route: http.Route) -> Callable[[Request], Awaitable[Response]]:
        """What Starlette calls for a route."""

        async def endpoint(request: Request) -> Response:
            began = time.perf_counter()
            try:
                response = await self.handle(route, request)
            except Refusal as refusal:
                response = http.refused(refusal)
            except (Unavailable, OperationalError) as error:
                log.warning("%s could not be answered: %s", route.path, error)
                response = http.refused(Refusal("busy", AWAY))
            except Conflict as error:
                log.warning("%s came too late: %s", route.path, error)
                response = http.refused(Refusal("busy", LATE))
            status, seconds = response.status_code, time.perf_counter() - began
            self.rooms.services.meter.request(route.path, route.method, status, seconds)
            log_request(route.method, request.url.path, status, seconds)
            return response

        return endpoint

    async def handle(self, route: http.Route, request: Request) -> Response:
        """One request, for whoever may make it; a newcomer becomes a guest."""
        http.check_address(request, route, self.door)
        known = await self.rooms.services.people.identify(request.headers, http.cookies_of(request))
        http.check_person(route, self.door, known)
        person = known if known.guest else Person(guest=self.keeper.new_guest())
        body = await http.read_body(request, route)
        call = http.Call(
            request=request,
            rooms=self.rooms,
            person=person,
            body=body,
            health=self.health,
            door=self.door,
            desk=self.desk,
        )
        if not known.guest:
            call.cookies[COOKIE] = self.keeper.cookie(person.guest)
        response = http.answer(route, request, await route.handler(call))
        http.set_cookies(request, response, call.cookies)
        return response

    async def page(self, request: Request) -> Response:
        """A file of the built pages; the first one makes the device a guest."""
        response = self.pages.answer(request)
        known = self.keeper.guest(http.cookies_of(request).get(COOKIE))
        if response.media_type == "text/html" and known is None:
            cookie = self.keeper.cookie(self.keeper.new_guest())
            http.set_cookies(request, response, {COOKIE: cookie})
        return response

    def health(self) -> Health:
        """How the server is."""
        services = self.rooms.services
        return Health(
            version=cornerwise.__version__,
            games=len(self.rooms),
            sockets=self.sockets,
            workers=len(services.jobs.pids),
            actions=services.timings.count,
            p50_ms=round(services.timings.percentile(0.5), 3),
            p99_ms=round(services.timings.percentile(0.99), 3),
        )

    # The websocket

    async def socket(self, websocket: WebSocket) -> None:
        """One connection, from the handshake to the end."""
        address = address_of(websocket)
        if not self.door.allows_origin(websocket):
            await websocket.close(4403, "wrong origin")
            return
        if not self.door.allows_rate("request", (address,)) or not self.door.admit(address):
            await websocket.close(1013, "too many connections")
            return
        self.sockets += 1
        try:
            await self._converse(websocket)
        finally:
            self.sockets -= 1
            self.door.release(address)

    async def _converse(self, websocket: WebSocket) -> None:
        """Until either side ends it, or the session by which it was opened has ended."""
        people = self.rooms.services.people
        try:
            person = await people.identify(websocket.headers, http.cookies_of(websocket))
        except Refusal as refusal:
            await websocket.close(CHANGED_IDENTITY, refusal.message)
            return
        bucket = Bucket(self.settings.message_rate, self.settings.message_burst)
        socket = Socket(websocket, person, self.rooms, bucket)
        people.connected(socket)
        try:
            await socket.run()
        finally:
            people.disconnected(socket)


def _secret_in(folder: Path) -> bytes:
    """The server's secret, from its folder, which is made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return read_secret(folder)
    except OSError as error:
        trouble = f"cannot use the folder {folder}: {error.strerror}"
        raise SettingError(f"{trouble}; give another with --data or CORNERWISE_DATA") from error


def _warm_up() -> None:
    """Compile every game before the first move, so that nobody waits for it in mid-game."""
    for variant in VARIANTS.values():
        native_tables(variant)


def make_app(settings: Settings, now: Callable[[], int] = wall_clock) -> Starlette:
    """The application with its own server."""
    server = Server(settings, now)
    routes = [
        StarletteRoute(route.path, server.endpoint(route), methods=[route.method])
        for route in ROUTES
    ]
    app = Starlette(
        routes=[
            *routes,
            *openapi.routes(),
            StarletteRoute("/{path:path}", server.page, methods=["GET"]),
        ],
        middleware=[
            Middleware(GuardMiddleware, door=server.door),
            Middleware(SocketMiddleware, path="/ws", handle=server.socket),
        ],
        lifespan=server.life,
    )
    app.state.server = server
    return app
