"""Who is here, on this server and the others. Each server reports its own people now and then."""

import secrets
import time
from collections.abc import Callable, Mapping

import msgspec

from cornerwise.server.accounts.person import Person
from cornerwise.server.cluster.bus import Bus

TOPIC = "lobby.census"
PACE, REPEAT = 1.5, 10.0
"""Seconds between two reports at least, and at most though nothing has changed."""
FORGOTTEN = 30.0
"""Seconds after which a silent server's people are taken to have left."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The people of one server."""

    server: str
    accounts: dict[str, str] = {}
    """Guest id → public name of the account."""
    guests: list[str] = []
    """Guest ids of people without an account."""
    watchers: dict[str, int] = {}
    """By public game: open pages of people who hold no seat."""


class Census:
    """Counts the people of this server and adds those that other servers have reported."""

    def __init__(self, bus: Bus, clock: Callable[[], float] = time.monotonic) -> None:
        self._bus, self._clock = bus, clock
        self._server = secrets.token_urlsafe(6)
        self._pages: dict[Person, int] = {}
        self._others: dict[str, tuple[float, Report]] = {}
        self._mine = self._sent = Report(server=self._server)
        self._sent_at = -REPEAT
        bus.subscribe(TOPIC, self._hear)

    def arrive(self, person: Person) -> None:
        """One more page of somebody's."""
        self._pages[person] = self._pages.get(person, 0) + 1

    def depart(self, person: Person) -> None:
        """One page fewer."""
        left = self._pages.get(person, 0) - 1
        if left > 0:
            self._pages[person] = left
        else:
            self._pages.pop(person, None)

    def report(self, watchers: Mapping[str, int]) -> None:
        """Count again; tell the other servers if there is news or they may have forgotten us."""
        people = [person for person in self._pages if person.guest]
        self._mine = Report(
            server=self._server,
            accounts={person.guest: person.account for person in people if person.account},
            guests=sorted({person.guest for person in people if not person.account}),
            watchers=dict(watchers),
        )
        waited = self._clock() - self._sent_at
        if waited >= (PACE if self._mine != self._sent else REPEAT):
            self._sent, self._sent_at = self._mine, self._clock()
            self._bus.publish(TOPIC, msgspec.json.encode(self._mine))

    def _hear(self, message: bytes) -> None:
        report = msgspec.json.decode(message, type=Report)
        if report.server != self._server:
            self._others[report.server] = (self._clock(), report)

    def _reports(self) -> list[Report]:
        oldest = self._clock() - FORGOTTEN
        self._others = {name: told for name, told in self._others.items() if told[0] >= oldest}
        return [self._mine, *(report for _, report in self._others.values())]

    # What is known, as of the last reports

    def accounts(self) -> dict[str, str]:
        """Guest id → name, everywhere."""
        return {guest: name for r in self._reports() for guest, name in r.accounts.items()}

    def guests(self) -> set[str]:
        """People without an account, everywhere."""
        return {guest for report in self._reports() for guest in report.guests}

    def here(self) -> set[str]:
        """Everybody's guest id."""
        return self.guests() | set(self.accounts())

    def watchers(self) -> dict[str, int]:
        """By public game. A game has one owner, and the owner counts."""
        return {game: count for r in self._reports() for game, count in r.watchers.items()}
