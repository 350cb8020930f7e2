"""A game's state, folded from its events. Pure: no clock is read, nothing is stored or sent."""

from collections.abc import Iterable
from dataclasses import dataclass

from cornerwise.play import Game, Move, Resignation
from cornerwise.server import events as ev
from cornerwise.server.seats import ClockSpec, SeatView
from cornerwise.server.table import lag

DAY = 86_400_000
"""Milliseconds."""


@dataclass(frozen=True)
class Takeback:
    """A request that waits for answers."""

    player: int
    ply: int
    """Moves that would stay."""
    waiting: frozenset[int]
    """Players who have yet to agree."""
    seq: int
    """The event that asked."""


class GameState:
    """Everything the events say about a game. `apply` is the only way to change it.

    It trusts the events: they were checked before they were written (see `decide.py`).
    """

    def __init__(self, events: Iterable[ev.Event]) -> None:
        self.made: ev.Created
        """The first event: variant, public, rated, tournament …"""
        self.game: Game
        self.seats: list[SeatView]
        self.clock: ClockSpec | None = None
        self.clocks: list[int] | None = None
        """By player: milliseconds left at `since`."""
        self.since = 0
        """From when the running clock counts."""
        self.started = False
        self.takeback: Takeback | None = None
        self.over: ev.Over | None = None
        self.rematch: str | None = None
        self.deciders: list[int] = []
        """By ply: who decided; −1 for moves of an opening taken over from elsewhere."""
        self.chosen_by: list[str] = []
        """By ply: `person` or `computer`; empty for moves of an opening."""
        self.clocks_before: list[list[int] | None] = []
        """By ply: `clocks` when the turn for it began; None for moves of an opening."""
        self.stand_ins: dict[int, ev.StandIn] = {}
        """By player: the computer that plays for the person just now."""
        self.overdue: ev.StandIn | None = None
        """The move to come is the computer's, for its time ran out, whoever has returned."""
        self.first_away: dict[int, int] = {}
        """By player: the event with which the computer first took over."""
        self.flags: dict[int, int] = {}
        """By player: the event with which the clock first ran out."""
        self.lag_left: list[int] = []
        """By player: milliseconds of lag that may still be given back."""
        self.placed_seq: dict[int, int] = {}
        """By color: the event of its last move, taken back since or not."""
        self.undone_seq = 0
        """The last takeback."""
        self.passed: set[int] = set()
        """Colors passed over for want of a move."""
        self.seq = 0
        """The last event."""
        self.turn_seq = 0
        """The last event that changed the position or whose turn it is."""
        self.created = 0
        self.changed = 0
        for event in events:
            self.apply(event)

    @property
    def ply(self) -> int:
        """Moves on the board."""
        return len(self.deciders)

    @property
    def is_running(self) -> bool:
        """Whether somebody is to play now."""
        return self.started and self.over is None

    @property
    def owes_pair(self) -> bool:
        """Whether it is the first game of a pair, over, and the second is yet to be made."""
        made = self.made
        is_first = made.paired and made.pair is None
        return is_first and self.over is not None and self.rematch is None

    @property
    def computer_level(self) -> int | None:
        """The level of the computer that is to play, if it is a computer's turn."""
        player = self.game.player
        if not self.is_running or player is None:
            return None
        seat = self.seats[player]
        if seat.kind == "computer":
            return seat.level
        stand_in = self.overdue or self.stand_ins.get(player)
        return None if stand_in is None else stand_in.level

    @property
    def turn(self) -> tuple[int | None, int | None]:
        """Who decides, and for which color; nobody when the game is over."""
        return self.game.player, self.game.to_play

    def resigned_before(self, ply: int) -> set[int]:
        """Players who stay resigned if the moves after `ply` are taken back; others play again."""
        kept = self.game.history[: _history_length(self.game, ply)]
        return {entry.player for entry in kept if isinstance(entry, Resignation)}

    def deadline(self) -> int | None:
        """When the clock of the person to play runs out; None if no clock runs."""
        player = self.game.player
        if not self.is_running or self.clocks is None or player is None:
            return None
        if self.computer_level is not None:  # its time depends on our load, so it is free
            return None
        return self.since + self.clocks[player]

    def lag_for(self, measured: int) -> int:
        """What the player to decide may get back of a measured round trip, in milliseconds."""
        player = self.game.player
        if player is None or not self.lag_left or self.computer_level is not None:
            return 0
        return lag.allowance(measured, self.lag_left[player])

    def clocks_after(self, now: int, *, moved: bool) -> list[int] | None:
        """What each player has left at `now`; after a move with the increment."""
        player = self.game.player
        if self.clocks is None or self.clock is None or player is None or self.clock.days:
            return self.clocks
        left = list(self.clocks)
        if self.computer_level is None:
            # The machine's clock may have been turned back: that gives nobody time.
            left[player] = max(0, left[player] - max(0, now - self.since))
            if moved:
                return self.with_increment(left, player)
        return left

    def with_increment(self, clocks: list[int] | None, player: int) -> list[int] | None:
        """Clocks after a move of a player: what each move adds is added."""
        if clocks is None or self.clock is None or self.clock.days:
            return clocks
        return [left + 1000 * self.clock.increment * (p == player) for p, left in enumerate(clocks)]

    # Events

    def apply(self, event: ev.Event) -> None:
        """Take one more event in; they must come in the order of their numbers."""
        if event.seq != self.seq + 1:
            raise ValueError(f"event {event.seq} cannot follow event {self.seq}")
        getattr(self, f"_{type(event).__name__.lower()}")(event)
        self.seq = event.seq
        self.changed = event.time

    def _created(self, event: ev.Created) -> None:
        self.made = event
        self.game = Game(event.variant, setup=event.setup, to_play=event.to_play, **event.options)
        for text in event.opening:
            self.game.play(text)
        self.deciders = [-1] * len(event.opening)
        self.chosen_by = [""] * len(event.opening)
        self.clocks_before = [None] * len(event.opening)
        self.seats = list(event.seats)
        self.clock = event.clock
        self.created = event.time
        self.turn_seq = event.seq

    def _sat(self, event: ev.Sat) -> None:
        self.seats[event.player] = event.seat

    def _started(self, event: ev.Started) -> None:
        self.started = True
        self.lag_left = [lag.quota(self.clock)] * len(self.seats)
        self._turn(event, event.clocks)

    def _played(self, event: ev.Played) -> None:
        self.game.play(event.move)
        self.deciders.append(event.player)
        self.chosen_by.append(event.by)
        self.clocks_before.append(self.clocks)
        self.placed_seq[event.color] = event.seq
        if event.by == "person" and self.lag_left:
            left = self.lag_left[event.player] - event.lag
            self.lag_left[event.player] = lag.refilled(left, self.clock)
        self._turn(event, event.clocks)

    def _passed(self, event: ev.Passed) -> None:
        self.passed.add(event.color)

    def _resigned(self, event: ev.Resigned) -> None:
        turn = self.turn
        self.game.resign(event.player)
        self.stand_ins.pop(event.player, None)
        if event.reason == "time":
            self.flags.setdefault(event.player, event.seq)
        if self.turn == turn:  # whoever is to play goes on as before
            self.takeback = None
            self._clocks_set(event, event.clocks)
        else:
            self._turn(event, event.clocks)

    def _standin(self, event: ev.StandIn) -> None:
        self.stand_ins[event.player] = event
        self.first_away.setdefault(event.player, event.seq)
        self.takeback = None
        self._clocks_set(event, event.clocks)
        if event.reason == "time":
            self.flags.setdefault(event.player, event.seq)
            self.overdue = event

    def _returned(self, event: ev.Returned) -> None:
        del self.stand_ins[event.player]
        self._clocks_set(event, event.clocks)

    def _clocks_set(self, event: ev.Happened, clocks: list[int] | None) -> None:
        if clocks is not None:
            self.clocks = clocks
            self.since = event.time

    def _takebackasked(self, event: ev.TakebackAsked) -> None:
        self.takeback = Takeback(event.player, event.ply, frozenset(event.waiting), event.seq)

    def _takebackanswered(self, event: ev.TakebackAnswered) -> None:
        request = self.takeback
        if request is None or not event.accept:
            self.takeback = None
            return
        waiting = request.waiting - {event.player}
        self.takeback = Takeback(request.player, request.ply, waiting, request.seq)

    def _undone(self, event: ev.Undone) -> None:
        keep = _history_length(self.game, event.ply)
        while len(self.game.history) > keep:
            self.game.undo()
        del self.deciders[event.ply :]
        del self.chosen_by[event.ply :]
        del self.clocks_before[event.ply :]
        self.undone_seq = event.seq
        self.over = None
        self.passed = {c for c in self.passed if self.game.out[c]}
        self._turn(event, event.clocks)

    def _over(self, event: ev.Over) -> None:
        self.over = event
        self.takeback = None

    def _rematch(self, event: ev.Rematch) -> None:
        self.rematch = event.game
        self.takeback = None  # the people play elsewhere now

    def _turn(self, event: ev.Happened, clocks: list[int] | None) -> None:
        """The turn may have changed: an open takeback request lapses, the next clock runs."""
        self.takeback = self.overdue = None
        self.clocks = clocks
        self.since = event.time
        self.turn_seq = event.seq


def _history_length(game: Game, ply: int) -> int:
    """How much of the history was there before the move after `ply` others.

    Who had resigned by then stays resigned; later resignations go with the moves.
    """
    moves = [length for length, entry in enumerate(game.history) if isinstance(entry, Move)]
    return moves[ply] if ply < len(moves) else len(game.history)
