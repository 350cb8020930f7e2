"""How long an engine thinks: CPU seconds of its first move, its second, … against itself."""

import json
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from cornerwise.arena.pool import Pool
from cornerwise.arena.rows import RESIGNED, ArenaError, GameRow, Job, Plan
from cornerwise.notation import save_bytes


def measure_profile(plan: Plan, games: int, jobs: int = 1) -> tuple[float, ...]:
    """Mean CPU seconds by number of a side's move, from games of the engine with itself."""
    seating = "A" * len(plan.rules().sides)
    wanted = [Job(opening, seating) for opening in range(games)]
    with Pool(plan, jobs) as pool:
        rows = list(pool.play(wanted))
    for forfeit in (forfeit for row in rows for forfeit in row.forfeits):
        if forfeit.note != RESIGNED:
            raise ArenaError(f"the engine failed against itself: {forfeit.note}")
    return seconds_by_move(rows)


def seconds_by_move(rows: Iterable[GameRow]) -> tuple[float, ...]:
    """The mean over games and sides. Moves beyond the shortest game average what there is."""
    found: dict[int, list[float]] = defaultdict(list)
    for row in rows:
        numbers: dict[int, int] = defaultdict(int)
        for side, seconds in zip(row.movers, row.cpu, strict=True):
            found[numbers[side]].append(seconds)
            numbers[side] += 1
    return tuple(round(sum(times) / len(times), 4) for _, times in sorted(found.items()))


def save_profile(path: str | Path, variant: str, table: tuple[float, ...]) -> None:
    """Put the times of a variant into a file, beside those of other variants."""
    file = Path(path)
    data = times_in(file) | {variant: list(table)}
    text = ",\n".join(f" {json.dumps(key)}: {json.dumps(times)}" for key, times in data.items())
    save_bytes(file, f"{{\n{text}\n}}\n".encode())


def times_in(file: Path) -> dict[str, list[float]]:
    """The times by variant that a file holds already, none if there is no such file. Whatever
    else it may be is refused, so that nobody's record is written over."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, list[float]])
    except FileNotFoundError:
        return {}
    except msgspec.DecodeError:
        raise ArenaError(f"{file}: not a file of times; choose another --out") from None
