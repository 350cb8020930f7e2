"""Who follows from another server: there when they come, and gone when they go."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cornerwise.server import protocol as say
from cornerwise.server.accounts.person import Person
from cornerwise.server.cluster.letters import Asked, Letter
from cornerwise.server.cluster.visitors import Visitors
from server.table import HERE, ME, Table

ALONE = pytest.mark.parametrize("table", ["alone"], indirect=True)
THERE, NUMBER = "another server", 7
Go = Callable[[Visitors, str], None]


class Letters:
    """A post that keeps what is written."""

    def __init__(self) -> None:
        self.written: list[Letter] = []

    def write(self, server: str, letter: Letter) -> None:
        self.written.append(letter)

    def tell(self, server: str, follower: int, message: bytes) -> None:
        """What a room says is of no interest here."""


def stay(visitors: Visitors, game: str) -> None:
    """Nothing happens to the page."""


def close_page(visitors: Visitors, game: str) -> None:
    ask(visitors, say.Leave(game=game))


def lose_letters(visitors: Visitors, game: str) -> None:
    visitors.forget(THERE)


def ask(visitors: Visitors, message: say.FromClient) -> None:
    """As the letter of the server there, whose page says something."""
    person = Person(guest="guest there")
    visitors.ask(THERE, Asked(1, NUMBER, person, 0, msgspec.json.encode(message)))


@ALONE
@pytest.mark.parametrize(("go", "there"), [(stay, 1), (close_page, 0), (lose_letters, 0)])
def test_who_goes_while_the_game_is_loaded_does_not_follow_it(
    table: Table, go: Go, there: int
) -> None:
    game = table.guest().make("duo", ME, HERE)["game"]
    table.forget(game)
    rooms, letters = table.server.rooms, Letters()

    async def come_and_go() -> Any:
        visitors = Visitors(letters, rooms)  # type: ignore[arg-type]
        ask(visitors, say.Join(game=game, seq=0))
        await asyncio.sleep(0)  # it is asked for, and not there yet
        assert rooms.here() == []
        go(visitors, game)
        await visitors.close()
        return await rooms.get(game)

    room = table.call(come_and_go)
    assert len(room.followers) == there
    assert len(letters.written) == (2 if go is close_page else 1), "each is answered"
