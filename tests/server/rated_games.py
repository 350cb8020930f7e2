"""Finished games for tests, written as logs: quick, and as the server would have written them."""

import itertools
import random
from typing import Any

import cornerwise as cw
from cornerwise.server import events as ev
from cornerwise.server.making import Table
from cornerwise.server.outcomes import played, resigned
from cornerwise.server.room import new_game
from cornerwise.server.seats import ClockSpec, SeatView
from cornerwise.server.state import GameState
from cornerwise.server.store import Append, NewGame
from cornerwise.server.summary import head

NOW = 1_800_000_000_000
CLOCK = ClockSpec(initial=180, increment=2)
numbers = itertools.count(1)


def game_id() -> str:
    return f"game{next(numbers):08d}"


def people(*names: str | int) -> tuple[tuple[SeatView, ...], tuple[str | None, ...]]:
    """Seats and holders; a number is a computer's level."""
    seats = tuple(
        SeatView(kind="computer", level=name)
        if isinstance(name, int)
        else SeatView(kind="person", name=name)
        for name in names
    )
    return seats, tuple(None if isinstance(name, int) else name for name in names)


def a_finished_game(
    variant: str,
    *names: str | int,
    time: int = NOW,
    loser: int | None = None,
    id: str = "",
    seed: int = 0,
    **more: Any,
) -> tuple[NewGame, Append]:
    """A game that ended at `time`: chance played it out, but the loser resigned at once."""
    seats, holders = people(*names)
    table = Table(cw.variant(variant), seats, holders, **{"clock": CLOCK, "rated": True, **more})
    new = new_game(table, time - 1000, id or game_id())
    state = GameState(new.events)
    events: list[ev.Event] = []
    rng = random.Random(seed)
    while state.over is None:
        if loser is not None and loser not in state.game.resigned:
            more_events = resigned(state, [loser], "resigned", time)
        else:
            move = rng.choice(list(state.game.legal_moves))
            more_events = played(state, str(move), time)
        for event in more_events:
            state.apply(event)
        events += more_events
    return new, Append(new.game, events, head(new.game, state))


def a_deserted_game() -> tuple[NewGame, Append]:
    """Duo: the computer plays for the first player, "ada", and wins against "bo"."""
    seats, holders = people("ada", "bo")
    table = Table(cw.variant("duo"), seats, holders, clock=CLOCK, rated=True)
    new = new_game(table, NOW - 1000, game_id())
    state = GameState(new.events)
    left = ev.StandIn(seq=state.seq + 1, time=NOW, player=0, level=3, reason="left", clocks=None)
    events: list[ev.Event] = [left]
    state.apply(left)
    while state.over is None:
        moves = list(state.game.legal_moves)
        # The computer's pieces are the largest, the other's the smallest.
        pick = max if state.game.player == 0 else min
        move = pick(moves, key=lambda move: (move.size, move.placement))
        by = "computer" if state.game.player == 0 else "person"
        for event in played(state, str(move), NOW, by=by):  # type: ignore[arg-type]
            state.apply(event)
            events.append(event)
    assert state.over.places == [1, 2]
    return new, Append(new.game, events, head(new.game, state))
