"""The command as people call it: what it prints, its exit status, and its words for mistakes."""

import json
import os
import signal
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

import cornerwise as cw
from cornerwise.cli import main
from cornerwise.cli.main import build_parser, subcommands
from cornerwise.notation import Record, load_record, save_record
from cornerwise.notation.sgf import MAX_BYTES

COMMAND = [sys.executable, "-m", "cornerwise"]


@pytest.fixture
def call(capsys):
    """Runs the command; gives its status and what it printed on both streams."""

    def run(*argv):
        try:
            status = main([str(word) for word in argv])
        except SystemExit as leaving:
            status = leaving.code
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err
        return status, printed.out, printed.err

    return run


@pytest.fixture
def stored(tmp_path):
    """A short game in a file."""
    game = cw.Game("duo", start="assigned")
    for move in ("e10,f10,e11", "j5,j4", "g9,g8"):
        game.play(move)
    path = tmp_path / "game.blksgf"
    save_record(Record.of(game, players=["Ann", "Bob"]), path)
    return path


def test_version(call):
    assert call("--version") == (0, f"cornerwise {cw.__version__}\n", "")


def test_alone_it_serves(call, monkeypatch):
    asked = []
    monkeypatch.setattr("cornerwise.cli.serve.run", lambda args: asked.append(args.command) or 0)
    assert call()[0] == 0
    assert asked == ["serve"]


def test_its_help_names_every_command(call):
    status, out, _ = call("--help")
    assert status == 0
    assert all(module.__name__.rpartition(".")[2] in out for module in subcommands())


@pytest.mark.parametrize("module", subcommands(), ids=lambda m: m.__name__)
def test_every_command_has_help_with_examples(call, module):
    name = module.__name__.rpartition(".")[2]
    status, out, _ = call(name, "--help")
    assert status == 0
    assert f"  cornerwise {name}" in out.partition("examples:")[2]


def test_variants(call):
    status, out, _ = call("variants")
    lines = out.splitlines()
    assert status == 0
    assert [line.split()[0] for line in lines] == ["name", *cw.VARIANTS]
    assert "30433" in lines[1]
    _, out, _ = call("variants", "--json")
    found = {facts["name"]: facts for facts in json.loads(out)}
    assert found["trigon"]["placements"] == 32131
    assert found["duo"]["options"]["start"] == ["any", "assigned"]


def test_perft(call):
    status, out, _ = call("perft", "duo", "2", "--start", "assigned")
    assert status == 0
    assert [line.split()[1] for line in out.splitlines()] == ["414", "171,396"]


def test_perft_after_moves(call):
    game = cw.Game("classic")
    game.play("a20")
    _, out, _ = call("perft", "classic", "1", "a20")
    assert out.split()[1] == str(len(game.legal_moves))


def test_show_prints_text(call):
    assert call("show", "duo") == (0, str(cw.Game("duo")).replace(".", "·") + "\n", "")
    _, out, _ = call("show", "duo", "e10,f10", "j5", "--no-coordinates", "--no-starts")
    assert out.count("P") == 2
    assert out.count("o") == 1
    assert "+" not in out


def test_show_writes_the_format_of_the_ending(call, stored, tmp_path):
    svg, png, gif, txt = (tmp_path / f"p.{kind}" for kind in ("svg", "png", "gif", "txt"))
    for path in (svg, png, gif):
        assert call("show", stored, "-o", path, "--size", 120) == (0, "", "")
    assert call("show", stored, "-o", txt) == (0, "", "")
    assert ElementTree.parse(svg).getroot().get("width") == "120"
    with Image.open(png) as still, Image.open(gif) as moving:
        assert still.size[0] == 120
        assert moving.n_frames == 4
    assert txt.read_text() == str(load_record(stored).game()) + "\n"


def test_a_dash_is_the_screen(call, stored, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert call("show", stored, "-o", "-") == call("show", stored)
    assert call("show", stored, "-o", "-", "--svg")[1].startswith("<svg")
    assert call("solve", "tetra", "-o", "-")[1] == call("solve", "tetra")[1] != ""
    assert not Path("-").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full here")
@pytest.mark.parametrize(
    "argv",
    [
        ["show", "duo", "--text", "-o"],
        ["show", "duo", "--svg", "-o"],
        ["solve", "tetra", "-o"],
        ["record", "convert", "STORED", "--to", "json"],
        ["record", "convert", "STORED"],
    ],
)
def test_a_full_disk_is_told_with_the_file(call, stored, argv):
    argv = [stored if word == "STORED" else word for word in argv]
    status, _, err = call(*argv, "/dev/full")
    assert (status, err) == (1, f"cornerwise {argv[0]}: /dev/full: No space left on device\n")


def test_show_at_a_move(call, stored):
    _, out, _ = call("show", stored, "--move", 1, "--svg")
    assert "<title>Duo, 1 move, orange to play</title>" in out
    status, out, err = call("show", stored, "--move", 9)
    assert (status, out) == (1, "")
    assert err == "cornerwise show: there is no move 9: the game has 3\n"


def test_show_binary_to_a_pipe():
    done = subprocess.run([*COMMAND, "show", "duo", "--png"], capture_output=True, check=True)
    assert Image.open(BytesIO(done.stdout)).size == (800, 800)


def test_record_convert_both_ways(call, stored, tmp_path):
    there, back = tmp_path / "game.json", tmp_path / "back.blksgf"
    assert call("record", "convert", stored, there) == (0, "", "")
    assert call("record", "convert", there, back) == (0, "", "")
    assert load_record(back) == load_record(stored)
    _, out, _ = call("record", "convert", stored, "-")
    assert out == there.read_text()
    _, out, _ = call("record", "convert", stored, "-", "--to", "blksgf")
    assert out == stored.read_text()


def test_record_convert_says_what_json_does_not_hold(call, tmp_path):
    tree = tmp_path / "tree.blksgf"
    tree.write_text("(;GM[Blokus Duo];B[e10](;W[j5])(;W[i5,j5])(;W[j4,j5]))")
    status, _, err = call("record", "convert", tree, tmp_path / "tree.json")
    told = "a JSON record has the main line only; variations left out: 2\n"
    assert (status, err) == (0, f"{tree}: {told}")
    assert call("record", "convert", tree, tmp_path / "again.blksgf") == (0, "", "")


@pytest.mark.parametrize(("kind", "other"), [("json", "blksgf"), ("blksgf", "json")])
def test_record_convert_goes_by_what_is_read(call, stored, tmp_path, monkeypatch, kind, other):
    text = {"blksgf": stored.read_text(), "json": call("record", "convert", stored, "-")[1]}
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text[kind].encode())))
    assert call("record", "convert", "-", "-") == (0, text[other], "")
    nameless = tmp_path / "game"
    nameless.write_text(text[kind])
    assert call("record", "convert", nameless, "-") == (0, text[other], "")


def test_standard_input_that_is_too_long_is_not_cut(call, stored, monkeypatch):
    data = stored.read_bytes().ljust(MAX_BYTES + 1)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data)))
    status, _, err = call("record", "show", "-")
    assert (status, err) == (
        1,
        "cornerwise record: standard input: longer than 64 MB: too long for a record\n",
    )


def test_record_show(call, stored):
    status, out, _ = call("record", "show", stored)
    assert status == 0
    assert out.splitlines() == [
        "Duo",
        "start: assigned",
        "player 1: Ann",
        "player 2: Bob",
        "    1 purple  V3  e10,f10,e11",
        "    2 orange  2   j4,j5",
        "    3 purple  2   g8,g9",
        "orange to play; purple -84, orange -87",
    ]


def test_record_show_tells_who_wins_together(call, tmp_path):
    path = tmp_path / "resigned.blksgf"
    path.write_text("(;GM[Blokus]CWVARIANT[classic_teams];CWRESIGN[1];CWRESIGN[3])")
    assert "\nplayers 2 and 4 win; blue -89" in call("record", "show", path)[1]


def test_record_show_leaves_the_terminal_alone(call, tmp_path):
    path = tmp_path / "odd.blksgf"
    path.write_text("(;GM[Blokus Duo]PB[Ann\x1b\\]0;no title\x07]C[one\ntwo\x9b2J\u202f!];B[e10])")
    _, out, _ = call("record", "show", path)
    assert "player 1: Ann\ufffd]0;no title\ufffd\n" in out
    assert "comment: one\ntwo\ufffd2J\u202f!\n" in out


def test_record_check_goes_on_after_a_bad_file(call, stored, tmp_path):
    bad, missing = tmp_path / "bad.blksgf", tmp_path / "none.blksgf"
    bad.write_text("(;GM[Blokus Duo];B[e10];W[a1])")
    status, out, err = call("record", "check", bad, missing, stored)
    assert status == 1
    assert out == f"{stored}: ok, duo, 3 moves\n"
    assert "move 2" in err
    assert f"{missing}: No such file or directory" in err


def test_record_check_plays_variations_too(call, tmp_path):
    path = tmp_path / "tree.blksgf"
    path.write_text("(;GM[Blokus Duo];B[e10](;W[j5])(;W[a1]))")
    status, _, err = call("record", "check", path)
    assert status == 1
    assert "in a variation" in err


@pytest.mark.parametrize(
    ("argv", "status", "words"),
    [
        (["show", "chess"], 2, ["no file and no variant", "duo"]),
        (["show", "none.blksgf"], 1, ["none.blksgf: No such file"]),
        (["show", ""], 1, ["a file has no name"]),
        (["show", "."], 1, ["Is a directory"]),
        (["show", "duo", "e10,zz"], 1, ["cannot read 'zz' as a cell"]),
        (["show", "duo", "a1"], 1, ["start cell", "j5, e10"]),
        (["show", "duo", "--start", "spaced"], 2, ["no start 'spaced'", "any, assigned"]),
        (["show", "duo", "--bonus", "many"], 2, ["15,20"]),
        (["show", "duo", "--svg", "--size", "1"], 2, ["pixels"]),
        (["show", "duo", "--gif", "--seconds", "nan"], 2, ["0.01 to 60 seconds"]),
        (["show", "duo", "--numbers"], 2, ["--numbers and --size are for pictures: give -o"]),
        (["show", "duo", "-o", "x.txt", "--size", "99"], 2, ["are for pictures"]),
        (["show", "duo", "--svg", "--seconds", "1"], 2, ["for pictures that move"]),
        (["arena", "--show", "x", "--a", "random"], 2, ["give one of: players"]),
        (["arena", "--profile", "random", "--show", "x"], 2, ["give one of: players"]),
        (["show"], 2, ["required: WHAT\n"]),
        (["show", "/dev/null", "--start", "any"], 2, ["a record has its own rules"]),
        (["show", "duo", "-o", "x.doc"], 1, [".doc", "svg, png"]),
        (["show", "duo", "-o", "/none/x.svg"], 1, ["/none/x.svg: No such file"]),
        (["puzzles", "2026-13-45"], 1, ["'2026-13-45' is no date"]),
        (["perft", "duo", "0"], 2, ["whole number from 1"]),
        (["perft", "chess", "1"], 2, ["no variant 'chess'"]),
        (["perft", "duo", "1", "a1"], 1, ["start cell"]),
        (["bench", "--seconds", "-1"], 2, ["between 0 and 3600"]),
        (["record"], 2, ["convert, show or check"]),
        (["record", "show", "/dev/null"], 1, ["/dev/null: "]),
        (["play", "duo", "--you", "3"], 2, ["players 1 to 2"]),
        (["gtp", "--game", "chess"], 1, ["does not play 'chess'"]),
        (["gtp", "--level", "11"], 2, ["levels go from 1 to 10"]),
        (["gtp", "--threads", "257"], 2, ["'257' is no number of threads: 1 to 256"]),
        (["analyse", "game.json", "--threads", "100000"], 2, ["threads: 1 to 256"]),
        (["review", "game.json", "--threads", "0"], 2, ["threads: 1 to 256"]),
        *(
            ([*argv, "--seed", "-5"], 2, ["'-5' is no seed: a whole number from 0"])
            for argv in (["gtp"], ["play"], ["solve", "tetra"], ["analyse", "game.json"], ["arena"])
        ),
        (["gtp", "--seed", str(2**62 + 1)], 2, ["is no seed"]),
        (["gtp", "--time", "0"], 2, ["between 0 and 86400"]),
        (["play", "--level", "x"], 2, ["no level 'x'"]),
        (["play", "--level", "00031"], 2, ["no level '00031'"]),
        (["play", "duo", "--you", "0000001000001"], 2, ["players 1 to 2"]),
        (["gtp", "--threads", "00019999"], 2, ["no number of threads"]),
        (["serve", "--port", "000009999999"], 2, ["no port"]),
        (["serve", "--port", "9" * 5000], 2, ["no port"]),
        (["worker", "--processes", "00011024"], 2, ["no number of processes"]),
        (["perft", "duo", "00000000019999999999"], 2, ["whole number from 1"]),
        (["analyse", "none.blksgf"], 1, ["none.blksgf: No such file"]),
        (["review", "/dev/null"], 1, ["/dev/null: "]),
        (["nonsense"], 2, ["invalid choice"]),
    ],
)
def test_mistakes_get_one_clear_line(call, argv, status, words):
    got, out, err = call(*argv)
    assert (got, out) == (status, "")
    assert all(word in err for word in words), err


def test_a_solution_is_told_from_a_record(call, tmp_path):
    path = tmp_path / "solution.json"
    assert call("solve", "tetra", "--format", "record", "-o", path)[0] == 0
    status, _, err = call("show", path)
    assert status == 1
    assert "'cornerwise solution 1'" in err
    assert "a record's is 'cornerwise-record-1'" in err


@pytest.mark.parametrize(
    ("closed", "argv", "status", "words"),
    [
        (">&-", "show duo", 0, ""),
        ("<&-", "show -", 1, "standard input: line 1, column 1: the record is empty"),
        ("<&-", "gtp", 0, ""),
        ("<&-", "play duo", 0, ""),
    ],
)
def test_a_closed_stream_is_no_trouble(closed, argv, status, words):
    shell = ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND, *argv.split()]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert words in done.stderr


def test_a_terminal_that_cannot_show_a_sign_gets_another():
    env = os.environ | {"PYTHONIOENCODING": "ascii", "LANG": "fr_FR"}
    argv = [*COMMAND, "play", "duo"]
    done = subprocess.run(argv, input=b"aide\n", env=env, capture_output=True, check=True)
    assert b"l?ordinateur" in done.stdout


def test_gtp():
    done = subprocess.run(
        [*COMMAND, "gtp", "--game", "duo", "--seed", "1"],
        input="genmove b\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("= ")


def test_bench_for_programs(call):
    status, out, _ = call("bench", "--json", "--seconds", "0.01", "--variant", "junior")
    report = json.loads(out)
    assert status == 0
    assert report["threads"] == 1
    figures = {(m["name"], m["unit"]): m["value"] for m in report["measures"]}
    assert set(figures) == {
        ("perft 3", "leaves/s"),
        ("generate, first position", "positions/s"),
        ("generate, mid-game", "positions/s"),
        ("random games, native", "games/s"),
        ("random games, native", "plies/s"),
        ("random games, from Python", "plies/s"),
        ("search, first position", "sims/s"),
        ("search, mid-game", "sims/s"),
        ("search, two threads", "% of one"),
    }
    assert int(report["signature"]) > 0
    assert all(value > 0 for value in figures.values())


def test_bench_shows_a_rival_with_the_ratio(call):
    pytest.importorskip("blokus_rl")
    _, out, _ = call("bench", "--seconds", "0.01", "--variant", "classic")
    assert "blokus-rl: ours is" in out
    _, out, _ = call("bench", "--json", "--seconds", "0.01", "--variant", "classic")
    rival = json.loads(out)["measures"][-1]
    assert rival["who"] == "blokus-rl"
    assert rival["ratio"] > 1


@pytest.mark.parametrize("words", [["show", "duo"], ["record", "check"]], ids=" ".join)
def test_a_reader_who_goes_away_is_no_trouble(words, stored):
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, *words, *([stored, stored] if "check" in words else [])],
        stdout=writing,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.parametrize(
    ("words", "said", "heard"),
    [(["play", "duo"], b"", b"purple"), (["gtp"], b"name\n", b"= ")],
    ids=["play", "gtp"],
)
def test_ctrl_c_ends_quietly(words: list[str], said: bytes, heard: bytes):
    with subprocess.Popen(
        [*COMMAND, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        process.stdin.write(said)
        process.stdin.flush()
        while not process.stdout.readline().startswith(heard):
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


PRESS_AT_IMPORT = """
import os, signal, sys

class Press:
    def find_spec(name, path, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press)
from cornerwise.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize("module", ["numpy", "cornerwise._native", "cornerwise.cli.variants"])
def test_ctrl_c_before_the_command_begins_ends_quietly(module: str):
    """While it loads, which is when somebody who mistyped presses it."""
    words = [sys.executable, "-c", PRESS_AT_IMPORT, module]
    done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_docs_name_every_command_and_option():
    folder = Path(__file__).parents[2] / "docs"
    pages = "\n".join(page.read_text() for page in sorted(folder.glob("*.md")))
    parser = build_parser()
    (commands,) = [a for a in parser._actions if a.dest == "==SUPPRESS=="]
    for name, command in commands.choices.items():
        assert f"cornerwise {name}" in pages
        for action in command._actions:
            options = [o for o in action.option_strings if o.startswith("--")]
            assert not options or options[0] in pages, (name, options)
