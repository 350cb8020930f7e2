"""Pictures of the lobby and their differences."""

from typing import Any

import pytest

from cornerwise.server.bodies import GameSummary
from cornerwise.server.lobby import listing
from cornerwise.server.lobby.messages import Lobby, OpenGame, RunningGame
from cornerwise.server.seats import ClockSpec, SeatView


def _seats() -> list[SeatView]:
    return [SeatView(kind="person"), SeatView(kind="free", open=True)]


def _summary(**more: Any) -> Any:
    fields: dict[str, Any] = dict(
        game="g", variant="duo", options={}, seats=_seats(), mine=[], state="waiting",
        to_play=0, player=0, ply=0, owners="", scores=[], places=[], created=0, changed=0,
    )  # fmt: skip
    return GameSummary(**(fields | more))


def _lobby(**more: Any) -> Lobby:
    fields: dict[str, Any] = dict(
        open=[], running=[], running_total=0, queues=[], people=[], people_total=0, guests=0
    )
    return Lobby(**(fields | more))


def _open(game: str, **more: Any) -> OpenGame:
    fields: dict[str, Any] = dict(
        game=game, variant="duo", options={}, seats=_seats(), clock=None, rated=False,
        public=False, created=0, fill_at=None,
    )  # fmt: skip
    return OpenGame(**(fields | more))


def _running(game: str, watchers: int = 0) -> RunningGame:
    return RunningGame(
        game=game, variant="duo", options={}, seats=_seats(), clock=None, rated=False, created=0,
        watchers=watchers,
    )  # fmt: skip


def test_what_has_changed_between_two_pictures() -> None:
    old = _lobby(open=[_open("a"), _open("b")], running=[_running("r")], people=["Ada"], guests=1)
    assert listing.changes(old, old) is None
    new = _lobby(open=[_open("b"), _open("c")], running=[_running("r", 2)], people=["Bo"])
    change = listing.changes(old, new)
    assert change is not None
    assert [game.game for game in change.open] == ["c"]
    assert [(game.game, game.watchers) for game in change.running] == [("r", 2)]
    assert change.gone == ["a"]
    assert (change.arrived, change.left, change.guests) == (["Bo"], ["Ada"], 0)


def test_a_game_that_begins_is_running_and_not_gone() -> None:
    change = listing.changes(_lobby(open=[_open("a")]), _lobby(running=[_running("a")]))
    assert change is not None
    assert (change.gone, [game.game for game in change.running]) == ([], ["a"])


def test_the_lists_are_bounded() -> None:
    many = tuple(
        listing.Listed(_summary(game=f"g{i}"), frozenset()) for i in range(listing.MAX_OPEN + 50)
    )
    accounts = {f"a{i}": f"name{i:04}" for i in range(listing.MAX_PEOPLE + 50)}
    shown = listing.picture(listing.Found(many, (), 0), [], accounts, {"g"}, {}, 0).seen_by(())
    assert len(shown.open) == listing.MAX_OPEN
    assert len(shown.people) == listing.MAX_PEOPLE
    assert (shown.people_total, shown.guests) == (listing.MAX_PEOPLE + 50, 1)


@pytest.mark.parametrize("age", [0, listing.LONGEST - 1])
def test_games_of_days_are_shown_without_their_people(age: int) -> None:
    days = listing.Listed(_summary(clock=ClockSpec(days=2)), frozenset({"ada"}))
    assert listing.is_shown(days, set(), age)
    assert not listing.is_shown(days, {"ada"}, listing.LONGEST)
