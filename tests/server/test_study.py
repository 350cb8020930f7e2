"""The study board's analysis: any position of any variant, and what is refused."""

import asyncio
import random
from typing import Any

import msgspec
import pytest

import cornerwise as cw
from cornerwise.play import Move
from cornerwise.server import guard
from cornerwise.server.jobs import JobPool
from cornerwise.server.queueing import JobFailed, Priority, Ticket
from cornerwise.server.refusal import Refusal
from cornerwise.server.study.analysing import analysed
from cornerwise.server.study.analyst import Analyst
from cornerwise.server.study.bodies import MOST_MOVES, AnalysisView, AskAnalysis
from cornerwise.server.worker import MoveTask, SentGame, StudyTask
from server.table import Table
from server.waiting import Workers, waiting_call

PATH = "/api/study/analysis"
OPENING = ["e10,f10,g10,e11,e12", "i5,j5,k5,k4,k3"]
QUICK = 0.1
"""Seconds: the least there is."""


def asked(game: cw.Game, **more: Any) -> dict[str, Any]:
    """The body of a question about a game as it stands."""
    return {
        "variant": game.variant.name,
        "options": game.variant.options,
        "setup": [[move.color, str(move)] for move in game.setup],
        "to_play": game.first_to_play,
        "history": [str(e) if isinstance(e, Move) else e.player for e in game.history],
        "seconds": QUICK,
        **more,
    }


def looked_at(table: Table, game: cw.Game) -> AnalysisView:
    """What the server says of a game; all that holds of every answer does."""
    answer = table.guest().post(PATH, asked(game))
    assert answer.status_code == 200, answer.text
    view = msgspec.json.decode(answer.content, type=AnalysisView)
    assert (view.player, view.color) == (game.player, game.to_play)
    assert view.values == view.moves[0].values
    assert 1 <= len(view.moves) <= MOST_MOVES
    assert len({move.move for move in view.moves}) == len(view.moves)
    assert sum(move.share for move in view.moves) <= 1 + 1e-6
    for move in view.moves:
        after = game.copy()
        for text in (move.move, *move.line):
            after.play(text)
        assert 0 <= move.share <= 1
        assert len(move.values) == game.variant.players
        assert sum(move.values[side.players[0]] for side in game.variant.sides) == pytest.approx(1)
        assert len(move.scores) == len(game.variant.colors)
    assert view.reasons.cells == game.move(view.moves[0].move).size
    assert view.simulations > 0
    return view


def test_every_variant_is_looked_at(table: Table) -> None:
    """In the middle of the opening, by every rule of contact."""
    choices = {name: variant.choices["contact"] for name, variant in cw.VARIANTS.items()}
    games = [cw.Game(name, contact=word) for name, words in choices.items() for word in words]
    for game in games:
        chance = random.Random(game.variant.name)
        for _ in range(9):
            game.play(chance.choice(game.legal_moves))
        looked_at(table, game)


def test_the_shared_color_is_decided_in_turn(table: Table) -> None:
    game, chance, deciders = cw.Game("classic_3"), random.Random(1), []
    while len(deciders) < 3:
        if game.color == game.variant.colors[3]:
            deciders.append(looked_at(table, game).player)
        game.play(chance.choice(game.legal_moves))
    assert deciders == [0, 1, 2]


def test_a_position_that_was_set_up(table: Table) -> None:
    game = cw.Game("duo", setup=[(0, OPENING[0]), (1, OPENING[1])], to_play=1)
    assert looked_at(table, game).player == 1


def test_who_has_resigned_is_passed_over(table: Table) -> None:
    game = cw.Game("classic")
    game.play(str(game.legal_moves[0]))
    game.resign(1)
    assert looked_at(table, game).player == 2


def test_an_ending_is_proven(table: Table) -> None:
    game, chance = cw.Game("duo"), random.Random(4)
    while game.position.count_legal(0) + game.position.count_legal(1) > 6:
        game.play(chance.choice(game.legal_moves))
    view = looked_at(table, game)
    assert view.moves[0].proven
    assert not 0.1 < max(view.values) < 0.9, "won or lost"


def test_who_asks_again_gets_more() -> None:
    """The tree of a position is gone on with, also after a move that was played."""
    game = cw.Game("duo")
    first = Analyst(QUICK).look(game)
    again = Analyst(QUICK).look(game)
    assert again.simulations > first.simulations
    kept = again.simulations * again.moves[0].share
    game.play(again.moves[0].move)
    hurried = Analyst(10.0)
    hurried.stop()
    assert hurried.look(game).simulations >= kept // 2


# What is refused


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"variant": "callisto"}, "callisto"),
        ({"options": {"start": "nowhere"}}, "duo has no start 'nowhere'"),
        ({"options": {"colors": ["a", "b"]}, "history": ["a1"]}, "move 1: purple 'a1'"),
        ({"setup": [[0, "a1"], [0, "a1"]]}, "setup: purple a1 does not fit on the board"),
        ({"setup": [[3, "a1"]]}, "there is no color 3 in duo"),
        ({"to_play": 2}, "there is no color 2 in duo"),
        ({"history": [*OPENING, "e9"]}, "move 3: purple 'e9': touches purple's own edge at e9"),
        ({"history": ["e10", "zz99"]}, "move 2: orange 'zz99'"),
        ({"history": ["e10", 5]}, "after move 1: player 6 cannot resign now"),
        ({"history": [0, "e10"]}, "move 1: 'e10': the game is over"),
        ({"history": ["e10"] * 1001}, "history"),
        ({"history": ["x" * 101]}, "history"),
        ({"seconds": 0.05}, "seconds"),
        ({"seconds": 10.5}, "seconds"),
    ],
)
def test_what_cannot_be_looked_at(table: Table, change: dict[str, Any], message: str) -> None:
    answer = table.guest().post(PATH, asked(cw.Game("duo"), **change))
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert message in answer.json()["message"]


def test_a_game_that_is_over_has_no_best_move(table: Table) -> None:
    answer = table.guest().post(PATH, asked(cw.Game("duo"), history=["e10", 1]))
    assert (answer.status_code, answer.json()["code"]) == (409, "not_now")
    assert "the game is over" in answer.json()["message"]


def test_who_asks_without_end_is_held_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    most = int(guard.STUDY_RATE.split("/")[0])
    guest = table.guest()
    over = asked(cw.Game("duo"), history=[0])
    statuses = [guest.post(PATH, over).status_code for _ in range(most + 1)]
    assert statuses == [409] * most + [429]


# Workers that are stopped, or fail, or take too long


def test_an_analysis_that_is_stopped_says_what_it_has() -> None:
    analyst = Analyst(10.0)
    analyst.stop()
    view = analyst.look(cw.Game("classic"))
    assert view.hurried
    assert view.moves


def test_an_analysis_makes_way_for_a_move() -> None:
    """A real process: asked for ten seconds, it answers with what it has when a table waits."""
    game = SentGame.of(cw.Game("duo"))

    async def hurried() -> AnalysisView:
        pool = JobPool(1)
        try:
            analysis = pool.submit("ada", StudyTask(game=game, seconds=10), Priority.ANALYSIS)
            while not analysis.attempts:  # until a process has begun with it
                await asyncio.sleep(0.01)
            move = pool.submit("table", MoveTask(game=game, level=1), Priority.QUICK)
            found = msgspec.json.decode(await analysis.result, type=AnalysisView)
            assert await move.result
            return found
        finally:
            await pool.close()

    view = asyncio.run(asyncio.wait_for(hurried(), 60))
    assert view.hurried
    assert view.moves


def ask(workers: Workers, *, seconds: float = 1.0, gone: bool = False) -> AnalysisView:
    """What somebody gets who asks these workers, and perhaps leaves."""
    body = AskAnalysis(variant="duo", history=[OPENING[0]], seconds=seconds)
    return asyncio.run(analysed(waiting_call(workers, gone=gone, body=body)))


def test_an_analysis_gives_way_to_moves_at_tables() -> None:
    view = Analyst(QUICK).look(cw.Game("duo"))
    workers = Workers(*[msgspec.json.encode(view).decode()] * 2)
    assert ask(workers) == view
    ((task, priority),) = workers.tasks
    assert task.seconds == 1.0
    assert task.game.rebuild().moves[0] == cw.Game("duo").move(OPENING[0])
    assert priority.gives_way_to(Priority.QUICK)
    assert ask(workers, seconds=3.0) == view
    assert workers.tasks[1][1].gives_way_to(priority), "who has no answer yet comes first"


def test_an_analysis_that_nobody_waits_for_ends() -> None:
    workers = Workers(None)
    with pytest.raises(Refusal, match="try again"):
        ask(workers, gone=True)
    assert len(workers.cancelled) == 1


def test_who_steps_on_leaves_no_search_behind(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs, cancelled = table.server.rooms.services.jobs, list[Ticket]()
    cancel = jobs.cancel

    def seen(ticket: Ticket) -> None:
        cancelled.append(ticket)
        cancel(ticket)

    monkeypatch.setattr(jobs, "cancel", seen)
    body = msgspec.json.encode(asked(cw.Game("duo"), seconds=10))
    table.call(left, table.client.app, body)
    assert [ticket.result.cancelled() for ticket in cancelled] == [True]
    assert looked_at(table, cw.Game("duo")), "its worker goes on with the next question"


async def left(app: Any, body: bytes) -> None:
    """A request of which the connection ends as soon as it was sent."""
    came = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def receive() -> dict[str, Any]:
        return next(came, {"type": "http.disconnect"})

    statuses: list[int] = []

    async def send(message: dict[str, Any]) -> None:
        statuses.append(message.get("status", 0))

    headers = {"host": "127.0.0.1:8765", "content-type": "application/json"}
    await app(
        {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": PATH,
            "query_string": b"",
            "headers": [(key.encode(), text.encode()) for key, text in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 8765),
        },
        receive,
        send,
    )
    assert statuses[0] == 503


def test_an_analysis_that_fails_says_so() -> None:
    with pytest.raises(Refusal, match="try again"):
        ask(Workers(JobFailed("three workers died")))
