"""New games: from choices, as a rematch, from a position of another game or a record."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from cornerwise.play import Game, Resignation
from cornerwise.rules import OptionError, Variant, variant
from cornerwise.server import events as ev
from cornerwise.server.accounts.person import Person
from cornerwise.server.decide import start
from cornerwise.server.manners.wording import clean
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import MAX_NAME, ClockSpec, SeatChoice, SeatView
from cornerwise.server.speeds import speed_of
from cornerwise.server.state import GameState

DEFAULT_LEVEL = 3


@dataclass(frozen=True)
class Table:
    """A game about to be created: who sits where, and what lies on the board."""

    variant: Variant
    seats: tuple[SeatView, ...]
    holders: tuple[str | None, ...]
    """By player: the guest who holds the seat."""
    clock: ClockSpec | None = None
    setup: tuple[tuple[int, str], ...] = ()
    to_play: int | None = None
    opening: tuple[str, ...] = ()
    origin: str | None = None
    public: bool = False
    private: bool = False
    fill_after: int = 0
    rated: bool = False
    paired: bool = False
    pair: str | None = None
    tournament: str | None = None
    seed: int | None = None
    """These eight as in `events.Created`."""

    def events(self, now: int) -> list[ev.Event]:
        """The first events of the game."""
        created = ev.Created(
            seq=1,
            time=now,
            variant=self.variant.name,
            options=plain_options(self.variant),
            seats=list(self.seats),
            clock=self.clock,
            setup=list(self.setup),
            to_play=self.to_play,
            opening=list(self.opening),
            origin=self.origin,
            public=self.public,
            private=self.private,
            fill_after=self.fill_after,
            rated=self.rated,
            paired=self.paired,
            pair=self.pair,
            tournament=self.tournament,
            seed=self.seed,
        )
        if any(seat.kind == "free" for seat in self.seats):
            return [created]
        return [created, *start(GameState([created]), 2, now)]


def plain_options(chosen: Variant) -> dict[str, Any]:
    """Options as plain data; colors only where they are not the catalogue's own."""
    plain = dict(chosen.options)
    if chosen.colors != variant(chosen.name).colors:
        plain["colors"] = list(chosen.colors)
    return plain


def chosen_variant(name: str, options: dict[str, Any]) -> Variant:
    """A variant by name and options, or a refusal that says what there is.

    The names of the colors are no choice of a page's: they come with records.
    """
    try:
        known = variant(name).choices
        if strange := [key for key in options if key not in known]:
            there = ", ".join(known)
            raise OptionError(f"{name} has no option {strange[0][:40]!r}; it has: {there}")
        return variant(name, **options)
    except (OptionError, TypeError, ValueError) as error:
        raise Refusal("unreadable", str(error)) from error


def require_rateable(chosen: Variant, clock: ClockSpec | None) -> None:
    """Refuse to rate what has no speed."""
    if speed_of(clock, chosen) is None:
        raise Refusal("unreadable", "a rated game needs a clock")


def require_two(chosen: Variant) -> None:
    """Refuse a pair of games where there are no two colors to swap."""
    if chosen.players != 2:
        raise Refusal("unreadable", "a pair of games is for two players")


def seated(
    chosen: Variant, choices: Sequence[SeatChoice], maker: Person
) -> tuple[tuple[SeatView, ...], tuple[str | None, ...]]:
    """Seats and their holders, from what the maker of the game chose."""
    if len(choices) != chosen.players:
        count = f"{chosen.name} has {chosen.players} seats"
        raise Refusal("unreadable", f"{count}, but {len(choices)} were given")
    seats = tuple(_seat(choice, maker) for choice in choices)
    holders = tuple(maker.guest if choice.kind in ("me", "here") else None for choice in choices)
    return seats, holders


def _seat(choice: SeatChoice, maker: Person) -> SeatView:
    name = clean(choice.name, MAX_NAME)
    match choice.kind:
        case "computer":
            return SeatView(kind="computer", level=choice.level or DEFAULT_LEVEL)
        case "link":
            return SeatView(kind="free")
        case "open":
            return SeatView(kind="free", open=True)
        case "invite":
            return SeatView(kind="free", account=choice.name)
        case "me":
            return SeatView(kind="person", name=name, account=maker.account)
        case _:
            return SeatView(kind="person", name=name)


def rematch(
    state: GameState, holders: Sequence[str | None], origin: str, asker: str | None = None
) -> Table:
    """The same people, each one seat further.

    When somebody asks for it, the seats of the others are kept free for them until they sit
    down: nobody's clock, and nobody's rating, may run without them.
    """
    order = [(player - 1) % len(holders) for player in range(len(holders))]
    seats = [state.seats[p] for p in order]
    if asker is not None:
        seats = [_kept(seats[i], holders[p] in (asker, None)) for i, p in enumerate(order)]
    return Table(
        variant=state.game.variant,
        seats=tuple(seats),
        holders=tuple(holders[p] for p in order),
        clock=state.clock,
        setup=tuple((move.color, str(move)) for move in state.game.setup),
        to_play=state.game.first_to_play,
        origin=origin,
        public=state.made.public,
        private=state.made.private,
        rated=state.made.rated,
        paired=state.made.paired,
        # After the first game of a pair this is its second; after the second a new pair begins.
        pair=origin if state.made.paired and state.made.pair is None else None,
    )


def _kept(seat: SeatView, is_ready: bool) -> SeatView:
    return seat if is_ready else msgspec.structs.replace(seat, kind="free")


def taken_over(
    game: Game, ply: int, seats: Sequence[SeatView], holders: Sequence[str | None], **more: Any
) -> Table:
    """A game that goes on from the position after `ply` moves of another."""
    if not 0 <= ply <= len(game.moves):
        raise Refusal("unreadable", f"there are {len(game.moves)} moves, not {ply}")
    then = game.copy()
    while len(then.moves) > ply:
        then.undo()
    setup = tuple((move.color, str(move)) for move in then.setup)
    opening = tuple(str(move) for move in then.moves)
    to_play = then.first_to_play
    if any(isinstance(entry, Resignation) for entry in then.history):
        # Who resigned there plays on here, so the turns would not fit: keep the board alone.
        setup += tuple((move.color, str(move)) for move in then.moves)
        opening, to_play = (), then.to_play
    return Table(
        variant=game.variant,
        seats=tuple(seats),
        holders=tuple(holders),
        setup=setup,
        to_play=to_play,
        opening=opening,
        **more,
    )
