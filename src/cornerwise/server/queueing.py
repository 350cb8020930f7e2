"""Which job comes next: those of tables before all others; and game by game in turn."""

import asyncio
from collections import OrderedDict, deque
from enum import IntEnum
from typing import Protocol

from cornerwise.server.worker import Task


class Priority(IntEnum):
    """The lower, the sooner."""

    QUICK = 0
    """A move, in a second or two."""
    HINT = 1
    """In a second; but a guest may have many games and ask for some in each."""
    STRONG = 2
    """A move of the strongest, in ten seconds."""
    PICTURE = 3
    """Drawn in a second."""
    PUZZLE = 4
    ANALYSIS = 5
    FILM = 6
    """A picture that moves, drawn in ten seconds and more."""
    DEEPER = 7
    """A longer look at a position, for somebody who has an answer already."""

    @property
    def is_long(self) -> bool:
        """Whether a job may keep a process for seconds on end."""
        return self not in (Priority.QUICK, Priority.HINT, Priority.PICTURE)

    @property
    def is_at_table(self) -> bool:
        """Whether somebody sits there and waits for it."""
        return self <= Priority.STRONG

    def gives_way_to(self, waiting: "Priority") -> bool:
        """Whether a job can end early for one that waits. Half a picture is none."""
        if self is Priority.DEEPER:
            return waiting is not Priority.DEEPER
        return self in (Priority.PUZZLE, Priority.ANALYSIS) and waiting.is_at_table


class JobFailed(Exception):
    """No worker could do the job."""


class Ticket:
    """A job that was handed in. Await `result`; `hurry` and `cancel` are the pool's business."""

    def __init__(self, id: int, owner: str, task: Task, priority: Priority) -> None:
        self.id = id
        self.owner = owner
        """The game's id: jobs of one game wait behind each other, not before other games."""
        self.task = task
        self.priority = priority
        self.result: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """The move as text, or a picture in base64."""
        self.attempts = 0
        self.hurried = False


class Jobs(Protocol):
    """Where jobs are handed in: processes of our own, or workers on any host."""

    @property
    def pids(self) -> list[int]:
        """Engine processes of this server."""

    def submit(self, owner: str, task: Task, priority: Priority) -> Ticket:
        """Hand in a job for a game; `Busy` if too much waits."""

    def hurry(self, ticket: Ticket) -> None:
        """Come to an end: the result is the best so far."""

    def cancel(self, ticket: Ticket) -> None:
        """The result is not wanted any more."""

    def warm_up(self) -> None:
        """Be ready before the first job."""

    async def close(self) -> None:
        """Let go of all jobs."""


class JobQueue:
    """Waiting tickets. Within a priority the owners take turns."""

    def __init__(self) -> None:
        self._owners: dict[Priority, OrderedDict[str, deque[Ticket]]]
        self._owners = {priority: OrderedDict() for priority in Priority}
        self._latest = Priority.STRONG

    def __len__(self) -> int:
        return sum(len(waiting) for owners in self._owners.values() for waiting in owners.values())

    def put(self, ticket: Ticket, *, first: bool = False) -> None:
        """At the end of its owner's line, or (a job taken up again) at the head of all."""
        owners = self._owners[ticket.priority]
        line = owners.setdefault(ticket.owner, deque())
        if first:
            line.appendleft(ticket)
            owners.move_to_end(ticket.owner, last=False)
        else:
            line.append(ticket)

    def discard(self, ticket: Ticket) -> None:
        """Take one out that nobody wants any more, if it waits here."""
        owners = self._owners[ticket.priority]
        line = owners.get(ticket.owner, deque())
        if ticket in line:
            line.remove(ticket)
        if not line:
            owners.pop(ticket.owner, None)

    def get(self, *, long: bool = True) -> Ticket | None:
        """The next ticket that somebody still wants; at tables short and strong ones by turns.

        Without `long` none that takes long.
        """
        was_short = self._latest < Priority.STRONG

        def place(priority: Priority) -> tuple[bool, bool, Priority]:
            is_strong = priority is Priority.STRONG
            return not priority.is_at_table, is_strong is not was_short, priority

        for priority in sorted(Priority, key=place):
            if priority.is_long and not long:
                continue
            if (ticket := self._first(self._owners[priority])) is not None:
                self._latest = priority
                return ticket
        return None

    @staticmethod
    def _first(owners: OrderedDict[str, deque[Ticket]]) -> Ticket | None:
        while owners:
            owner, line = next(iter(owners.items()))
            ticket = line.popleft()
            if line:
                owners.move_to_end(owner)
            else:
                del owners[owner]
            if not ticket.result.done():
                return ticket
        return None

    @property
    def waiting(self) -> list[Priority]:
        """For what somebody waits, the most urgent first."""
        return [priority for priority in Priority if self._owners[priority]]
