"""The protocol: repeats are harmless, races have one winner, nonsense changes nothing."""

import json
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import cornerwise as cw
from cornerwise.server.accounts.person import NOBODY
from server.table import COMPUTER, HERE, ME, Page, Table


def log_of(table: Table, game: str) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = table.guest().get(f"/api/games/{game}").json()["events"]
    return events


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["kind"] for event in events]


def test_a_whole_game_on_one_device(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    mirror = cw.Game("duo")
    with guest.page() as page:
        joined = page.join(game)
        assert kinds(joined["events"]) == ["created", "started"]
        assert joined["seats"] == [0, 1]
        seen = joined["events"]
        while not mirror.is_over:
            move = max(mirror.legal_moves, key=lambda m: (m.size, m.placement))
            page.send("play", game=game, id=f"m{len(seen)}", seq=seen[-1]["seq"], move=str(move))
            seen += page.events()
            mirror.play(move)
        page.until("done")
    assert [event["seq"] for event in seen] == list(range(1, len(seen) + 1))
    assert seen == log_of(table, game)
    over = seen[-1]
    assert over["kind"] == "over"
    assert over["scores"] == list(mirror.scores)
    assert over["places"] == list(mirror.result.places)
    played = [event["move"] for event in seen if event["kind"] == "played"]
    assert played == [str(move) for move in mirror.moves]
    assert sorted(event["color"] for event in seen if event["kind"] == "passed") == [0, 1]


def test_the_same_message_twice_is_done_once(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        first = page.act("play", game, 2, id="once", move="e10")
        again = page.act("play", game, 2, id="once", move="e10")
        assert first["seq"] == again["seq"] == 3
    # After a lost connection the page sends it again on another socket: still once.
    with guest.page() as page:
        page.join(game, 2)
        assert page.act("play", game, 2, id="once", move="e10")["type"] == "done"
    assert kinds(log_of(table, game)) == ["created", "started", "played"]


def test_of_two_moves_in_a_race_one_wins(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as one, guest.page() as two:
        one.join(game)
        two.join(game)
        one.send("play", game=game, id="a", seq=2, move="e10")
        two.send("play", game=game, id="b", seq=2, move="e10,f10")
        answers = [one.until("done", "error"), two.until("done", "error")]
        assert sorted(answer["type"] for answer in answers) == ["done", "error"]
        loser = next(answer for answer in answers if answer["type"] == "error")
        assert loser["code"] == "stale"
        assert loser["seq"] == 3
    assert kinds(log_of(table, game)) == ["created", "started", "played"]


@pytest.mark.parametrize("seq", [0, 1, 3, 999_999])
def test_a_move_from_the_past_or_the_future_is_stale(table: Table, seq: int) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        assert page.act("play", game, seq, move="e10")["code"] == "stale"
    assert len(log_of(table, game)) == 2


def test_join_gives_the_rest(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        page.act("play", game, 2, move="e10")
        page.act("play", game, 3, move="j5")
    with guest.page() as page:
        rest = page.join(game, 3)
        assert [event["seq"] for event in rest["events"]] == [4]
        assert rest["seq"] == 4
        assert page.join(game, 4)["events"] == []
        # A page that knows more than the server learns it from `seq` and starts again.
        assert page.join(game, 50)["seq"] == 4


@pytest.mark.parametrize(
    ("move", "reason", "rule"),
    [
        ("a1", "start", "R3.2"),
        ("e10,e12", "unreadable", None),
        ("zz99", "unreadable", None),
        ("e10,e10", "unreadable", None),
        ("'; DROP TABLE events; --", "unreadable", None),
        ("<script>alert(1)</script>", "unreadable", None),
    ],
)
def test_a_bad_move_is_refused_with_its_reason(
    table: Table, move: str, reason: str, rule: str | None
) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        page.join(game)
        error = page.act("play", game, 2, move=move)
        assert (error["code"], error["reason"], error["rule"]) == ("illegal", reason, rule)
    assert len(log_of(table, game)) == 2


HOSTILE: list[str | bytes] = [
    "",
    "null",
    "[]",
    "{}",
    "17",
    '"join"',
    "{" * 2000,
    "[" * 4000,
    '{"type": "join"}',
    '{"type": "join", "game": 5}',
    '{"type": "join", "game": ""}',
    '{"type": "join", "game": "x", "seq": -1}',
    '{"type": "join", "game": "x", "seq": 1e99}',
    '{"type": "join", "game": "x", "seq": 99999999999999999999999}',
    '{"type": "join", "game": "x", "extra": 1}',
    '{"type": "created", "seq": 1}',
    '{"type": "events", "events": []}',
    '{"type": "play", "game": "x", "id": "", "seq": 0, "move": "a1"}',
    '{"type": "play", "game": "x", "id": "a", "seq": true, "move": "a1"}',
    '{"type": "sit", "game": "x", "id": "a", "seq": 0, "player": -1}',
    '{"type": "fill", "game": "x", "id": "a", "seq": 0, "player": 0, "level": 11}',
    '{"type": "play", "type": "join"}',
    '{"type": "ping", "id": "' + "x" * 65 + '"}',
    '{"type": "ping", "id": "\\ud800"}',
    "\x00\x01\x02",
    b"\xff\xfe\x00",
    b"\x80" * 100,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nonsense_gets_an_error_and_the_socket_lives(table: Table, text: str | bytes) -> None:
    with table.guest().page() as page:
        if isinstance(text, str):
            page.session.send_text(text)
        else:
            page.session.send_bytes(text)
        error = page.receive()
        assert error["type"] == "error"
        assert error["code"] == "unreadable"
        assert "Traceback" not in error["message"]
        page.send("ping", id="still there")
        assert page.receive()["id"] == "still there"


def test_actions_need_a_game_that_is_there_and_joined(table: Table) -> None:
    guest = table.guest()
    game = guest.make("duo", ME, HERE)["game"]
    with guest.page() as page:
        assert page.join("nosuchgame00")["code"] == "unknown_game"
        assert page.act("play", game, 2, move="e10")["code"] == "not_joined"
        page.send("move_now", game=game)
        assert page.until("error")["code"] == "not_joined"
    assert len(log_of(table, game)) == 2


def test_an_oversize_message_closes_the_socket_with_a_word(table: Table) -> None:
    with table.guest().page() as page:
        page.session.send_text(json.dumps({"type": "ping", "id": "x" * 5000}))
        assert page.receive()["code"] == "too_large"
        with pytest.raises(WebSocketDisconnect) as closed:
            page.receive()
        assert closed.value.code == 1009


def test_too_many_messages_are_slowed_down(table: Table) -> None:
    with table.guest().page() as page:
        for number in range(100):
            page.send("ping", id=str(number))
        answers = [page.receive() for _ in range(100)]
    refused = [answer for answer in answers if answer["type"] == "error"]
    assert refused
    assert {answer["code"] for answer in refused} == {"too_fast"}
    assert all(answer["id"].isdigit() for answer in refused)


def test_a_socket_that_does_not_read_is_dropped(table: Table) -> None:
    """Its queue is bounded; the others and the game do not notice."""
    from cornerwise.server.socket import QUEUE, Bucket, Socket

    async def overfill() -> tuple[int, int | None]:
        socket = Socket(None, NOBODY, table.server.rooms, Bucket(1, 1))  # type: ignore[arg-type]
        for _ in range(QUEUE + 1):
            socket.tell(b"{}")
        return len(socket._outbox), socket._close_code

    assert table.call(overfill) == (0, 1013)


def test_whole_logs_that_nobody_reads_do_not_fill_the_memory(table: Table) -> None:
    """A page may ask for a log again and again; one of them it gets however large it is."""
    from cornerwise.server.socket import UNREAD, Bucket, Socket

    async def overfill(*sizes: int) -> tuple[int, int | None]:
        socket = Socket(None, NOBODY, table.server.rooms, Bucket(1, 1))  # type: ignore[arg-type]
        for size in sizes:
            socket.tell(b" " * size)
        return len(socket._outbox), socket._close_code

    assert table.call(overfill, UNREAD + 1) == (1, None)
    assert table.call(overfill, *[UNREAD // 10] * 10) == (10, None)
    assert table.call(overfill, *[UNREAD // 10] * 11) == (0, 1013)


def test_one_socket_follows_a_bounded_number_of_games(table: Table) -> None:
    guest = table.guest()
    games = [guest.make("duo", ME, HERE)["game"] for _ in range(21)]
    with guest.page() as page:
        answers = [page.join(game) for game in games]
        assert [answer["type"] for answer in answers] == ["joined"] * 20 + ["error"]
        page.send("leave", game=games[0])
        assert page.join(games[20])["type"] == "joined"


def test_presence_counts_players_and_watchers(table: Table) -> None:
    guest, watcher = table.guest(), table.guest()
    game = guest.make("duo", ME, COMPUTER)["game"]
    with guest.page() as page:
        page.join(game)
        assert page.until("presence")["players"] == [0]
        with watcher.page() as other:
            other.join(game)
            assert page.until("presence")["watchers"] == 1
        assert page.until("presence")["watchers"] == 0


def play_some(page: Page, game: str, variant: str, moves: int) -> cw.Game:
    """Play the first legal moves of a game whose seats the page holds."""
    mirror = cw.Game(variant)
    seq = page.join(game)["seq"]
    for _ in range(moves):
        move = mirror.legal_moves[0]
        page.send("play", game=game, id=f"p{seq}", seq=seq, move=str(move))
        seq = page.events()[-1]["seq"]
        mirror.play(move)
    return mirror


def test_passes_are_told_when_they_happen(table: Table) -> None:
    guest = table.guest()
    game = guest.make("junior", ME, HERE)["game"]
    with guest.page() as page:
        mirror = play_some(page, game, "junior", 14)
        seq = page.join(game)["seq"]
        while not any(mirror.out):
            move = mirror.legal_moves[-1]
            page.send("play", game=game, id=f"q{seq}", seq=seq, move=str(move))
            events = page.events()
            seq = events[-1]["seq"]
            mirror.play(move)
        passed = [event["color"] for event in events if event["kind"] == "passed"]
        assert passed == [color for color, out in enumerate(mirror.out) if out]
