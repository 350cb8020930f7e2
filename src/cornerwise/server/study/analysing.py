"""The study board's questions about a position: it is checked here, and a worker looks at it."""

import asyncio

import msgspec

from cornerwise.notation.errors import quote
from cornerwise.play import Game, MoveError
from cornerwise.server.awaiting import awaited
from cornerwise.server.http import Call
from cornerwise.server.jobs import Busy
from cornerwise.server.queueing import JobFailed, Priority
from cornerwise.server.refusal import Refusal
from cornerwise.server.study.bodies import AnalysisView, AskAnalysis
from cornerwise.server.study.files import beginning
from cornerwise.server.worker import SentGame, StudyTask

PATIENCE = 60.0
"""Seconds that a question may wait and run together."""
FIRST_LOOK = 1.0
"""Seconds of thought with which a question is no deeper look yet. Those wait for all others: who
asks for ten seconds has an answer already, and must not keep somebody else from a first one."""


async def analysed(call: Call) -> AnalysisView:
    """The best moves of a position."""
    asked: AskAnalysis = call.body
    game = _game(asked)
    if game.is_over:
        raise Refusal("not_now", "the game is over here: there is no move to look for")
    task = StudyTask(game=SentGame.of(game), seconds=asked.seconds)
    deadline = asyncio.get_running_loop().time() + PATIENCE
    try:
        ticket = call.rooms.services.jobs.submit(call.guest, task, _priority(asked.seconds))
        answer = await awaited(call, ticket, deadline)
    except (Busy, JobFailed) as error:
        raise Refusal("busy", "the computer has too much to do just now; try again") from error
    return msgspec.json.decode(answer, type=AnalysisView)


def _priority(seconds: float) -> Priority:
    return Priority.ANALYSIS if seconds <= FIRST_LOOK else Priority.DEEPER


def _game(asked: AskAnalysis) -> Game:
    """The game up to the position, or a refusal that says where it cannot be played."""
    # What the colors of a file are called changes nothing, and would cost tables of their own.
    options = {name: word for name, word in asked.options.items() if name != "colors"}
    game = beginning(asked.variant, options, asked.setup, asked.to_play)
    for entry in asked.history:
        if isinstance(entry, str):
            _play(game, entry)
        else:
            _resign(game, entry)
    return game


def _play(game: Game, move: str) -> None:
    color, number = game.color, len(game.moves) + 1
    try:
        game.play(move)
    except MoveError as error:
        who = f"{color} {quote(move)}" if color else quote(move)
        raise Refusal("unreadable", f"move {number}: {who}: {error}") from error


def _resign(game: Game, player: int) -> None:
    try:
        game.resign(player)
    except MoveError as error:
        # People count players from 1.
        text = f"after move {len(game.moves)}: player {player + 1} cannot resign now"
        raise Refusal("unreadable", text) from error
