"""The review of a finished game: what each move gave away, and when it is not told."""

import asyncio
import random

import msgspec
import pytest

import cornerwise as cw
from cornerwise.server import reviewing
from cornerwise.server.queueing import JobFailed
from cornerwise.server.refusal import Refusal
from cornerwise.server.reviewer import ReviewedMove, Reviewer
from cornerwise.server.worker import ReviewTask, SentGame
from server.table import Guest, Table
from server.waiting import Workers, waiting_call

SEED = 0
"""Of a game in which a color has just one move at some time."""
OPENING = ["e10,f10,g10,e11,e12", "i5,j5,k5,k4,k3", "h9"]


def played(guest: Guest, *, resigns: bool) -> str:
    """A game of Duo at one device, ended or not."""
    made = guest.make("duo", {"kind": "here"}, {"kind": "here"})
    with guest.page() as page:
        seq = page.join(made["game"])["seq"]
        for move in OPENING:
            seq = page.act("play", made["game"], seq, move=move)["seq"]
        if resigns:
            assert page.act("resign", made["game"], seq, player=1)["type"] == "done"
    return str(made["game"])


def test_a_finished_game_is_reviewed_move_by_move(table: Table) -> None:
    guest = table.guest()
    game = played(guest, resigns=True)
    answers = [guest.get(f"/api/games/{game}/review?ply={ply}") for ply in (1, 2, 3)]
    rows = [msgspec.json.decode(answer.content, type=ReviewedMove) for answer in answers]
    assert [row.ply for row in rows] == [1, 2, 3]
    assert [(row.player, row.color) for row in rows] == [(0, 0), (1, 1), (0, 0)]
    for row in rows:
        assert len(row.values) == 2
        assert sum(row.values) == pytest.approx(1, abs=0.02)
        assert 0 <= row.lost <= 1
        assert row.reasons is not None
        assert row.played is not None
    assert [row.played.cells for row in rows if row.played] == [5, 5, 1]
    assert rows[2].lost > 0.1, "one cell in the opening, where five fit"
    assert rows[2].best != OPENING[2]


def test_a_running_game_is_not_reviewed(table: Table) -> None:
    guest = table.guest()
    game = played(guest, resigns=False)
    answer = guest.get(f"/api/games/{game}/review?ply=1")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")


def test_moves_that_are_none(table: Table) -> None:
    guest = table.guest()
    game = played(guest, resigns=True)
    for ply in ("0", "4", "x", "-1"):
        answer = guest.get(f"/api/games/{game}/review?ply={ply}")
        assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert guest.get("/api/games/nothere00000/review?ply=1").status_code == 404


def test_a_forced_move_has_nothing_to_say() -> None:
    game, chance = cw.Game("duo"), random.Random(SEED)
    while len(game.legal_moves) != 1:
        game.play(chance.choice(game.legal_moves))
    row = msgspec.json.decode(Reviewer().review(game, str(game.legal_moves[0])), type=ReviewedMove)
    assert row.forced
    assert row.lost == 0
    assert not row.values


def test_a_review_that_is_stopped_says_nothing() -> None:
    stopped = Reviewer()
    stopped.stop()
    assert stopped.review(cw.Game("duo"), OPENING[0]) == ""


def ask(workers: Workers, *, gone: bool = False) -> ReviewedMove:
    """What somebody gets who asks these workers, and perhaps leaves."""
    task = ReviewTask(game=SentGame.of(cw.Game("duo")), played=OPENING[0])
    return asyncio.run(reviewing.reviewed(waiting_call(workers, gone=gone), task))


ROW = ReviewedMove(ply=1, player=0, color=0, forced=True)


def test_a_review_that_made_way_for_a_move_is_begun_anew() -> None:
    workers = Workers("", "", msgspec.json.encode(ROW).decode())
    assert ask(workers) == ROW
    assert not workers.answers


def test_a_review_that_nobody_waits_for_ends() -> None:
    workers = Workers(None)
    with pytest.raises(Refusal, match="try again"):
        ask(workers, gone=True)
    assert len(workers.cancelled) == 1


def test_a_review_that_fails_says_so() -> None:
    with pytest.raises(Refusal, match="try again"):
        ask(Workers(JobFailed("three workers died")))


def test_chances_of_all_sides_make_one() -> None:
    game = cw.Game("classic")
    row = msgspec.json.decode(Reviewer().review(game, str(game.legal_moves[0])), type=ReviewedMove)
    assert sum(row.values) == pytest.approx(1)
    assert 0 <= row.lost <= 1 - row.values[0]
