"""Ratings as people see them: leaderboards, players' pages, what a game has done."""

from typing import Any

import pytest
import sqlalchemy as sa

import cornerwise as cw
from cornerwise.server.ranking.scale import MEAN
from cornerwise.server.store.schema import games
from server.devices import Club, Device
from server.rated_games import NOW, a_finished_game
from server.table import Table

CLOCK = {"initial": 180, "increment": 2}


def account(table: Table, name: str) -> Device:
    device = Club([table.client], [table.server], table.clock).device()
    device.sign_up(name)
    return device


def id_of(table: Table, name: str) -> str:
    guest: str = table.call(table.server.rooms.services.people.guest_of, name)
    return guest


def put(table: Table, *names: str | int, variant: str = "duo", **more: Any) -> str:
    """A finished game of people with accounts (by name) and computers (by level)."""
    people = [name if isinstance(name, int) else id_of(table, name) for name in names]
    services = table.server.rooms.services
    new, rest = a_finished_game(variant, *people, **more)
    table.call(services.store.commit, new, rest)
    table.call(services.ranking.enter, new.game)
    return str(new.game)


def test_the_best_are_on_the_board_and_the_provisional_are_not(table: Table) -> None:
    ada, bo = account(table, "Ada"), account(table, "Bo")
    account(table, "New")
    for number in range(40):
        put(table, "Ada", 6, loser=1 if number % 2 else 0, time=NOW + number)
        put(table, "Bo", 3, loser=1 if number % 2 else 0, time=NOW + number)
    put(table, "New", 6, loser=1, time=NOW + 50)
    board = ada.get("/api/leaderboards/duo/blitz").json()
    assert [line["name"] for line in board["players"]] == ["Ada", "Bo"]
    assert [line["place"] for line in board["players"]] == [1, 2]
    assert board["players"][0]["rating"] > 1700 > MEAN > board["players"][1]["rating"]
    assert board["total"] == 2
    assert bo.get("/api/leaderboards/duo/blitz?limit=1").json()["me"]["place"] == 2
    assert table.guest().get("/api/leaderboards/duo/blitz").json()["me"] is None
    assert [line["level"] for line in board["computers"]] == list(range(1, 11))
    assert ada.get("/api/leaderboards/duo/rapid").json()["players"] == []
    second = ada.get("/api/leaderboards/duo/blitz?limit=1&skip=1").json()["players"]
    assert [(line["place"], line["name"]) for line in second] == [(2, "Bo")]
    for wrong in ("chess/blitz", "duo/hyper"):
        assert ada.get(f"/api/leaderboards/{wrong}").status_code == 404


def test_a_player_s_page(table: Table) -> None:
    ada, bo = account(table, "Ada"), account(table, "Bo")
    for number in range(6):
        put(table, "Ada", "Bo", seed=3, time=NOW + number, public=number % 2 == 0)
    put(table, "Bo", "Ada", loser=0, time=NOW + 10)
    put(table, "Ada", 1, 2, 3, variant="classic", seed=2, time=NOW + 11, rated=False)
    page = bo.get("/api/players/ada").json()
    assert (page["name"], page["is_me"], page["is_program"]) == ("Ada", False, False)
    assert [(r["variant"], r["speed"], r["games"]) for r in page["ratings"]] == [
        ("duo", "blitz", 7)
    ]
    assert page["ratings"][0]["provisional"]
    assert [(r["variant"], r["games"]) for r in page["results"]] == [("duo", 7), ("classic", 1)]
    assert [(s["player"], s["games"]) for s in page["results"][0]["seats"]] == [(0, 6), (1, 1)]
    assert page["openings"][0]["games"] == 6
    assert len(page["openings"][0]["pieces"]) == 3
    curve = bo.get("/api/players/Ada/curve?variant=duo&speed=blitz").json()["points"]
    assert len(curve) == 7
    assert curve[-1]["rating"] == page["ratings"][0]["rating"]
    assert [bool(point["game"]) for point in curve[:6]] == [True, False] * 3, "their address is all"
    own = ada.get("/api/players/me/curve?variant=duo&speed=blitz").json()["points"]
    assert all(point["game"] for point in own)
    assert ada.get("/api/players/me").json()["is_me"]
    assert bo.get("/api/players/Nobody").status_code == 404
    assert bo.get("/api/players/Ada/curve?variant=duo&speed=no").status_code == 404


def test_a_damaged_game_does_not_end_the_list_of_a_players_games(table: Table) -> None:
    ada, _ = account(table, "Ada"), account(table, "Bo")
    played = [put(table, "Ada", "Bo", time=NOW + number) for number in range(4)]
    spoil = sa.update(games).where(games.c.id == played[3]).values(summary="{")
    table.call(table.server.rooms.services.store.write, lambda c: c.execute(spoil))
    seen = ada.get("/api/players/me/games?limit=2").json()
    assert [game["summary"]["game"] for game in seen["games"]] == [played[2]]
    more = ada.get(f"/api/players/me/games?limit=2&before={seen['before']}").json()
    assert [game["summary"]["game"] for game in more["games"]] == [played[1], played[0]]


def test_others_see_the_public_games_only(table: Table) -> None:
    ada, bo = account(table, "Ada"), account(table, "Bo")
    for number in range(6):
        put(table, "Ada", "Bo", loser=1, time=NOW + number, public=number % 2 == 0)
    own = ada.get("/api/players/me/games?limit=4").json()
    assert [game["time"] - NOW for game in own["games"]] == [5, 4, 3, 2]
    more = ada.get(f"/api/players/me/games?limit=4&before={own['before']}").json()
    assert [game["time"] - NOW for game in more["games"]] == [1, 0]
    assert more["before"] is None
    seen = bo.get("/api/players/Ada/games").json()["games"]
    assert [game["time"] - NOW for game in seen] == [4, 2, 0]
    assert all(game["change"] > 0 and game["place"] == 1 for game in seen)
    assert bo.get("/api/players/Ada/games?variant=classic").json()["games"] == []


def test_a_guest_has_ratings_too_and_keeps_them_with_an_account(table: Table) -> None:
    device = Club([table.client], [table.server], table.clock).device()
    assert device.get("/api/ratings").json() == {"ratings": []}
    made = device.make("duo", {"kind": "me"}, {"kind": "computer", "level": 2}, clock=CLOCK,
                       rated=True)  # fmt: skip
    with device.page() as page:
        seq = page.join(made["game"])["seq"]
        assert page.act("resign", made["game"], seq, player=0)["type"] == "done"
    table.call(table.server.rooms.services.ranking.catch_up)
    mine = device.get("/api/ratings").json()["ratings"]
    assert [(r["variant"], r["speed"], r["games"]) for r in mine] == [("duo", "blitz", 1)]
    assert mine[0]["rating"] < MEAN
    done = device.get(f"/api/games/{made['game']}/ratings").json()
    assert done["rated"]
    assert done["seats"][0]["change"] == pytest.approx(mine[0]["rating"] - MEAN)
    device.sign_up("Ada")
    assert device.get("/api/ratings").json()["ratings"] == mine
    assert device.get("/api/players/Ada").json()["ratings"] == mine


def test_a_pair_of_games_goes_on_by_itself(table: Table) -> None:
    ada, bo = account(table, "Ada"), account(table, "Bo")
    made = ada.make("duo", {"kind": "me"}, {"kind": "link"}, clock=CLOCK, rated=True, paired=True)
    with ada.page() as first, bo.page() as second:
        first.join(made["game"])
        second.join(made["game"], key=made["key"])
        assert second.act("sit", made["game"], 1, player=1, key=made["key"])["type"] == "done"
        seq = first.join(made["game"])["seq"]
        assert first.act("resign", made["game"], seq, player=0)["type"] == "done"
        while (events := first.events())[-1]["kind"] != "rematch":
            pass
        other = events[-1]["game"]
        joined = first.join(other)
        assert joined["seats"] == [1]
        assert [event["kind"] for event in joined["events"]] == ["created", "started"]
        assert joined["events"][0]["pair"] == made["game"]
        table.call(table.server.rooms.services.ranking.catch_up)
        waits = ada.get(f"/api/games/{made['game']}/ratings").json()
        assert (waits["rated"], waits["waits_for_pair"], waits["seats"]) == (True, True, [])
        second.join(other)
        assert second.act("resign", other, joined["seq"], player=0)["type"] == "done"
    table.call(table.server.rooms.services.ranking.catch_up)
    both = ada.get(f"/api/games/{other}/ratings").json()["seats"]
    assert [seat["player"] for seat in both] == [0, 1]
    assert [seat["change"] for seat in both] == pytest.approx([0, 0])


def test_every_variant_can_be_rated(table: Table) -> None:
    account(table, "Ada")
    for name, variant in cw.VARIANTS.items():
        people: list[str | int] = ["Ada", *range(1, variant.players)]
        game = put(table, *people, variant=name, seed=1)
        seats = table.guest().get(f"/api/games/{game}/ratings").json()["seats"]
        assert [seat["player"] for seat in seats] == [0]
