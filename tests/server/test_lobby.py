"""The lobby: open seats, quick pairing, filling by computers, private games, who is here."""

from typing import Any

from server.table import HERE, ME, Page, Table

OPEN = {"kind": "open"}
CLOCK = {"initial": 300, "increment": 3}


def step(table: Table) -> None:
    """One round of the lobby, now."""
    table.call(table.server.rooms.services.lobby.step)


def enter(page: Page) -> dict[str, Any]:
    page.send("enter_lobby")
    return page.until("lobby")


def sit(page: Page, game: str, player: int, **more: Any) -> Any:
    seq = page.join(game)["seq"]
    return page.act("sit", game, seq, player=player, **more)


def test_an_open_seat_is_listed_taken_and_gone(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    with ada.page() as mine, bo.page() as other:
        assert enter(other)["open"] == []
        game = ada.make("duo", ME, OPEN, clock=CLOCK, public=True)["game"]
        mine.join(game)
        (listed,) = other.until("lobby_changed")["open"]
        assert listed["game"] == game
        assert [seat["open"] for seat in listed["seats"]] == [False, True]
        assert listed["clock"] == {**CLOCK, "days": 0}
        assert sit(other, game, 1, name="Bo")["type"] == "done"
        change = other.until("lobby_changed")
        assert change["open"] == []
        assert [running["game"] for running in change["running"]] == [game]
        assert change["running_total"] == 1


def test_a_link_seat_is_no_open_seat(table: Table) -> None:
    ada, bo = table.guest(), table.guest()
    game = ada.make("classic", ME, OPEN, {"kind": "link"}, HERE)["game"]
    with bo.page() as page:
        assert sit(page, game, 2)["code"] == "bad_key"
        assert sit(page, game, 1)["type"] == "done"
