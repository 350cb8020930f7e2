"""Takeback by consent, resigning, rematch, computers and hints, over the socket."""

import asyncio

import pytest

import cornerwise as cw
from cornerwise.server.protocol import AskHint
from cornerwise.server.queueing import JobFailed, Priority, Ticket
from cornerwise.server.refusal import Refusal
from cornerwise.server.room import Room
from cornerwise.server.worker import Task
from server.table import COMPUTER, HERE, LINK, ME, Table
from server.test_seats import friend_at


def kinds(events: list[dict[str, object]]) -> list[object]:
    return [event["kind"] for event in events]


def test_takeback_needs_the_others_consent(table: Table) -> None:
    maker = table.guest()
    made = maker.make("duo", ME, LINK)
    game = made["game"]
    friend = friend_at(table, made, 1)
    with maker.page() as mine, friend.page() as theirs:
        mine.join(game)
        theirs.join(game)
        mine.act("play", game, 3, move="e10")
        theirs.act("play", game, 4, move="j5")
        mine.act("ask_takeback", game, 5, player=0)
        while kinds(asked := theirs.events()) != ["takeback_asked"]:
            pass
        assert (asked[0]["ply"], asked[0]["waiting"]) == (0, [1])
        assert mine.act("answer_takeback", game, 6, accept=True)["code"] == "not_yours"
        assert theirs.act("answer_takeback", game, 6, accept=False)["type"] == "done"
        assert theirs.act("answer_takeback", game, 7, accept=True)["code"] == "stale"
        mine.act("ask_takeback", game, 7, player=0)
        assert theirs.act("answer_takeback", game, 8, accept=True)["type"] == "done"
        assert mine.act("play", game, 10, move="e10,f10")["type"] == "done"
    summary = maker.get(f"/api/games/{game}").json()["summary"]
    assert (summary["ply"], summary["to_play"]) == (1, 1)


def test_a_move_ends_an_open_request(table: Table) -> None:
    maker = table.guest()
    made = maker.make("duo", ME, LINK)
    game = made["game"]
    friend = friend_at(table, made, 1)
    with maker.page() as mine, friend.page() as theirs:
        mine.join(game)
        theirs.join(game)
        mine.act("play", game, 3, move="e10")
        mine.act("ask_takeback", game, 4, player=0)
        # The request does not change whose turn it is, so a move that did not see it is fine.
        assert theirs.act("play", game, 4, move="j5")["type"] == "done"
        assert theirs.act("answer_takeback", game, 6, accept=True)["code"] == "stale"


def test_on_one_device_a_takeback_is_immediate(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        page.act("play", game, 2, move="e10")
        page.act("play", game, 3, move="j5")
        assert page.act("ask_takeback", game, 4, player=0)["seq"] == 6
        assert page.act("ask_takeback", game, 6, player=0)["code"] == "not_now"
        assert page.act("play", game, 6, move="e10,f10,g10")["type"] == "done"


def test_resigning_ends_a_game_of_two_and_a_takeback_revives_it(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        page.act("play", game, 2, move="e10")
        page.send("resign", game=game, id="r", seq=3, player=1)
        while "resigned" not in kinds(events := page.events()):
            pass
        assert kinds(events) == ["resigned", "over"]
        assert events[1]["places"] == [1, 2]
        assert page.act("play", game, 5, move="j5")["code"] == "not_now"
        assert page.act("resign", game, 5, player=0)["code"] == "not_now"
        assert page.act("ask_takeback", game, 5, player=0)["type"] == "done"
        assert page.act("play", game, 7, move="e10,f10")["type"] == "done"


def test_after_a_resignation_the_others_play_on(table: Table) -> None:
    guest = table.guest()
    game = guest.make("classic", ME, HERE, HERE, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        page.act("resign", game, 2, player=1)
        assert page.act("resign", game, 3, player=1)["code"] == "not_now"
        assert page.act("play", game, 3, move="a20")["type"] == "done"
        assert page.act("play", game, 4, move="t20")["code"] == "illegal"
        assert page.act("play", game, 4, move="t1")["type"] == "done"


@pytest.mark.parametrize(("variant", "seats"), [("duo", 2), ("trigon_3", 3)])
def test_rematch_moves_everybody_one_seat_further(table: Table, variant: str, seats: int) -> None:
    guest = table.guest()
    names = [{"kind": "me", "name": f"P{i}"} for i in range(seats - 1)]
    game = guest.make(variant, *names, COMPUTER)["game"]
    with guest.page() as page:
        page.join(game)
        assert page.act("ask_rematch", game, 2)["code"] == "not_now"
        for player in range(seats - 1):
            seq = page.join(game)["seq"]
            page.act("resign", game, seq, player=player)
        seq = page.join(game)["seq"]
        assert page.act("ask_rematch", game, seq)["type"] == "done"
        again = page.act("ask_rematch", game, seq)
        assert again["type"] == "done"
        events = page.join(game)["events"]
        assert kinds(events).count("rematch") == 1
        new = page.join(events[-1]["game"])
    created = new["events"][0]
    assert created["origin"] == game
    assert created["seats"][0]["kind"] == "computer"
    assert [seat["name"] for seat in created["seats"][1:]] == [f"P{i}" for i in range(seats - 1)]
    assert new["seats"] == list(range(1, seats))


def test_the_computer_plays_its_moves_and_tells_that_it_thinks(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, {"kind": "computer", "level": 1})["game"]
    with guest.page() as page:
        page.join(game)
        page.send("play", game=game, id="m", seq=2, move="e10")
        assert page.events()[0]["player"] == 0
        assert page.until("thinking")["player"] == 1
        (played,) = page.events()
        assert (played["player"], played["ply"], played["id"]) == (1, 2, "")
        mirror = cw.Game("duo")
        mirror.play("e10")
        mirror.play(played["move"])


def test_computers_alone_play_to_the_end(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", COMPUTER, COMPUTER)["game"]
    with guest.page() as page:
        events = page.join(game)["events"]
        while events[-1]["kind"] != "over":
            events += page.events()
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    # Nobody of ours sits there, so it is not among our games; its log is open to who has its id.
    assert guest.get("/api/games").json()["finished"] == []


def test_nobody_hurries_a_computer_in_a_rated_game(table: Table) -> None:
    """It would play below its level, for which the person is rated."""
    guest = table.guest()
    more = {"clock": {"initial": 300}, "rated": True}
    game = guest.make("duo", ME, {"kind": "computer", "level": 9}, **more)["game"]
    with guest.page() as page:
        page.join(game)
        page.send("move_now", game=game)
        assert page.until("error")["code"] == "not_now"


def test_a_takeback_while_the_computer_thinks(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, COMPUTER)["game"]
    with guest.page() as page:
        page.join(game)
        page.act("play", game, 2, move="e10")
        page.send("move_now", game=game)
        while True:
            seq = page.join(game)["seq"]
            done = page.act("ask_takeback", game, seq, player=0)
            if done["type"] == "done":  # else the computer was quicker: ask once more
                break
        joined = page.join(game)
    assert joined["events"][-1]["kind"] == "undone"
    assert joined["events"][-1]["ply"] == 0


def test_one_page_cannot_fill_the_line_of_jobs_with_hints(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tickets: list[Ticket] = []

    def submit(owner: str, task: Task, priority: Priority) -> Ticket:
        tickets.append(Ticket(len(tickets), owner, task, priority))
        return tickets[-1]

    for server in table.servers:
        monkeypatch.setattr(server.rooms.services.jobs, "submit", submit)
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]

    async def fail(_: Room) -> None:
        tickets[0].result.set_exception(JobFailed("a test"))

    with guest.page() as page:
        page.join(game)
        for number in range(4):
            page.send("ask_hint", game=game, id=f"h{number}")
        refused = page.until("hint", "error")
        assert (refused["id"], refused["code"]) == ("h3", "too_fast")
        table.at_room(game, fail)
        assert page.until("hint", "error")["id"] == "h0"
        page.send("ask_hint", game=game, id="again")
        page.send("ping")
        assert page.until("pong", "error")["type"] == "pong"
        assert len(tickets) == 4


def test_a_hint_under_way_does_not_keep_the_server_from_ending(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may wait behind others, or with Redis away for nobody knows how long."""
    tickets: list[Ticket] = []

    def submit(owner: str, task: Task, priority: Priority) -> Ticket:
        tickets.append(Ticket(1, owner, task, priority))
        return tickets[-1]

    for server in table.servers:
        monkeypatch.setattr(server.rooms.services.jobs, "submit", submit)
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]

    async def close(room: Room) -> None:
        room.close()
        async with asyncio.timeout(5):
            await room.settled()
        with pytest.raises(Refusal, match="join once more"):
            await room.obey(next(iter(room.followers)), AskHint(game=game, id="late"))

    with guest.page() as page:
        page.join(game)
        page.send("ask_hint", game=game, id="h")
        page.send("ping")
        page.until("pong")
        table.at_room(game, close)
    assert [ticket.result.cancelled() for ticket in tickets] == [True]


def test_a_hint_is_a_legal_move_for_who_asks(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        page.send("ask_hint", game=game, id="h1")
        hint = page.until("hint", "error")
        assert (hint["id"], hint["seq"]) == ("h1", 2)
    game = cw.Game("duo")
    move = game.play(hint["move"])
    assert 0 <= hint["value"] <= 1
    assert len(hint["scores"]) == 2
    for text in hint["line"]:
        game.play(text)
    reasons = hint["reasons"]
    assert (reasons["cells"], reasons["largest"]) == (move.size, move.size == 5)
    assert set(reasons["moves_before"]) == {"0", "1"}
    assert reasons["gains"]
