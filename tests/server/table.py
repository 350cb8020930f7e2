"""What the tests of the server share: guests at a table, over HTTP and websockets."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from cornerwise.server.app import Server
from cornerwise.server.room import Room

ME, HERE, LINK = {"kind": "me"}, {"kind": "here"}, {"kind": "link"}
COMPUTER = {"kind": "computer", "level": 1}
ADDRESS = "ws://127.0.0.1:8765/ws"
ids = itertools.count(1)


class Clock:
    """Milliseconds that pass only when the test says so."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def __call__(self) -> int:
        return self.time


class Page:
    """One open websocket of a guest."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session

    def send(self, type: str, **fields: Any) -> None:
        self.session.send_json({"type": type, **fields})

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = self.session.receive_json()
        return message

    def until(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types; others are passed over."""
        while (message := self.receive())["type"] not in types:
            pass
        return message

    def join(self, game: str, seq: int = 0, **more: Any) -> dict[str, Any]:
        self.send("join", game=game, seq=seq, **more)
        return self.until("joined", "error")

    def act(self, type: str, game: str, seq: int, id: str | None = None, **more: Any) -> Any:
        """Send an action and wait for its end: `done` or `error`."""
        id = id or f"action-{next(ids)}"
        self.send(type, game=game, seq=seq, id=id, **more)
        while True:
            message = self.until("done", "error")
            if message["id"] == id:
                return message

    def closed(self) -> int:
        """The code with which the server closes; until then it tells of no event."""
        try:
            while True:
                assert self.receive()["type"] != "events"
        except WebSocketDisconnect as end:
            return end.code

    def events(self) -> list[dict[str, Any]]:
        """The events of the next `events` message."""
        events: list[dict[str, Any]] = self.until("events")["events"]
        return events


class Guest:
    """A device with its cookie."""

    def __init__(
        self, client: TestClient, cookie: str, doors: Iterator[TestClient] | None = None
    ) -> None:
        self.client = client
        self._doors = doors or itertools.repeat(client)
        """Each page comes in by the next server."""
        self.headers = {"cookie": f"cornerwise={cookie}"} if cookie else {}

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(path, headers=self.headers, **more)

    def post(self, path: str, body: Any) -> Any:
        return self.client.post(path, json=body, headers=self.headers)

    def put(self, path: str, body: Any) -> Any:
        return self.client.put(path, json=body, headers=self.headers)

    def make(self, variant: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
        answer = self.post("/api/games", {"variant": variant, "seats": list(seats), **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    @contextmanager
    def page(self) -> Iterator[Page]:
        door = next(self._doors)
        with door.websocket_connect(ADDRESS, headers=self.headers) as session:
            yield Page(session)


class Table:
    """A running server and the guests of a test."""

    def __init__(
        self, client: TestClient, server: Server, clock: Clock, *others: TestClient
    ) -> None:
        self.client = client
        self._doors = itertools.cycle((*others, client))
        self._clients = (client, *others)
        self.server = server
        self.clock = clock

    def guest(self) -> Guest:
        """A new device."""
        keeper = self.server.keeper
        return Guest(self.client, keeper.cookie(keeper.new_guest()), self._doors)

    def id_of(self, guest: Guest) -> str:
        """By what the server knows a device without an account."""
        found = self.server.keeper.guest(guest.headers["cookie"].removeprefix("cornerwise="))
        assert found
        return found

    def stranger(self) -> Guest:
        """A device without a cookie."""
        return Guest(self.client, "", self._doors)

    def call(self, function: Any, *args: Any) -> Any:
        """Run something inside the server's event loop."""
        assert self.client.portal is not None
        return self.client.portal.call(function, *args)

    @property
    def servers(self) -> list[Server]:
        """All of them: one, or several over the same store."""
        return [_server(client) for client in self._clients]

    def at_room(self, game: str, work: Callable[[Any], Awaitable[Any]]) -> Any:
        """Run something with the game's room, on the server that owns it."""

        async def run(server: Server) -> Any:
            return await work(await server.rooms.get(game))

        client = self._owner(game)
        assert client.portal is not None
        return client.portal.call(run, _server(client))

    def forget(self, game: str) -> None:
        """What a restart does to a room."""

        async def close(room: Room) -> None:
            room.close()
            room.followers.clear()

        async def sweep(server: Server) -> None:
            server.rooms.sweep()
            # Only then can another server have it.
            tasks = [t for t in server.rooms._tasks if t.get_name() == "release"]
            await asyncio.gather(*tasks)

        self.at_room(game, close)
        for client in self._clients:
            assert client.portal is not None
            client.portal.call(sweep, _server(client))

    def _owner(self, game: str) -> TestClient:
        owners = [client for client in self._clients if _owns(_server(client), game)]
        return owners[0] if owners else self.client


def _server(client: TestClient) -> Server:
    server: Server = client.app.state.server  # type: ignore[attr-defined]
    return server


def _owns(server: Server, game: str) -> bool:
    room = server.rooms._rooms.get(game)
    return isinstance(room, Room) and not room.is_broken
