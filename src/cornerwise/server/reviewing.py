"""The review of a finished game over HTTP: one move at a time, as a page walks through it."""

import asyncio
from itertools import islice

import msgspec

from cornerwise.play import retrace
from cornerwise.server.awaiting import awaited
from cornerwise.server.http import Call
from cornerwise.server.jobs import Busy
from cornerwise.server.manners.persons import readable_game
from cornerwise.server.queueing import JobFailed, Priority
from cornerwise.server.refusal import Refusal
from cornerwise.server.reviewer import ReviewedMove
from cornerwise.server.worker import ReviewTask, SentGame

PATIENCE = 60.0
"""Seconds until somebody who asked is told to ask again."""


async def reviewed_move(call: Call) -> ReviewedMove:
    """A move of a game that is over, beside the best one."""
    seen = await readable_game(call, call.path("game"))
    if seen.state.over is None:
        raise Refusal("not_now", "a game is reviewed when it is over")
    game = seen.state.game
    if not game.moves:
        raise Refusal("unreadable", "nothing was played in this game")
    ply = call.number("ply", 1, range(1, len(game.moves) + 1))
    before, played = next(islice(retrace(game), ply - 1, None))
    return await reviewed(call, ReviewTask(game=SentGame.of(before), played=str(played)))


async def reviewed(call: Call, task: ReviewTask) -> ReviewedMove:
    """A worker's answer. A review makes way for moves, and is then begun anew."""
    jobs, loop = call.rooms.services.jobs, asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE
    try:
        while loop.time() < deadline:
            ticket = jobs.submit(call.guest, task, Priority.ANALYSIS)
            if answer := await awaited(call, ticket, deadline):
                return msgspec.json.decode(answer, type=ReviewedMove)
        raise Busy("moves of running games come first")
    except (Busy, JobFailed) as error:
        raise Refusal("busy", "the computer has too much to do just now; try again") from error
