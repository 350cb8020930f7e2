"""A match: its games in parallel, its file, its end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

from cornerwise.arena.pool import Pool
from cornerwise.arena.progress import Progress
from cornerwise.arena.rows import ArenaError, GameRow, Job, Plan
from cornerwise.arena.seating import seatings_of
from cornerwise.arena.sprt import Sprt
from cornerwise.arena.store import Store
from cornerwise.arena.summary import SCORES, Summary, block_scores, complete_blocks, summarize


class Tournament:
    """Plays the games of a plan that are not in its store yet."""

    def __init__(
        self,
        plan: Plan,
        games: int,
        *,
        jobs: int = 1,
        store: Store | None = None,
        sprt: Sprt | None = None,
        basis: str = "wins",
    ) -> None:
        if sprt and len(plan.players) != 2:
            raise ArenaError("the sequential test compares two players, not more")
        if jobs < 1:
            raise ArenaError(f"jobs must be at least 1 game at a time, not {jobs}")
        if basis not in SCORES:
            raise ArenaError(f"there is no score {basis!r}; there are: {', '.join(SCORES)}")
        self.plan = plan
        self.jobs = jobs
        self.store = store
        self.sprt = sprt
        self.basis = basis
        self.rows = store.begin(plan) if store else {}
        self.seatings = seatings_of(plan.rules(), len(plan.players), plan.seatings)
        self.total = -(-games // len(self.seatings)) * len(self.seatings)
        """Games of the whole match, at most."""

    @property
    def summary(self) -> Summary:
        """What the games so far say."""
        return summarize(self.plan, list(self.rows.values()), self.basis)

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has its answer."""
        if self.sprt is None:
            return False
        blocks = complete_blocks(self.plan, self.rows.values())
        return self.sprt.accepted(block_scores(blocks, "A", self.basis)) is not None

    def missing(self) -> Iterator[Job]:
        """The games that are not played yet; a sequential test may leave room for millions. A block
        goes on with the opening that it began with: another processor, or a newer net, may judge
        `balanced` openings otherwise."""
        begun = {row.opening: row.moves[: row.opening_plies] for row in self.rows.values()}
        for job in islice(every_job(self.seatings), self.total):
            if job.key not in self.rows:
                yield replace(job, begun=begun.get(job.opening))

    def play(self) -> Iterator[GameRow]:
        """Play what is missing, one opening after the other; the games as they finish."""
        if self.is_decided:
            return
        with Pool(self.plan, self.jobs) as pool:
            for row in pool.play(self.missing()):
                self._keep(row)
                yield row
                if self._ends_block(row) and self.is_decided:
                    return

    def _keep(self, row: GameRow) -> None:
        if self.store:
            self.store.add(self.plan, row)
        self.rows[row.job.key] = row

    def _ends_block(self, row: GameRow) -> bool:
        """Only whole blocks change what the test says."""
        return all(Job(row.opening, seating).key in self.rows for seating in self.seatings)


def every_job(seatings: Sequence[str]) -> Iterator[Job]:
    """The games of a match in their order, without end."""
    return (Job(opening, seating) for opening in count() for seating in seatings)


def run_match(tournament: Tournament, *, quiet: bool = False) -> Summary:
    """Play a match to its end, with its progress on the error stream."""
    progress = Progress(tournament.total, len(tournament.rows))
    try:
        for _ in tournament.play():
            if not quiet and progress.is_due(len(tournament.rows)):
                progress.show(tournament.summary, tournament.sprt)
    finally:
        progress.end()
    return tournament.summary


def load_summary(folder: str | Path, basis: str = "wins") -> Summary:
    """What a folder's games say."""
    plan, rows = Store(folder).load()
    return summarize(plan, list(rows.values()), basis)
