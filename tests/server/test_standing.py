"""What the rating counts: the computer's moves on a person's seat help nobody."""

import pytest

from cornerwise.server import protocol as say
from cornerwise.server.seats import ClockSpec
from cornerwise.server.standing import computer_share, deserted, rated_places
from cornerwise.server.table import stand_ins
from cornerwise.server.table.messages import Claim, HandOver, Return
from server.scene import Scene
from server.test_stand_ins import flag

MINUTES = ClockSpec(initial=600)


def finish(scene: Scene) -> None:
    """Play on to the end, everybody the first legal move."""
    while scene.state.over is None:
        player = scene.state.game.player
        assert player is not None
        if scene.state.computer_level is not None:
            scene.computer_plays()
        else:
            scene.plays(scene.holders[player] or "")


def over_places(scene: Scene) -> list[int]:
    assert scene.state.over is not None
    return scene.state.over.places


def test_who_plays_to_the_end_is_rated_by_the_board() -> None:
    scene = Scene("classic_3", "abc", MINUTES)
    finish(scene)
    assert rated_places(scene.state) == over_places(scene)


def test_a_fallen_flag_loses_whatever_the_computer_makes_of_it() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.plays("a")
    scene.now += 600_000
    flag(scene)
    finish(scene)
    assert rated_places(scene.state) == [1, 2]


def test_a_fallen_flag_loses_even_for_who_returned() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.now += 600_000
    flag(scene)
    scene.does("a", Return, player=0)
    scene.computer_plays()
    finish(scene)
    assert rated_places(scene.state) == [2, 1]


def test_a_short_absence_costs_nothing() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.write(stand_ins.stand_in(scene.state, 0, 4, "left", scene.now))
    scene.computer_plays()
    scene.does("a", Return, player=0)
    finish(scene)
    assert 0 < computer_share(scene.state, 0) <= 0.25
    assert not deserted(scene.state, 0)
    assert rated_places(scene.state) == over_places(scene)


def test_a_long_absence_does() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.does("a", HandOver, player=0)
    for _ in range(6):
        scene.computer_plays()
        scene.plays("b")
    scene.does("a", Return, player=0)
    finish(scene)
    assert computer_share(scene.state, 0) > 0.25
    assert rated_places(scene.state) == [2, 1]


def test_of_two_who_left_the_first_comes_last() -> None:
    scene = Scene("classic", "abcd", MINUTES)
    scene.does("c", HandOver, player=2)
    scene.does("a", HandOver, player=0)
    finish(scene)
    places = rated_places(scene.state)
    assert (places[0], places[2]) == (3, 4)
    assert sorted((places[1], places[3]))[0] == 1


def test_who_claims_the_game_has_won_it() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.does("b", HandOver, player=1)
    scene.does("a", Claim)
    assert rated_places(scene.state) == [1, 2]


def test_who_resigns_comes_before_who_deserted() -> None:
    scene = Scene("classic_3", "abc", MINUTES)
    scene.does("b", HandOver, player=1)
    scene.does("a", say.Resign, player=0)
    finish(scene)
    assert rated_places(scene.state) == [2, 3, 1]


def test_a_computer_never_deserts() -> None:
    scene = Scene("duo", "a.", MINUTES)
    finish(scene)
    assert not deserted(scene.state, 1)
    assert computer_share(scene.state, 1) == 1.0


def test_who_stayed_keeps_the_sides_place() -> None:
    scene = Scene("classic_teams", "abcd", MINUTES)
    scene.does("c", HandOver, player=2)
    finish(scene)
    places = rated_places(scene.state)
    assert places[2] == 4
    assert places[1] == places[3]
    assert (places[0] < places[1]) == (over_places(scene)[0] < over_places(scene)[1])


@pytest.mark.parametrize("people", ["ab", "a."])
def test_places_are_places(people: str) -> None:
    scene = Scene("duo", people, MINUTES)
    finish(scene)
    assert min(rated_places(scene.state)) == 1
