"""Who meets whom. Pure functions: the same tournament and seed give the same tables."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence

from cornerwise.server.tournaments.bodies import MAX_ROUNDS, Kind
from cornerwise.server.tournaments.score import Meeting, Standing

Tables = list[tuple[int | None, ...]]
"""By table and player; None for a computer. A table of one entrant is a round off."""
TRIES = 200
"""Shuffles among which the best grouping is taken."""


def rounds_for(kind: Kind, entrants: int, players: int, chosen: int) -> int:
    """How many rounds there will be."""
    if chosen:
        return chosen
    if kind == "duplicate":
        needed = players  # everybody has every seat once
    elif kind == "swiss":
        needed = min(max(3, math.ceil(math.log2(max(2, entrants)))), max(1, entrants - 1))
    elif players == 2:
        needed = entrants - 1 + entrants % 2
    else:
        needed = max(players, math.ceil((entrants - 1) / (players - 1)))
    return min(needed, MAX_ROUNDS)


def plan_round(
    kind: Kind,
    number: int,
    active: Sequence[int],
    lines: Sequence[Standing],
    history: Sequence[Meeting],
    players: int,
    seed: int,
) -> Tables:
    """The tables of a round (numbered from 1), for those who are still in it."""
    if kind == "duplicate":
        seat = (number - 1) % players
        return [tuple(e if p == seat else None for p in range(players)) for e in active]
    rng = random.Random(seed * MAX_ROUNDS + number)
    if kind == "swiss":
        groups = _swiss(active, lines, history, players)
    elif players == 2:
        groups = _circle(_starters(active, history), set(active), number)
    else:
        groups = _mixed(active, history, players, rng)
    return [_seated(group, history, players, rng) for group in groups]


# Round robin


def _starters(active: Sequence[int], history: Sequence[Meeting]) -> list[int]:
    """Who was there when it began: the plan is theirs to the end."""
    first = {e for m in history if m.round == 1 for e in m.entrants if e is not None}
    return sorted(first or active)


def _circle(everybody: Sequence[int], active: set[int], number: int) -> list[list[int]]:
    """The circle method: one stays, the others move on by one each round."""
    ring: list[int | None] = [*everybody, *([None] if len(everybody) % 2 else [])]
    turn = (number - 1) % (len(ring) - 1)
    order = [ring[0], *ring[1 + turn :], *ring[1 : 1 + turn]]
    half = len(order) // 2
    pairs = zip(order[:half], reversed(order[half:]), strict=True)
    groups = [[e for e in pair if e is not None and e in active] for pair in pairs]
    return [group for group in groups if group]


def _mixed(
    active: Sequence[int], history: Sequence[Meeting], players: int, rng: random.Random
) -> list[list[int]]:
    """Larger tables: those together who have met least, the best of many shuffles."""
    met = _met(history)
    order = sorted(active)
    best: tuple[int, list[list[int]]] | None = None
    for _ in range(TRIES):
        rng.shuffle(order)
        groups = _fill(order, met, _sizes(len(order), players))
        cost = sum(_cost(group, met) for group in groups)
        if best is None or cost < best[0]:
            best = cost, groups
    assert best is not None
    return best[1]


def _sizes(entrants: int, players: int) -> list[int]:
    """People at each table, as even as can be; computers take the seats left over."""
    tables = math.ceil(entrants / players)
    return [entrants // tables + (number < entrants % tables) for number in range(tables)]


def _fill(
    order: Sequence[int], met: Counter[frozenset[int]], sizes: Sequence[int]
) -> list[list[int]]:
    left = list(order)
    groups: list[list[int]] = []
    for size in sizes:
        group = [left.pop(0)]
        while len(group) < size:
            here = tuple(group)
            group.append(min(left, key=lambda e: sum(met[frozenset((e, o))] for o in here)))
            left.remove(group[-1])
        groups.append(group)
    return groups


def _met(history: Sequence[Meeting]) -> Counter[frozenset[int]]:
    """How often two have sat at one table."""
    return Counter(
        frozenset(pair)
        for meeting in history
        for pair in itertools.combinations([e for e in meeting.entrants if e is not None], 2)
    )


def _cost(group: Sequence[int], met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(pair)] ** 2 for pair in itertools.combinations(group, 2))


# Swiss


def _swiss(
    active: Sequence[int], lines: Sequence[Standing], history: Sequence[Meeting], players: int
) -> list[list[int]]:
    """Neighbors in the table of results meet, but not twice if it can be helped."""
    inside = set(active)
    order = [line.entrant for line in lines if line.entrant in inside]
    met = _met(history)
    if players > 2:
        return _improved(_cut(order, _sizes(len(order), players)), met)
    resting: list[list[int]] = []
    if len(order) % 2:
        rests = Counter(m.entrants[0] for m in history if m.is_bye)
        least = min(rests[entrant] for entrant in order)
        resting = [[next(e for e in reversed(order) if rests[e] == least)]]
        order.remove(resting[0][0])
    return [*_paired(order, met), *resting]


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = list(itertools.accumulate(sizes))
    return [list(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _paired(order: Sequence[int], met: Counter[frozenset[int]]) -> list[list[int]]:
    """From the top, each with the next one not met; when that fails, back and try the one after.

    The search is bounded: with too many rounds for the entrants, some meet again.
    """
    budget = [20_000]

    def search(left: tuple[int, ...]) -> list[list[int]] | None:
        if not left:
            return []
        first, rest = left[0], left[1:]
        for number, other in enumerate(rest):
            budget[0] -= 1
            if budget[0] < 0:
                return None
            if not met[frozenset((first, other))]:
                tail = search(rest[:number] + rest[number + 1 :])
                if tail is not None:
                    return [[first, other], *tail]
        return None

    found = search(tuple(order))
    return found if found is not None else _improved(_cut(order, [2] * (len(order) // 2)), met)


def _improved(groups: list[list[int]], met: Counter[frozenset[int]]) -> list[list[int]]:
    """Neighboring tables exchange people while that spares somebody a second meeting."""
    better = True
    while better:
        better = False
        for one, two in itertools.pairwise(groups):
            for i, j in itertools.product(range(len(one)), range(len(two))):
                before = _cost(one, met) + _cost(two, met)
                one[i], two[j] = two[j], one[i]
                if _cost(one, met) + _cost(two, met) < before:
                    better = True
                else:
                    one[i], two[j] = two[j], one[i]
    return groups


# Seats


def _seated(
    group: Sequence[int], history: Sequence[Meeting], players: int, rng: random.Random
) -> tuple[int | None, ...]:
    """Who meets again sits otherwise; then each on the seat had least. A lone entrant rests."""
    if players == 2 and len(group) == 1:
        return (group[0],)
    had = Counter(
        (entrant, player)
        for meeting in history
        if not meeting.is_bye
        for player, entrant in enumerate(meeting.entrants)
    )
    people: list[int | None] = [*group, *[None] * (players - len(group))]
    orders = list(itertools.permutations(people))
    rng.shuffle(orders)
    before = Counter(meeting.entrants for meeting in history)

    def burden(order: tuple[int | None, ...]) -> tuple[int, int]:
        return before[order], sum(had[e, p] ** 2 for p, e in enumerate(order) if e is not None)

    return min(orders, key=burden)
