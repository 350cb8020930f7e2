"""Challenges: the data holds what it promises, and dates choose fairly."""

import datetime
import json
from collections import Counter
from importlib.resources import files

import jsonschema
import pytest

from cornerwise._native import Settle
from cornerwise.play import Game
from cornerwise.puzzles import PuzzleError
from cornerwise.puzzles.challenge import Challenge, judge, parse_challenge
from cornerwise.puzzles.daily import WEEK, challenge_of, challenges, endless, find_challenge, streak
from cornerwise.rules import variant

ALL = list(challenges().values())
MONDAY = datetime.date(2026, 11, 16)
DAY = datetime.timedelta(days=1)


def of_kind(kind: str) -> list[Challenge]:
    return [challenge for challenge in ALL if challenge.kind == kind]


def test_there_are_enough_of_every_kind_and_difficulty() -> None:
    assert len(ALL) >= 100
    assert min(Counter((c.kind, c.difficulty) for c in ALL).values()) >= 8
    assert len({(c.kind, c.difficulty) for c in ALL}) == 9
    assert len({c.variant for c in ALL}) >= 3


def test_the_data_keep_to_the_schema() -> None:
    folder = files("cornerwise.puzzles").joinpath("data")
    schema = json.loads(folder.joinpath("challenges-1.schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(folder.joinpath("challenges.json").read_text("utf-8")), schema)


@pytest.mark.parametrize("challenge", ALL, ids=lambda c: c.name)
def test_the_answer_is_right(challenge: Challenge) -> None:
    judged = judge(challenge, challenge.answer)
    assert judged.right
    assert judged.done
    game = challenge.begin()
    assert game.color == challenge.color


def test_a_single_opponent_is_not_called_the_others() -> None:
    """In games of two colors; in all others it is."""
    for challenge in ALL:
        several = len(variant(challenge.variant).colors) > 2
        assert ("the others" in challenge.question["en"].lower()) == several, challenge.name
        assert ("les autres" in challenge.question["fr"].lower().replace("aux", "les")) == several


@pytest.mark.parametrize("challenge", of_kind("place-all")[::2], ids=lambda c: c.name)
def test_there_is_one_way_to_place_all(challenge: Challenge) -> None:
    game = challenge.begin()
    assert game.to_play is not None
    settle = Settle(game.position, 1 << game.to_play, enough=5)
    assert settle.run(30)
    assert settle.found == 1


@pytest.mark.parametrize("challenge", of_kind("block")[::3], ids=lambda c: c.name)
def test_one_move_blocks(challenge: Challenge) -> None:
    game = challenge.begin()
    me = game.to_play
    assert [str(move) for move in game.legal_moves if _blocks(game, move.placement, me)] == list(
        challenge.answer
    )


def _blocks(game: Game, placement: int, me: int | None) -> bool:
    game.play(placement)
    others = [color for color in range(len(game.variant.colors)) if color != me]
    blocked = all(len(game.legal_moves_of(color)) == 0 for color in others)
    game.undo()
    return blocked


@pytest.mark.parametrize("challenge", of_kind("only-move")[::4], ids=lambda c: c.name)
def test_one_move_keeps_alive(challenge: Challenge) -> None:
    game = challenge.begin()
    me = game.to_play
    assert me is not None
    assert [
        str(move) for move in list(game.legal_moves) if _lives(game, move.placement, me)
    ] == list(challenge.answer)


def _lives(game: Game, placement: int, me: int) -> bool:
    """Whether every line of replies leaves a move; replies end when it is my turn or the end."""
    game.play(placement)
    alive = _survives(game, me)
    game.undo()
    return alive


def _survives(game: Game, me: int) -> bool:
    if len(game.legal_moves_of(me)) == 0:
        return False
    if game.to_play == me or game.to_play is None:
        return True
    return all(_lives(game, move.placement, me) for move in list(game.legal_moves))


def test_a_wrong_move_is_told_why() -> None:
    for kind in ("block", "only-move", "place-all"):
        challenge = of_kind(kind)[0]
        game = challenge.begin()
        wrong = next(str(m) for m in game.legal_moves if str(m) not in challenge.answer)
        judged = judge(challenge, [wrong])
        assert not judged.right
        assert judged.message


@pytest.mark.parametrize("challenge", of_kind("only-move")[::6], ids=lambda c: c.name)
def test_a_refutation_can_be_played(challenge: Challenge) -> None:
    """After the wrong move and the replies shown, the color is out."""
    game = challenge.begin()
    me = game.to_play
    assert me is not None
    wrong = [move for move in game.legal_moves if str(move) not in challenge.answer]
    for move in wrong[:3]:
        judged = judge(challenge, [str(move)])
        after = challenge.begin()
        for each in (move, *judged.refutation):
            after.play(each)
        assert len(after.legal_moves_of(me)) == 0


def test_who_has_no_move_after_the_own_one_is_not_refuted_by_others() -> None:
    challenge = challenge_of(MONDAY)
    judged = judge(challenge, ["k10"])
    assert not judged.right
    assert judged.refutation == ()
    assert judged.message == "you have no move left"


def test_a_block_that_fails_shows_who_can_play() -> None:
    challenge = of_kind("block")[0]
    game = challenge.begin()
    wrong = next(move for move in game.legal_moves if str(move) not in challenge.answer)
    judged = judge(challenge, [str(wrong)])
    game.play(wrong)
    assert judged.refutation
    for move in judged.refutation:
        assert move in list(game.legal_moves_of(move.color))


def test_an_illegal_move_is_told_why() -> None:
    judged = judge(of_kind("block")[0], ["a1,a9"])
    assert not judged.right
    assert "a1,a9" in judged.message


def test_half_an_answer_is_right_but_not_done() -> None:
    challenge = of_kind("place-all")[0]
    judged = judge(challenge, challenge.answer[:1])
    assert judged.right
    assert not judged.done


def test_days_follow_the_week() -> None:
    for i, difficulty in enumerate(WEEK):
        assert challenge_of(MONDAY + i * DAY).difficulty == difficulty


def test_no_puzzle_comes_again_before_all_have_been() -> None:
    hard = [c for c in ALL if c.difficulty == "hard"]
    days = (MONDAY + i * DAY for i in range(7 * len(hard)))
    shown = [challenge_of(day).name for day in days if WEEK[day.weekday()] == "hard"]
    assert set(Counter(shown[: len(hard)]).values()) == {1}


def test_endless_goes_round() -> None:
    easy = sum(c.difficulty == "easy" for c in ALL)
    assert endless("easy", 3) == endless("easy", 3 + easy) != endless("easy", 4)
    with pytest.raises(PuzzleError, match="no difficulty"):
        endless("devilish", 0)


def test_a_streak_is_days_in_a_row() -> None:
    days = {MONDAY - DAY, MONDAY - 2 * DAY, MONDAY - 4 * DAY}
    assert streak(days, MONDAY) == 2
    assert streak(days | {MONDAY}, MONDAY) == 3
    assert streak(days, MONDAY + DAY) == 0


def test_what_is_no_challenge_is_refused() -> None:
    with pytest.raises(PuzzleError, match="no challenge"):
        find_challenge("nothing")
    with pytest.raises(PuzzleError):
        parse_challenge({"name": "x"})
