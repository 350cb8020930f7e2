"""A victim with things worth stealing, some who would like them, and examples of every body."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from msgspec import inspect

from cornerwise.server.accounts import keeping
from cornerwise.server.accounts.moving import person_columns
from cornerwise.server.accounts.people import SESSION
from cornerwise.server.guests import COOKIE, Keeper
from cornerwise.server.http import Route
from cornerwise.server.settings import Settings
from cornerwise.server.store.schema import events, metadata
from server.devices import Club, Device, running
from server.table import LINK, ME, Clock

OPEN_RATES: dict[str, Any] = dict.fromkeys(
    ("create_rate", "request_rate", "sign_in_rate", "guess_rate", "sign_up_rate"), "9999999/minute"
) | {"message_rate": 1e6, "message_burst": 1e6}
"""These tests ask a lot."""
MAIL = "victim@example.org"


ATTACKERS = ("stranger", "guest", "forged", "ended", "account")
"""Without a cookie; with one; with cookies of their own making; with a session that has ended;
with an account of their own."""


class Scene:
    """A club with a victim, a friend of the victim's, and Mallory."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.victim, self.friend = club.device(), club.device()
        self.victim.sign_up("Victim")
        self.friend.sign_up("Friend")
        club.device().sign_up("Mallory")
        self.id = str(club.call(club.server.rooms.services.people.guest_of, "Victim"))
        self._write(lambda c: keeping.change(c, self.id, mail=MAIL))
        self.game = self._played_game()
        self.private = self.victim.make("duo", ME, LINK, private=True)
        self.things = self._things()

    def _write(self, work: Any) -> None:
        self.club.call(self.club.server.rooms.services.store.write, work)

    def _played_game(self) -> dict[str, Any]:
        made = self.victim.make("duo", ME, LINK, public=True)
        with self.friend.page() as page, self.victim.page() as mine:
            page.join(made["game"])
            seat = {"player": 1, "key": made["key"], "name": "Friend"}
            assert page.act("sit", made["game"], 1, **seat)["type"] == "done"
            mine.join(made["game"])
            assert mine.act("play", made["game"], 3, move="e10")["type"] == "done"
        return made

    def _things(self) -> dict[str, str]:
        """By parameter of an address: something of the victim's."""
        invite = {"player": 1, "account": "Friend"}
        invited = self._ask(f"/api/games/{self.private['game']}/invitations", invite)
        blocked = self._ask("/api/blocks", {"kind": "mute", "person": {"account": "Friend"}})
        clock = {"initial": 60, "increment": 5}
        cup = {"name": "Cup", "kind": "swiss", "variant": "duo", "clock": clock, "entrant": "V"}
        sessions = self.victim.get("/api/account/sessions").json()["sessions"]
        return {
            "game": self.private["game"],
            "invitation": invited["sent"][0]["id"],
            "id": str(blocked["blocks"][0]["id"]),
            "tournament": self._ask("/api/tournaments", cup)["line"]["id"],
            "session": sessions[0]["session"],
            "passkey": "A" * 16,
            "person": self.id,
            "token": self._ask("/api/tokens", {"name": "bot"})["view"]["id"],
            "name": "Victim",
        }

    def _ask(self, path: str, body: Any) -> Any:
        answer = self.victim.post(path, body)
        assert answer.status_code < 300, (path, answer.text)
        return answer.json()

    # Those who would like to have them

    def attacker(self, who: str) -> Device:
        """Somebody who must not be able to do anything to the victim."""
        device = self.club.device()
        if who == "guest":
            device.get("/api/me")
        elif who == "forged":
            other = Keeper(b"another server's secret")
            device.cookies = {SESSION: "A" * 43, COOKIE: other.cookie(self.id)}
        elif who == "account":
            device.sign_in("Mallory")
        elif who == "ended":
            device.sign_in("Mallory")
            before = dict(device.cookies)
            device.post("/api/sign-out")
            device.cookies = before
        return device

    # What must not change

    def holdings(self) -> set[str]:
        """All rows that are the victim's, and the whole log of the victim's games."""
        mine = [self.game["game"], self.private["game"]]
        found = {events: events.c.game.in_(mine)}
        for column in person_columns("self", "move", "keep"):
            if column.table is not events:
                found[column.table] = found.get(column.table, sa.false()) | (column == self.id)
        return self._rows(found)

    def everything(self) -> set[str]:
        """The whole database."""
        return self._rows({table: sa.true() for table in metadata.sorted_tables})

    def _rows(self, wanted: dict[Any, Any]) -> set[str]:
        def read(connection: sa.Connection) -> set[str]:
            return {
                f"{table.name}: {row}"
                for table, where in wanted.items()
                for row in connection.execute(sa.select(table).where(where))
            }

        rows: set[str] = self.club.call(self.club.server.rooms.services.store.read, read)
        return rows

    # Every address and every body

    def address(self, route: Route, **other: str) -> str:
        """The route's address with the victim's things in it, or with others."""
        values = {p.name: self._value(p.name, p.schema) for p in route.parameters if p.in_path}
        return route.path.format_map(values | other)

    def _value(self, name: str, schema: Mapping[str, Any]) -> str:
        if "enum" in schema:
            return str(schema["enum"][0])
        return self.things[name]

    def body(self, route: Route) -> Any:
        """A body of the route's type, about the victim wherever a field allows it."""
        return None if route.body is None else self.example(inspect.type_info(route.body))

    def example(self, info: inspect.Type, name: str = "") -> Any:
        """Some value of a type."""
        match info:
            case inspect.StructType():
                wanted = [f for f in info.fields if f.required or f.encode_name in self.known]
                shown = {f.encode_name: self.example(f.type, f.encode_name) for f in wanted}
                return shown if info.tag_field is None else {info.tag_field: info.tag, **shown}
            case inspect.UnionType():
                return self.example(info.types[0], name)
            case inspect.LiteralType():
                return info.values[0]
            case inspect.ListType():
                return [self.example(info.item_type, name)] * max(1, info.min_length or 0)
            case inspect.StrType():
                return self.known.get(name, "x" * max(1, info.min_length or 0))
            case inspect.IntType():
                return max(0, info.ge or 0)
            case inspect.BoolType():
                return True
            case _:
                return {}

    @property
    def known(self) -> dict[str, str]:
        """What to say in a field of this name."""
        return {
            "game": self.game["game"],
            "name": "Victim",
            "account": "Victim",
            "variant": "duo",
            "mail": MAIL,
            "move": "j5",
            "moves": "j5",
            "password": "not the right one",
            "language": "en",
            "text": "hello",
            "blksgf": "(;GM[Blokus Duo])",
        }


@contextmanager
def staged(folder: Path, database: str = "") -> Iterator[Scene]:
    """A scene on a server of its own."""
    settings = Settings(data=folder, database=database, workers=1, eager=False)
    with running(replace(settings, **OPEN_RATES), Clock()) as club:
        yield Scene(club)
