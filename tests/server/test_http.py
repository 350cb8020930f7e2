"""HTTP: variants, games, files in and out, and what is refused."""

import json
import re
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.requests import Request

import cornerwise as cw
from cornerwise.notation import Record, read_record, write_blksgf
from cornerwise.server import downloads, records, routes
from cornerwise.server.app import make_app
from cornerwise.server.bodies import VariantView
from cornerwise.server.guests import read_secret
from cornerwise.server.http import Call
from cornerwise.server.queueing import Priority, Ticket
from cornerwise.server.settings import SettingError, Settings
from cornerwise.server.worker import PictureTask, Task
from server.table import COMPUTER, HERE, LINK, ME, Guest, Table


def played(guest: Guest, moves: list[str], variant: str = "duo", seats: int = 2) -> str:
    """A game on one device with some moves."""
    game = str(guest.make(variant, *[HERE] * seats)["game"])
    with guest.page() as page:
        seq = page.join(game)["seq"]
        for move in moves:
            assert page.act("play", game, seq, move=move)["type"] == "done"
            seq += 1
    return game


@pytest.mark.parametrize("name", list(cw.VARIANTS))
def test_a_page_can_know_every_legal_move(table: Table, name: str) -> None:
    """The arrays of `/api/variants/…` are enough: docs/protocol.md's four rules, done here."""
    answer = table.guest().get(f"/api/variants/{name}")
    view = msgspec.json.decode(answer.content, type=VariantView)
    game = cw.Game(name)
    cell_at = {place: cell for cell, place in enumerate(view.places)}
    open_starts = view.starts.open[0]
    attach = {view.places[cell] for s, cell in enumerate(view.starts.cells) if open_starts >> s & 1}
    found = set()
    for cell, place in enumerate(view.places):
        for orientation in view.orientations:
            places = [place + offset for offset in orientation.cells]
            if orientation.kind != view.kinds[cell] or any(p not in cell_at for p in places):
                continue
            if attach.intersection(places):
                found.add(",".join(view.names[cell_at[p]] for p in places))
    assert found == {str(move) for move in game.legal_moves}


def test_turning_is_a_permutation_and_flipping_twice_is_nothing(table: Table) -> None:
    for name in cw.VARIANTS:
        answer = table.guest().get(f"/api/variants/{name}")
        view = msgspec.json.decode(answer.content, type=VariantView)
        for number, turned in enumerate(view.orientations):
            at = number
            for _ in range(360 // view.turn):
                assert view.orientations[at].piece == turned.piece
                at = view.orientations[at].clockwise
            assert at == number
            assert view.orientations[turned.clockwise].counterclockwise == number
            assert view.orientations[turned.flip].flip == number
        shown = [o for piece in view.pieces for o in piece.orientations]
        assert sorted(shown) == list(range(len(view.orientations)))


def test_options_change_the_view(table: Table) -> None:
    guest = table.guest()
    corners_only = guest.get("/api/variants/trigon?contact=alternate&bonus=10,15").json()
    assert any(turned["shun"] for turned in corners_only["orientations"])
    assert corners_only["bonus"] == [10, 15]
    for query in ("contact=sideways", "bonus=1", "bonus=a,b", "bonus=١٥,20", "start=moon"):
        answer = guest.get(f"/api/variants/trigon?{query}")
        assert answer.status_code == 400, query
        assert answer.json()["message"]
    assert guest.get("/api/variants/chess").status_code == 404


def test_answers_are_compressed_and_kept(table: Table) -> None:
    answer = table.client.get("/api/variants/trigon", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    again = table.client.get(
        "/api/variants/trigon", headers={"if-none-match": answer.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"variant": "chess", "seats": [ME, HERE]},
        {"variant": "duo", "seats": []},
        {"variant": "duo", "seats": [ME]},
        {"variant": "duo", "seats": [ME, HERE, HERE]},
        {"variant": "duo", "seats": [ME, {"kind": "dog"}]},
        {"variant": "duo", "seats": [ME, {"kind": "computer", "level": 0}]},
        {"variant": "duo", "seats": [ME, {"kind": "computer", "level": 11}]},
        {"variant": "duo", "seats": [ME, {"kind": "me", "name": "x" * 41}]},
        {"variant": "duo", "seats": [ME, HERE], "options": {"start": "moon"}},
        {"variant": "duo", "seats": [ME, HERE], "options": {"moon": "x"}},
        {"variant": "duo", "seats": [ME, HERE], "options": {"bonus": [1]}},
        {"variant": "duo", "seats": [ME, HERE], "options": {"colors": "purple"}},
        {"variant": "duo", "seats": [ME, HERE], "options": {"colors": "ab"}},
        {"variant": "duo", "seats": [ME, HERE], "options": {"colors": [1, 2]}},
        {"variant": "duo", "seats": [ME, HERE], "options": {"name": "trigon"}},
        {"variant": "duo", "seats": [ME, HERE], "more": 1},
        [],
        None,
    ],
)
def test_a_game_that_makes_no_sense_is_not_made(table: Table, body: object) -> None:
    guest = table.guest()
    answer = guest.post("/api/games", body)
    assert answer.status_code == 400
    problem = answer.json()
    assert problem["code"] == "unreadable"
    assert problem["message"]
    assert guest.get("/api/games").json() == {"unfinished": [], "finished": []}


def test_bodies_are_bounded(table: Table) -> None:
    answer = table.client.post(
        "/api/games", content=b" " * 20_000, headers={"content-type": "application/json"}
    )
    assert answer.status_code == 413


def test_forms_and_pages_of_other_sites_are_refused(table: Table) -> None:
    body = json.dumps({"variant": "duo", "seats": [ME, HERE]})
    for headers, status in (
        ({"content-type": "text/plain"}, 400),
        ({"content-type": "application/x-www-form-urlencoded"}, 400),
        ({"content-type": "application/json", "origin": "https://evil.example"}, 403),
        ({"content-type": "application/json", "origin": "null"}, 403),
        ({"content-type": "application/json", "sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "application/json", "origin": "http://127.0.0.1:8765"}, 201),
    ):
        answer = table.client.post("/api/games", content=body, headers=headers)
        assert answer.status_code == status, headers


def test_too_many_new_games_are_refused(table: Table) -> None:
    guest = table.guest()
    body = {"variant": "duo", "seats": [ME, HERE]}
    statuses = [guest.post("/api/games", body).status_code for _ in range(61)]
    assert statuses == [201] * 60 + [429]


def test_files_of_a_game(table: Table) -> None:
    guest = table.guest()
    game = played(guest, ["e10", "j5", "c9,d9"])
    mirror = cw.Game("duo")
    for move in ("e10", "j5", "c9,d9"):
        mirror.play(move)
    for format in ("blksgf", "json"):
        answer = guest.get(f"/api/games/{game}/record.{format}")
        assert read_record(answer.text).game() == mirror
        assert "attachment" in answer.headers["content-disposition"]
    for format, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("gif", b"GIF8")):
        answer = guest.get(f"/api/games/{game}/record.{format}?ply=1&size=64&theme=dark")
        assert answer.status_code == 200, answer.text
        assert answer.content.startswith(start)
    for wrong in (
        "record.exe", "record.svg?ply=-1", "record.png?theme=pink", "record.png?size=9",
        "record.gif?size=1025", "record.webp?size=2048",
    ):  # fmt: skip
        assert guest.get(f"/api/games/{game}/{wrong}").status_code in (400, 404)


def test_films_are_for_everybody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """One guest does not keep a process drawing all evening."""

    async def drawn(call: Call, task: PictureTask) -> bytes:
        return b"GIF89a"

    monkeypatch.setattr(downloads, "_drawn", drawn)
    guest = table.guest()
    game = played(guest, ["e10"])
    asked = [guest.get(f"/api/games/{game}/record.gif").status_code for _ in range(11)]
    assert asked == [200] * 10 + [429]
    assert guest.get(f"/api/games/{game}/record.png").status_code == 200


@pytest.mark.parametrize(
    ("format", "priority"), [("png", Priority.PICTURE), ("gif", Priority.FILM)]
)
def test_a_picture_that_nobody_waits_for_is_not_drawn(
    table: Table, monkeypatch: pytest.MonkeyPatch, format: str, priority: Priority
) -> None:
    """Who asks for many and goes must not keep others waiting."""
    guest, jobs = table.guest(), table.server.rooms.services.jobs
    game = played(guest, ["e10"])
    given: list[Ticket] = []

    def submit(owner: str, task: Task, priority: Priority) -> Ticket:
        given.append(Ticket(1, owner, task, priority))
        return given[-1]

    async def gone() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    monkeypatch.setattr(jobs, "submit", submit)
    monkeypatch.setattr(Request, "receive", property(lambda _: gone))
    assert guest.get(f"/api/games/{game}/record.{format}").status_code == 503
    assert [(ticket.priority, ticket.result.cancelled()) for ticket in given] == [(priority, True)]


def test_a_file_is_read_beside_the_sockets(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large one takes most of a second, and anybody may send one each second."""
    readers: list[int] = []

    def reading(text: str, guest: str) -> Any:
        readers.append(threading.get_ident())
        return records.imported(text, guest)

    monkeypatch.setattr(routes, "imported", reading)
    answer = table.guest().post("/api/import", {"blksgf": "(;GM[Blokus Duo])"})
    assert answer.status_code == 201

    async def loop() -> int:
        return threading.get_ident()

    assert readers != [table.call(loop)]


def test_import_and_play_on(table: Table) -> None:
    guest = table.guest()
    game = cw.Game("trigon_2")
    for _ in range(6):
        game.play(game.legal_moves[-1])
    text = write_blksgf(Record.of(game, players=["Ada", "Bo"]))
    made = guest.post("/api/import", {"blksgf": text})
    assert made.status_code == 201, made.text
    assert made.json()["seats"] == [0, 1]
    record = guest.get(f"/api/games/{made.json()['game']}").json()
    assert record["summary"]["ply"] == 6
    assert [seat["name"] for seat in record["summary"]["seats"]] == ["Ada", "Bo"]
    assert record["events"][0]["opening"] == [str(move) for move in game.moves]
    with guest.page() as page:
        page.join(made.json()["game"])
        move = game.legal_moves[0]
        assert page.act("play", made.json()["game"], 2, move=str(move))["type"] == "done"


@pytest.mark.parametrize("text", ["", "(", "(;GM[Chess])", "(;GM[Blokus Duo];B[a1])", "\x00" * 50])
def test_a_file_that_cannot_be_read_says_why(table: Table, text: str) -> None:
    answer = table.guest().post("/api/import", {"blksgf": text})
    assert answer.status_code == 400
    assert answer.json()["message"].startswith("cannot read the file")


def test_a_finished_file_is_a_finished_game(table: Table) -> None:
    game = cw.Game("duo")
    while not game.is_over:
        game.play(game.legal_moves[-1])
    guest = table.guest()
    text = write_blksgf(Record.of(game))
    made = guest.post("/api/import", {"blksgf": text}).json()
    events = guest.get(f"/api/games/{made['game']}").json()["events"]
    assert events[-1]["kind"] == "over"
    assert events[-1]["scores"] == list(game.scores)
    assert [entry["game"] for entry in guest.get("/api/games").json()["finished"]] == [made["game"]]


def test_play_on_from_any_position(table: Table) -> None:
    guest = table.guest()
    game = played(guest, ["e10", "j5", "c9,d9"])
    fork = guest.post(f"/api/games/{game}/fork", {"ply": 2, "seats": [ME, COMPUTER]})
    assert fork.status_code == 201
    created = guest.get(f"/api/games/{fork.json()['game']}").json()["events"][0]
    assert (created["opening"], created["origin"]) == (["e10", "j5"], game)
    for body, status in (
        ({"ply": 4, "seats": [ME, COMPUTER]}, 400),
        ({"ply": 1, "seats": [ME]}, 400),
    ):
        assert guest.post(f"/api/games/{game}/fork", body).status_code == status
    nowhere = guest.post("/api/games/nosuchgame00/fork", {"ply": 0, "seats": [ME, ME]})
    assert nowhere.status_code == 404


def test_play_on_from_before_and_after_a_resignation(table: Table) -> None:
    guest = table.guest()
    game = str(guest.make("classic", *[HERE] * 4)["game"])
    with guest.page() as page:
        page.join(game)
        page.act("play", game, 2, move="a20")
        page.act("resign", game, 3, player=1)
        page.act("play", game, 4, move="t1")
    fork = guest.post(f"/api/games/{game}/fork", {"ply": 2, "seats": [ME, HERE, HERE, LINK]})
    record = guest.get(f"/api/games/{fork.json()['game']}").json()
    assert record["events"][0]["setup"] == [[0, "a20"], [2, "t1"]]
    assert (record["summary"]["state"], record["summary"]["to_play"]) == ("waiting", 3)


def test_who_i_am_is_set_once(table: Table) -> None:
    first = table.client.get("/api/me")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    value = cookie.split(";")[0]
    again = table.client.get("/api/me", headers={"cookie": value})
    assert "set-cookie" not in again.headers
    assert again.json() == first.json()
    assert first.json()["guest"] not in value


def test_health(table: Table) -> None:
    health = table.guest().get("/api/health").json()
    assert health["version"] == cw.__version__
    assert health["sockets"] == 0


def test_the_secret_is_private_and_stays(tmp_path: Path) -> None:
    secret = read_secret(tmp_path)
    assert len(secret) == 32
    assert read_secret(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


@pytest.mark.parametrize("content", [b"", b"half a secret"])
def test_a_secret_that_can_be_guessed_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(SettingError, match=f"secret has {len(content)} bytes.*delete it"):
        read_secret(tmp_path)


def test_the_secret_of_the_example_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = Path(__file__).parents[2] / "deploy" / "cornerwise.env.example"
    (given,) = re.findall("^CORNERWISE_SECRET=(.*)$", example.read_text(), re.MULTILINE)
    monkeypatch.setenv("CORNERWISE_SECRET", given)
    with pytest.raises(SettingError, match=r"CORNERWISE_SECRET has .* openssl rand -hex 32"):
        read_secret(tmp_path)


@pytest.mark.parametrize("folder", ["file", "file/data", "secret is a folder"])
def test_a_folder_that_cannot_be_used_is_said_in_one_line(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "secret is a folder" / "secret").mkdir(parents=True)
    settings = Settings(data=tmp_path / folder, database="postgresql://elsewhere/games")
    with pytest.raises(SettingError, match=f"cannot use the folder {tmp_path / folder}: .*--data"):
        make_app(settings)


def test_a_character_that_no_database_holds_is_refused(table: Table) -> None:
    guest = table.guest()
    nul = "a\0b"
    for path, status in (
        ("/api/tournaments/aaaaa%00bbbbb", 404), ("/api/players/a%00b", 404),
        ("/api/games/aaaaa%00bbbbb/ratings", 404), ("/api/downloads/games.jsonl?player=a%00b", 400),
    ):  # fmt: skip
        assert guest.get(path).status_code == status, path
    cup = {"name": nul, "kind": "swiss", "variant": "duo", "clock": {"initial": 60}}
    for path, body in (
        ("/api/tournaments", cup),
        ("/api/games", {"variant": "duo", "seats": [{"kind": "me", "name": nul}, HERE]}),
    ):
        assert guest.post(path, body).status_code == 400, path
