"""Records as flat trees: tree → record → tree is identity; what cannot be played is in none."""

import re

import pytest
from hypothesis import given

import cornerwise as cw
from cornerwise.notation import (
    MoveTree,
    Record,
    RecordError,
    Step,
    read_blksgf,
    tree,
    write_blksgf,
)
from notation.random_games import games, trees

HEAD = "GM[Blokus Duo]"


def read(text: str) -> MoveTree:
    return MoveTree.of(read_blksgf(text))


def shown(found: MoveTree) -> list[tuple[int, str | int | None]]:
    """Parent and event of each step."""
    return [
        (step.parent, step.move if step.resigned is None else step.resigned) for step in found.steps
    ]


@given(trees())
def test_trees(found: MoveTree) -> None:
    text = write_blksgf(found.record())
    again = read(text)
    assert again == found
    assert again.record() == found.record()
    for number, step in enumerate(found.steps[1:], start=1):
        assert 0 <= step.parent < number


@given(games())
def test_a_game_is_a_tree_of_one_line(game: cw.Game) -> None:
    found = MoveTree.of(Record.of(game))
    assert [step.parent for step in found.steps] == list(range(-1, len(game.history)))
    assert found.record() == Record.of(game)
    assert found.record().game() == game


def test_variations_and_what_is_said() -> None:
    found = read(
        f"(;{HEAD}C[about it];B[e10]BM[2]C[small](;W[j5](;CWRESIGN[1])(;B[a1]))(;W[i5,j5]TE[1]))"
    )
    assert shown(found) == [(-1, None), (0, "e10"), (1, "j5"), (2, 0), (1, "i5,j5")]
    said = [(step.comment, step.mark) for step in found.steps]
    nothing = ("", None)
    assert said == [("about it", None), ("small", "very bad"), nothing, nothing, ("", "good")]
    assert found.left_out == 1


def test_nodes_in_which_nothing_happens_are_not_steps() -> None:
    """What they say belongs to what was there before."""
    found = read(f"(;{HEAD}C[one];C[two];B[e10](;C[three];W[j5])(;;W[i5,j5]))")
    assert shown(found) == [(-1, None), (0, "e10"), (1, "j5"), (1, "i5,j5")]
    assert [step.comment for step in found.steps] == ["one\ntwo", "three", "", ""]


def test_two_things_in_one_node_are_two_steps() -> None:
    found = read(f"(;{HEAD}C[the game]B[e10]CWRESIGN[2]BM[1])")
    assert shown(found) == [(-1, None), (0, "e10"), (1, 1)]
    assert [step.comment for step in found.steps] == ["the game", "", ""]
    assert [step.mark for step in found.steps] == [None, "bad", None]


def test_a_setup_is_the_beginning() -> None:
    for text in (
        f"(;{HEAD}AB[e10]PL[W];W[j5])",
        f"(;{HEAD};AB[e10];PL[W];W[j5])",
        f"(;{HEAD};AB[e10]PL[W]W[j5])",
    ):
        found = read(text)
        assert [str(move) for move in found.beginning.setup] == ["e10"]
        assert found.beginning.first_to_play == 1
        assert shown(found) == [(-1, None), (0, "j5")]


@pytest.mark.parametrize(
    "text",
    [f"(;{HEAD};B[e10];AW[j5];B[f9])", f"(;{HEAD}(;AB[e10])(;B[e10]))", f"(;{HEAD}B[e10];PL[B])"],
)
def test_a_setup_elsewhere_is_refused_in_the_main_line(text: str) -> None:
    with pytest.raises(RecordError, match=f"line 1, column .*{tree.NOT_THE_BEGINNING}"):
        read(text)


def test_a_setup_in_a_variation_is_left_out() -> None:
    found = read(f"(;{HEAD}(;B[e10])(;AB[e10];W[j5];B[f9]))")
    assert shown(found) == [(-1, None), (0, "e10")]
    assert found.left_out == 2


def test_a_main_line_that_cannot_be_played_is_refused() -> None:
    text = f"(;{HEAD};B[e10]\n;W[j5](;B[e9])(;B[d8,d9]))"
    with pytest.raises(RecordError, match="line 2, column 8: move 3: purple 'e9': purple has no"):
        read(text)
    variation = f"(;{HEAD};B[e10]\n;W[j5](;B[d8,d9])(;B[e9];W[i4]))"
    assert read(variation).left_out == 2
    with pytest.raises(RecordError, match="line 2, column 19: move 3: purple 'e9': purple has no"):
        MoveTree.of(read_blksgf(variation), whole=True)


def test_lines_are_counted_on_their_own() -> None:
    """The number of a move is that in its own line."""
    text = f"(;{HEAD};B[e10](;W[j5];B[d9];W[i4])(;W[i5,j5];B[e9]))"
    with pytest.raises(RecordError, match="move 3: "):
        MoveTree.of(read_blksgf(text), whole=True)


def test_too_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MAX_STEPS", 3)
    read(f"(;{HEAD};B[e10](;W[j5])(;W[i5,j5]))")
    for more in ("(;W[j5,k5])", "(;W[a1])", "(;)", "(;W[j4,j5]CWRESIGN[1])"):
        with pytest.raises(RecordError, match="more than 3 moves"):
            read(f"(;{HEAD};B[e10](;W[j5])(;W[i5,j5]){more})")
    with pytest.raises(RecordError, match="more than 3 moves"):
        read(f"(;{HEAD};B[e10](;W[j5])(;W[i5,j5]CWRESIGN[1]))")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (Step(parent=1, color=0, move="e10"), "step 1: no step 1 comes before it"),
        (Step(parent=-1, color=0, move="e10"), "step 1: no step -1 comes before it"),
        (Step(parent=0), "step 1: it must be a move or a resignation"),
        (Step(parent=0, color=0, move="e10", resigned=0), "step 1: it must be a move or"),
        (Step(parent=0, move="e10"), "step 1: a move needs its color, from 0 to 1"),
        (Step(parent=0, color=2, move="e10"), "step 1: a move needs its color, from 0 to 1"),
        (Step(parent=0, color=1, move="j5"), "move 1: orange 'j5': it is purple's turn"),
        (Step(parent=0, resigned=-1), "there is no player '0'"),
        (Step(parent=0, resigned=2), "there is no player '3'"),
    ],
)
def test_what_is_no_tree_is_no_record(step: Step, message: str) -> None:
    wrong = MoveTree(beginning=cw.Game("duo"), steps=(Step(parent=-1), step))
    with pytest.raises(RecordError, match=re.escape(message)):
        MoveTree.of(wrong.record(), whole=True)


@pytest.mark.parametrize(
    "steps", [(), (Step(parent=0),), (Step(parent=-1, resigned=0),), (Step(parent=-1, move="e10"),)]
)
def test_a_tree_begins_with_nothing(steps: tuple[Step, ...]) -> None:
    with pytest.raises(RecordError, match="step 0: it must be the beginning"):
        MoveTree(beginning=cw.Game("duo"), steps=steps).record()
