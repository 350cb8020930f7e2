"""The JSON record: its schema, and what it refuses."""

import json
from importlib.resources import files

import jsonschema
import pytest
from hypothesis import given, settings

from cornerwise.notation import Record, RecordError, read_json, read_record, write_json
from cornerwise.notation.document import schema
from cornerwise.play import Game
from notation.random_games import records

SHIPPED = files("cornerwise.notation").joinpath("record-1.schema.json").read_text("utf-8")

VALIDATOR = jsonschema.Draft202012Validator(json.loads(SHIPPED))


def plain(**changes: object) -> str:
    """A small good record with changes."""
    events = [{"type": "move", "color": "purple", "move": "e10"}]
    return json.dumps(
        {"format": "cornerwise-record-1", "variant": "duo", "events": events} | changes
    )


def test_the_shipped_schema_is_the_types() -> None:
    assert schema() == SHIPPED
    jsonschema.Draft202012Validator.check_schema(json.loads(SHIPPED))


@settings(max_examples=30)
@given(records())
def test_what_is_written_fits_the_schema(record: Record) -> None:
    VALIDATOR.validate(json.loads(write_json(record)))


def test_defaults_are_the_variants() -> None:
    record = read_json(plain())
    assert record.variant.start == "any"
    assert record.game().moves[0].color_name == "purple"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ends too early"),
        ('{"format": "corn', "line 1, column 17: the JSON ends too early"),
        ('{"format"\n: ?', "line 2, column 3"),
        ("[" * 10_000_000, "Expected `object`"),
        ('{"format":' + "[" * 10_000_000, "Expected `str`, got `array` - at `$.format`"),
        (b'{"format": "\xff"}', "UTF-8"),
        (plain(format="cornerwise-record-2"), "cornerwise-record-2"),
        (plain(more=1), "unknown field `more`"),
        (plain(variant="chess"), "variant: there is no variant 'chess'"),
        (plain(options={"start": "spaced"}), "variant: duo has no start 'spaced'"),
        (plain(players=["a", "b", "c"]), "players: duo has 2 players, not 3"),
        (plain(setup=[{"color": "red", "move": "e10"}]), "setup: 'red' is no color of duo"),
        (plain(to_play="red"), "setup: 'red' is no color"),
        (plain(events=[{"type": "dance"}]), "$.events[0].type"),
        (plain(events=[{"type": "resign", "player": 2}]), "event 1: player 3 cannot resign now"),
        (
            plain(events=[{"type": "move", "color": "purple", "move": "a1"}]),
            "move 1: purple 'a1': purple's first piece must cover a start cell",
        ),
        (
            plain(result={"over": False, "scores": [0, 0], "points": [0, 0], "places": [1, 1]}),
            'result: the events give {"over":false,"scores":[-88,-89]',
        ),
        ('{"format": "\\ud800"}', ""),
    ],
)
def test_what_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_json(text)
    assert message in str(caught.value)


def test_the_number_of_the_bad_move() -> None:
    events = [{"type": "move", "color": c, "move": "e10"} for c in ("purple", "orange")]
    with pytest.raises(RecordError) as caught:
        read_json(plain(events=events))
    assert caught.value.move == 2


def test_resignations_are_no_moves() -> None:
    """A number means the same move in both formats."""
    moves = [{"type": "move", "color": c, "move": m} for c, m in (("blue", "a20"), ("red", "j5"))]
    resign = {"type": "resign", "player": 1}
    with pytest.raises(RecordError) as caught:
        read_json(plain(variant="classic", events=[moves[0], resign, moves[1]]))
    assert caught.value.move == 2
    with pytest.raises(RecordError) as tree:
        read_record("(;GM[Blokus];1[a20];CWRESIGN[2];3[j5])").game()
    assert tree.value.move == 2
    with pytest.raises(RecordError, match="event 3: player 2 cannot resign now") as caught:
        read_json(plain(variant="classic", events=[moves[0], resign, resign]))
    assert caught.value.move is None


def test_a_long_text_is_read_back() -> None:
    record = Record.of(Game("duo"), comment="x" * 1_000_001)
    assert read_json(write_json(record)) == record


def test_either_format_is_recognized() -> None:
    game = Game("junior")
    game.play("e10")
    assert read_record(write_json(Record.of(game))).game() == game
    assert read_record(b"\xef\xbb\xbf\n" + write_json(Record.of(game)).encode()).game() == game
