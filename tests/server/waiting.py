"""Somebody who waits over HTTP for workers whose answers are known, and perhaps leaves."""

import asyncio
from types import SimpleNamespace
from typing import Any

from cornerwise.server.queueing import Priority, Ticket
from cornerwise.server.worker import Task


class Workers:
    """Jobs whose answers are known, one each: a text, an error, or none ever."""

    def __init__(self, *answers: str | Exception | None) -> None:
        self.answers = list(answers)
        self.tasks: list[tuple[Task, Priority]] = []
        self.cancelled: list[Ticket] = []

    def submit(self, owner: str, task: Task, priority: Priority) -> Ticket:
        self.tasks.append((task, priority))
        ticket = Ticket(len(self.tasks), owner, task, priority)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            ticket.result.set_exception(answer)
        elif answer is not None:
            ticket.result.set_result(answer)
        return ticket

    def cancel(self, ticket: Ticket) -> None:
        self.cancelled.append(ticket)


def waiting_call(workers: Workers, *, gone: bool, body: object = None) -> Any:
    """The call of somebody who asks these workers."""

    async def receive() -> dict[str, str]:
        if not gone:
            await asyncio.get_running_loop().create_future()
        return {"type": "http.disconnect"}

    return SimpleNamespace(
        guest="ada",
        body=body,
        rooms=SimpleNamespace(services=SimpleNamespace(jobs=workers)),
        request=SimpleNamespace(receive=receive),
    )
