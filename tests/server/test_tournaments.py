"""Tournaments over HTTP: made by anybody, run by themselves, alive after a restart."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from cornerwise.server import withdrawing
from cornerwise.server.accounts import moving
from cornerwise.server.app import make_app
from cornerwise.server.settings import Settings
from cornerwise.server.tournaments import director, keeping
from cornerwise.server.tournaments.tournament import PATIENCE, begin
from server.meeting import Member, device, member
from server.table import Clock, Guest, Table

CLOCK = {"initial": 60, "increment": 0}


def a_tournament(guest: Guest, kind: str = "round_robin", **more: Any) -> dict[str, Any]:
    body = {"name": "Cup", "kind": kind, "variant": "duo", "clock": CLOCK, **more}
    answer = guest.post("/api/tournaments", body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def enter(guest: Guest, id: str, name: str) -> dict[str, Any]:
    answer = guest.post(f"/api/tournaments/{id}/enter", {"name": name})
    assert answer.status_code == 200, answer.text
    view: dict[str, Any] = answer.json()
    return view


def show(table: Table, guest: Guest, id: str) -> dict[str, Any]:
    """The tournament when all that can be done is done, by whichever server."""
    table.call(table.server.rooms.services.director.look, id)
    view: dict[str, Any] = guest.get(f"/api/tournaments/{id}").json()
    return view


def act(guest: Guest, type: str, game: str, **more: Any) -> dict[str, Any]:
    with guest.page() as page:
        seq = page.join(game)["seq"]
        done: dict[str, Any] = page.act(type, game, seq, **more)
        return done


def move(guest: Guest, game: str) -> None:
    """A first own move, so that nobody is a no-show."""
    events = guest.get(f"/api/games/{game}").json()["events"]
    own = "e10" if not any(e["kind"] == "played" for e in events) else "j5"
    assert act(guest, "play", game, move=own)["type"] == "done"


def play_round(table: Table, people: list[Guest], id: str, leave: str = "") -> None:
    """Each game of the round: two moves, then the second player resigns; but for one to leave."""
    view = show(table, people[0], id)
    for meeting in view["rounds"][-1]["meetings"]:
        if meeting["game"] not in ("", leave) and not meeting["over"]:
            first, second = (people[number] for number in meeting["entrants"])
            move(first, meeting["game"])
            move(second, meeting["game"])
            assert act(second, "resign", meeting["game"], player=1)["type"] == "done"


def test_a_round_robin_from_the_first_to_the_last_game(table: Table) -> None:
    people = [table.guest() for _ in range(3)]
    made = a_tournament(people[0], entrant="Ada", rated=True)
    id = made["line"]["id"]
    assert (made["is_maker"], made["me"], made["line"]["phase"]) == (True, 0, "open")
    for guest, name in zip(people[1:], ("Bo", "Cy"), strict=True):
        enter(guest, id, name)
    assert people[1].post(f"/api/tournaments/{id}/start", None).status_code == 403
    started = people[0].post(f"/api/tournaments/{id}/start", None).json()
    assert (started["line"]["phase"], started["line"]["round"], started["line"]["rounds"]) == (
        "running", 1, 3,
    )  # fmt: skip
    for number in range(1, 4):
        view = show(table, people[0], id)
        assert view["line"]["round"] == number
        assert len(view["rounds"][-1]["meetings"]) == 2
        play_round(table, people, id)
    view = show(table, people[0], id)
    assert view["line"]["phase"] == "over"
    assert sum(line["score"] for line in view["standings"]) == 6
    assert [line["games"] for line in view["standings"]] == [2, 2, 2]
    game = next(m["game"] for m in view["rounds"][0]["meetings"] if m["game"])
    created = people[0].get(f"/api/games/{game}").json()["events"][0]
    assert (created["tournament"], created["public"], created["rated"]) == (id, True, True)
    listed = people[2].get("/api/tournaments").json()["tournaments"]
    assert [line["id"] for line in listed] == [id]


def test_it_starts_by_itself_and_my_game_is_named(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    starts = table.clock.time + 60_000
    id = a_tournament(ada, "swiss", starts=starts, entrant="Ada", rounds=1)["line"]["id"]
    enter(bo, id, "Bo")
    director = table.server.rooms.services.director
    table.call(director.look_at_all)
    assert show(table, ada, id)["line"]["phase"] == "open"
    table.clock.time = starts
    table.call(director.look_at_all)
    view = show(table, bo, id)
    assert view["line"]["phase"] == "running"
    assert view["my_game"] == view["rounds"][0]["meetings"][0]["game"]
    play_round(table, [ada, bo], id)
    assert show(table, bo, id)["line"]["phase"] == "over"


def test_nobody_came(table: Table) -> None:
    ada = table.guest()
    starts = table.clock.time + 1000
    id = a_tournament(ada, starts=starts, entrant="Ada")["line"]["id"]
    table.clock.time = starts
    table.call(table.server.rooms.services.director.look_at_all)
    assert show(table, ada, id)["line"]["phase"] == "canceled"


def test_what_nobody_starts_is_called_off_in_the_end(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    id = a_tournament(ada, entrant="Ada")["line"]["id"]
    enter(bo, id, "Bo")
    director = table.server.rooms.services.director
    table.clock.time += PATIENCE - 1
    table.call(director.look_at_all)
    assert bo.get(f"/api/tournaments/{id}").json()["line"]["phase"] == "open"
    table.clock.time += 1
    table.call(director.look_at_all)
    assert bo.get(f"/api/tournaments/{id}").json()["line"]["phase"] == "canceled"


def test_one_to_be_entered_is_listed_before_newer_ones_that_are_over(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    first = a_tournament(ada)["line"]["id"]
    for _ in range(2):
        table.clock.time += 1000
        id = a_tournament(ada, "duplicate", entrant="Ada", rounds=1)["line"]["id"]
        game = ada.post(f"/api/tournaments/{id}/start", None).json()["my_game"]
        act(ada, "resign", game, player=0)
        show(table, ada, id)
    listed = bo.get("/api/tournaments?limit=2").json()["tournaments"]
    assert [(line["id"] == first, line["phase"]) for line in listed] == [
        (True, "open"), (False, "over"),
    ]  # fmt: skip


def test_nobody_fills_the_list_alone(table: Table) -> None:
    ada = table.guest()
    made = [a_tournament(ada)["line"]["id"] for _ in range(10)]
    body = {"name": "Cup", "kind": "swiss", "variant": "duo", "clock": CLOCK}
    assert ada.post("/api/tournaments", body).status_code == 409
    assert ada.post(f"/api/tournaments/{made[0]}/cancel", None).status_code == 200
    assert ada.post("/api/tournaments", body).status_code == 201


def four_entered(table: Table, **more: Any) -> tuple[list[Guest], str]:
    """Four people, and the tournament of the first that they have entered."""
    people = [table.guest() for _ in range(4)]
    id = a_tournament(people[0], entrant="Ada", **more)["line"]["id"]
    for guest in people[1:]:
        enter(guest, id, "X")
    return people, id


def four_at_the_start(table: Table) -> tuple[list[Guest], str, dict[str, Any]]:
    """Four people, their tournament just begun, and its first meeting."""
    people, id = four_entered(table)
    view = people[0].post(f"/api/tournaments/{id}/start", None).json()
    meeting = view["rounds"][0]["meetings"][0]
    return people, id, meeting


def test_who_does_not_show_up_is_out_until_back(table: Table) -> None:
    people, id, meeting = four_at_the_start(table)
    absent = meeting["entrants"][1]
    first = people[meeting["entrants"][0]]
    move(first, meeting["game"])
    # The other never comes: here by resigning without a move of their own.
    act(people[absent], "resign", meeting["game"], player=1)
    play_round(table, people, id)
    view = show(table, people[0], id)
    assert [e["number"] for e in view["entrants"] if e["is_out"]] == [absent]
    assert view["line"]["round"] == 2
    assert enter(people[absent], id, "X")["entrants"][absent]["is_out"] is False


@pytest.mark.parametrize("kind", ["round_robin", "swiss"])
def test_who_left_before_the_start_comes_too_late(table: Table, kind: str) -> None:
    """The plan of a round robin is made for who was there: they would wait to the end."""
    people, id = four_entered(table, kind=kind)
    people[3].post(f"/api/tournaments/{id}/leave", None)
    assert people[0].post(f"/api/tournaments/{id}/start", None).status_code == 200
    answer = people[3].post(f"/api/tournaments/{id}/enter", {"name": "D"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
    resting = next(m["entrants"] for r in show(table, people[0], id)["rounds"]
                   for m in r["meetings"] if not m["game"])  # fmt: skip
    people[resting[0]].post(f"/api/tournaments/{id}/leave", None)
    back = enter(people[resting[0]], id, "Back")
    assert not back["entrants"][resting[0]]["is_out"], "who has only had a round off is in it"


def test_a_table_entered_by_two_servers_puts_nobody_out_who_is_back(table: Table) -> None:
    people, id, meeting = four_at_the_start(table)
    store = table.server.rooms.services.store
    absent = meeting["entrants"][0]
    body = keeping.TableBody(entrants=meeting["entrants"], places=[2, 1], points=[0, 0])

    def finish() -> None:
        table.call(store.write, lambda c: keeping.finish(c, id, meeting["game"], body, [absent]))

    finish()
    assert show(table, people[0], id)["entrants"][absent]["is_out"]
    enter(people[absent], id, "Back")
    finish()
    assert not show(table, people[0], id)["entrants"][absent]["is_out"]


def test_who_wins_because_the_other_never_came_plays_on(table: Table) -> None:
    people, id, meeting = four_at_the_start(table)
    absent = meeting["entrants"][0]
    # Gone before the other had a turn: here by resigning.
    act(people[absent], "resign", meeting["game"], player=0)
    play_round(table, people, id)
    view = show(table, people[0], id)
    assert [e["number"] for e in view["entrants"] if e["is_out"]] == [absent]


def test_a_duplicate_meets_the_same_computers(table: Table) -> None:
    people = [table.guest(), table.guest()]
    id = a_tournament(people[0], "duplicate", entrant="Ada", level=1, rounds=1)["line"]["id"]
    enter(people[1], id, "Bo")
    view = people[0].post(f"/api/tournaments/{id}/start", None).json()
    games = [m["game"] for m in view["rounds"][0]["meetings"]]
    assert [m["entrants"] for m in view["rounds"][0]["meetings"]] == [[0, None], [1, None]]
    answers = []
    for guest, game in zip(people, games, strict=True):
        with guest.page() as page:
            seq = page.join(game)["seq"]
            page.send("play", game=game, id="m", seq=seq, move="e10,f10,g10,e11,e12")
            played = [e for e in page.events() if e["kind"] == "played"]
            while len(played) < 2:
                played += [e for e in page.events() if e["kind"] == "played"]
            answers.append(played[1]["move"])
            page.send("move_now", game=game)
            assert page.until("error")["code"] == "not_now"
    assert answers[0] == answers[1]
    seeds = {people[0].get(f"/api/games/{g}").json()["events"][0]["seed"] for g in games}
    assert len(seeds) == 1
    assert None not in seeds


@pytest.mark.parametrize(
    "change",
    [
        {"clock": None}, {"clock": {}}, {"kind": "knockout"}, {"variant": "chess"}, {"name": ""},
        {"name": " \u202e\n"}, {"entrant": "  "},
        {"starts": 1}, {"starts": 10**14}, {"kind": "duplicate", "level": 10}, {"rounds": 99},
        {"most": 1}, {"options": {"start": "moon"}},
    ],
)  # fmt: skip
def test_a_tournament_that_makes_no_sense_is_not_made(table: Table, change: dict[str, Any]) -> None:
    body = {"name": "Cup", "kind": "swiss", "variant": "duo", "clock": CLOCK, **change}
    guest = table.guest()
    assert guest.post("/api/tournaments", body).status_code == 400
    assert guest.get("/api/tournaments").json() == {"tournaments": []}


def test_what_is_not_allowed_is_refused(table: Table) -> None:
    ada, bo, cy = table.guest(), table.guest(), table.guest()
    id = a_tournament(ada, most=2)["line"]["id"]
    assert ada.post(f"/api/tournaments/{id}/start", None).status_code == 409
    assert bo.post(f"/api/tournaments/{id}/leave", None).status_code == 403
    for name in ("", " ", "\u202e"):
        assert bo.post(f"/api/tournaments/{id}/enter", {"name": name}).status_code == 400
    enter(ada, id, "Ada")
    enter(bo, id, "Bo")
    assert cy.post(f"/api/tournaments/{id}/enter", {"name": "Cy"}).status_code == 409
    assert bo.post(f"/api/tournaments/{id}/leave", None).json()["line"]["entrants"] == 1
    enter(cy, id, "Cy")
    assert bo.post(f"/api/tournaments/{id}/cancel", None).status_code == 403
    assert ada.post(f"/api/tournaments/{id}/cancel", None).json()["line"]["phase"] == "canceled"
    assert ada.post(f"/api/tournaments/{id}/start", None).status_code == 409
    assert ada.get("/api/tournaments/doesnotexist").status_code == 404


def test_all_come_at_the_same_moment(table: Table) -> None:
    """Nobody takes another's place, and nobody more than there is room for gets in."""
    id = a_tournament(table.guest(), most=10)["line"]["id"]
    people = [table.guest() for _ in range(12)]
    with ThreadPoolExecutor(12) as threads:
        answers = list(
            threads.map(
                lambda n: people[n].post(f"/api/tournaments/{id}/enter", {"name": f"N{n}"}),
                range(12),
            )
        )
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [200] * 10 + [409] * 2
    entrants = show(table, people[0], id)["entrants"]
    assert [entrant["number"] for entrant in entrants] == list(range(10))
    assert len({entrant["name"] for entrant in entrants}) == 10


def test_a_server_that_died_between_plan_and_games_leaves_no_hole(table: Table) -> None:
    """The round was written, its games were not; then three directors look at once."""
    people, id = four_entered(table)
    services = table.server.rooms.services

    async def die_and_look() -> None:
        planned = await services.store.read(lambda c: keeping.load(c, id))
        assert planned is not None
        await services.store.write(lambda c: keeping.take(c, planned, begin(planned)))
        await asyncio.gather(*(services.director.look(id) for _ in range(3)))

    table.call(die_and_look)
    meetings = show(table, people[0], id)["rounds"][0]["meetings"]
    assert len(meetings) == 2
    for meeting in meetings:
        assert people[0].get(f"/api/games/{meeting['game']}").status_code == 200
    for guest in people:
        assert len(guest.get("/api/games").json()["unfinished"]) == 1


# Without who made it, or who was planned in


def withdraw(table: Table, guest: Guest) -> None:
    """What deletion and a ban do."""
    services, person = table.server.rooms.services, table.id_of(guest)
    table.call(services.store.write, lambda c: withdrawing.withdraw(c, person))


def test_without_its_maker_who_entered_first_can_start_it(table: Table) -> None:
    ada, bo, cy, di = (table.guest() for _ in range(4))
    id = a_tournament(ada, entrant="Ada")["line"]["id"]
    for guest, name in ((bo, "Bo"), (cy, "Cy"), (di, "Di")):
        enter(guest, id, name)
    assert bo.post(f"/api/tournaments/{id}/leave", None).status_code == 200
    withdraw(table, ada)
    makers = [show(table, guest, id)["is_maker"] for guest in (ada, bo, cy, di)]
    assert makers == [False, False, True, False]
    assert ada.post(f"/api/tournaments/{id}/start", None).status_code == 403
    assert cy.post(f"/api/tournaments/{id}/start", None).json()["line"]["phase"] == "running"


def test_without_its_maker_and_entrants_it_is_called_off_unless_it_has_a_time(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    starts = table.clock.time + 60_000
    empty, timed = a_tournament(ada, entrant="Ada"), a_tournament(ada, starts=starts)
    withdraw(table, ada)
    assert show(table, bo, empty["line"]["id"])["line"]["phase"] == "canceled"
    assert enter(bo, timed["line"]["id"], "Bo")["line"]["phase"] == "open"


def test_a_round_planned_with_who_is_out_meanwhile_is_planned_again(table: Table) -> None:
    people, id = four_entered(table)
    services = table.server.rooms.services
    planned = table.call(services.store.read, lambda c: keeping.load(c, id))
    withdraw(table, people[3])
    table.call(services.director.take, planned, begin(planned))
    assert show(table, people[0], id)["line"]["phase"] == "open"
    view = people[0].post(f"/api/tournaments/{id}/start", None).json()
    assert not any(3 in meeting["entrants"] for meeting in view["rounds"][0]["meetings"])


def test_who_signs_in_while_a_round_is_made_has_the_seat(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = table.guest(), table.guest()
    id = a_tournament(ada, entrant="Ada")["line"]["id"]
    enter(bo, id, "Bo")
    services, old = table.server.rooms.services, table.id_of(bo)
    made = director.table_of

    def sign_in(*about: Any) -> Any:
        with services.store.engine.begin() as connection:
            moving.move(connection, old, "a.bo")
        monkeypatch.setattr(director, "table_of", made)
        return made(*about)

    monkeypatch.setattr(director, "table_of", sign_in)
    ada.post(f"/api/tournaments/{id}/start", None)
    (meeting,) = show(table, ada, id)["rounds"][0]["meetings"]
    stored = table.call(services.store.load, meeting["game"])
    assert sorted(stored.holders.values()) == sorted([table.id_of(ada), "a.bo"])


# A guest who has an account


def entered_twice(table: Table, kind: str = "swiss") -> tuple[Guest, Member, str]:
    """The maker, and Bo: on this device a guest, on another signed in, who has entered by both."""
    ada, bo = table.guest(), device(table)
    id = a_tournament(ada, kind, entrant="Ada", rounds=2)["line"]["id"]
    enter(bo, id, "Bo")
    enter(member(table, "Bo"), id, "Bo")
    return ada, bo, id


def test_who_enters_as_a_guest_and_by_an_account_takes_part_once(table: Table) -> None:
    ada, bo, id = entered_twice(table)
    assert show(table, ada, id)["line"]["entrants"] == 3
    view = show(table, bo.enter("/api/sign-in", "Bo"), id)
    assert (view["line"]["entrants"], view["me"]) == (2, 2), "the account's entry goes on"
    started = ada.post(f"/api/tournaments/{id}/start", None).json()
    assert [sorted(m["entrants"]) for m in started["rounds"][0]["meetings"]] == [[0, 2]]
    assert bo.post(f"/api/tournaments/{id}/leave", None).json()["me"] == 2
    assert [e["is_out"] for e in enter(bo, id, "Bo")["entrants"]] == [False, True, False]


def test_whose_account_has_left_goes_on_as_the_guest_did(table: Table) -> None:
    _, bo, id = entered_twice(table)
    other = device(table).enter("/api/sign-in", "Bo")
    assert other.post(f"/api/tournaments/{id}/leave", None).status_code == 200
    view = show(table, bo.enter("/api/sign-in", "Bo"), id)
    assert (view["line"]["entrants"], view["me"]) == (2, 1)


def test_who_signs_in_during_a_round_still_finds_the_game_of_the_guest(table: Table) -> None:
    ada, bo, id = entered_twice(table, "duplicate")
    ada.post(f"/api/tournaments/{id}/start", None)
    first = show(table, bo, id)["my_game"]
    view = show(table, bo.enter("/api/sign-in", "Bo"), id)
    assert (view["line"]["entrants"], view["my_game"]) == (2, first)
    act(bo, "resign", first, player=0)
    assert show(table, bo, id)["my_game"] not in ("", first)


def test_a_round_planned_with_both_entries_of_one_person_is_planned_again(table: Table) -> None:
    ada, bo, id = entered_twice(table)
    services = table.server.rooms.services
    planned = table.call(services.store.read, lambda c: keeping.load(c, id))
    bo.enter("/api/sign-in", "Bo")
    table.call(services.director.take, planned, begin(planned))
    assert show(table, ada, id)["line"]["phase"] == "open"


# After a restart


@pytest.fixture
def reopened(database: str | Path, tmp_path: Path, clock: Clock) -> Iterator[Any]:
    """A server that can be ended and started again on the same database."""
    url = "" if isinstance(database, Path) else database
    settings = Settings(data=tmp_path, database=url, workers=1, eager=False)

    def start() -> tuple[TestClient, Table]:
        app = make_app(settings, clock)
        client = TestClient(app, base_url="http://127.0.0.1:8765")
        client.__enter__()
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        clients.append(client)
        return client, Table(client, app.state.server, clock)

    def again() -> tuple[TestClient, Table]:
        clients.pop().__exit__(None, None, None)
        return start()

    clients: list[TestClient] = []
    first = start()
    yield first, again
    clients.pop().__exit__(None, None, None)


def moved(guest: Guest, client: TestClient) -> Guest:
    """The same device at the new server."""
    same = Guest(client, "")
    same.headers = guest.headers
    return same


def test_a_restart_in_the_middle_changes_nothing(reopened: Any) -> None:
    (_, table), again = reopened
    people, id = four_entered(table, kind="swiss", rounds=2)
    view = people[0].post(f"/api/tournaments/{id}/start", None).json()
    games = [m["game"] for m in view["rounds"][0]["meetings"]]
    client, table = again()
    people = [moved(guest, client) for guest in people]
    assert [m["game"] for m in show(table, people[0], id)["rounds"][0]["meetings"]] == games
    play_round(table, people, id)
    view = show(table, people[0], id)
    assert view["line"]["round"] == 2
    assert len(view["rounds"][1]["meetings"]) == 2
    play_round(table, people, id)
    assert show(table, people[0], id)["line"]["phase"] == "over"
