"""Pentobi's files: games, colors old and new, setup, variations, our own properties."""

from pathlib import Path

import pytest

from cornerwise.notation import (
    Record,
    RecordError,
    load_record,
    mark_of,
    read_blksgf,
    write_blksgf,
)
from cornerwise.play import Game
from cornerwise.rules import VARIANTS

SHARED = Path(__file__).parents[3] / "shared" / "blksgf"
PENTOBI_FILES = sorted(SHARED.glob("*.blksgf"))
UNKNOWN = ("callisto", "nexos")

SETUP = """\
(;GM[Blokus Duo]CA[UTF-8]PB[Ann]PW[Bob]DT[2026-01-01]EV[Club]RO[1]TM[300]XY[kept]
AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]
AW[i4,h5,i5,j5,i6]
PL[W]C[a puzzle]
(;W[j7,j8,j9,k9,j10]TE[2]C[brilliant];B[c11,c12,c13])
(;W[h2,g3,h3]DO[]))
"""


@pytest.mark.skipif(not PENTOBI_FILES, reason=f"no Pentobi files in {SHARED}")
@pytest.mark.parametrize("path", PENTOBI_FILES, ids=lambda path: path.stem)
def test_real_files(path: Path) -> None:
    """Every node of Pentobi's files is a position here, and the text comes back."""
    if any(word in path.name for word in UNKNOWN):
        with pytest.raises(RecordError, match=r"line 2, column 1: Cornerwise does not play"):
            load_record(path)
        return
    record = load_record(path)
    assert record.variant.start == record.variant.sgf_start
    for node in record.walk():
        record.game_at(node)
    assert read_blksgf(write_blksgf(record)) == record


def test_setup_names_and_annotations() -> None:
    record = read_blksgf(SETUP)
    assert record.players == ("Ann", "Bob")
    assert record.info == {
        "date": "2026-01-01",
        "event": "Club",
        "round": "1",
        "time": "300",
        "comment": "a puzzle",
    }
    first, second = record.root.children
    assert (mark_of(first), mark_of(second)) == ("very good", "doubtful")
    game = record.game()
    assert [move.color for move in game.setup] == [0, 0, 1]
    assert [str(move) for move in game.moves] == ["j7,j8,j9,k9,j10", "c11,c12,c13"]
    assert [str(move) for move in record.game_at(second).moves] == ["h2,g3,h3"]
    assert "XY[kept]" in write_blksgf(record)
    assert read_blksgf(write_blksgf(record)) == record


def test_setup_in_any_node() -> None:
    record = read_blksgf("(;GM[Blokus Duo];B[e10];W[j5];AB[f9]AE[j5]PL[W]C[changed];W[i5,j5])")
    with pytest.raises(RecordError, match="setup"):  # the same piece twice
        record.game()
    record = read_blksgf("(;GM[Blokus Duo];B[e10];W[j5];AB[f9,g9]AE[j5]PL[W];W[i5,j5])")
    game = record.game()
    assert [(m.color, str(m)) for m in game.setup] == [(0, "e10"), (0, "f9,g9")]
    assert [(m.color, str(m)) for m in game.moves] == [(1, "i5,j5")]
    assert record.before_move(2)["B"] == "e10"


def test_setup_without_pl_keeps_the_turn() -> None:
    game = read_blksgf("(;GM[Blokus Duo];B[e10];AB[f9,g9])").game()
    assert game.to_play == 1


def test_a_resignation_outlives_a_setup() -> None:
    game = read_blksgf("(;GM[Blokus];1[a20];CWRESIGN[2];A1[b19,c19]PL[1])").game()
    assert game.resigned == (1,)


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[Blokus];1[a20,b20];2[t20];3[t1];4[a1])",
        "(;GM[Blokus];BLUE[a20,b20];YELLOW[t20];RED[t1];GREEN[a1])",
        "(;GM[Blokus];BLUE[a20][b20];YELLOW[t20];RED[t1];GREEN[a1])",
        "(;GM[Blokus];1[b20][a20];2[T20];3[t1];4[a1])",
    ],
)
def test_old_forms(text: str) -> None:
    game = read_blksgf(text).game()
    assert [str(move) for move in game.moves] == ["a20,b20", "t20", "t1", "a1"]


@pytest.mark.parametrize("letters", ["BW", "12", ("BLUE", "GREEN")])
def test_colors_of_two(letters: tuple[str, str]) -> None:
    first, second = letters
    record = read_blksgf(f"(;GM[Blokus Duo];{first}[e10]C[x];{second}[j5])")
    assert [move.color for move in record.game().moves] == [0, 1]
    assert "B[e10]C[x]" in write_blksgf(record)


@pytest.mark.parametrize("colors", [("w", "b"), ("2", "1"), ("White", "Black")])
def test_colors_called_like_a_letter(colors: tuple[str, str]) -> None:
    game = Game("duo", colors=colors, to_play=1)
    game.play("j5")
    assert read_blksgf(write_blksgf(Record.of(game))).game() == game


def test_our_options_and_teams() -> None:
    game = Game("classic_teams", start="any", bonus=(10, 15), colors=["a", "b,", "c]", "d"])
    game.play("t1")
    game.resign(3)
    text = write_blksgf(Record.of(game))
    assert text.startswith(
        "(;GM[Blokus]CA[UTF-8]AP[Cornerwise]CWVARIANT[classic_teams]CWSTART[any]"
    )
    assert read_blksgf(text).game() == game


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_plain_pentobi_rules_need_no_property_of_ours(name: str) -> None:
    variant = VARIANTS[name].with_options(start=VARIANTS[name].sgf_start)
    text = write_blksgf(Record(variant))
    assert text.count("CW") <= 1
    assert ("CWVARIANT" in text) == (name.endswith("teams"))
    assert read_blksgf(text).variant == variant


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;FF[4])", "line 1, column 2: GM is missing"),
        ("(;GM[1])", "does not play '1'; it plays: Blokus,"),
        ("(;GM[GembloQ Two-Player])", "does not play 'GembloQ Two-Player'"),
        ("(;GM[Blokus Duo]CWSTART[spaced])", "duo has no start 'spaced'; it has: any, assigned"),
        ("(;GM[Blokus Duo]CWCONTACT[alternate])", "duo has no contact 'alternate'"),
        ("(;GM[Blokus Duo]CWBONUS[many])", "CWBONUS: 'many' must be two numbers"),
        ("(;GM[Blokus Duo]CWBONUS[1,2,3])", "duo has no bonus"),
        ("(;GM[Blokus Duo]CWVARIANT[classic])", "CWVARIANT 'classic' is no Blokus Duo"),
        ("(;GM[Blokus Duo]CWCOLORS[a])", "duo needs 2 different colors"),
    ],
)
def test_games_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_blksgf(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("nodes", "move", "message"),
    [
        (";B[e10]\n;W[j5,z5]", 2, "cell z5 is not on the board"),
        (";B[e10]\n;W[j5,?]", 2, "cannot read '?'"),
        (";B[e10]\n;W[]", 2, "cannot read ''"),
        (";B[e10]\n;W[e10]", 2, "orange 'e10': e10 is covered by purple"),
        (";B[e10]\n;B[f9]", 2, "it is orange's turn, not purple's"),
        (";B[e10]\n;W[j5]B[f9]", 2, "two moves in one node: B and W"),
        (";B[e10]\n;2[j5]GREEN[j5]", 2, "two moves in one node: W and GREEN"),
        (";B[e10]\n;3[j5]", 2, "3 is no color of duo: B, W"),
        (";B[e10]\n;W[a1,c1]", 2, "are no piece of duo"),
        (";B[e10]\n;CWRESIGN[3]", None, "no player '3'"),
        (";CWRESIGN[1]\n;CWRESIGN[1]", None, "player 1 cannot resign now"),
        (";B[e10]\n;PL[5]", None, "'5' is no color of duo"),
        (";B[e10]\n;AB[e10]", None, "does not fit"),
        (";B[e10]\n;A3[f9]", None, "A3: duo has no such color"),
        (";B[e10]\n;AE[j5]", None, "AE: no piece covers 'j5'"),
    ],
)
def test_moves_that_are_refused(nodes: str, move: int | None, message: str) -> None:
    record = read_blksgf(f"(;GM[Blokus Duo]{nodes})")
    with pytest.raises(RecordError) as caught:
        record.game()
    assert (caught.value.line, caught.value.column, caught.value.move) == (2, 1, move)
    assert message in str(caught.value)


def test_an_illegal_variation_is_kept_and_harms_nothing() -> None:
    record = read_blksgf("(;GM[Blokus Duo];B[e10](;W[j5])(;W[a1];B[nonsense]))")
    assert len(record.game().moves) == 2
    assert "B[nonsense]" in write_blksgf(record)
    with pytest.raises(RecordError, match="move 2"):
        record.game_at(record.root.children[0].children[1])


def test_endless_setup_is_refused() -> None:
    with pytest.raises(RecordError, match="more than 1000 nodes with setup"):
        read_blksgf("(;GM[Blokus Duo]" + ";PL[B]" * 2000 + ")").game()


def test_before_move() -> None:
    record = read_blksgf("(;GM[Blokus Duo];C[hello];B[e10];W[j5])")
    found = [len(record.game_at(record.before_move(n)).moves) for n in (1, 2, 3, 99)]
    assert found == [0, 1, 2, 2]


def test_before_a_move_in_the_root() -> None:
    record = read_blksgf("(;GM[Blokus Duo]AW[j5]PL[B]B[e10]C[hello];W[i4])")
    games = [record.game_at(record.before_move(n)) for n in (1, 2)]
    assert [[str(move) for move in game.moves] for game in games] == [[], ["e10"]]
    assert [str(move) for move in games[0].setup] == ["j5"]
