"""What an action leads to: the events to write, or a refusal. Pure functions of state and time.

Nothing here stores, sends or waits, so that every rule of the table can be tested alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cornerwise.server import events as ev
from cornerwise.server import protocol as say
from cornerwise.server.accounts.person import is_deleted
from cornerwise.server.lobby.messages import OfferSeat
from cornerwise.server.manners.wording import clean
from cornerwise.server.outcomes import consequences, played, resigned
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import MAX_NAME, SeatView
from cornerwise.server.state import DAY, GameState
from cornerwise.server.table import messages as table
from cornerwise.server.table import stand_ins
from cornerwise.server.table.stand_ins import UNKNOWN, Absence


@dataclass(frozen=True)
class Actor:
    """Who acts: the seats held, and whether the join link's key was shown."""

    seats: frozenset[int]
    """Players that the actor may decide for."""
    guest: str = ""
    """Empty for who has no cookie and can only watch."""
    has_key: bool = False
    account: str = ""
    """The public name of the actor's account; empty for guests."""
    lag: int = 0
    """The measured round trip of the actor's connection, in milliseconds."""


def decide(
    state: GameState,
    action: say.Action,
    actor: Actor,
    holders: Sequence[str | None],
    now: int,
    absence: Absence = UNKNOWN,
) -> list[ev.Event]:
    """The events of an action. `holders` has the guest of each seat, None where there is none.

    `absence` is of the player whom a stand-in is for, if the action is about one.
    """
    match action:
        case say.Play():
            return _play(state, action, actor, now)
        case say.Sit():
            return _sit(state, action, actor, holders, now)
        case say.Fill():
            return _fill(state, action, actor, now)
        case OfferSeat():
            return _offer_seat(state, action, actor, holders, now)
        case say.Resign():
            return _resign(state, action, actor, now)
        case say.AskTakeback():
            return _ask_takeback(state, action, actor, holders, now)
        case say.AnswerTakeback():
            return _answer_takeback(state, action, actor, now)
        case table.Return() | table.HandOver():
            return _own_seat(state, action, actor, holders, now, absence)
        case table.CallStandIn():
            _require_seat(actor)
            return stand_ins.called(state, action.player, holders, absence, now)
        case table.Claim():
            _require_running(state)
            return stand_ins.claimed(state, actor.seats, now)
    raise Refusal("unreadable", f"{type(action).__name__} is no action of a game")


# Seats


def _sit(
    state: GameState, action: say.Sit, actor: Actor, holders: Sequence[str | None], now: int
) -> list[ev.Event]:
    if not actor.guest:
        raise Refusal("not_yours", "this browser has no cookie from us, so it can only watch")
    if action.player >= len(state.seats):
        raise Refusal("seat_taken", f"this game has {len(state.seats)} seats")
    # Who renames a seat that a friend on the same device plays does not put the account there.
    mine = action.player in actor.seats
    before = state.seats[action.player]
    account = before.account if mine else actor.account
    name = clean(action.name, MAX_NAME) or (before.name if mine and before.kind == "free" else "")
    seat = SeatView(kind="person", name=name, account=account)
    if not mine:
        if before.kind != "free":
            raise Refusal("seat_taken", "somebody has taken that seat")
        if not (actor.has_key or before.open):
            raise Refusal("bad_key", "this link only watches: ask for the link with a key")
        if holders[action.player] is not None:
            raise Refusal("seat_taken", "that seat is kept for somebody")
    return _seated(state, action.player, seat, now)


def _fill(state: GameState, action: say.Fill, actor: Actor, now: int) -> list[ev.Event]:
    if not actor.seats:
        raise Refusal("not_yours", "only who sits at the table can put a computer there")
    if action.player >= len(state.seats) or state.seats[action.player].kind != "free":
        raise Refusal("seat_taken", "that seat is not free")
    return _seated(state, action.player, SeatView(kind="computer", level=action.level), now)


def _offer_seat(
    state: GameState, action: OfferSeat, actor: Actor, holders: Sequence[str | None], now: int
) -> list[ev.Event]:
    if not actor.seats:
        raise Refusal("not_yours", "only who sits at the table can offer a seat of it")
    if action.player >= len(state.seats) or state.seats[action.player].kind != "free":
        raise Refusal("seat_taken", "that seat is not free")
    if holders[action.player] is not None:
        raise Refusal("seat_taken", "that seat is kept for somebody")
    if state.made.private and action.open:
        raise Refusal("not_now", "a private game is open to nobody")
    seat = SeatView(kind="free", open=action.open)
    return [ev.Sat(seq=state.seq + 1, time=now, player=action.player, seat=seat)]


def _seated(state: GameState, player: int, seat: SeatView, now: int) -> list[ev.Event]:
    seats = [*state.seats[:player], seat, *state.seats[player + 1 :]]
    events: list[ev.Event] = [ev.Sat(seq=state.seq + 1, time=now, player=player, seat=seat)]
    if not state.started and all(s.kind != "free" for s in seats):
        events += start(state, state.seq + 2, now)
    return events


def released(events: Sequence[ev.Event]) -> dict[int, str]:
    """Seats that were kept for somebody and are a computer's now: nobody holds them any more."""
    sat = [event for event in events if isinstance(event, ev.Sat)]
    return {event.player: "" for event in sat if event.seat.kind == "computer"}


def start(state: GameState, seq: int, now: int) -> list[ev.Event]:
    """The game begins; a game taken over at its end is over at once."""
    clocks = None
    if state.clock is not None:
        first = DAY * state.clock.days or 1000 * (state.clock.initial or state.clock.increment)
        clocks = [first] * len(state.seats)
    events: list[ev.Event] = [ev.Started(seq=seq, time=now, clocks=clocks)]
    return events + consequences(state, seq + 1, now)


# Moves


def _play(state: GameState, action: say.Play, actor: Actor, now: int) -> list[ev.Event]:
    _require_running(state)
    _require_fresh(state, action)
    player = state.game.player
    if player not in actor.seats:
        raise Refusal("not_yours", f"it is {state.game.color}'s turn, and that seat is not yours")
    if state.overdue is not None or stand_ins.overdue(state, now, actor.lag) is not None:
        raise Refusal("not_now", "the time has run out")
    if player in state.stand_ins:
        back = stand_ins.returned(state, player, now)
        return [back, *played(state, action.move, now, id=action.id, returned=back)]
    return played(state, action.move, now, id=action.id, lag=state.lag_for(actor.lag))


# Seats left and taken again


def _own_seat(
    state: GameState,
    action: table.Return | table.HandOver,
    actor: Actor,
    holders: Sequence[str | None],
    now: int,
    absence: Absence,
) -> list[ev.Event]:
    if action.player not in actor.seats:
        raise Refusal("not_yours", "that seat is not yours")
    if isinstance(action, table.Return):
        return [stand_ins.returned(state, action.player, now)]
    return stand_ins.handed_over(state, action.player, holders, absence.level, now)


# Giving up


def _resign(state: GameState, action: say.Resign, actor: Actor, now: int) -> list[ev.Event]:
    _require_running(state)
    if action.player not in actor.seats:
        raise Refusal("not_yours", "that seat is not yours")
    if action.player in state.game.resigned:
        raise Refusal("not_now", "that player has already resigned")
    return resigned(state, [action.player], "resigned", now)


# Takeback by consent


def _ask_takeback(
    state: GameState,
    action: say.AskTakeback,
    actor: Actor,
    holders: Sequence[str | None],
    now: int,
) -> list[ev.Event]:
    if not state.started or state.rematch is not None:
        raise Refusal("not_now", "nothing can be taken back in this game now")
    if state.made.tournament or (state.made.rated and state.over is not None):
        raise Refusal("not_now", "nothing is taken back in a tournament or after a rated game")
    _require_fresh(state, action)
    player = action.player
    if player not in actor.seats:
        raise Refusal("not_yours", "that seat is not yours")
    if player not in state.deciders:
        raise Refusal("not_now", "that player has no move to take back")
    ply = max(i for i, decider in enumerate(state.deciders) if decider == player)
    absent = {*state.resigned_before(ply), *state.stand_ins}
    asked = {
        other
        for other, holder in enumerate(holders)
        if holder is not None
        and not is_deleted(holder)
        and holder != actor.guest
        and other not in absent
    }
    if state.made.rated and not asked:
        raise Refusal("not_now", "in a rated game nobody is here who could agree to it")
    seq = state.seq + 1
    waiting = sorted(asked)
    found: list[ev.Event] = [
        ev.TakebackAsked(seq=seq, time=now, player=player, ply=ply, waiting=waiting)
    ]
    return found if asked else [*found, _undone(state, ply, seq + 1, now)]


def _answer_takeback(
    state: GameState, action: say.AnswerTakeback, actor: Actor, now: int
) -> list[ev.Event]:
    request = state.takeback
    if request is None or action.seq < request.seq:
        raise Refusal("stale", "there is no such request any more", seq=state.seq)
    mine = sorted(request.waiting & actor.seats)
    if not mine:
        raise Refusal("not_yours", "you were not asked")
    seq = state.seq + 1
    if not action.accept:
        return [ev.TakebackAnswered(seq=seq, time=now, player=mine[0], accept=False)]
    found: list[ev.Event] = [
        ev.TakebackAnswered(seq=seq + i, time=now, player=player, accept=True)
        for i, player in enumerate(mine)
    ]
    if request.waiting <= actor.seats:
        found.append(_undone(state, request.ply, seq + len(mine), now))
    return found


def lapsed(state: GameState, holders: Sequence[str | None], now: int) -> list[ev.Event]:
    """A request waits for somebody who is deleted: as when one who was asked goes, it ends."""
    waiting = state.takeback.waiting if state.takeback is not None else ()
    gone = [player for player in sorted(waiting) if is_deleted(holders[player])]
    return [
        ev.TakebackAnswered(seq=state.seq + 1, time=now, player=player, accept=False)
        for player in gone[:1]
    ]


def _undone(state: GameState, ply: int, seq: int, now: int) -> ev.Undone:
    """A takeback gives no time back, but who had lost on time would lose again at once."""
    clocks, before = state.clocks, state.clocks_before[ply]
    if clocks is not None and before is not None:
        lost = {player for player in state.game.resigned if clocks[player] == 0}
        clocks = [before[p] if p in lost else left for p, left in enumerate(clocks)]
    return ev.Undone(seq=seq, time=now, ply=ply, clocks=clocks)


# What actions need


def _require_seat(actor: Actor) -> None:
    if not actor.seats:
        raise Refusal("not_yours", "only who sits at the table can ask for that")


def _require_running(state: GameState) -> None:
    if state.over is not None:
        raise Refusal("not_now", "the game is over")
    if not state.started:
        raise Refusal("not_now", "the game begins when every seat is taken")


def _require_fresh(state: GameState, action: say.Action) -> None:
    """The sender must have seen the last change of turn, and cannot have seen the future."""
    if not state.turn_seq <= action.seq <= state.seq:
        raise Refusal("stale", "the game has gone on since", seq=state.seq)
