"""A game's state without a server: decisions are tried on it, and the log is kept."""

from collections.abc import Sequence
from typing import Any

import msgspec

from cornerwise.rules import variant
from cornerwise.server import decide
from cornerwise.server import events as ev
from cornerwise.server import protocol as say
from cornerwise.server.making import Table
from cornerwise.server.outcomes import played
from cornerwise.server.seats import ClockSpec, SeatView
from cornerwise.server.state import GameState
from cornerwise.server.table.stand_ins import Absence

NOON = 1_800_000_000_000
_log = msgspec.json.Decoder(list[ev.Event])


def refolded(log: Sequence[ev.Event]) -> GameState:
    """The state as a server finds it after a restart: from the stored text alone."""
    return GameState(_log.decode(msgspec.json.encode(log)))


class Scene:
    """People `ann`, `bob`, `cid` … at a table, one for each letter; `.` is a computer."""

    def __init__(self, name: str, people: str, clock: ClockSpec | None = None, **more: Any) -> None:
        chosen = variant(name)
        self.now = NOON
        self.holders = [None if letter == "." else letter for letter in people]
        seats = tuple(
            SeatView(kind="computer", level=1)
            if letter == "."
            else SeatView(kind="person", name=letter)
            for letter in people
        )
        table = Table(chosen, seats, tuple(self.holders), clock=clock, **more)
        self.log = table.events(self.now)
        self.state = GameState(self.log)

    def write(self, events: Sequence[ev.Event]) -> list[ev.Event]:
        for event in events:
            self.state.apply(event)
        self.log.extend(events)
        return list(events)

    def seats_of(self, who: str) -> frozenset[int]:
        return frozenset(p for p, holder in enumerate(self.holders) if holder == who)

    def act(self, who: str, action: say.Action, *, lag: int = 0, away: int = 0) -> list[ev.Event]:
        actor = decide.Actor(seats=self.seats_of(who), guest=who, lag=lag)
        absence = Absence(level=5, milliseconds=away)
        return self.write(decide.decide(self.state, action, actor, self.holders, self.now, absence))

    def does(self, who: str, kind: type[Any], *, lag: int = 0, away: int = 0, **more: Any) -> Any:
        """An action by its type, with the fields that all actions have."""
        fields = {"game": "g", "id": f"{self.state.seq}", "seq": self.state.seq, **more}
        return self.act(who, kind(**fields), lag=lag, away=away)

    def plays(self, who: str, move: str | None = None, *, lag: int = 0) -> Any:
        """A move of the player to decide; the first legal one if none is given."""
        text = move or str(self.state.game.legal_moves[0])
        return self.does(who, say.Play, move=text, lag=lag)

    def computer_plays(self) -> Any:
        move = str(self.state.game.legal_moves[0])
        return self.write(played(self.state, move, self.now, by="computer"))
