"""Seatings are balanced; openings are the same for all of them."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from cornerwise.arena import SEATINGS, ArenaError, make_plan, seatings_of
from cornerwise.arena.openings import Openings
from cornerwise.arena.rows import Plan
from cornerwise.arena.tournament import every_job
from cornerwise.notation import Record, save_record
from cornerwise.play import Game
from cornerwise.rules import VARIANTS, variant


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("kind", SEATINGS)
@pytest.mark.parametrize("engines", [2, 3, 4])
def test_every_engine_sits_everywhere_equally_often(name: str, kind: str, engines: int) -> None:
    rules = variant(name)
    if engines > len(rules.sides):
        with pytest.raises(ValueError, match="sides"):
            seatings_of(rules, engines, kind)
        return
    seatings = seatings_of(rules, engines, kind)
    assert len(set(seatings)) == len(seatings)
    for side in range(len(rules.sides)):
        held = Counter(seating[side] for seating in seatings)
        assert set(held.values()) == {len(seatings) / engines}


@pytest.mark.parametrize(
    ("kind", "two", "three", "four"), [("even", 2, 6, 6), ("single", 2, 6, 8), ("all", 2, 6, 14)]
)
def test_numbers_of_seatings_of_two_engines(kind: str, two: int, three: int, four: int) -> None:
    assert [len(SEATINGS[kind](2, sides)) for sides in (2, 3, 4)] == [two, three, four]


def test_partners_are_one_engine() -> None:
    assert seatings_of(variant("classic_teams"), 2, "even") == ["AB", "BA"]


def test_jobs_come_block_by_block() -> None:
    keys = [job.key for job in islice(every_job(["AB", "BA"]), 4)]
    assert keys == ["0/AB", "0/BA", "1/AB", "1/BA"]


def _openings(opening: str, *, name: str = "duo", seed: int = 1) -> Openings:
    rules = variant(name)
    return Openings(
        Plan(variant=name, options=rules.options, players=(), opening=opening, seed=seed)
    )


def test_random_openings_differ_by_number_and_seed_only() -> None:
    one, same, other = (_openings("random", seed=seed) for seed in (1, 1, 2))
    assert one.game(0) == same.game(0)
    assert len({one.game(n) for n in range(20)}) == 20
    assert one.game(0) != other.game(0)


def test_random_openings_place_large_pieces_for_every_color() -> None:
    game = _openings("random", name="trigon").game(0)
    assert [move.size for move in game.moves] == [6, 6, 6, 6]
    assert len(_openings("random:7").game(3).moves) == 7
    assert not _openings("none").game(0).moves


def test_book_of_lines(tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("# two openings\ne10 j5\n\nj5,j6 e10,e11,e12  # the other point\n")
    openings = _openings(f"book:{book}")
    assert [str(move) for move in openings.game(1).moves] == ["j5,j6", "e10,e11,e12"]
    assert openings.game(0) == openings.game(2)
    assert len(_openings(f"book:{book}:1").game(1).moves) == 1


def test_book_of_records(tmp_path: Path) -> None:
    game = _openings("random:9").game(0)
    save_record(Record.of(game), tmp_path / "one.blksgf")
    assert _openings(f"book:{tmp_path}:6").game(0).moves == game.moves[:6]


@pytest.mark.parametrize(
    ("text", "message"),
    [("e10 e10", "covered"), ("z99", "not on the board"), ("# nothing", "no opening")],
)
def test_bad_books_are_told(tmp_path: Path, text: str, message: str) -> None:
    book = tmp_path / "book.txt"
    book.write_text(text)
    with pytest.raises(ArenaError, match=message):
        _openings(f"book:{book}")


def test_bad_openings_are_told() -> None:
    for opening in ("sicilian", "random:x", "book:", "book:book.txt:²", "book:book.txt:9999"):
        with pytest.raises(ArenaError, match="opening"):
            _openings(opening)
    with pytest.raises(ArenaError, match="No such file"):
        _openings("book:/nowhere/book.txt")


def test_openings_leave_a_game() -> None:
    assert not Game("duo").is_over
    with pytest.raises(ArenaError, match="2 to 2 players"):
        make_plan("duo", ["random", "random", "random"])
