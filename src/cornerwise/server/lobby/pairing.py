"""Who is paired with whom. Pure: wishes in, groups out.

Whoever has waited longest comes first and gets the nearest in rating. How far apart two
may be grows while they wait, so that somebody alone is not kept for ever.
"""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

NARROW = 150.0
"""Rating points between two people who have just come."""
WIDENING = 10.0
"""Points more for each second of waiting."""
WIDE_OPEN = 60_000
"""Milliseconds after which rating is no reason any more."""
LOOKED_AT = 40
"""Others on either side in rating among whom somebody's partners are looked for."""
UNKNOWN = 1500.0
"""Where people without a rating stand in the line."""


@dataclass(frozen=True, order=True)
class Kind:
    """What is wished for: only equal kinds meet."""

    variant: str
    clock: str
    """A `ClockSpec` as JSON; empty without a clock."""
    rated: bool
    paired: bool = False
    """Two games with the colors swapped, rated as one result."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """Somebody who wants to play now."""

    guest: str
    id: str
    """The sender's own id for the wish."""
    kind: Kind
    players: int
    """Whom the game needs."""
    name: str = ""
    account: str = ""
    rating: float | None = None
    """None for who has none yet: they fit with anybody."""
    since: int
    """Milliseconds."""
    computers_after: int = 0
    """Seconds; 0 for never."""
    computers: bool = False
    """Whether the offer of computers was accepted."""
    game: str = ""
    """What was found."""


@dataclass(frozen=True)
class Group:
    """People who shall play together; computers take the other seats."""

    wishes: tuple[Wish, ...]

    @property
    def computers(self) -> int:
        """Seats without a person."""
        return self.wishes[0].players - len(self.wishes)


Blocked = Collection[tuple[str, str]]
"""Pairs of guests of whom the first has blocked the second."""


def window(waited: int) -> float:
    """Rating points that somebody accepts after so many milliseconds."""
    if waited >= WIDE_OPEN:
        return math.inf
    return NARROW + WIDENING * max(0, waited) / 1000


def fits(one: Wish, other: Wish, blocked: Blocked, now: int) -> bool:
    """Whether two may meet now."""
    if (one.guest, other.guest) in blocked or (other.guest, one.guest) in blocked:
        return False
    if one.rating is None or other.rating is None:
        return True
    # The mean: who has just come need not take whatever a long wait has made acceptable.
    accepted = (window(now - one.since) + window(now - other.since)) / 2
    return abs(one.rating - other.rating) <= accepted


def offers_computers(wish: Wish, now: int) -> bool:
    """Whether computers are offered for the places still empty."""
    if wish.computers or wish.game or not wish.computers_after:
        return False
    return now - wish.since >= 1000 * wish.computers_after


def paired(wishes: Iterable[Wish], blocked: Blocked, now: int) -> list[Group]:
    """All groups that can begin now; each wish is in one of them at most."""
    by_kind: dict[Kind, list[Wish]] = defaultdict(list)
    for wish in sorted(wishes, key=lambda wish: (wish.since, wish.guest)):
        if not wish.game:
            by_kind[wish.kind].append(wish)
    return [group for line in by_kind.values() for group in _groups(line, blocked, now)]


def _groups(waiting: Sequence[Wish], blocked: Blocked, now: int) -> Iterable[Group]:
    """Full tables first, then those that take computers too; by waiting time."""
    taken: set[str] = set()
    for is_enough, those in (
        (_is_full, waiting),
        (_takes_computers, [wish for wish in waiting if wish.computers]),
    ):
        line = _Line(wish for wish in those if wish.guest not in taken)
        for first in those:
            if first.guest in taken:
                continue
            group = _gather(first, line.nearest(first), blocked, now)
            if is_enough(group):
                taken.update(member.guest for member in group.wishes)
                line.remove(group.wishes)
                yield group


def _is_full(group: Group) -> bool:
    return group.computers == 0


def _takes_computers(group: Group) -> bool:
    return all(wish.computers for wish in group.wishes)


def _gather(first: Wish, others: Iterable[Wish], blocked: Blocked, now: int) -> Group:
    """`first` with those of the others who fit with everybody there."""
    group = [first]
    for other in others:
        if len(group) == first.players:
            break
        if all(fits(member, other, blocked, now) for member in group):
            group.append(other)
    return Group(tuple(group))


class _Line:
    """Wishes of one kind by rating, so that a thousand of them are paired in milliseconds."""

    def __init__(self, wishes: Iterable[Wish]) -> None:
        self._line = sorted(((_height(wish), wish.guest, wish) for wish in wishes), key=_place)

    def remove(self, wishes: Iterable[Wish]) -> None:
        """They are paired."""
        for wish in wishes:
            del self._line[bisect_left(self._line, (_height(wish), wish.guest), key=_place)]

    def nearest(self, wish: Wish) -> list[Wish]:
        """The nearest others, at most `LOOKED_AT`; among equals who has waited longer."""
        at = bisect_left(self._line, (_height(wish), wish.guest), key=_place)
        around = self._line[max(0, at - LOOKED_AT) : at + LOOKED_AT + 1]
        others = [other for _, _, other in around if other is not wish]
        others.sort(key=lambda other: (abs(_height(other) - _height(wish)), other.since))
        return others[:LOOKED_AT]


def _place(entry: tuple[float, str, Wish]) -> tuple[float, str]:
    return entry[:2]


def _height(wish: Wish) -> float:
    return UNKNOWN if wish.rating is None else wish.rating
