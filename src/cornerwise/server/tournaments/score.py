"""Who leads a tournament. Pure functions of what was played."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from cornerwise.rules import Side

BYE = 1.0
"""The score of who has no game in a round."""
DRAWN = 0.5
"""The score of who has played one in a duplicate that cannot be read any more."""


@dataclass(frozen=True, kw_only=True)
class Meeting:
    """One table of a round, as it was planned and as it ended."""

    round: int
    entrants: tuple[int | None, ...]
    """By player; None for a computer. A single entrant alone has no game this round."""
    over: bool = False
    places: tuple[int, ...] = ()
    """By player: those that the rating counts."""
    points: tuple[int, ...] = ()
    """By player; none where the game was lost to all, because it could not be read any more."""
    left: tuple[bool, ...] = ()
    """By player: who gave up or went away."""

    @property
    def is_bye(self) -> bool:
        """Whether there is nothing to play."""
        return len(self.entrants) == 1


@dataclass(frozen=True, kw_only=True)
class Standing:
    """An entrant's line in the table of results."""

    entrant: int
    score: float = 0.0
    games: int = 0
    buchholz: float = 0.0
    sonneborn: float = 0.0
    points: int = 0

    @property
    def key(self) -> tuple[float, float, float, int]:
        """What decides, in this order; the larger, the better."""
        return self.score, self.buchholz, self.sonneborn, self.points


def meeting_scores(meeting: Meeting, sides: Sequence[Side]) -> list[float]:
    """By player: the share of the other sides that one is ahead of, equals counting half.

    As for the rating, a side comes where its best member comes; who left it comes behind, alone.
    """
    if meeting.is_bye:
        return [BYE]
    best = [min(meeting.places[player] for player in side.players) for side in sides]
    return [
        _share([own if player in s.players else b for s, b in zip(sides, best, strict=True)], own)
        for player, own in enumerate(meeting.places)
    ]


def _share(places: Sequence[float], own: float) -> float:
    """`places` has the own one too."""
    behind = sum(place > own for place in places)
    equal = sum(place == own for place in places) - 1
    return (behind + equal / 2) / (len(places) - 1) if len(places) > 1 else 0.5


def duplicate_scores(meetings: Sequence[Meeting]) -> dict[int, float]:
    """By entrant, for the meetings of one round: everybody had the same seat and opponents."""
    ranks, lost = {}, []
    for meeting in meetings:
        player = next(p for p, entrant in enumerate(meeting.entrants) if entrant is not None)
        entrant = meeting.entrants[player]
        assert entrant is not None
        if not meeting.points:
            lost.append(entrant)
            continue
        # Lower is better, as with places; who went away is behind everybody.
        ranks[entrant] = float("inf") if meeting.left[player] else -meeting.points[player]
    order = sorted(ranks.values())
    found = {entrant: _sorted_share(order, rank) for entrant, rank in ranks.items()}
    return found | dict.fromkeys(lost, DRAWN)


def _sorted_share(order: Sequence[float], own: float) -> float:
    """`_share` for many, the places in order."""
    last = bisect_right(order, own)
    equal = last - bisect_left(order, own) - 1
    return (len(order) - last + equal / 2) / (len(order) - 1) if len(order) > 1 else 0.5


def standings(
    entrants: Sequence[int], meetings: Sequence[Meeting], sides: Sequence[Side], *, duplicate: bool
) -> list[Standing]:
    """The table, the leader first."""
    played = [meeting for meeting in meetings if meeting.over]
    scores = _duplicate(played) if duplicate else _ordinary(played, sides)
    totals = dict.fromkeys(entrants, 0.0)
    for (number, _), score in scores.items():
        totals[number] += score
    own: dict[int | None, list[Meeting]] = {}
    for meeting in played:
        for entrant in meeting.entrants:
            own.setdefault(entrant, []).append(meeting)
    lines = [_line(entrant, own.get(entrant, []), sides, totals) for entrant in entrants]
    return sorted(lines, key=lambda line: (*[-part for part in line.key], line.entrant))


Scores = dict[tuple[int, int], float]
"""By entrant and round."""


def _ordinary(played: Sequence[Meeting], sides: Sequence[Side]) -> Scores:
    return {
        (entrant, meeting.round): score
        for meeting in played
        for entrant, score in zip(meeting.entrants, meeting_scores(meeting, sides), strict=True)
        if entrant is not None
    }


def _duplicate(played: Sequence[Meeting]) -> Scores:
    rounds: dict[int, list[Meeting]] = {}
    for meeting in played:
        rounds.setdefault(meeting.round, []).append(meeting)
    return {
        (entrant, number): score
        for number, meetings in rounds.items()
        for entrant, score in duplicate_scores(meetings).items()
    }


def _line(
    entrant: int, own: Sequence[Meeting], sides: Sequence[Side], totals: dict[int, float]
) -> Standing:
    met = [(other, result) for m in own for other, result in _met(m, entrant, sides)]
    return Standing(
        entrant=entrant,
        score=totals[entrant],
        games=sum(not meeting.is_bye for meeting in own),
        buchholz=sum(totals.get(other, 0.0) for other, _ in met),
        sonneborn=sum(result * totals.get(other, 0.0) for other, result in met),
        points=sum(
            meeting.points[meeting.entrants.index(entrant)] for meeting in own if meeting.points
        ),
    )


def _met(meeting: Meeting, entrant: int, sides: Sequence[Side]) -> list[tuple[int, float]]:
    """The entrants on other sides, with 1 for beaten, a half for equal, else 0."""
    if meeting.is_bye:
        return []
    own = meeting.entrants.index(entrant)
    partners = next(side.players for side in sides if own in side.players)
    return [
        (other, _share([meeting.places[own], meeting.places[player]], meeting.places[own]))
        for player, other in enumerate(meeting.entrants)
        if other is not None and player not in partners
    ]


def places(lines: Sequence[Standing]) -> list[int]:
    """The place of each line; who is equal in everything shares it."""
    return [1 + sum(other.key > line.key for other in lines) for line in lines]
