"""Hints: a good move with its reasons, and in time when somebody needs the processor."""

import random
import time

import cornerwise as cw
from cornerwise.server.advice import SECONDS, Adviser

SEED = 0
"""Of a game in which a color has just one move at some time."""


def test_a_hint_says_why() -> None:
    game = cw.Game("classic_2")
    for text in ("a20,b20,c20", "t20,s20,r20"):
        game.play(text)
    hint = Adviser().advise(game)
    move = game.move(hint.move)
    assert game.why_not(move) is None
    after = game.copy()
    after.play(move)
    assert hint.reasons.moves_after["1"] == after.position.count_legal(1)
    assert hint.reasons.moves_before["2"] == game.position.count_legal(2)
    assert set(hint.reasons.blocks) <= {"1", "3"}, "of enemies only, not of one's own other color"
    for text in hint.line:
        after.play(text)


def test_a_hint_that_is_hurried_before_it_begins_is_quick_and_legal() -> None:
    game = cw.Game("duo")
    adviser = Adviser()
    adviser.stop()
    begin = time.process_time()
    hint = adviser.advise(game)
    assert time.process_time() - begin < SECONDS, "of the processor: the machine may be busy"
    assert game.why_not(game.move(hint.move)) is None


def test_the_only_move_is_the_hint() -> None:
    game, chance = cw.Game("duo"), random.Random(SEED)
    while len(game.legal_moves) != 1:
        game.play(chance.choice(game.legal_moves))
    assert Adviser().advise(game).move == str(game.legal_moves[0])
