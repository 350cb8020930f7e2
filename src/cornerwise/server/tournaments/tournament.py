"""A tournament as it stands, and what comes next. Pure: nothing is stored or made here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from cornerwise.rules import VARIANTS
from cornerwise.server.seats import ClockSpec
from cornerwise.server.tournaments.bodies import Kind, Phase
from cornerwise.server.tournaments.plan import Tables, plan_round, rounds_for
from cornerwise.server.tournaments.score import Meeting, Standing, standings

PATIENCE = 30 * 86_400_000
"""Milliseconds after which a tournament that nobody has started is called off."""


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen for a tournament, in the form that is stored."""

    name: str
    kind: Kind
    variant: str
    options: dict[str, Any] = {}
    clock: ClockSpec
    rounds: int = 0
    """0 before the start: as many as the kind needs."""
    starts: int = 0
    most: int = 64
    level: int = 4
    rated: bool = False
    seed: int
    """Of the plan, and of the computers in a duplicate."""


@dataclass(frozen=True, kw_only=True)
class Entrant:
    """One who takes part."""

    number: int
    guest: str
    name: str
    account: str
    is_out: bool = False


@dataclass(frozen=True, kw_only=True)
class PlannedGame:
    """A table of a round with the id of its game."""

    game: str
    """A bye has an id too, but no game."""
    made: bool
    meeting: Meeting


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """Everything about one."""

    id: str
    maker: str
    phase: Phase
    version: int
    round: int
    created: int
    chosen: Chosen
    entrants: Sequence[Entrant] = ()
    games: Sequence[PlannedGame] = ()

    @property
    def due(self) -> int:
        """When something happens by itself to one that has not begun, in milliseconds."""
        return self.chosen.starts or self.created + PATIENCE

    @property
    def active(self) -> list[int]:
        """Entrants who are still in it."""
        return [entrant.number for entrant in self.entrants if not entrant.is_out]

    @property
    def meetings(self) -> list[Meeting]:
        """Of all rounds."""
        return [game.meeting for game in self.games]

    @property
    def seated(self) -> set[int | None]:
        """Who has been at a table, or had none in some round."""
        return {number for meeting in self.meetings for number in meeting.entrants}

    @property
    def lines(self) -> list[Standing]:
        """The table of results, the leader first; without who left before the start."""
        seated = self.seated
        return standings(
            [e.number for e in self.entrants if not e.is_out or e.number in seated],
            self.meetings,
            VARIANTS[self.chosen.variant].sides,
            duplicate=self.chosen.kind == "duplicate",
        )


@dataclass(frozen=True, kw_only=True)
class Step:
    """What is to be done now."""

    phase: Phase
    round: int
    rounds: int
    tables: Tables
    """Of the new round."""


CALLED_OFF = Step(phase="canceled", round=0, rounds=0, tables=[])


def fewest(kind: Kind) -> int:
    """Entrants without whom there is nothing to play."""
    return 1 if kind == "duplicate" else 2


def next_step(tournament: Tournament, now: int) -> Step | None:
    """What is due, or None."""
    if tournament.phase == "open":
        if now < tournament.due:
            return None
        return begin(tournament) if tournament.chosen.starts else CALLED_OFF
    if tournament.phase != "running":
        return None
    current = [m for m in tournament.meetings if m.round == tournament.round]
    if not all(meeting.over for meeting in current):
        return None
    rounds = tournament.chosen.rounds
    enough = len(tournament.active) >= fewest(tournament.chosen.kind)
    if tournament.round >= rounds or not enough:
        return Step(phase="over", round=tournament.round, rounds=rounds, tables=[])
    return _round(tournament, tournament.round + 1, rounds)


def begin(tournament: Tournament) -> Step:
    """The first round; with too few entrants it does not take place."""
    chosen = tournament.chosen
    if len(tournament.active) < fewest(chosen.kind):
        return CALLED_OFF
    players = VARIANTS[chosen.variant].players
    rounds = rounds_for(chosen.kind, len(tournament.active), players, chosen.rounds)
    return _round(tournament, 1, rounds)


def _round(tournament: Tournament, number: int, rounds: int) -> Step:
    chosen = tournament.chosen
    tables = plan_round(
        chosen.kind,
        number,
        tournament.active,
        tournament.lines,
        tournament.meetings,
        VARIANTS[chosen.variant].players,
        chosen.seed,
    )
    return Step(phase="running", round=number, rounds=rounds, tables=tables)


EntrantState = Literal["new", "back", "in"]


def entrant_of(tournament: Tournament, guest: str) -> Entrant | None:
    """Somebody's entry, if there is one.

    Who entered as a guest and by an account has two, of which one has left (`leaving.py`).
    """
    seated = tournament.seated

    def place(entrant: Entrant) -> tuple[bool, bool, bool]:
        return entrant.is_out, entrant.number not in seated, not entrant.account

    mine = [entrant for entrant in tournament.entrants if guest and entrant.guest == guest]
    return min(mine, key=place, default=None)
