"""A refused move names the rule and the place, and changes nothing (R3, R4)."""

import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cornerwise import Game, IllegalMove, Move, MoveError, UnreadableMove, variant
from cornerwise.play import NothingToUndo
from cornerwise.rules.starts import any_of
from oracle.games import random_game

#   game and options, moves so far, the bad move, reason, rule, cell, message
REFUSED = [
    ("duo", {}, [], "a1", "start", "R3.2", None,
     "purple's first piece must cover a start cell open to it: j5, e10"),
    ("duo", {}, ["e10"], "e10,f10", "occupied", "R3.1", "e10", "e10 is covered by purple"),
    ("duo", {}, ["e10"], "a1", "start", "R3.2", None,
     "orange's first piece must cover a start cell open to it: j5"),
    ("duo", {"start": "assigned"}, [], "j5", "start", "R3.2", None,
     "purple's first piece must cover a start cell open to it: e10"),
    ("duo", {}, ["e10", "j5"], "f9", "stock", "R3.1", None, "purple has no piece 1 left"),
    ("duo", {}, ["e10", "j5"], "e9,f9", "edge", "R3.4", "e9", "touches purple's own edge at e9"),
    ("duo", {}, ["e10", "j5"], "a1,a2", "corner", "R3.3", None, "touches no corner of purple"),
    ("trigon_2", {}, ["r15", "z12"], "z7", "start", "R3.2", None,
     "red's first piece must cover a start cell open to it: r4"),
    ("trigon_3", {}, ["p14"], "x11", "start", "R3.2", None,
     "yellow's first piece must cover a start cell open to it: h6, x6"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "options", "moves", "bad", "reason", "rule", "cell", "message"), REFUSED
)
def test_each_reason(
    name: str,
    options: dict[str, Any],
    moves: list[str],
    bad: str,
    reason: str,
    rule: str,
    cell: str | None,
    message: str,
) -> None:
    game = Game(name, **options)
    for move in moves:
        game.play(move)
    before = pickle.dumps(game), game.position.hash
    with pytest.raises(IllegalMove) as caught:
        game.play(bad)
    assert str(caught.value) == message
    assert (caught.value.reason, caught.value.rule, caught.value.cell) == (reason, rule, cell)
    assert (pickle.dumps(game), game.position.hash) == before


def test_a_start_cell_beside_another_color_is_open() -> None:
    game = Game("duo", setup=[(0, "i5")], to_play=1)
    assert "j5" in {str(move) for move in game.legal_moves}
    with pytest.raises(IllegalMove, match="a start cell open to it: j5, e10"):
        game.play("a1")


@pytest.mark.parametrize("whose", ["new", "old"])
def test_corner_to_side_is_named(whose: str) -> None:
    r"""Corners-only: a vertex within the straight side of either piece (R3.6).

    Three triangles in a row, `AVA`, have a straight side of length 2; a single triangle
    stands on the other side of its middle vertex.
    """
    setup = [(0, "q15,r15,s15" if whose == "old" else "r14")]
    base = Game("trigon", setup=setup, to_play=0)
    strict = Game("trigon", setup=setup, to_play=0, contact="alternate")
    side_moves = [m for m in base.legal_moves if m not in strict.legal_moves]
    assert side_moves
    for move in side_moves:
        error = strict.why_not(strict.move(str(move)))
        assert error is not None
        assert (error.reason, error.rule) == ("side", "R3.6")
        assert error.cell in move.cell_names
        assert str(error) == f"a corner meets the side of blue's own piece at {error.cell}"


def test_a_refusal_comes_back_from_another_process() -> None:
    refusal = Game("duo", setup=[(0, "e10")], to_play=0).why_not(Game("duo").move("e9,f9"))
    again = pickle.loads(pickle.dumps(refusal))
    assert (type(again), str(again)) == (IllegalMove, "touches purple's own edge at e9")
    assert vars(again) == {"reason": "edge", "rule": "R3.4", "cell": "e9"}


def test_wrong_turn() -> None:
    game = Game("duo")
    move = game.move("e10", color=1)
    with pytest.raises(IllegalMove, match="it is purple's turn, not orange's") as caught:
        game.play(move)
    assert (caught.value.reason, caught.value.rule) == ("turn", "R4.1")


def test_over() -> None:
    game = random_game(variant("duo"), 1)
    with pytest.raises(IllegalMove, match="the game is over") as caught:
        game.play("a1")
    assert (caught.value.reason, caught.value.rule) == ("over", "R4.2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read '' as a cell in ''"),
        ("e10,,f10", "cannot read '' as a cell in 'e10,,f10'"),
        ("10e", "cannot read '10e' as a cell in '10e'"),
        ("e010", "cannot read 'e010' as a cell in 'e010'"),
        ("e10 f10", "cannot read 'e10 f10' as a cell"),
        ("o1", "cell o1 is not on the board, in 'o1'"),
        ("a15", "cell a15 is not on the board, in 'a15'"),
        ("zzz9999", "cell zzz9999 is not on the board"),
        ("e10,e10", "a cell stands twice in 'e10,e10'"),
        ("e10,g10", "the cells 'e10,g10' are no piece of duo"),
        ("a1,a2,a3,a4,a5,a6", "the cells 'a1,a2,a3,a4,a5,a6' are no piece of duo"),
        ("é10", "cannot read 'é10' as a cell"),
    ],
)
def test_unreadable(text: str, message: str) -> None:
    game = Game("duo")
    with pytest.raises(UnreadableMove, match=message.replace("(", r"\(")):
        game.play(text)
    assert game.history == []


def test_long_input_is_quoted_in_part() -> None:
    with pytest.raises(UnreadableMove) as caught:
        Game("duo").play("x" * 100_000)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("placement", [-1, 13729, 70000, 2**40])
def test_no_such_placement(placement: int) -> None:
    with pytest.raises(UnreadableMove, match=f"there is no placement {placement} in duo"):
        Game("duo").play(placement)


@pytest.mark.parametrize("thing", [3.5, None, [1], b"e10"])
def test_what_is_no_move_gets_a_sentence(thing: Any) -> None:
    with pytest.raises(UnreadableMove, match="is no move: give a move, text such as"):
        Game("duo").play(thing)


def test_order_and_capitals_do_not_matter() -> None:
    game = Game("duo")
    assert str(game.play(" F10, e10 ")) == "e10,f10"


def test_nothing_to_undo() -> None:
    game = Game("duo", setup=[(0, "e10")], to_play=1)
    with pytest.raises(NothingToUndo, match="there is no move to take back"):
        game.undo()
    assert isinstance(NothingToUndo(), MoveError)


def test_setup_that_does_not_fit() -> None:
    with pytest.raises(UnreadableMove, match="setup: orange e10,f10 does not fit on the board"):
        Game("duo", setup=[(0, "e10"), (1, "e10,f10")])
    with pytest.raises(UnreadableMove, match="setup: purple a1 does not fit on the board"):
        Game("duo", setup=[(0, "e10"), (0, "a1")])


def test_resigning_twice_or_by_nobody() -> None:
    game = Game("classic")
    game.resign(2)
    for player in (2, 4, -1):
        with pytest.raises(UnreadableMove, match=f"player {player} cannot resign now"):
            game.resign(player)


def test_players_are_whole_numbers_in_the_history_too() -> None:
    """Also one of numpy's; with 1.0 there, nobody could read the record."""
    game = Game("duo")
    for thing in (1.0, "1", None):
        with pytest.raises(UnreadableMove, match=f"{thing!r} is no player"):
            game.resign(thing)  # type: ignore[arg-type]
    game.resign(np.int64(1))  # type: ignore[arg-type]
    assert repr(game.history) == "[Resignation(player=1)]"


@pytest.mark.parametrize("color", [2, -1, 2**70, 0.5, "orange"])
def test_a_color_that_is_not_there(color: Any) -> None:
    text = f"there is no color {color!r} in duo: they go from 0 to 1"
    with pytest.raises(UnreadableMove, match=text):
        Game("duo").move("e10", color)
    with pytest.raises(UnreadableMove, match=text):
        Game("duo", setup=[(color, "e10")])
    with pytest.raises(UnreadableMove, match=text):
        Game("duo", to_play=color)


@pytest.mark.parametrize("piece", [5, "e10", (0,), (0, "e10", 1)])
def test_what_is_no_piece_of_a_setup_gets_a_sentence(piece: Any) -> None:
    with pytest.raises(UnreadableMove, match=r"setup: .* is no piece: give a move, or a color"):
        Game("duo", setup=[piece])


def test_a_setup_in_numbers_of_numpy_has_whole_numbers() -> None:
    placement = Game("duo").move("e10").placement
    setup = [(np.int64(0), np.int64(placement))]
    game = Game("duo", setup=setup, to_play=np.int64(1))  # type: ignore[arg-type]
    assert type(game.setup[0].color) is type(game.first_to_play) is int


@pytest.mark.parametrize("thing", [None, 3, ["duo"]])
def test_what_is_no_variant_gets_a_sentence(thing: Any) -> None:
    with pytest.raises(TypeError, match="is no variant: give one of"):
        Game(thing)


def test_the_setup_of_a_game_is_one_for_another() -> None:
    game = Game("duo", setup=[(1, "j5"), (0, "e10")], to_play=1)
    assert Game("duo", setup=game.setup, to_play=1) == game
    with pytest.raises(UnreadableMove, match="a move of duo means nothing in classic"):
        Game("classic", setup=game.setup)


@pytest.mark.parametrize("which", [0, -1])
def test_a_move_of_another_game(which: int) -> None:
    """Placement numbers mean something only on their own board with their own pieces."""
    other = Game("classic").legal_moves[which]
    for refused in (Game("duo").play, Game("duo").why_not):
        with pytest.raises(UnreadableMove, match="a move of classic means nothing in duo"):
            refused(other)


def test_a_move_of_another_board_is_not_among_the_legal_ones() -> None:
    moves = Game("duo", start="assigned").legal_moves
    first = Game("duo").legal_moves[0]
    assert Move(Game("duo").tables, 0, moves[0].placement) in moves
    assert first not in moves
    assert Move(Game("junior").tables, 0, moves[0].placement) not in moves


def test_a_move_of_the_same_board_is_a_move() -> None:
    game = Game("duo", start="assigned")
    game.play(Game("duo").move("e10"))
    assert str(game.moves[0]) == "e10"
    assert game.moves == [game.move("e10", 0)], "it is a move of this game now, like any other"


def test_a_move_of_another_contact_rule_is_refused_by_this_games() -> None:
    setup = [(0, "q15,r15,s15")]
    base = Game("trigon", setup=setup, to_play=0)
    strict = Game("trigon", setup=setup, to_play=0, contact="alternate")
    move = next(move for move in base.legal_moves if move not in strict.legal_moves)
    with pytest.raises(IllegalMove, match="a corner meets the side of blue's own piece") as caught:
        strict.play(move)
    assert caught.value.rule == "R3.6"


def test_a_move_of_a_color_that_only_the_other_game_has() -> None:
    move = Game("classic").move("a1", 3)
    two = replace(variant("duo"), board=variant("classic").board)
    two = replace(two, start_rules=(any_of("a1", "t20", colors=2),), start="any")
    with pytest.raises(UnreadableMove, match="there is no color 3 in duo"):
        Game(two).play(move)
