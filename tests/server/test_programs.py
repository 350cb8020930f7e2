"""For programs: tokens, moves over HTTP, downloads, figures, logs."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncGenerator
from typing import Any

import pytest

import cornerwise as cw
from cornerwise.notation import read_record
from cornerwise.server import events as ev
from cornerwise.server.accounts.people import CHANGED_IDENTITY
from cornerwise.server.cluster.alone import Unavailable
from cornerwise.server.programs import library, paced, programs
from cornerwise.server.programs import stream as stream_module
from cornerwise.server.programs.logs import JsonLines, set_up
from cornerwise.server.programs.schema import tokens
from cornerwise.server.programs.stream import Stream
from cornerwise.server.room import Room
from cornerwise.server.settings import SettingError
from cornerwise.server.state import GameState
from cornerwise.server.store import Append, SqlStore
from cornerwise.server.store.schema import events
from cornerwise.server.summary import head
from server.devices import PASSWORD, Club, Device
from server.rated_games import NOW, a_finished_game
from server.table import ADDRESS, COMPUTER, HERE, ME, Page, Table

DOWNLOAD, STREAM = "/api/downloads/games.jsonl", "/api/bot/stream"


class Program:
    """A program with its token."""

    def __init__(self, table: Table, token: str) -> None:
        self._client = table.client
        self.headers = {"authorization": f"Bearer {token}"}

    def get(self, path: str) -> Any:
        return self._client.get(path, headers=self.headers)

    def post(self, path: str, body: Any) -> Any:
        return self._client.post(path, json=body, headers=self.headers)

    def delete(self, path: str) -> Any:
        return self._client.delete(path, headers=self.headers)


def account(table: Table, name: str) -> Device:
    device = Club([table.client], [table.server], table.clock).device()
    device.sign_up(name)
    return device


def a_program(table: Table, name: str = "Robbie") -> tuple[Device, Program, dict[str, Any]]:
    owner = account(table, name)
    answer = owner.post("/api/tokens", {"name": "mine"})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return owner, Program(table, made["token"]), made


# Tokens


def test_a_token_is_shown_once_and_kept_as_a_hash(table: Table) -> None:
    owner, program, made = a_program(table)
    assert made["token"].startswith("cwt_")
    listed = owner.get("/api/tokens").json()["tokens"]
    assert [view["name"] for view in listed] == ["mine"]
    assert made["token"] not in json.dumps(listed)
    store: SqlStore = table.server.rooms.services.store  # type: ignore[assignment]
    rows = table.call(store.read, lambda c: c.execute(tokens.select()).all())
    assert made["token"] not in repr(rows)
    assert program.get("/api/me").status_code == 200


def test_a_token_taken_back_is_worth_nothing(table: Table) -> None:
    owner, program, made = a_program(table)
    assert program.get("/api/ratings").status_code == 200
    gone = owner.delete(f"/api/tokens/{made['view']['id']}")
    assert gone.json() == {"tokens": []}
    assert program.get("/api/me").status_code == 401
    assert owner.delete(f"/api/tokens/{made['view']['id']}").status_code == 404
    assert Program(table, "cwt_nonsense").get("/api/me").status_code == 401


def test_the_program_of_a_deleted_account_does_nothing_more(table: Table) -> None:
    """Not even for the seconds for which a token is believed: its name would stand in a game."""
    owner, program, _ = a_program(table)
    assert program.get("/api/me").json()["account"] == "Robbie"
    gone = owner.post("/api/account/delete", {"name": "Robbie", "password": PASSWORD})
    assert gone.status_code == 200, gone.text
    body = {"variant": "duo", "seats": [ME, HERE]}
    assert program.post("/api/games", body).status_code == 401


def test_what_a_token_has_opened_ends_with_it(table: Table) -> None:
    owner, program, made = a_program(table)
    game = owner.make("duo", ME, HERE)["game"]
    person = table.call(table.server.rooms.services.people.identify, program.headers, {})
    stream = opened(table, Stream(person, table.server.rooms))
    assert table.call(anext, stream) == b"\n"
    with table.client.websocket_connect(ADDRESS, headers=program.headers) as session:
        page = Page(session)
        assert page.join(game)["seats"] == [0, 1]
        owner.delete(f"/api/tokens/{made['view']['id']}")
        assert page.closed() == CHANGED_IDENTITY
    table.call(to_its_end, stream)


def test_what_a_token_has_opened_ends_when_it_is_found_to_be_taken_back(table: Table) -> None:
    """By another hand, or by a server whose word was lost."""
    _, program, made = a_program(table)
    people, store = table.server.rooms.services.people, table.server.rooms.services.store
    with table.client.websocket_connect(ADDRESS, headers=program.headers) as session:
        page = Page(session)
        page.send("ping")
        page.until("pong")
        table.call(people.check_sockets)
        page.send("ping")
        page.until("pong")
        over = tokens.update().where(tokens.c.id == made["view"]["id"]).values(ended=1)
        table.call(store.write, lambda c: c.execute(over))
        table.call(people.check_sockets)
        assert page.closed() == CHANGED_IDENTITY


def test_a_stream_tells_of_a_turn_though_the_database_was_away(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, program, _ = a_program(table)
    monkeypatch.setattr(stream_module, "LOOK", 0.0)
    rooms = table.server.rooms
    person = table.call(rooms.services.people.identify, program.headers, {})
    look, failures = rooms.look, [Unavailable("away"), Unavailable("away")]

    async def shaky(game: str) -> Any:
        if failures and stream._joined:
            raise failures.pop()
        return await look(game)

    stream = Stream(person, rooms)
    monkeypatch.setattr(rooms, "look", shaky)
    lines = opened(table, stream)
    owner.make("duo", ME, HERE)

    async def seats_and_turn() -> None:
        wanted = {b'"type":"seats"', b'"type":"turn"'}
        async with asyncio.timeout(20):
            async for line in lines:
                wanted = {kind for kind in wanted if kind not in line}
                if not wanted:
                    return

    table.call(seats_and_turn)
    table.call(lines.aclose)
    assert not failures


def test_a_stream_follows_the_other_games_beside_one_that_cannot_be_read(table: Table) -> None:
    owner, program, _ = a_program(table)
    good = owner.make("duo", ME, HERE)["game"]
    table.clock.time += 1000
    newer = owner.make("duo", ME, HERE)["game"]
    damaged = events.update().where(events.c.game == newer, events.c.seq == 2).values(body="{")
    rooms = table.server.rooms
    table.call(rooms.services.store.write, lambda c: c.execute(damaged))
    person = table.call(rooms.services.people.identify, program.headers, {})
    lines = opened(table, Stream(person, rooms))

    async def first() -> Any:
        async with asyncio.timeout(20):
            while not (line := (await anext(lines)).strip()):
                pass
        return json.loads(line)

    assert table.call(first)["game"] == good
    table.call(lines.aclose)


def test_a_private_game_is_not_there_for_a_program_without_a_seat_or_the_key(
    table: Table,
) -> None:
    _, program, _ = a_program(table)
    made = account(table, "Ada").make("duo", ME, {"kind": "link"}, private=True)
    here, act = f"/api/bot/games/{made['game']}", {"id": "x", "seq": 1}
    answers = [
        program.get(here),
        program.get(f"/api/games/{made['game']}/ratings"),
        program.post(f"{here}/play", {**act, "move": "e10"}),
        program.post(f"{here}/resign", {**act, "player": 0}),
        program.post(f"{here}/sit", {**act, "player": 1, "key": "wrong"}),
    ]
    assert {(a.status_code, a.json()["code"]) for a in answers} == {(404, "unknown_game")}
    sat = program.post(f"{here}/sit", {**act, "player": 1, "key": made["key"]})
    assert sat.status_code == 200
    assert program.get(here).json()["seats"] == [1]
    record = program.get(f"/api/games/{made['game']}/record.blksgf").text
    assert "PB[Ada]" in record
    assert "PW[Robbie]" in record


def opened(table: Table, stream: Stream) -> AsyncGenerator[bytes, None]:
    """The lines of a stream that has its place."""
    assert table.call(table.server.rooms.services.programs.open, stream)
    return stream.lines()


async def to_its_end(lines: AsyncGenerator[bytes, None]) -> None:
    async with asyncio.timeout(20):
        async for _ in lines:
            pass


def test_tokens_are_for_accounts_and_are_not_made_by_programs(table: Table) -> None:
    assert table.guest().post("/api/tokens", {"name": "x"}).status_code == 401
    _, program, made = a_program(table)
    assert program.post("/api/tokens", {"name": "more"}).status_code == 403
    assert program.delete(f"/api/tokens/{made['view']['id']}").status_code == 403
    other = account(table, "Other")
    assert other.delete(f"/api/tokens/{made['view']['id']}").status_code == 404
    assert len([other.post("/api/tokens", {"name": "x"}) for _ in range(20)]) == 20
    assert other.post("/api/tokens", {"name": "x"}).status_code == 409


@pytest.mark.parametrize("path", ["/api/bot/stream", "/api/bot/games/abcdefghijkl"])
def test_the_bot_api_is_for_programs(table: Table, path: str) -> None:
    assert table.guest().get(path).status_code == 403
    assert account(table, "Person").get(path).status_code == 403


def test_a_leaked_token_cannot_take_the_account(table: Table) -> None:
    _, program, _ = a_program(table)
    from cornerwise.server.accounts.routes import ACCOUNT_ROUTES

    for route in ACCOUNT_ROUTES:
        if route.access == "account" and "{" not in route.path and route.method != "GET":
            answer = program._client.request(
                route.method, route.path, headers=program.headers, json={}
            )
            assert answer.status_code in (400, 401, 403), (route.method, route.path)
            if route.body is None:
                assert answer.status_code in (401, 403), (route.method, route.path)


def test_openapi_says_what_needs_a_token(table: Table) -> None:
    document = table.client.get("/api/openapi.json").json()
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert ("security" in operation) == path.startswith("/api/bot/"), path


# Moves


def test_a_program_plays_over_http(table: Table) -> None:
    _, program, _ = a_program(table)
    made = program.post("/api/games", {"variant": "duo", "seats": [ME, {"kind": "here"}]}).json()
    path = f"/api/bot/games/{made['game']}"
    game = program.get(path).json()
    first = len(cw.Game("duo").legal_moves)
    assert (game["seats"], game["player"], len(game["moves"])) == ([0, 1], 0, first)
    body = {"id": "one", "seq": game["seq"], "move": game["moves"][0]}
    assert program.post(f"{path}/play", body).json() == {"seq": 3}
    assert program.post(f"{path}/play", body).json() == {"seq": 3}
    stale = program.post(f"{path}/play", {**body, "id": "two"})
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    wrong = program.post(f"{path}/play", {"id": "three", "seq": 3, "move": "a1"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "illegal")
    assert program.post(f"{path}/resign", {"id": "r", "seq": 3, "player": 1}).status_code == 200
    assert program.get(path).json()["moves"] == []


def test_a_program_that_comes_too_late_is_asked_to_send_it_again(table: Table) -> None:
    """Another server has written to the game, and this one has yet to hear that it lost it."""
    owner, program, _ = a_program(table)
    game = owner.make("duo", ME, HERE)["game"]

    async def write_elsewhere(room: Room) -> None:
        state = GameState(room.events)
        event = ev.Sat(seq=state.seq + 1, time=state.changed, player=1, seat=state.seats[1])
        state.apply(event)
        await room.services.store.commit(Append(game, [event], head(game, state)))

    table.at_room(game, write_elsewhere)
    move = {"id": "m", "seq": 2, "move": "e10"}
    late = program.post(f"/api/bot/games/{game}/play", move)
    assert (late.status_code, late.json()["code"]) == (503, "busy")
    assert program.post(f"/api/bot/games/{game}/play", move).json() == {"seq": 4}


def test_a_program_takes_a_seat_and_no_other(table: Table) -> None:
    _, program, _ = a_program(table)
    guest = table.guest()
    made = guest.make("duo", ME, {"kind": "link"})
    path = f"/api/bot/games/{made['game']}"
    assert program.get(path).status_code == 403
    sit = {"id": "s", "seq": 1, "player": 1}
    assert program.post(f"{path}/sit", sit).status_code == 403
    assert program.post(f"{path}/sit", {**sit, "id": "t", "key": made["key"]}).status_code == 200
    seats = guest.get(f"/api/games/{made['game']}").json()["summary"]["seats"]
    assert seats[1]["account"] == "Robbie"
    other = program.post(f"{path}/play", {"id": "p", "seq": 3, "move": "e10"})
    assert (other.status_code, other.json()["code"]) == (403, "not_yours")


# Downloads


def put(table: Table, *parts: Any) -> str:
    """Store a finished game and enter it."""
    services = table.server.rooms.services
    new, more = parts
    table.call(services.store.commit, new, more)
    table.call(services.ranking.enter, new.game)
    return str(new.game)


def test_all_public_games_can_be_taken_along(table: Table, monkeypatch: Any) -> None:
    monkeypatch.setattr(library, "PAGE", 3)
    guest = table.guest()
    public = [
        put(table, *a_finished_game(name, "ada", "bo", time=NOW + n // 2, seed=n, public=True))
        for n, name in enumerate(["duo", "classic_2", "duo", "duo", "junior", "duo", "duo"])
    ]
    put(table, *a_finished_game("duo", "ada", "bo", public=False))
    put(table, *a_finished_game("duo", "ada", "bo", public=True, private=True))
    answer = guest.get("/api/downloads/games.jsonl")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert sorted(line["game"] for line in lines) == sorted(public)
    assert [line["ended"] for line in lines] == sorted(line["ended"] for line in lines)
    assert all(line["places"] and line["record"]["variant"] for line in lines)
    duo = guest.get("/api/downloads/games.blksgf?variant=duo").text
    assert duo.count("GM[Blokus Duo]") == 5
    for tree in re.split(r"\n\n", duo.strip()):
        assert read_record(tree).game().is_over
    later = guest.get(f"/api/downloads/games.jsonl?since={NOW + 1}&until={NOW + 3}").text
    assert len(later.splitlines()) == 4


@pytest.mark.parametrize("format", library.FORMATS)
def test_a_game_that_cannot_be_read_is_left_out_of_a_download(
    table: Table, format: str, caplog: pytest.LogCaptureFixture
) -> None:
    first, lost, last = (
        put(table, *a_finished_game("duo", "ada", "bo", time=NOW + n, public=True))
        for n in range(3)
    )
    damaged = events.update().where(events.c.game == lost, events.c.seq == 1).values(body="{")
    table.call(table.server.rooms.services.store.write, lambda c: c.execute(damaged))
    text = table.guest().get(f"/api/downloads/games.{format}").text
    assert text.count("\n\n" if format == "blksgf" else "\n") == 2
    assert (first in text, last in text) == (format == "jsonl",) * 2
    assert f"game {lost} cannot be read" in caplog.text


def test_downloads_of_a_player_and_wrong_questions(table: Table) -> None:
    ada = account(table, "Ada")
    made = ada.make("duo", ME, COMPUTER)
    assert made
    assert ada.get("/api/downloads/games.jsonl?player=ada").text == ""
    for wrong, status in (
        ("games.exe", 404), ("games.jsonl?variant=chess", 400), ("games.jsonl?since=x", 400),
        ("games.jsonl?player=nobody", 404), ("games.jsonl?since=" + "9" * 30, 400),
    ):  # fmt: skip
        assert ada.get(f"/api/downloads/{wrong}").status_code == status, wrong


@pytest.mark.parametrize("table", ["alone"], indirect=True)
def test_a_download_that_nobody_takes_is_broken_off(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paced, "PATIENCE", 0.0)
    put(table, *a_finished_game("duo", "ada", "bo", public=True))
    table.call(without_reading, table, DOWNLOAD)
    assert not library._running, "its place is free again"


@pytest.mark.parametrize("table", ["alone"], indirect=True)
def test_a_stream_that_nobody_takes_is_broken_off(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program would count as present at its tables for as long as the line is open."""
    monkeypatch.setattr(paced, "PATIENCE", 0.0)
    _, program, _ = a_program(table)
    table.call(without_reading, table, STREAM, program.headers)
    assert not table.server.rooms.services.programs.streams, "its place is free again"


@pytest.mark.parametrize("table", ["alone"], indirect=True)
@pytest.mark.parametrize("path", [DOWNLOAD, STREAM])
def test_places_are_taken_before_the_first_byte(
    table: Table, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Else whoever asks for many at the same moment gets them all."""
    monkeypatch.setattr(library, "AT_ONCE", 1)
    monkeypatch.setattr(programs, "MOST_STREAMS", 1)
    _, program, _ = a_program(table)
    assert table.call(two_at_once, table, path, program.headers) in (503, 429)
    assert not library._running
    assert not table.server.rooms.services.programs.streams


async def two_at_once(table: Table, path: str, headers: dict[str, str]) -> int:
    """The status of the second, while the first has not yet sent a byte."""
    first = asyncio.create_task(without_reading(table, path, headers, "http.response.start"))
    await asyncio.sleep(0.1)
    try:
        return await without_reading(table, path, headers, "")
    finally:
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)


async def without_reading(
    table: Table, path: str, headers: dict[str, str] | None = None, stop: str = "http.response.body"
) -> int:
    """Ask for something, and take nothing any more from messages of a kind on; the status."""
    status: int = 0

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)
        if message["type"] == stop:
            await asyncio.Event().wait()

    sent = {"host": "127.0.0.1:8765", **(headers or {})}
    scope = {
        "type": "http", "method": "GET", "path": path, "scheme": "http", "query_string": b"",
        "headers": [(name.encode(), text.encode()) for name, text in sent.items()],
        "client": ("127.0.0.1", 1),
    }  # fmt: skip
    async with asyncio.timeout(20):
        await table.client.app(scope, asyncio.Event().wait, send)
    return status


# Figures and logs


@pytest.mark.parametrize("table", ["alone"], indirect=True)  # each server has its own figures
def test_prometheus_can_read_the_figures(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, {"kind": "here"})["game"]
    with guest.page() as page:
        page.join(game)
        page.act("play", game, 2, move="e10")
        page.send("ping", id="p")
        page.until("pong")  # whoever is heard after the action finds it counted
        text = guest.get("/metrics").text
    figures = {}
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) \S+ .+|[a-z_]+(\{.*\})? \S+", line), line
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            figures[name] = float(value)
    assert figures['cornerwise_moves_total{by="person"}'] == 1
    assert figures["cornerwise_action_duration_seconds_count"] == 1
    assert figures['cornerwise_games_created_total{variant="duo"}'] == 1
    assert figures["cornerwise_sockets"] == 1
    made = 'cornerwise_requests_total{method="POST",route="/api/games",status="201"}'
    assert figures[made] == 1
    assert figures["process_resident_memory_bytes"] > 10_000_000
    assert figures['cornerwise_request_duration_seconds_bucket{le="+Inf"}'] == 1


def test_figures_are_not_for_the_world(table: Table) -> None:
    for header in ("x-forwarded-for", "forwarded"):
        assert table.client.get("/metrics", headers={header: "1.2.3.4"}).status_code == 403


def test_a_line_of_the_log_is_an_object() -> None:
    record = logging.makeLogRecord(
        {"name": "cornerwise.access", "levelname": "INFO", "msg": "a %s\nb", "args": ("x",)}
    )
    record.status, record.odd = 200, object()
    line = JsonLines().format(record)
    assert "\n" not in line
    entry = json.loads(line)
    assert (entry["message"], entry["level"], entry["status"]) == ("a x\nb", "info", 200)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["time"])
    try:
        raise ValueError("no")
    except ValueError as error:
        record.exc_info = (ValueError, error, error.__traceback__)
    assert "ValueError: no" in json.loads(JsonLines().format(record))["exception"]


def test_a_wrong_kind_of_log_is_said_so() -> None:
    with pytest.raises(SettingError, match="CORNERWISE_LOG is text or json"):
        set_up("xml")
