"""Every command of the dialect, its answers and its refusals."""

from dataclasses import replace
from pathlib import Path

import pytest

import cornerwise
from cornerwise.gtp import LargestPiece, Session
from cornerwise.notation import load_record
from cornerwise.play import Game
from cornerwise.rules import VARIANTS, Side
from cornerwise.rules.starts import any_of

DOCS = Path(__file__).parents[2] / "docs" / "gtp.md"
ASKED = """all_legal clear_board cputime final_score g genmove known_command list_commands loadsgf
move_info name p param play quit reg_genmove savesgf set_game set_random_seed showboard undo
version set_option""".split()


def talk(session: Session, *lines: str) -> list[str]:
    """The answers without their ends; all must be good."""
    answers = [session.answer(line) for line in lines]
    assert all(answer.startswith("=") and answer.endswith("\n\n") for answer in answers), answers
    return [answer[1:].strip() for answer in answers]


def refusal(session: Session, line: str) -> str:
    """The message of a refusal, which must leave the game as it was."""
    before = session.game.copy()
    answer = session.answer(line)
    assert answer.startswith("? ")
    assert answer.endswith("\n\n")
    assert session.game == before
    return answer[2:].strip()


@pytest.fixture
def duo() -> Session:
    return Session("Blokus Duo", LargestPiece(seed=7))


def test_about(duo: Session) -> None:
    assert talk(duo, "name", "version") == ["Cornerwise", cornerwise.__version__]
    assert set(ASKED) <= set(talk(duo, "list_commands")[0].split("\n"))
    assert talk(duo, "known_command g", "known_command tea") == ["true", "false"]
    assert float(talk(duo, "cputime")[0]) > 0
    assert not duo.is_over
    talk(duo, "quit")
    assert duo.is_over


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_game_by_both_names(name: str) -> None:
    session = Session()
    talk(session, f"set_game {name}")
    assert session.game.variant.name == name
    assert session.game.variant.start == VARIANTS[name].sgf_start
    talk(session, f"set_game {VARIANTS[name].sgf.lower()}")
    assert session.game.variant.sgf == VARIANTS[name].sgf


def test_a_game_we_do_not_have(duo: Session) -> None:
    assert "does not play 'Nexos'; it plays: Blokus," in refusal(duo, "set_game Nexos")


def test_play_and_undo(duo: Session) -> None:
    talk(duo, "play b e10", "play W j5", "p d9,d8")
    assert [str(move) for move in duo.game.moves] == ["e10", "j5", "d8,d9"]
    talk(duo, "undo", "undo", "undo")
    assert refusal(duo, "undo") == "there is no move to take back"


@pytest.mark.parametrize("words", ["b w", "1 2", "blue green", "black white", "Purple ORANGE"])
def test_words_for_two_colors(duo: Session, words: str) -> None:
    first, second = words.split()
    talk(duo, f"play {first} e10", f"play {second} j5")


@pytest.mark.parametrize("words", ["1 2 3 4", "blue yellow red green"])
def test_words_for_four_colors(words: str) -> None:
    cells = ("a20", "t20", "t1", "a1")
    session = Session("Blokus")
    talk(session, *(f"play {c} {cell}" for c, cell in zip(words.split(), cells, strict=True)))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play w j5", "it is purple's turn, not orange's"),
        ("play b a1", "purple's first piece must cover a start cell open to it: e10"),
        ("play b j5", "start cell"),  # in this dialect Duo's starts are assigned
        ("play b z99", "cell z99 is not on the board"),
        ("play b ???", "cannot read '???'"),
        ("play b", "play needs a color and a move"),
        ("play", "play needs a color"),
        ("play 3 e10", "'3' is no color of duo: B, W, purple, orange"),
        ("play b pass", "a color without a move is passed over"),
        ("p", "p needs a move"),
        ("genmove w", "it is purple's turn, not orange's"),
        ("reg_genmove w", "it is purple's turn, not orange's"),
        ("genmove", "genmove needs a color"),
        ("all_legal", "all_legal needs a color"),
        ("clear_board now", "clear_board needs no argument"),
        ("set_game", "set_game needs a game"),
        ("set_option tea green", "there is no option 'tea'; there are: start, contact, bonus"),
        ("set_option start spaced", "duo has no start 'spaced'; it has: any, assigned"),
        ("set_option bonus x,y", "bonus must be a whole number, not 'x'"),
        ("set_option bonus 1", "duo has no bonus [1]"),
        ("set_option start", "set_option needs an option a value"),
        ("param level 9", "there is no parameter 'level'"),
        ("param seed -1", "seed must be a whole number"),
        ("set_random_seed x", "seed must be a whole number"),
        ("move_info 99999", "there is no placement 99999 in duo"),
        ("loadsgf", "loadsgf needs a file"),
        ("loadsgf /no/such/file", "cannot use '/no/such/file': No such file or directory"),
        ("loadsgf x 0", "the move number begins at 1"),
        ("savesgf /no/such/file", "cannot use '/no/such/file'"),
        ("tea", "unknown command 'tea'"),
    ],
)
def test_refusals(duo: Session, line: str, message: str) -> None:
    assert message in refusal(duo, line)


def test_genmove_plays_a_largest_piece(duo: Session) -> None:
    suggested = talk(duo, "reg_genmove b")[0]
    assert not duo.game.moves
    assert suggested in talk(duo, "all_legal b")[0].split("\n")
    moves = talk(duo, "genmove b", "g")
    assert moves == [str(move) for move in duo.game.moves]
    assert [move.size for move in duo.game.moves] == [5, 5]


@pytest.mark.parametrize("name", ["Blokus Three-Player", "Blokus Trigon Two-Player"])
def test_a_game_by_genmove(name: str) -> None:
    """As a match runner plays: the color to play is asked; one that is out says pass."""
    session = Session(name, LargestPiece(seed=3))
    colors = len(session.game.variant.colors)
    while not session.game.is_over:
        for color in range(colors):
            if session.game.out[color]:
                assert talk(session, f"genmove {color + 1}", f"all_legal {color + 1}") == [
                    "pass",
                    "",
                ]
        talk(session, f"genmove {session.game.to_play + 1}")
    assert talk(session, "g", "genmove 1", "reg_genmove 2") == ["pass"] * 3
    assert "the game is over" in refusal(session, f"p {session.game.moves[0]}")


def test_a_seed_repeats_a_game(duo: Session) -> None:
    talk(duo, "set_random_seed 5")
    first = talk(duo, "g", "g", "g", "param")
    assert first[-1] == "seed 5"
    talk(duo, "clear_board", "param seed 5")
    assert talk(duo, "g", "g", "g", "param") == first


def test_options(duo: Session) -> None:
    talk(duo, "play b e10", "set_option start any", "set_option bonus 10,15")
    assert not duo.game.moves  # other rules, another game
    listed = "start any\ncontact base\nbonus 10,15\ncolors purple,orange"
    assert talk(duo, "set_option") == [listed]
    talk(duo, "clear_board", "play b j5")
    talk(duo, "set_game Blokus Duo")
    assert duo.game.variant.start == "assigned"
    talk(duo, "set_option colors black,white", "play black e10")


def test_final_score(duo: Session) -> None:
    assert talk(duo, "final_score") == ["0"]
    assert talk(duo, "play b e10", "final_score")[1] == "B+1"
    assert talk(duo, "play w j5,j6", "final_score")[1] == "W+1"
    four = Session("Blokus")
    assert talk(four, "play 1 a20", "final_score")[1] == "1 0 0 0"
    assert talk(four, "get_place 1", "get_place 2") == ["1", "2 shared"]


def test_final_score_of_one_player() -> None:
    alone = replace(
        VARIANTS["duo"],
        name="alone",
        colors=("blue",),
        controllers=((0,),),
        sides=(Side((0,), (0,)),),
        start_rules=(any_of("e10", colors=1),),
    )
    assert talk(Session(alone), "play 1 e10", "final_score")[1] == "1"


def test_move_info(duo: Session) -> None:
    by_text = talk(duo, "move_info e10,f10")[0]
    placement = duo.game.move("e10,f10").placement
    assert talk(duo, f"move_info {placement}") == [by_text]
    assert by_text in DOCS.read_text("utf-8")
    assert by_text.split("\n") == [
        f"placement {placement}",
        "piece 2",
        "size 2",
        "cells e10 f10",
        "halo e9 f9 d10 g10 e11 f11",
        "attach d9 g9 d11 g11",
    ]


def test_showboard(duo: Session) -> None:
    talk(duo, "play b e10")
    answer = duo.answer("3 showboard")
    assert answer.startswith("=3 \n")
    assert answer.count("\n\n") == 1
    assert duo.game.text().splitlines()[4] in answer.split("\n")


def test_files(duo: Session, tmp_path: Path) -> None:
    path = tmp_path / "a game.blksgf"
    talk(duo, "play b e10", "play w j5", f'savesgf "{path}"')
    game = duo.game
    assert load_record(path).game() == game
    talk(duo, "set_game Blokus", f'loadsgf "{path}"')
    assert duo.game == game
    lengths = []
    for number in (1, 2, 3, 9):
        talk(duo, f'loadsgf "{path}" {number}')
        lengths.append(len(duo.game.moves))
    assert lengths == [0, 1, 2, 2]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has such a disk")
def test_a_full_disk_is_told_with_the_file(duo: Session) -> None:
    assert refusal(duo, "savesgf /dev/full") == "cannot use '/dev/full': No space left on device"


def test_a_bad_file_changes_nothing(duo: Session, tmp_path: Path) -> None:
    path = tmp_path / "bad.blksgf"
    path.write_text("(;GM[Blokus Duo];B[e10];W[e10])")
    talk(duo, "play b e10,e9")
    assert "line 1, column 24: move 2: orange 'e10'" in refusal(duo, f"loadsgf {path}")
    path.write_bytes(b"\xff")
    assert "not UTF-8" in refusal(duo, f"loadsgf {path}")
    path.write_bytes(b"(;GM[Callisto])")
    assert "does not play 'Callisto'" in refusal(duo, f"loadsgf {path}")


def test_another_player_and_its_parameters() -> None:
    class First:
        """Plays the first legal move."""

        def __init__(self) -> None:
            self.params = {"level": 3}

        def set_param(self, key: str, value: str) -> None:
            self.params = {key: int(value)}

        def choose(self, game: Game) -> cornerwise.Move:
            return game.legal_moves[0]

    session = Session("Blokus Duo", First())
    assert talk(session, "param", "g", "param level 4", "param") == [
        "level 3",
        "e10",
        "",
        "level 4",
    ]
    assert "invalid literal" in refusal(session, "param level high")


def test_every_command_is_documented() -> None:
    text = DOCS.read_text("utf-8")
    for name in Session().commands:
        assert f"`{name}" in text, name
