"""Takeback by consent: whom it is asked of, and where there is none."""

import pytest

from cornerwise.server import events as ev
from cornerwise.server import protocol as say
from cornerwise.server.decide import lapsed
from cornerwise.server.refusal import Refusal
from cornerwise.server.seats import ClockSpec
from cornerwise.server.table.messages import Claim, HandOver
from cornerwise.server.table.stand_ins import fallen
from server.meeting import PASSWORD, member
from server.scene import Scene, refolded
from server.table import LINK, ME, Table

MINUTES = ClockSpec(initial=60)


def test_everybody_else_is_asked_and_a_rated_game_goes_back_by_consent() -> None:
    scene = Scene("classic_3", "abc", MINUTES, rated=True)
    scene.plays("a")
    (asked,) = scene.does("a", say.AskTakeback, player=0)
    assert asked.waiting == [1, 2]
    scene.does("b", say.AnswerTakeback, accept=True)
    assert scene.state.ply == 1, "one is not all"
    scene.does("c", say.AnswerTakeback, accept=True)
    assert scene.state.ply == 0


def test_one_no_is_enough() -> None:
    scene = Scene("classic_3", "abc", MINUTES, rated=True)
    scene.plays("a")
    scene.does("a", say.AskTakeback, player=0)
    scene.does("c", say.AnswerTakeback, accept=False)
    with pytest.raises(Refusal, match="no such request"):
        scene.does("b", say.AnswerTakeback, accept=True)


def test_a_rated_game_that_is_over_stays_over() -> None:
    scene = Scene("duo", "ab", MINUTES, rated=True)
    scene.plays("a")
    scene.does("b", say.Resign, player=1)
    with pytest.raises(Refusal, match="after a rated game"):
        scene.does("a", say.AskTakeback, player=0)


def friendly_and_over() -> Scene:
    """Bob has resigned, and Ann would like her move back."""
    scene = Scene("duo", "ab", MINUTES)
    scene.plays("a")
    scene.does("b", say.Resign, player=1)
    (asked,) = scene.does("a", say.AskTakeback, player=0)
    assert asked.waiting == [1]
    return scene


def test_a_friendly_one_is_revived_if_who_resigned_agrees() -> None:
    scene = friendly_and_over()
    scene.does("b", say.AnswerTakeback, accept=True)
    assert (scene.state.over, scene.state.ply, scene.state.game.resigned) == (None, 0, ())


def test_nobody_is_brought_back_against_their_will() -> None:
    scene = friendly_and_over()
    scene.does("b", say.AnswerTakeback, accept=False)
    assert scene.state.over is not None
    assert scene.state.game.resigned == (1,)


def test_who_was_given_up_while_away_is_not_brought_back_unasked() -> None:
    scene = Scene("duo", "ab", MINUTES)
    scene.plays("a")
    scene.does("b", HandOver, player=1)
    scene.does("a", Claim)
    (asked,) = scene.does("a", say.AskTakeback, player=0)
    assert (asked.waiting, scene.state.over is None) == ([1], False)


def test_alone_against_computers_nobody_is_asked_after_resigning() -> None:
    scene = Scene("classic_3", "a..", MINUTES)
    scene.plays("a")
    scene.does("a", say.Resign, player=0)
    assert scene.does("a", say.AskTakeback, player=0)[-1].ply == 0
    assert (scene.state.over, scene.state.game.resigned) == (None, ())


def test_a_question_ends_with_the_rematch() -> None:
    """Else the game would go on beside the new one."""
    scene = friendly_and_over()
    seq = scene.state.seq + 1
    scene.write([ev.Rematch(seq=seq, time=scene.now, game="next")])
    with pytest.raises(Refusal, match="no such request"):
        scene.does("b", say.AnswerTakeback, accept=True)


def test_a_loss_on_time_is_taken_back_with_the_time_before_the_move() -> None:
    """Alone against computers: with an empty clock the game would be lost again at once."""
    scene = Scene("duo", "a.", MINUTES)
    scene.now += 20_000
    scene.plays("a")
    scene.computer_plays()
    scene.now += 10_000
    scene.plays("a")
    scene.computer_plays()
    scene.now += 30_000
    scene.write(fallen(scene.state, 0, scene.holders, 4, scene.now))
    assert (scene.state.over is None, scene.state.clocks) == (False, [0, 60_000])
    scene.does("a", say.AskTakeback, player=0)
    assert (scene.state.over, scene.state.ply, scene.state.clocks) == (None, 2, [40_000, 60_000])
    assert scene.state.deadline() == scene.now + 40_000
    assert refolded(scene.log).clocks_before == scene.state.clocks_before


def test_any_other_takeback_gives_no_time_back() -> None:
    scene = Scene("duo", "a.", MINUTES)
    scene.now += 20_000
    scene.plays("a")
    scene.does("a", say.AskTakeback, player=0)
    assert scene.state.clocks == [40_000, 60_000]


@pytest.mark.parametrize("people", ["a.", "aa"])
def test_nobody_agrees_with_oneself_in_a_rated_game(people: str) -> None:
    scene = Scene("duo", people, MINUTES, rated=True)
    scene.plays("a")
    with pytest.raises(Refusal, match="nobody is here who could agree"):
        scene.does("a", say.AskTakeback, player=0)


def test_in_a_tournament_nothing_is_taken_back() -> None:
    scene = Scene("duo", "ab", MINUTES, tournament="t")
    scene.plays("a")
    with pytest.raises(Refusal, match="in a tournament"):
        scene.does("a", say.AskTakeback, player=0)


def test_a_stand_in_is_not_asked() -> None:
    scene = Scene("classic_3", "abc", MINUTES)
    scene.plays("a")
    scene.does("b", HandOver, player=1)
    (asked,) = scene.does("a", say.AskTakeback, player=0)
    assert asked.waiting == [2]


def test_a_request_lapses_when_one_who_was_asked_goes() -> None:
    scene = Scene("classic_3", "abc", MINUTES)
    scene.plays("a")
    scene.does("a", say.AskTakeback, player=0)
    scene.does("b", HandOver, player=1)
    assert scene.state.takeback is None


def test_who_resigned_before_the_move_stays_resigned() -> None:
    """As on the pages, which would otherwise show another turn than the server waits for."""
    scene = Scene("classic", "abcd", None)
    for who in "abcd":
        scene.plays(who)
    scene.does("c", say.Resign, player=2)
    scene.plays("a")
    scene.does("d", say.Resign, player=3)
    (asked,) = scene.does("a", say.AskTakeback, player=0)
    assert asked.waiting == [1, 3], "who would play again is asked, who would not is not"
    scene.does("b", say.AnswerTakeback, accept=True)
    scene.does("d", say.AnswerTakeback, accept=True)
    assert (scene.state.ply, scene.state.game.resigned) == (4, (2,))
    assert refolded(scene.log).game.resigned == (2,)


# Who is deleted


def test_who_is_deleted_is_not_asked() -> None:
    scene = Scene("classic_3", "abc", MINUTES)
    scene.plays("a")
    scene.holders[1] = "gone.b"
    (asked,) = scene.does("a", say.AskTakeback, player=0)
    assert asked.waiting == [2]
    scene.holders[2] = "gone.c"
    assert scene.write(lapsed(scene.state, scene.holders, scene.now))[0].player == 2
    assert lapsed(scene.state, scene.holders, scene.now) == []
    assert scene.does("a", say.AskTakeback, player=0)[-1].ply == 0


def test_a_request_lapses_when_one_who_was_asked_is_deleted(table: Table) -> None:
    ada, bo = table.guest(), member(table, "Bo")
    made = ada.make("duo", ME, LINK)
    game = made["game"]
    with bo.page() as page:
        assert page.act("sit", game, page.join(game)["seq"], player=1, key=made["key"])
    with ada.page() as page:
        seq = page.join(game)["seq"]
        assert page.act("play", game, seq, move="e10")["type"] == "done"
        assert page.act("ask_takeback", game, seq + 1, player=0)["type"] == "done"
    assert bo.post("/api/account/delete", {"name": "Bo", "password": PASSWORD}).status_code == 200
    with ada.page() as page:
        told = page.join(game)["events"]
        while told[-1]["kind"] != "takeback_answered":
            told += page.until("events")["events"]
        assert (told[-1]["player"], told[-1]["accept"]) == (1, False)
        assert page.act("ask_takeback", game, told[-1]["seq"], player=0)["type"] == "done"
    assert ada.get(f"/api/games/{game}").json()["events"][-1]["kind"] == "undone"
