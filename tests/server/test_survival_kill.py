"""kill -9 between a plan and its turn, and while the computer stands in: both are still there."""

import asyncio
import itertools
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
import websockets

from cornerwise.server.events import Event
from cornerwise.server.state import GameState
from server.live import LiveServer

ids = itertools.count()


class Player:
    """Somebody with a cookie, who opens a page for each thing to do."""

    def __init__(self, server: LiveServer, game: str, cookie: str) -> None:
        self.server, self.game, self.cookie = server, game, cookie

    def log(self) -> list[dict[str, Any]]:
        record, _ = self.server.request(f"/api/games/{self.game}", cookie=self.cookie)
        events: list[dict[str, Any]] = record["events"]
        return events

    def state(self) -> GameState:
        return GameState(msgspec.convert(self.log(), list[Event]))

    def does(self, type: str, **fields: Any) -> dict[str, Any]:
        """One action; its `done` or `error`."""
        return asyncio.run(asyncio.wait_for(self._does(type, fields), 60))

    async def _does(self, type: str, fields: dict[str, Any]) -> dict[str, Any]:
        address = f"ws://127.0.0.1:{self.server.port}/ws"
        headers = {"cookie": self.cookie}
        async with websockets.connect(address, additional_headers=headers) as connection:
            join = {"type": "join", "game": self.game, "seq": 0}
            await connection.send(json.dumps(join))
            while (joined := json.loads(await connection.recv()))["type"] != "joined":
                pass
            action = {"type": type, "game": self.game, "id": f"i{next(ids)}", "seq": joined["seq"]}
            await connection.send(json.dumps({**action, **fields}))
            while (answer := json.loads(await connection.recv()))["type"] not in ("done", "error"):
                pass
            return dict(answer)

    def plays(self, number: int = 0) -> None:
        move = self.state().game.legal_moves[number]
        assert self.does("play", move=str(move))["type"] == "done"

    def wait_for(self, kind: str, count: int) -> None:
        """Until the log has so many events of a kind; a page that follows it is told."""

        async def follow() -> None:
            address = f"ws://127.0.0.1:{self.server.port}/ws"
            headers = {"cookie": self.cookie}
            async with websockets.connect(address, additional_headers=headers) as connection:
                await connection.send(json.dumps({"type": "join", "game": self.game, "seq": 0}))
                seen: dict[int, str] = {}
                while list(seen.values()).count(kind) < count:
                    message = json.loads(await connection.recv())
                    seen |= {event["seq"]: event["kind"] for event in message.get("events", [])}

        asyncio.run(asyncio.wait_for(follow(), 60))


@pytest.fixture
def server(tmp_path: Path) -> Any:
    live = LiveServer(tmp_path).start()
    yield live
    live.kill()


def two(server: LiveServer) -> tuple[Player, Player]:
    seats = [{"kind": "me"}, {"kind": "link"}]
    made, cookie = server.request("/api/games", {"variant": "duo", "seats": seats})
    _, other = server.request("/api/me")
    ann, bob = Player(server, made["game"], cookie), Player(server, made["game"], other)
    assert bob.does("sit", player=1, key=made["key"])["type"] == "done"
    return ann, bob


def test_a_plan_survives(server: LiveServer) -> None:
    ann, bob = two(server)
    ann.plays()
    bob.plays()
    move = str(ann.state().game.legal_moves_of(1)[5])
    assert bob.does("premove", player=1, color=1, moves=[move])["type"] == "done"
    before = ann.log()
    server.kill()
    server.start()
    assert ann.log() == before
    ann.plays(number=-1)
    ann.wait_for("played", 4)
    last = bob.log()[-1]
    assert (last["player"], last["premove"]) == (1, True)


def test_a_stand_in_survives_and_so_does_the_way_back(server: LiveServer) -> None:
    ann, bob = two(server)
    assert ann.does("hand_over", player=0)["type"] == "done"
    bob.wait_for("played", 1)
    before = bob.log()
    server.kill()
    server.start()
    assert bob.log() == before
    bob.plays()
    bob.wait_for("played", 3)
    assert bob.log()[-1]["by"] == "computer"
    assert ann.does("return", player=0)["type"] == "done"
    bob.plays()
    server.kill()
    server.start()
    state = ann.state()
    assert (state.stand_ins, state.computer_level) == ({}, None)
    ann.plays()
    assert ann.log()[-1]["by"] == "person"
