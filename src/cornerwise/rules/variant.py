"""A complete game: board, pieces, colors, who plays them, where they start, what counts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cornerwise.rules.board import Board
from cornerwise.rules.pieces import PieceShape
from cornerwise.rules.starts import StartRule

CONTACTS = ("base", "alternate")
SYNONYMS = {"free": "any", "corners-only": "alternate"}
"""Words of the rulebooks for option values; the option itself keeps one spelling."""
LONGEST_COLOR = 100
"""Characters of a color's name: strangers send games with names of their own, and some are kept."""


class OptionError(ValueError):
    """A variant was asked for with an option it does not have."""


@dataclass(frozen=True)
class Bonus:
    """What a color gets instead of a negative score when it has placed everything (R6)."""

    all_placed: int = 15
    single_last: int = 20
    """When, moreover, the single-cell piece was placed last."""


@dataclass(frozen=True)
class Side:
    """Players who add their scores, and the colors that count for them."""

    players: tuple[int, ...]
    colors: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One game with its options chosen. Immutable; two are equal when they are played alike."""

    name: str
    title: Mapping[str, str]
    """What people call it, by language."""
    sgf: str
    """Its name in Pentobi's files and GTP."""
    board: Board
    pieces: tuple[PieceShape, ...]
    colors: tuple[str, ...]
    """Names, in the order of play."""
    controllers: tuple[tuple[int, ...], ...]
    """For each color, the players who place it, one placement each in turn."""
    sides: tuple[Side, ...]
    start_rules: tuple[StartRule, ...]
    """The first is the default."""
    copies: int = 1
    """How many of each piece a color holds."""
    bonus: Bonus = Bonus()
    bonuses: tuple[Bonus, ...] = (Bonus(15, 20), Bonus(10, 15))
    """What the `bonus` option may be."""
    contacts: tuple[str, ...] = ("base",)
    """What the `contact` option may be (R3.6)."""
    sgf_start: str = ""
    """The start rule of Pentobi's own games, where it is not the default here."""
    start: str = ""
    contact: str = "base"

    def __post_init__(self) -> None:
        for name in ("pieces", "colors", "controllers", "sides", "start_rules"):
            # Somebody's list, which could be changed, and not be looked up.
            object.__setattr__(self, name, tuple(getattr(self, name)))
        # Without any rule the name stays empty, until the variant is checked and told so.
        first = next((rule.name for rule in self.start_rules), "")
        if not self.start:
            object.__setattr__(self, "start", first)
        if not self.sgf_start:
            object.__setattr__(self, "sgf_start", first)

    @cached_property
    def players(self) -> int:
        """How many people (or computers) sit at the table."""
        return 1 + max(player for side in self.sides for player in side.players)

    @property
    def start_rule(self) -> StartRule:
        """The start rule in force."""
        return next(rule for rule in self.start_rules if rule.name == self.start)

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells the games of the catalogue apart, with their options."""
        return self.name, self.start, self.contact, self.bonus, self.colors

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Variant) and self.key == other.key and self._made == other._made

    @property
    def _made(self) -> tuple[Any, ...]:
        """What a game is made of. A name alone is not enough: whoever tries out a game of their
        own changes its board and keeps the name, and must not get the tables of before."""
        return (
            self.board,
            self.pieces,
            self.copies,
            self.controllers,
            self.sides,
            self.start_rule,
        )

    def __repr__(self) -> str:
        chosen = "".join(f", {k}={v!r}" for k, v in self.chosen_options.items())
        return f"variant({self.name!r}{chosen})"

    @property
    def options(self) -> dict[str, Any]:
        """The options in force, as plain data."""
        bonus = [self.bonus.all_placed, self.bonus.single_last]
        return {"start": self.start, "contact": self.contact, "bonus": bonus}

    @property
    def choices(self) -> dict[str, list[Any]]:
        """What each option may be; the default first."""
        return {
            "start": [rule.name for rule in self.start_rules],
            "contact": list(self.contacts),
            "bonus": [[b.all_placed, b.single_last] for b in self.bonuses],
        }

    @property
    def chosen_options(self) -> dict[str, Any]:
        """The options that differ from the default."""
        choices = self.choices
        return {k: v for k, v in self.options.items() if v != choices[k][0]}

    def with_options(
        self,
        *,
        start: str | None = None,
        contact: str | None = None,
        bonus: tuple[int, int] | list[int] | None = None,
        colors: tuple[str, ...] | list[str] | None = None,
        **strange: object,
    ) -> "Variant":
        """The same game with other options; `OptionError` for one it does not have.

        >>> from cornerwise.rules import variant
        >>> variant("duo").with_options(start="assigned")
        variant('duo', start='assigned')
        """
        for name in strange:
            there = ", ".join([*self.choices, "colors"])
            raise OptionError(f"{self.name} has no option {name!r}; it has: {there}")
        changes: dict[str, Any] = {}
        for key, value in (("start", start), ("contact", contact), ("bonus", bonus)):
            if value is not None:
                changes[key] = self._checked(key, value)
        if "bonus" in changes:
            changes["bonus"] = Bonus(*changes["bonus"])
        if colors is not None:
            if len(colors) != len(self.colors) or len(set(colors)) != len(colors):
                raise OptionError(f"{self.name} needs {len(self.colors)} different colors")
            if max(map(len, colors)) > LONGEST_COLOR:
                raise OptionError(f"the name of a color has at most {LONGEST_COLOR} characters")
            changes["colors"] = tuple(colors)
        return replace(self, **changes)

    def _checked(self, key: str, value: Any) -> Any:
        if isinstance(value, str):
            value = SYNONYMS.get(value, value)
        elif isinstance(value, tuple):
            value = list(value)
        if value not in self.choices[key]:
            shown = ", ".join(str(choice) for choice in self.choices[key])
            raise OptionError(f"{self.name} has no {key} {value!r}; it has: {shown}")
        return value
