"""Record → text → record is identity, and no text does more harm than a `RecordError`."""

import contextlib
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.notation import (
    MoveTree,
    Record,
    RecordError,
    load_record,
    placement_texts,
    read_blksgf,
    read_json,
    read_record,
    save_record,
    write_blksgf,
    write_json,
)
from cornerwise.play import Game, Move
from cornerwise.rules import VARIANTS, rectangle
from notation.random_games import games, records


@given(records())
def test_records(record: Record) -> None:
    assert read_blksgf(write_blksgf(record)) == record
    assert read_json(write_json(record)) == record


@given(games())
def test_games(game: Game) -> None:
    record = Record.of(game)
    assert record.game() == game
    assert read_blksgf(write_blksgf(record).encode()).game() == game
    assert read_json(write_json(record).encode()).game() == game


@pytest.mark.parametrize(
    ("about", "error", "message"),
    [
        ({"round": 3}, TypeError, "the round of a record is text, not 3"),
        ({"date": date(2026, 11, 15)}, TypeError, "the date of a record is text, not datetime"),
        ({"players": ["Ann", 2]}, TypeError, "the name of a player is text, not 2"),
        ({"comments": {1: 0.5}}, TypeError, "a comment is text, not 0.5"),
        ({"marks": {1: "great"}}, ValueError, "there is no mark 'great'; there are: good, "),
    ],
)
def test_what_is_no_text_is_refused_at_once(
    about: dict[str, Any], error: type[Exception], message: str
) -> None:
    game = Game("duo")
    game.play("e10")
    with pytest.raises(error, match=re.escape(message)):
        Record.of(game, **about)


@given(games(), st.data())
def test_variations(game: Game, data: st.DataObject) -> None:
    """Other moves in the middle of a game stay beside its main line."""
    record = Record.of(game)
    for node in data.draw(st.lists(st.sampled_from(record.main_line), max_size=3)):
        before = record.game_at(node)
        for move in list(before.legal_moves)[:2]:
            record.add(node, move)
    again = read_blksgf(write_blksgf(record))
    assert again == record
    for node in again.walk():
        again.game_at(node)


SGF_WORDS = [*"();[]\\,\n", "GM[Blokus]", *"B[ W[ 1[ AB[ AE[ PL[ e10 j5 a20".split()]
JSON_WORDS = '{ } [ ] , : "format" "cornerwise-record-1" "variant" "duo" "events" 1 null'.split()


@given(st.lists(st.sampled_from(SGF_WORDS) | st.text(max_size=3), max_size=40).map("".join))
def test_any_sgf_text(text: str) -> None:
    survives(text)
    survives("(;GM[Blokus Duo]" + text)
    survives("(;GM[Blokus]" + text + ")")


@given(st.lists(st.sampled_from(JSON_WORDS) | st.text(max_size=3), max_size=30).map(" ".join))
def test_any_json_text(text: str) -> None:
    survives("{" + text)
    survives('{"format": "cornerwise-record-1", "variant": "duo", "events": [' + text)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    survives(data)


@given(records(), st.data())
def test_damaged_records(record: Record, data: st.DataObject) -> None:
    """A good text with a piece cut out."""
    write = data.draw(st.sampled_from([write_blksgf, write_json]))
    text = write(record).encode()
    start = data.draw(st.integers(0, len(text)))
    survives(text[:start] + text[data.draw(st.integers(start, len(text))) :])


def survives(data: str | bytes) -> None:
    """Read, play and write again whatever can be; anything else must be a `RecordError`."""
    try:
        record = read_record(data)
    except RecordError:
        return
    for node in record.walk():
        with contextlib.suppress(RecordError):
            record.game_at(node)
    with contextlib.suppress(RecordError):
        tree = MoveTree.of(record)
        assert MoveTree.of(tree.record(), whole=True).steps == tree.steps
    assert read_blksgf(write_blksgf(record)) == record


@pytest.mark.parametrize("name", ["x.blksgf", "x.json", "X.SGF"])
def test_files(tmp_path: Path, name: str) -> None:
    game = Game("trigon_3")
    game.play("p14")
    record = Record.of(game, players=["Zoë"])
    save_record(record, tmp_path / name)
    assert load_record(tmp_path / name) == record


@pytest.mark.parametrize("name", ["own", "duo"])
@pytest.mark.parametrize("ending", ["blksgf", "json"])
def test_a_game_beside_the_catalogue_has_no_record(tmp_path: Path, name: str, ending: str) -> None:
    """It would be read as no game, or as the one of the catalogue that has its name."""
    game = Game(replace(VARIANTS["duo"], name=name, board=rectangle(16, 16)))
    game.play("e10")
    with pytest.raises(RecordError, match=f"'{name}' as it is played here is not in the catalogue"):
        save_record(Record.of(game), tmp_path / f"x.{ending}")
    assert not list(tmp_path.iterdir())


def test_a_file_type_that_is_not_ours(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot write \.png"):
        save_record(Record(VARIANTS["duo"]), tmp_path / "x.png")
    assert not (tmp_path / "x.png").exists()


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_texts_of_placements(name: str) -> None:
    game = Game(name)
    for placement, text in enumerate(placement_texts(game.variant)):
        if placement % 97 == 0:
            assert text == str(Move(game.tables, 0, placement))
            assert game.move(text).placement == placement
