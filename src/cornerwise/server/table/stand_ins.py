"""A seat never dies: when the computer plays for a person, and how the person returns.

Pure functions of state and time. A stand-in exists for the others at the table: where nobody
else waits, a clock that runs out loses the game, as ever, and who leaves finds it as it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cornerwise.server import events as ev
from cornerwise.server import outcomes
from cornerwise.server.refusal import Refusal
from cornerwise.server.state import GameState

DEFAULT_LEVEL = 4
"""Of a stand-in for somebody whose strength is not known."""
GRACE = 60_000
"""Milliseconds without an open page after which the computer plays for who is to decide."""
LEAST_RETURN = 10_000
"""Milliseconds on the clock, at least, of who returns after it had run out."""
RETURN_SHARE = 10
"""Or this part of the time at the start, if that is more."""


@dataclass(frozen=True)
class Absence:
    """What the room knows when a stand-in is called."""

    level: int
    """Of the computer that would play, from the person's strength."""
    milliseconds: int = 0
    """Since the person's last page was closed; 0 while one is open."""


UNKNOWN = Absence(level=DEFAULT_LEVEL)
"""Where no stand-in is called for."""


def others_wait(state: GameState, holders: Sequence[str | None], player: int) -> bool:
    """Whether another person has a part in the game."""
    return any(
        holder is not None and holder != holders[player] and other not in state.game.resigned
        for other, holder in enumerate(holders)
    )


# When the computer takes over


def overdue(state: GameState, now: int, lag: int = 0) -> int | None:
    """The player whose clock has run out, the lag that may be given back included."""
    deadline = state.deadline()
    if deadline is None or now < deadline + state.lag_for(lag):
        return None
    return state.game.player


def fallen(
    state: GameState, player: int, holders: Sequence[str | None], level: int, now: int
) -> list[ev.Event]:
    """The clock of the player to decide has run out."""
    if others_wait(state, holders, player):
        return stand_in(state, player, level, "time", now)
    return outcomes.resigned(state, [player], "time", now)


def may_be_replaced(state: GameState, holders: Sequence[str | None]) -> int | None:
    """The player to decide, if the server itself replaces that person after the grace time.

    Only where a clock of minutes runs: a game of days has its own patience, and in one without
    a clock friends may have agreed on anything, so there it must be asked for.
    """
    player = state.game.player
    if player is None or state.deadline() is None or state.clock is None or state.clock.days:
        return None
    return player if others_wait(state, holders, player) else None


def stand_in(
    state: GameState, player: int, level: int, reason: ev.StandInReason, now: int
) -> list[ev.Event]:
    """The computer plays for a person from now on."""
    clocks = _clocks(state, now)
    return [
        ev.StandIn(
            seq=state.seq + 1, time=now, player=player, level=level, reason=reason, clocks=clocks
        )
    ]


def handed_over(
    state: GameState, player: int, holders: Sequence[str | None], level: int, now: int
) -> list[ev.Event]:
    """By the player's own wish."""
    _require_person(state, player)
    if player in state.stand_ins:
        raise Refusal("not_now", "the computer plays there already")
    if not others_wait(state, holders, player):
        raise Refusal("not_now", "nobody else plays here; you can resign")
    # Lag is given back to moves alone: who returns from an empty clock must have lost on time.
    has_fallen = overdue(state, now) == player
    return stand_in(state, player, level, "time" if has_fallen else "handed", now)


def called(
    state: GameState, player: int, holders: Sequence[str | None], absence: Absence, now: int
) -> list[ev.Event]:
    """By the wish of somebody who waits."""
    _require_person(state, player)
    if player in state.stand_ins:
        raise Refusal("not_now", "the computer plays there already")
    if player != state.game.player or not others_wait(state, holders, player):
        raise Refusal("not_now", "nobody waits for that player now")
    if state.clock is not None and state.clock.days:
        raise Refusal("not_now", "a game of days waits until the days are over")
    if absence.milliseconds < GRACE:
        raise Refusal("not_now", f"that player has been away for less than {GRACE // 1000} seconds")
    return stand_in(state, player, absence.level, "asked", now)


# How it ends


def returned(state: GameState, player: int, now: int) -> ev.Returned:
    """The person takes the seat again, at once."""
    if state.over is not None or player not in state.stand_ins:
        raise Refusal("not_now", "the computer does not play for you")
    clocks = _clocks(state, now)
    if state.clock is not None and state.clocks is not None and not state.clock.days:
        clocks = list(clocks or state.clocks)
        if clocks[player] == 0:
            clocks[player] = max(LEAST_RETURN, 1000 * state.clock.initial // RETURN_SHARE)
        elif player == state.game.player:
            # The computer's time is free, but not that of who hands over only to think meanwhile.
            clocks[player] = max(1, clocks[player] - max(0, now - state.since))
    return ev.Returned(seq=state.seq + 1, time=now, player=player, clocks=clocks)


def claimed(state: GameState, seats: frozenset[int], now: int) -> list[ev.Event]:
    """Who stayed ends a game in which only stand-ins are left on the other sides."""
    mine = seats - state.stand_ins.keys() - set(state.game.resigned)
    if not mine:
        raise Refusal("not_yours", "only who still plays can end the game")
    others = {
        player
        for side in state.game.variant.sides
        if not mine & set(side.players)
        for player in side.players
    } - set(state.game.resigned)
    if not others <= state.stand_ins.keys():
        raise Refusal("not_now", "somebody still plays against you")
    # Who can still move resigns last: the game must not be over before everybody has.
    order = sorted(others, key=lambda player: _can_move(state, player))
    return outcomes.resigned(state, order, "left", now)


def _can_move(state: GameState, player: int) -> bool:
    controllers = enumerate(state.game.variant.controllers)
    return any(player in players and not state.game.out[color] for color, players in controllers)


def _clocks(state: GameState, now: int) -> list[int] | None:
    """What the clocks show now. Days go on: who comes and goes must not win them anew."""
    if state.clock is not None and state.clock.days:
        return None
    return state.clocks_after(now, moved=False)


def _require_person(state: GameState, player: int) -> None:
    if not state.is_running:
        raise Refusal("not_now", "the game is not being played")
    if player >= len(state.seats) or state.seats[player].kind != "person":
        raise Refusal("not_now", "no person sits there")
    if player in state.game.resigned:
        raise Refusal("not_now", "that player has resigned")
