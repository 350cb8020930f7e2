"""A puzzle on the table: placing, taking up, checking, hints."""

import pytest

from cornerwise.play import IllegalMove
from cornerwise.puzzles import PUZZLES, Effort, PuzzleError
from cornerwise.puzzles.figures import figures
from cornerwise.puzzles.solo import Solo


def test_any_free_place_will_do_in_a_packing() -> None:
    solo = Solo(PUZZLES["tetra"])
    before = solo.placements(0)
    assert len(before) == solo.game.tables.n_placements
    solo.place("a1,b1,c1,d1", color=0)
    after = solo.placements(0)
    covered = set(solo.pieces[0].cells)
    tables = solo.game.tables
    assert all(not covered & set(tables.cells_of(int(p))) for p in after)
    assert all(tables.piece[p] != tables.piece[solo.pieces[0].placement] for p in after)
    assert len(solo.placements(1)) > len(after)  # the others still hold that piece


def test_the_colored_form_keeps_colors_apart() -> None:
    solo = Solo(PUZZLES["tetra"].colored())
    solo.place("a1,b1,c1,d1", color=0)
    with pytest.raises(PuzzleError, match="does not fit"):
        solo.place("a2,b2,a3,b3", color=0)
    solo.place("a2,b2,a3,b3", color=1)


def test_pieces_of_a_packing_come_up_in_any_order() -> None:
    solo = Solo(PUZZLES["tetra"])
    first = solo.place("a1,b1,c1,d1", color=0)
    second = solo.place("e1,f1,e2,f2", color=0)
    assert solo.take("b1") == first
    assert solo.pieces == [second]
    with pytest.raises(PuzzleError, match="no piece lies on a1"):
        solo.take("a1")
    assert solo.undo() == second
    with pytest.raises(PuzzleError, match="nothing"):
        solo.undo()


def test_a_play_puzzle_is_a_game() -> None:
    solo = Solo(PUZZLES["eighty-four"])
    assert solo.to_play == 0
    assert len(solo.placements(1)) == 0
    with pytest.raises(IllegalMove):
        solo.place("b2")
    solo.place("a20")
    assert solo.to_play == 1
    solo.undo()
    assert (solo.to_play, solo.covered) == (0, 0)
    with pytest.raises(PuzzleError, match="undo"):
        solo.take("a20")


def test_descending_allows_no_larger_piece() -> None:
    solo = Solo(PUZZLES["eighty-four-descending"])
    solo.place("a20,b20,c20,d20")
    sizes = solo.game.tables.size[solo.placements(1)]
    assert sizes.max() == 4
    with pytest.raises(PuzzleError, match="may not follow"):
        solo.place("t20,s20,r20,q20,p20")
    assert solo.check(Effort(20)).answer == "no"


@pytest.mark.parametrize("name", ["tetra", "eighty-four", "eighty-eight"])
def test_hints_lead_to_the_end(name: str) -> None:
    solo = Solo(PUZZLES[name])
    while not solo.is_solved:
        hint = solo.hint(Effort(60))
        assert hint is not None
        solo.place(hint.placement, hint.color)
    assert solo.covered == solo.puzzle.cells
    assert solo.hint(Effort(60)) is None


def test_a_solution_grows_around_what_lies_there() -> None:
    solo = Solo(figures()["carp"])
    first = solo.placements(0)[700]
    solo.place(int(first), 0)
    if solo.check(Effort(30)).answer == "yes":
        for move in list(solo.solve(Effort(30))):
            solo.place(move.placement, move.color)
        assert solo.is_solved


def test_an_impossible_packing_is_seen() -> None:
    solo = Solo(PUZZLES["tetra"])
    solo.place("b1,c1,d1,e1", color=0)
    solo.place("a2,a3,a4,a5", color=1)
    outcome = solo.check(Effort(20))
    assert outcome.answer == "no"
    assert outcome.reason
    assert solo.hint(Effort(20)) is None


def test_time_that_is_too_short_is_admitted() -> None:
    solo = Solo(PUZZLES["penta"].colored())
    solo.place(int(solo.placements(2)[100]), 2)
    assert solo.check(Effort(0)).answer == "unknown"


def test_a_state_is_its_pieces() -> None:
    solo = Solo(PUZZLES["eighty-eight"])
    for _ in range(6):
        assert solo.to_play is not None
        solo.place(int(solo.placements(solo.to_play)[-1]))
    again = Solo(PUZZLES["eighty-eight"], solo.placed)
    assert again.pieces == solo.pieces
    assert again.to_play == solo.to_play
