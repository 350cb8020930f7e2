"""Puzzles over HTTP: what is listed, what the solver says, and what is refused."""

import asyncio
import datetime
import threading

import msgspec
import pytest

from cornerwise import puzzles
from cornerwise.puzzles.proof import prove
from cornerwise.server.jobs import JobPool
from cornerwise.server.queueing import Priority
from cornerwise.server.solo_bodies import LyingPiece, PuzzleSummary, PuzzleView
from cornerwise.server.solving import OutlineTask, Solved, Solver, SolveTask
from server.table import Table

HOLE = "###\n#.#\n###"


def test_every_puzzle_is_listed_and_can_be_drawn(table: Table) -> None:
    guest = table.guest()
    listed = msgspec.json.decode(guest.get("/api/puzzles").content, type=list[PuzzleSummary])
    assert [puzzle.name for puzzle in listed] == [*puzzles.PUZZLES, *puzzles.figures()]
    for summary in listed:
        assert set(summary.title) == set(summary.task) == {"en", "fr"}
        assert summary.difficulty in ("easy", "medium", "hard")
        board = puzzles.find_puzzle(summary.name).variant.board
        assert sum(mark in "#AV" for mark in summary.outline) == len(board.cells)


@pytest.mark.parametrize("name", ["tetra-square", "eighty-four-21x17", "parallelogram"])
def test_a_puzzle_has_a_board_and_pieces(table: Table, name: str) -> None:
    answer = table.guest().get(f"/api/puzzles/{name}")
    view = msgspec.json.decode(answer.content, type=PuzzleView)
    board = puzzles.find_puzzle(name).variant.board
    assert view.variant.names == list(board.names)
    assert len(view.variant.polygons) == len(board.cells)
    assert table.guest().get("/api/puzzles/nothing").status_code == 404


def test_an_outline_of_ones_own_is_a_puzzle(table: Table) -> None:
    guest = table.guest()
    answer = guest.get("/api/puzzles/outlines/~xxx_x-x_xxx")
    view = msgspec.json.decode(answer.content, type=PuzzleView)
    assert view.puzzle.outline == HOLE
    assert ask(table, view.puzzle.name, "check", [])["answer"] == "yes"
    assert guest.get("/api/puzzles/~xxx_x-x_xxx").status_code == 404
    assert guest.get("/api/puzzles/outlines/~x-A").status_code == 404
    assert guest.get("/api/puzzles/outlines/tetra").status_code == 404


def test_a_stronger_form_is_a_puzzle_too(table: Table) -> None:
    view = msgspec.json.decode(
        table.guest().get("/api/puzzles/tetra+colored").content, type=PuzzleView
    )
    assert (view.puzzle.name, view.puzzle.form) == ("tetra", "colored")
    assert view.puzzle.forms == ["plain", "colored", "touching"]
    beside = [(0, "a1,b1,c1,d1"), (0, "a2,b2,a3,b3")]
    lying = [{"color": color, "move": move} for color, move in beside]
    answer = table.guest().post(
        "/api/puzzles/tetra+colored/help", {"want": "check", "pieces": lying}
    )
    assert answer.status_code == 400


def test_a_wrong_answer_is_refuted(table: Table) -> None:
    guest = table.guest()
    challenge = next(c for c in puzzles.challenges().values() if c.kind == "only-move")
    game = challenge.begin()
    wrong = next(str(m) for m in game.legal_moves if str(m) not in challenge.answer)
    path = f"/api/puzzles/challenges/{challenge.name}/judge"
    assert guest.post(path, {"moves": [wrong]}).json()["refutation"] == []
    judged = guest.post(path, {"moves": [wrong], "explain": True}).json()
    assert judged["message"]
    assert not judged["right"]


def ask(table: Table, name: str, want: str, pieces: list[tuple[int, str]]) -> dict[str, object]:
    """The solver's answer."""
    lying = [{"color": color, "move": move} for color, move in pieces]
    answer = table.guest().post(f"/api/puzzles/{name}/help", {"want": want, "pieces": lying})
    assert answer.status_code == 200, answer.text
    body: dict[str, object] = answer.json()
    return body


def test_check_hint_and_solve(table: Table) -> None:
    lying = [(2, "a1,b1,c1,d1")]
    assert ask(table, "tetra", "check", lying) == {"answer": "yes", "reason": "", "moves": []}
    hinted = ask(table, "tetra", "hint", lying)["moves"]
    assert isinstance(hinted, list)
    assert len(hinted) == 1
    moves = ask(table, "tetra", "solve", lying)["moves"]
    assert isinstance(moves, list)
    solo = puzzles.Solo(puzzles.find_puzzle("tetra"))
    for color, text in [*lying, *((move["color"], move["move"]) for move in moves)]:
        solo.place(text, color)
    assert solo.is_solved


def test_a_position_that_cannot_be_completed_is_told(table: Table) -> None:
    shut = [(0, "b1,b2,b3,c1"), (1, "a4,b4,c4,d4")]
    answer = ask(table, "tetra", "check", shut)
    assert answer["answer"] == "no"
    assert ask(table, "tetra", "solve", shut)["moves"] == []


def test_a_game_goes_on_in_turns(table: Table) -> None:
    moves = ask(table, "eighty-four", "solve", [])["moves"]
    assert isinstance(moves, list)
    assert len(moves) == 84
    assert [move["color"] for move in moves[:4]] == [0, 1, 2, 3]
    first = (moves[0]["color"], moves[0]["move"])
    assert ask(table, "eighty-four", "hint", [first])["answer"] == "yes"


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("tetra", [(0, "a1")]),
        ("tetra", [(0, "a1,b1,c1,d1"), (1, "a1,b1,c1,d1")]),
        ("parallelogram", [(3, "e1,f1")]),
        ("eighty-four", [(1, "a20")]),
        ("tetra", [(7, "a1,b1,c1,d1")]),
        ("tetra", [(0, "x" * 200)]),
    ],
)
def test_what_cannot_lie_there_is_refused(
    table: Table, name: str, pieces: list[tuple[int, str]]
) -> None:
    lying = [{"color": color, "move": move} for color, move in pieces]
    body = {"want": "check", "pieces": lying}
    answer = table.guest().post(f"/api/puzzles/{name}/help", body)
    assert answer.status_code == 400
    assert answer.json()["message"]


def test_outlines(table: Table) -> None:
    guest = table.guest()
    filled = guest.post("/api/puzzles/outlines/check", {"outline": HOLE}).json()
    assert filled["answer"] == "yes"
    covered = sorted(tuple(cell) for piece in filled["pieces"] for cell in piece["cells"])
    assert covered == sorted((x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1))
    assert filled["left_over"] == 21 - len(filled["pieces"])
    pockets = guest.post("/api/puzzles/outlines/check", {"outline": "#.#.#.#.#"}).json()
    assert (pockets["answer"], pockets["reason"]) == ("no", "pocket")
    for wrong in ("", "#A", "AA", "x", "#" * 65):
        answer = guest.post("/api/puzzles/outlines/check", {"outline": wrong})
        assert answer.status_code == 400, wrong


def test_a_stopped_solver_does_not_know() -> None:
    solver = Solver()
    solver.stop()
    task = SolveTask(puzzle="penta", want="check", pieces=[])
    solved = msgspec.json.decode(solver.work(task), type=Solved)
    assert solved.solver is not None
    assert solved.solver.answer == "unknown"


def test_a_proof_ends_when_it_is_stopped() -> None:
    """Without the stop it would try for an hour."""
    stop = threading.Event()
    stop.set()
    puzzle = puzzles.find_puzzle("eighty-four-21x17")
    first = puzzles.Solo(puzzle).place("a17")
    proof = prove(puzzle, [(first.color, first.placement)], puzzles.Effort(3600, stop))
    assert proof.answer == "unknown"


def test_a_job_that_nobody_waits_for_ends() -> None:
    """From a single cell the 84 on 21×17 are out of reach: only the stop ends the search."""

    async def cancelled() -> None:
        pool = JobPool(1)
        hard = SolveTask(
            puzzle="eighty-four-21x17", want="solve", pieces=[LyingPiece(color=0, move="a17")]
        )
        first = pool.submit("me", hard, Priority.PUZZLE)
        pool.cancel(first)
        second = pool.submit("me", OutlineTask(outline=HOLE), Priority.PUZZLE)
        solved = msgspec.json.decode(await second.result, type=Solved)
        assert solved.outline is not None
        assert solved.outline.answer == "yes"
        await pool.close()

    asyncio.run(asyncio.wait_for(cancelled(), 60))


def test_the_puzzle_of_a_day_and_its_judge(table: Table) -> None:
    guest = table.guest()
    day = datetime.date(2026, 11, 16)
    view = guest.get(f"/api/puzzles/challenges/today?date={day}").json()
    challenge = puzzles.challenge_of(day)
    assert (view["name"], view["kind"]) == (challenge.name, challenge.kind)
    assert "answer" not in view
    path = f"/api/puzzles/challenges/{view['name']}/judge"
    right = guest.post(path, {"moves": list(challenge.answer)}).json()
    assert (right["right"], right["done"], right["answer"]) == (True, True, [])
    wrong = next(str(m) for m in challenge.begin().legal_moves if str(m) not in challenge.answer)
    assert guest.post(path, {"moves": [wrong]}).json()["right"] is False
    assert guest.post(path, {"reveal": True}).json()["answer"] == list(challenge.answer)
    assert guest.get("/api/puzzles/challenges/today").status_code == 200
    assert guest.get("/api/puzzles/challenges/today?date=moon").status_code == 400


def test_endless_challenges(table: Table) -> None:
    guest = table.guest()
    for difficulty in ("easy", "medium", "hard"):
        view = guest.get(f"/api/puzzles/challenges/{difficulty}?number=3").json()
        assert view["name"] == puzzles.endless(difficulty, 3).name
    assert guest.get("/api/puzzles/challenges/moon").status_code == 404
    assert guest.get("/api/puzzles/challenges/easy?number=-1").status_code == 400
    assert guest.post("/api/puzzles/challenges/moon/judge", {}).status_code == 404
