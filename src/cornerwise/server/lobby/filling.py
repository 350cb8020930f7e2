"""Seats that nobody took: when computers take them, and what is written then. Pure."""

from cornerwise.server import events as ev
from cornerwise.server.decide import start
from cornerwise.server.seats import SeatView
from cornerwise.server.state import GameState


def fill_time(state: GameState) -> int | None:
    """When computers take the seats still free, in milliseconds; None if they never do."""
    if state.started or not state.made.fill_after or not free_seats(state):
        return None
    return state.made.time + 1000 * state.made.fill_after


def free_seats(state: GameState) -> list[int]:
    """Players whose seats nobody has."""
    return [player for player, seat in enumerate(state.seats) if seat.kind == "free"]


def filled(state: GameState, level: int, now: int) -> list[ev.Event]:
    """Computers on every free seat, and the start."""
    free = free_seats(state)
    seat = SeatView(kind="computer", level=level)
    events: list[ev.Event] = [
        ev.Sat(seq=state.seq + 1 + number, time=now, player=player, seat=seat)
        for number, player in enumerate(free)
    ]
    return events + start(state, state.seq + 1 + len(free), now)
