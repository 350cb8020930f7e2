"""The puzzle of the day and the endless ones: challenges made ahead, chosen by date or number."""

import datetime
import hashlib
import json
from collections.abc import Collection
from functools import lru_cache
from importlib.resources import files

from cornerwise.puzzles.catalogue import PuzzleError
from cornerwise.puzzles.challenge import DIFFICULTIES, Challenge, parse_challenge

WEEK = ("easy", "easy", "medium", "medium", "medium", "hard", "hard")
"""How hard the puzzle of the day is, from Monday on."""
FORMAT = "cornerwise challenges 1"
DAY = datetime.timedelta(days=1)


@lru_cache(maxsize=1)
def challenges() -> dict[str, Challenge]:
    """All that come with the program, by name."""
    text = files("cornerwise.puzzles").joinpath("data/challenges.json").read_text(encoding="utf-8")
    data = json.loads(text)
    if data["format"] != FORMAT:
        raise PuzzleError(f"the data file is no {FORMAT!r}")
    return {item["name"]: parse_challenge(item) for item in data["challenges"]}


def find_challenge(name: str) -> Challenge:
    """One of them."""
    if name not in challenges():
        raise PuzzleError(f"there is no challenge {name!r}")
    return challenges()[name]


@lru_cache(maxsize=8)
def _shuffled(difficulty: str) -> list[Challenge]:
    """Those of one difficulty, kinds and games mixed, in an order that is the same everywhere."""
    chosen = [c for c in challenges().values() if c.difficulty == difficulty]
    return sorted(chosen, key=lambda c: hashlib.sha256(c.name.encode()).digest())


def challenge_of(day: datetime.date) -> Challenge:
    """The puzzle of a date: the same for everybody; none comes again before all have been.

    >>> challenge_of(datetime.date(2026, 11, 15)) == challenge_of(datetime.date(2026, 11, 15))
    True
    """
    difficulty = WEEK[day.weekday()]
    weeks = (day.toordinal() - 1) // 7  # 1 January of the year 1 was a Monday
    number = weeks * WEEK.count(difficulty) + WEEK[: day.weekday()].count(difficulty)
    return endless(difficulty, number)


def endless(difficulty: str, number: int) -> Challenge:
    """The puzzle with a number, from 0; after the last the first comes again."""
    if difficulty not in DIFFICULTIES:
        raise PuzzleError(f"there is no difficulty {difficulty!r}: {', '.join(DIFFICULTIES)}")
    order = _shuffled(difficulty)
    return order[number % len(order)]


def streak(solved: Collection[datetime.date], today: datetime.date) -> int:
    """Days in a row with the puzzle of the day solved, up to today or, if today is still open,
    up to yesterday."""
    day = today if today in solved else today - DAY
    days = 0
    while day in solved:
        days += 1
        day -= DAY
    return days
