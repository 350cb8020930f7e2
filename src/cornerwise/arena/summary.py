"""What a match says so far: scores by block, seats, seconds and margins."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cornerwise.arena.rows import GameRow, Plan
from cornerwise.arena.seating import LETTERS, seatings_of
from cornerwise.arena.stats import Estimate, elo_interval, plain_interval, score_interval


def won(row: GameRow, engine: str) -> float:
    """The engine's share of the win, over all its seats."""
    pairs = zip(row.seating, row.shares, strict=True)
    return sum(share for letter, share in pairs if letter == engine)


def ahead(row: GameRow, engine: str) -> float:
    """How often a seat of the engine is placed before a seat of another: 1, ½ if equal."""
    seated = list(zip(row.seating, row.places, strict=True))
    own = [place for letter, place in seated if letter == engine]
    others = [place for letter, place in seated if letter != engine]
    points = [1.0 if a < b else 0.5 if a == b else 0.0 for a in own for b in others]
    return sum(points) / len(points)


SCORES: dict[str, Callable[[GameRow, str], float]] = {"wins": won, "places": ahead}
"""What counts as the score of a game. Between two sides both are the same."""


@dataclass(frozen=True, kw_only=True)
class EngineSummary:
    """One engine's part of a match."""

    engine: str
    """Its letter."""
    player: str
    """What it was given as."""
    score: Estimate
    """Mean over blocks, between 0 and 1."""
    won: float
    """Games won alone, by one or several seats."""
    shared: float
    """Games in which the first place was shared with another engine."""
    forfeits: int
    margin: Estimate
    """Points of a seat before the mean of the other engines' seats; forfeited games left out."""
    cpu_game: float
    """CPU seconds a game and seat."""
    cpu_move: float
    """CPU seconds a move."""
    moves: int


@dataclass(frozen=True, kw_only=True)
class Summary:
    """A whole match, finished or not."""

    plan: Plan
    games: int
    blocks: list[list[GameRow]]
    """Complete blocks, in the order of their openings."""
    block_size: int
    engines: list[EngineSummary]
    seats: list[float]
    """By side: its mean share of the win."""
    plies: float
    """Mean length of a game that was played to its end."""
    basis: str
    """What the scores count: `wins` or `places`."""
    notes: list[str]
    """What went wrong, game by game."""

    @property
    def elo(self) -> Estimate:
        """The first engine's advantage over the second."""
        return elo_interval(self.engines[0].score)

    def scores(self, engine: str = "A") -> list[float]:
        """The block scores of an engine."""
        return block_scores(self.blocks, engine, self.basis)


def block_scores(blocks: Sequence[Sequence[GameRow]], engine: str, basis: str) -> list[float]:
    """By block: the mean score of an engine."""
    score = SCORES[basis]
    return [sum(score(row, engine) for row in block) / len(block) for block in blocks]


def complete_blocks(plan: Plan, rows: Iterable[GameRow]) -> list[list[GameRow]]:
    """The openings of which every seating is played."""
    seatings = seatings_of(plan.rules(), len(plan.players), plan.seatings)
    found: dict[int, dict[str, GameRow]] = defaultdict(dict)
    for row in rows:
        found[row.opening][row.seating] = row
    whole = [found[n] for n in sorted(found) if found[n].keys() >= set(seatings)]
    return [[block[seating] for seating in seatings] for block in whole]


def summarize(plan: Plan, rows: Sequence[GameRow], basis: str = "wins") -> Summary:
    """The state of a match from its games."""
    blocks = complete_blocks(plan, rows)
    finished = [row for row in rows if not row.forfeits]
    letters = LETTERS[: len(plan.players)]
    notes = [f"{r.job.key}: {r.seating[f.side]} {f.note}" for r in rows for f in r.forfeits]
    return Summary(
        plan=plan,
        games=len(rows),
        blocks=blocks,
        block_size=len(seatings_of(plan.rules(), len(plan.players), plan.seatings)),
        engines=[_engine(plan, letter, rows, blocks, basis) for letter in letters],
        seats=[_mean(row.shares[side] for row in rows) for side in range(_sides(plan))],
        plies=_mean(len(row.moves) for row in finished),
        basis=basis,
        notes=notes,
    )


def _engine(
    plan: Plan, letter: str, rows: Sequence[GameRow], blocks: list[list[GameRow]], basis: str
) -> EngineSummary:
    shares = [won(row, letter) for row in rows]
    times = [t for row in rows for t in _seconds(row, letter)]
    seats = sum(row.seating.count(letter) for row in rows)
    margins = [_margin(row, letter) for row in rows if not row.forfeits]
    return EngineSummary(
        engine=letter,
        player=plan.players[LETTERS.index(letter)],
        score=score_interval(block_scores(blocks, letter, basis)),
        won=sum(share == 1 for share in shares),
        shared=sum(0 < share < 1 for share in shares),
        forfeits=sum(row.seating[f.side] == letter for row in rows for f in row.forfeits),
        margin=plain_interval(margins),
        cpu_game=sum(times) / seats if seats else 0.0,
        cpu_move=_mean(times),
        moves=len(times),
    )


def _seconds(row: GameRow, letter: str) -> list[float]:
    """CPU seconds of the moves that an engine chose."""
    pairs = zip(row.movers, row.cpu, strict=True)
    return [seconds for side, seconds in pairs if row.seating[side] == letter]


def _margin(row: GameRow, letter: str) -> float:
    seated = list(zip(row.seating, row.points, strict=True))
    own = _mean(points for seat, points in seated if seat == letter)
    return own - _mean(points for seat, points in seated if seat != letter)


def _sides(plan: Plan) -> int:
    return len(plan.rules().sides)


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else 0.0
