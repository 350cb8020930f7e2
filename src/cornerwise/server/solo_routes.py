"""Puzzles over HTTP: the list, boards, the solver, challenges. No state: a device keeps its own."""

import asyncio
import datetime
from functools import lru_cache
from typing import Any

import msgspec

from cornerwise.puzzles import (
    PUZZLES,
    Challenge,
    Judgement,
    OutlineError,
    Puzzle,
    PuzzleError,
    challenge_of,
    endless,
    figures,
    find_challenge,
    find_puzzle,
    format_outline,
    judge,
    parse_outline,
)
from cornerwise.puzzles.challenge import DIFFICULTIES
from cornerwise.puzzles.names import OUTLINE
from cornerwise.rules import variant
from cornerwise.server import solo_bodies as bodies
from cornerwise.server.awaiting import awaited
from cornerwise.server.http import Call, Parameter, Route
from cornerwise.server.jobs import Busy
from cornerwise.server.pages import Page, make_page
from cornerwise.server.queueing import JobFailed, Priority
from cornerwise.server.refusal import Refusal
from cornerwise.server.solving import OutlineTask, Solved, SolveTask
from cornerwise.server.variants import variant_view

PATIENCE = 40.0
"""Seconds that a question may wait and run together."""
MAX_NUMBER = 1_000_000


# The list and the boards


async def _puzzles(call: Call) -> Page:
    return await asyncio.to_thread(_list)


@lru_cache(maxsize=1)
def _list() -> Page:
    found = [_summary(puzzle) for puzzle in (*PUZZLES.values(), *figures().values())]
    return make_page(msgspec.json.encode(found), "application/json")


def _summary(puzzle: Puzzle) -> bodies.PuzzleSummary:
    table = puzzle.variant
    return bodies.PuzzleSummary(
        name=puzzle.name,
        title=dict(puzzle.title),
        task=dict(puzzle.task),
        kind=puzzle.kind,
        descending=puzzle.descending,
        figure=puzzle.figure,
        difficulty=puzzle.difficulty,
        cells=puzzle.cells,
        pieces=len(table.pieces) * table.copies * len(table.colors),
        outline=format_outline(table.board),
        forms=list(puzzle.forms),
        form=puzzle.form,
    )


async def _puzzle(call: Call) -> Page:
    name = call.path("name")
    if name.startswith(OUTLINE):  # costs a compiled board, so it has a route with a rate of its own
        raise Refusal("unknown_game", "ask for outlines at /api/puzzles/outlines/{name}")
    _known(name)
    return await asyncio.to_thread(_view, name)


async def _drawn(call: Call) -> Page:
    name = call.path("name")
    if not name.startswith(OUTLINE):
        raise Refusal("unknown_game", f"the name of an outline begins with {OUTLINE}")
    await asyncio.to_thread(_known, name)
    return await asyncio.to_thread(_view, name)


@lru_cache(maxsize=80)
def _view(name: str) -> Page:
    puzzle = find_puzzle(name)
    view = bodies.PuzzleView(puzzle=_summary(puzzle), variant=variant_view(puzzle.variant))
    return make_page(msgspec.json.encode(view), "application/json")


def _known(name: str) -> None:
    try:
        find_puzzle(name)
    except PuzzleError as error:
        message = str(error) if name.startswith(OUTLINE) else f"there is no puzzle {name[:40]!r}"
        raise Refusal("unknown_game", message) from None


# The solver


async def _help(call: Call) -> bodies.SolverAnswer:
    _known(call.path("name"))
    asked: bodies.AskSolver = call.body
    task = SolveTask(puzzle=call.path("name"), want=asked.want, pieces=asked.pieces)
    answer = (await _solved(call, task)).solver
    assert answer is not None
    return answer


async def _outline(call: Call) -> bodies.OutlineVerdict:
    asked: bodies.AskOutline = call.body
    try:
        parse_outline(asked.outline)
    except OutlineError as error:
        raise Refusal("unreadable", str(error)) from error
    answer = (await _solved(call, OutlineTask(outline=asked.outline))).outline
    assert answer is not None
    return answer


async def _solved(call: Call, task: SolveTask | OutlineTask) -> Solved:
    """A worker's answer. When whoever asked is gone, or it takes too long, the job ends too."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    try:
        ticket = call.rooms.services.jobs.submit(call.guest, task, Priority.PUZZLE)
        solved = msgspec.json.decode(await awaited(call, ticket, deadline), type=Solved)
    except (Busy, JobFailed) as error:
        raise Refusal("busy", "the solver has too much to do just now; try again") from error
    if solved.wrong:
        raise Refusal("illegal", solved.wrong)
    return solved


# Challenges


async def _today(call: Call) -> bodies.ChallengeView:
    text = call.query("date")
    try:
        day = datetime.date.fromisoformat(text) if text else datetime.date.today()
    except ValueError:
        message = f"a date is like 2026-11-15, not {(text or '')[:40]!r}"
        raise Refusal("unreadable", message) from None
    return _challenge_view(challenge_of(day))


async def _endless(call: Call) -> bodies.ChallengeView:
    difficulty = call.path("difficulty")
    if difficulty not in DIFFICULTIES:
        known = ", ".join(DIFFICULTIES)
        raise Refusal("unknown_game", f"no difficulty {difficulty[:40]!r}; there are: {known}")
    return _challenge_view(endless(difficulty, call.number("number", 0, range(MAX_NUMBER))))


def _challenge_view(challenge: Challenge) -> bodies.ChallengeView:
    colors = variant(challenge.variant).colors
    fields: dict[str, Any] = {
        name: getattr(challenge, name) for name in ("name", "kind", "difficulty", "variant")
    }
    return bodies.ChallengeView(
        **fields,
        question=dict(challenge.question),
        setup=[
            bodies.LyingPiece(color=colors.index(color), move=move)
            for color, move in challenge.setup
        ],
        color=colors.index(challenge.color),
        moves=len(challenge.answer),
    )


async def _judge(call: Call) -> bodies.JudgementView:
    asked: bodies.AskJudge = call.body
    try:
        challenge = find_challenge(call.path("name"))
    except PuzzleError:
        name = call.path("name")[:40]
        raise Refusal("unknown_game", f"there is no challenge {name!r}") from None
    judged = await asyncio.to_thread(_judged, challenge, tuple(asked.moves), asked.explain)
    return bodies.JudgementView(
        right=judged.right,
        done=judged.done,
        message=judged.message,
        refutation=[
            bodies.LyingPiece(color=move.color, move=str(move)) for move in judged.refutation
        ],
        answer=list(challenge.answer) if asked.reveal else [],
    )


@lru_cache(maxsize=256)
def _judged(challenge: Challenge, moves: tuple[str, ...], explain: bool) -> Judgement:
    return judge(challenge, moves, explain=explain)


PUZZLE = Parameter("name", {"type": "string"}, "Name of the puzzle", in_path=True)
OUTLINE_NAME = Parameter(
    "name",
    {"type": "string"},
    "Its rows as x, A, V and -, with _ between and ~ before",
    in_path=True,
)
CHALLENGE = Parameter("name", {"type": "string"}, "Name of the challenge", in_path=True)
DIFFICULTY = Parameter(
    "difficulty", {"type": "string", "enum": list(DIFFICULTIES)}, "How hard", in_path=True
)
DATE = Parameter("date", {"type": "string", "format": "date"}, "The day; today if left out")
NUMBER = Parameter(
    "number", {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER - 1}, "Which one, from 0"
)

SOLO_ROUTES = (
    Route(
        method="GET", path="/api/puzzles", access="anybody", handler=_puzzles,
        answer=list[bodies.PuzzleSummary], summary="Every puzzle and figure",
    ),
    Route(
        method="GET", path="/api/puzzles/{name}", access="anybody",
        handler=_puzzle, answer=bodies.PuzzleView,
        parameters=(PUZZLE,), refusals=(404,), summary="The board and the pieces of a puzzle",
    ),
    Route(
        method="POST", path="/api/puzzles/{name}/help", access="anybody",
        handler=_help, body=bodies.AskSolver,
        answer=bodies.SolverAnswer, parameters=(PUZZLE,), refusals=(400, 403, 404, 413, 503),
        rate="solve", summary="Can this be completed? A hint, or a whole solution",
    ),
    Route(
        method="GET", path="/api/puzzles/outlines/{name}", access="anybody", handler=_drawn,
        answer=bodies.PuzzleView, parameters=(OUTLINE_NAME,), refusals=(404,), rate="solve",
        summary="An outline of one's own as a puzzle",
    ),
    Route(
        method="POST", path="/api/puzzles/outlines/check", access="anybody", handler=_outline,
        body=bodies.AskOutline, answer=bodies.OutlineVerdict, refusals=(400, 403, 413, 503),
        rate="solve", summary="Can this outline be filled?",
    ),
    Route(
        method="GET", path="/api/puzzles/challenges/today", access="anybody", handler=_today,
        answer=bodies.ChallengeView, parameters=(DATE,), refusals=(400,),
        summary="The puzzle of a day",
    ),
    Route(
        method="GET", path="/api/puzzles/challenges/{difficulty}", access="anybody",
        handler=_endless,
        answer=bodies.ChallengeView, parameters=(DIFFICULTY, NUMBER), refusals=(400, 404),
        summary="One of the endless puzzles",
    ),
    Route(
        method="POST", path="/api/puzzles/challenges/{name}/judge", access="anybody",
        handler=_judge,
        body=bodies.AskJudge, answer=bodies.JudgementView, parameters=(CHALLENGE,),
        refusals=(400, 403, 404, 413), summary="Is this the answer to a challenge?",
    ),
)  # fmt: skip
"""In the order of the documentation."""
