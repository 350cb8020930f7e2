"""One game from its first move to its result."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter, index, itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cornerwise._native import Position
from cornerwise.play.errors import IllegalMove, NothingToUndo, UnreadableMove
from cornerwise.play.explain import explain
from cornerwise.play.moves import LegalMoves, Move, number_alike, parse_placement
from cornerwise.play.position import native_tables
from cornerwise.play.result import Result, rank
from cornerwise.rules import Variant, is_listed
from cornerwise.rules import variant as find_variant
from cornerwise.tables import compile_tables

_pictures: dict[str, Callable[["Game"], str]] = {}


def draw_with(kind: str, picture: Callable[["Game"], str]) -> None:
    """Tell games how to draw themselves; the render layer does so when it is imported."""
    _pictures[kind] = picture


def _draw(kind: str, game: "Game") -> str:
    if kind not in _pictures:  # the layer above is known by its name alone
        import_module("cornerwise.render")
    return _pictures[kind](game)


@dataclass(frozen=True)
class Resignation:
    """A player gave up (R4.3)."""

    player: int


class Game:
    """A game in progress or finished. Moves are checked; a refused one changes nothing.

    >>> game = Game("duo")
    >>> len(game.legal_moves)
    828
    >>> game.play("e10")
    <purple 1 e10>
    >>> game.to_play, game.color, game.player
    (1, 'orange', 1)
    >>> game.play("f9")
    Traceback (most recent call last):
    cornerwise.play.errors.IllegalMove: orange's first piece must cover a start cell open to it: j5
    """

    def __init__(
        self,
        variant: Variant | str = "classic",
        *,
        setup: Iterable[Move | tuple[int, int | str]] = (),
        to_play: int | None = None,
        **options: Any,
    ) -> None:
        chosen = find_variant(variant) if isinstance(variant, str) else variant
        if not isinstance(chosen, Variant):
            raise TypeError(f"{variant!r} is no variant: give one of cw.VARIANTS, or its name")
        self.variant = chosen.with_options(**options) if options else chosen
        self.tables = compile_tables(self.variant)
        self.position = Position(native_tables(self.variant))
        """The native position; `Game` keeps it right."""
        self.setup: list[Move] = []
        """Pieces on the board before the first move, color by color."""
        self.history: list[Move | Resignation] = []
        """What happened, in order."""
        self.resigned: tuple[int, ...] = ()
        """Players who gave up, in that order."""
        self.first_to_play = None if to_play is None else self._color(to_play)
        """The color asked for as the first to play; None for the usual one."""
        for move in sorted((self._placed(piece) for piece in setup), key=attrgetter("color")):
            self._set_up(move)
        if self.setup or to_play is not None:
            self.position.set_to_play(self.first_to_play or 0)

    # Whose turn

    @property
    def to_play(self) -> int | None:
        """Number of the color to play; None when the game is over."""
        color = self.position.to_play
        return None if color < 0 else color

    @property
    def color(self) -> str | None:
        """Name of the color to play."""
        to_play = self.to_play
        return None if to_play is None else self.variant.colors[to_play]

    @property
    def player(self) -> int | None:
        """Who decides now: of a shared color's players, the next who has not resigned."""
        color = self.to_play
        return None if color is None else self.position.controller(color)

    @property
    def is_over(self) -> bool:
        """Whether no color can move any more."""
        return self.position.to_play < 0

    @property
    def out(self) -> tuple[bool, ...]:
        """By color: has it no move left, for ever?"""
        mask = self.position.out
        return tuple(bool(mask >> c & 1) for c in range(len(self.variant.colors)))

    @property
    def moves(self) -> list[Move]:
        """The moves played, in order."""
        return [event for event in self.history if isinstance(event, Move)]

    # Legal moves

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the color to play (none when the game is over)."""
        color = self.position.to_play
        if color < 0:
            return LegalMoves(self.tables, 0, np.zeros(0, np.uint16))
        return LegalMoves(self.tables, color, self.position.legal(color))

    def legal_moves_of(self, color: int) -> LegalMoves:
        """The legal moves of any color, as if it were its turn."""
        return LegalMoves(self.tables, color, self.position.legal(color))

    @property
    def legal_mask(self) -> NDArray[np.bool_]:
        """One truth value for each placement of the variant."""
        color = self.position.to_play
        if color < 0:
            return np.zeros(self.tables.n_placements, np.bool_)
        return self.position.legal_mask(color).view(np.bool_)

    def move(self, text: str | int, color: int | None = None) -> Move:
        """A move of the color to play, from text or from a placement number."""
        mover = max(self.position.to_play, 0) if color is None else self._color(color)
        if isinstance(text, str):
            return Move(self.tables, mover, parse_placement(self.tables, text))
        try:
            placement = index(text)
        except TypeError:
            raise UnreadableMove(
                f"{text!r} is no move: give a move, text such as 'e10,f10', or a whole number"
            ) from None
        if not 0 <= placement < self.tables.n_placements:
            raise UnreadableMove(f"there is no placement {text} in {self.variant.name}")
        return Move(self.tables, mover, placement)

    def _color(self, number: int) -> int:
        """The number of a color of this game."""
        try:
            color = index(number)
        except TypeError:
            color = -1
        if not 0 <= color < len(self.variant.colors):
            last = len(self.variant.colors) - 1
            text = f"there is no color {number!r} in {self.variant.name}: they go from 0 to {last}"
            raise UnreadableMove(text)
        return color

    def why_not(self, move: Move) -> IllegalMove | None:
        """The rule that a move breaks, or None if it may be played now."""
        move = self._own(move)
        if self.is_over:
            return IllegalMove("the game is over", reason="over", rule="R4.2")
        if move.color != self.to_play:
            text = f"it is {self.color}'s turn, not {move.color_name}'s"
            return IllegalMove(text, reason="turn", rule="R4.1")
        if self.position.is_legal(move.color, move.placement):
            return None
        stock = self.position.stock(move.color)
        return explain(move, stock, self.owners, self.position.states())

    # Changes, in pairs

    def play(self, move: Move | str | int) -> Move:
        """Play a move (a `Move`, its text, or a placement number). Returns it as a `Move`."""
        chosen = self._own(move) if isinstance(move, Move) else self.move(move)
        same_turn = chosen.color == self.position.to_play
        if not same_turn or not self.position.play(chosen.placement):
            raise self.why_not(chosen) or IllegalMove("refused", reason="turn", rule="R4.1")
        self.history.append(chosen)
        return chosen

    def _own(self, move: Move) -> Move:
        """The move as one of this game, unless its placement number means something else here."""
        if move.tables is self.tables:
            return move
        if not number_alike(move.tables, self.tables):
            theirs = move.tables.variant.name
            raise UnreadableMove(f"a move of {theirs} means nothing in {self.variant.name}")
        return self.move(move.placement, move.color)

    def undo(self) -> Move | Resignation:
        """Take the last move (or resignation) back."""
        if not self.history:
            raise NothingToUndo("there is no move to take back")
        self.position.undo()
        last = self.history.pop()
        if isinstance(last, Resignation):
            self.resigned = self.resigned[:-1]
        return last

    def resign(self, player: int) -> None:
        """A player gives up: colors that nobody plays any more are out (R4.3)."""
        try:
            player = index(player)
        except TypeError:
            raise UnreadableMove(f"{player!r} is no player: they are numbered from 0") from None
        if player in self.resigned or not 0 <= player < self.variant.players or self.is_over:
            raise UnreadableMove(f"player {player} cannot resign now")
        gone = {*self.resigned, player}
        colors = sum(
            1 << c for c, players in enumerate(self.variant.controllers) if gone.issuperset(players)
        )
        left = {i for i, s in enumerate(self.variant.sides) if not gone.issuperset(s.players)}
        if len(left) < 2:  # nobody is left to play against
            colors = (1 << len(self.variant.colors)) - 1
        self.position.retire(1 << player, colors)
        self.history.append(Resignation(player))
        self.resigned += (player,)

    def _placed(self, piece: Move | tuple[int, int | str]) -> Move:
        """A piece of a setup: a move of a game like this one, or a color and what `move` reads."""
        if isinstance(piece, Move):
            return self._own(piece)
        try:
            color, placement = piece
        except (TypeError, ValueError):
            text = f"setup: {piece!r} is no piece: give a move, or a color and a placement"
            raise UnreadableMove(text) from None
        return self.move(placement, color)

    def _set_up(self, move: Move) -> None:
        if not self.position.place(move.color, move.placement):
            raise UnreadableMove(f"setup: {move.color_name} {move} does not fit on the board")
        self.setup.append(move)

    # What is on the board and what it is worth

    @property
    def owners(self) -> NDArray[np.int8]:
        """By cell: the color that covers it, or −1."""
        return self.position.owners()

    def stock(self, color: int) -> dict[str, int]:
        """Pieces that a color still holds, with their number."""
        counts = self.position.stock(color)
        return {p.name: n for p, n in zip(self.variant.pieces, counts, strict=True) if n}

    @property
    def scores(self) -> tuple[int, ...]:
        """By color, as if the game ended now."""
        return tuple(self.position.score(c) for c in range(len(self.variant.colors)))

    @property
    def result(self) -> Result:
        """The ranking as it stands; final when the game is over."""
        scores = self.scores
        sides = self.variant.sides
        side_of = [0] * self.variant.players
        points = [0] * self.variant.players
        for number, side in enumerate(sides):
            for player in side.players:
                side_of[player] = number
                points[player] = sum(scores[color] for color in side.colors)
        return rank(scores, tuple(points), tuple(side_of), self.resigned)

    # As a value

    def copy(self) -> "Game":
        """An independent game at the same point, with its history."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.position = self.position.copy()
        other.setup, other.history = list(self.setup), list(self.history)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    @property
    def _key(self) -> tuple[Any, ...]:
        events = tuple(e.placement if isinstance(e, Move) else (e.player,) for e in self.history)
        # In the order that `setup` gets: a packing puts its pieces down in another.
        setup = tuple(sorted(((m.color, m.placement) for m in self.setup), key=itemgetter(0)))
        return self.variant, setup, self.first_to_play, events

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> tuple[Any, ...]:
        variant, setup, to_play, events = self._key
        if not is_listed(variant):  # where it arrives, its name means nothing or another game
            return _rebuild, (variant, {}, setup, to_play, events)
        options = {**variant.options, "colors": variant.colors}
        return _rebuild, (variant.name, options, setup, to_play, events)

    # Pictures

    def text(self) -> str:
        """The position in characters."""
        return _draw("text", self)

    def svg(self) -> str:
        """The position as an SVG picture."""
        return _draw("svg", self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"{self.color} to play"
        return f"<Game of {self.variant!r}, {len(self.moves)} moves, {state}>"


def _rebuild(
    variant: Variant | str,
    options: dict[str, Any],
    setup: Sequence[tuple[int, int]],
    to_play: int | None,
    events: Sequence[int | tuple[int]],
) -> Game:
    """A game from its parts (pickling)."""
    game = Game(variant, setup=setup, to_play=to_play, **options)
    for event in events:
        if isinstance(event, int):
            game.play(event)
        else:
            game.resign(event[0])
    return game
