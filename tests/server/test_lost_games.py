"""A tournament goes on though a game of it can no longer be read."""

from typing import Any

import pytest
import sqlalchemy as sa

from cornerwise.server.store.schema import events, games
from cornerwise.server.tournaments.director import LOST
from cornerwise.server.tournaments.score import Meeting, duplicate_scores
from server.table import Guest, Table
from server.test_tournaments import a_tournament, enter, play_round, show


def started(table: Table, count: int) -> tuple[list[Guest], str, list[str]]:
    """So many people, their tournament of one round, and its games."""
    people = [table.guest() for _ in range(count)]
    id = a_tournament(people[0], "swiss", entrant="P0", rounds=1)["line"]["id"]
    for number, guest in enumerate(people[1:], 1):
        enter(guest, id, f"P{number}")
    view = people[0].post(f"/api/tournaments/{id}/start", None).json()
    return people, id, [meeting["game"] for meeting in view["rounds"][0]["meetings"]]


def write(table: Table, statement: sa.Executable) -> None:
    table.call(table.server.rooms.services.store.write, lambda c: c.execute(statement))


def damage(table: Table, game: str) -> None:
    """On the disk; whatever server looks for games that wait finds it so."""
    table.forget(game)
    write(table, sa.update(events).where(events.c.game == game, events.c.seq == 2).values(body="{"))
    for server in table.servers:
        table.call(server.rooms.adopt)


def standing(view: dict[str, Any]) -> tuple[str, list[float]]:
    return view["line"]["phase"], [line["score"] for line in view["standings"]]


def test_a_game_that_cannot_be_read_counts_as_drawn_after_an_hour(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    people, id, (game,) = started(table, 2)
    damage(table, game)
    assert standing(show(table, people[0], id)) == ("running", [0, 0])
    assert f"game {game} of tournament {id} cannot be read: in an hour" in caplog.text
    table.clock.time += LOST - 1
    assert standing(show(table, people[0], id)) == ("running", [0, 0])
    table.clock.time += 1
    assert standing(show(table, people[0], id)) == ("over", [0.5, 0.5])


def test_one_that_broke_after_its_end_does_not_hold_up_the_others(table: Table) -> None:
    people, id, (lost, other) = started(table, 4)
    damage(table, lost)
    write(table, sa.update(games).where(games.c.id == lost).values(phase="over", acts=False))
    table.clock.time += 1
    play_round(table, people, id, leave=lost)
    first, second = show(table, people[0], id)["rounds"][0]["meetings"]
    assert {first["game"]: first["over"], second["game"]: second["over"]} == {
        lost: False,
        other: True,
    }
    table.clock.time += LOST
    phase, scores = standing(show(table, people[0], id))
    assert (phase, sorted(scores)) == ("over", [0, 0.5, 0.5, 1])


def test_a_game_in_which_another_server_goes_on_is_not_given_up(table: Table) -> None:
    people, id, (game,) = started(table, 2)
    damage(table, game)
    show(table, people[0], id)
    write(table, sa.update(games).where(games.c.id == game).values(seq=games.c.seq + 1))
    table.clock.time += LOST
    assert show(table, people[0], id)["line"]["phase"] == "running"
    table.clock.time += LOST
    assert show(table, people[0], id)["line"]["phase"] == "over"


def test_a_restored_game_that_another_server_took_up_is_not_read_again_and_again(
    table: Table,
) -> None:
    people, id, (game,) = started(table, 2)
    table.forget(game)
    rooms = table.server.rooms
    rooms._unreadable[game] = table.clock.time  # as this server found it before
    table.call(rooms.services.director.look, id)
    assert not rooms.is_unreadable(game)
    assert show(table, people[0], id)["line"]["phase"] == "running"


def test_in_a_duplicate_only_the_games_that_can_be_read_are_compared() -> None:
    def meeting(entrant: int, *points: int) -> Meeting:
        left = (False, False)
        return Meeting(round=1, entrants=(entrant, None), over=True, points=points, left=left)

    scores = duplicate_scores([meeting(0, -5, 0), meeting(1, -9, 0), meeting(2)])
    assert scores == {0: 1.0, 1: 0.0, 2: 0.5}
