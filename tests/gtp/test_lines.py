"""The text of commands and answers, and the process with its streams."""

import io
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.gtp import Command, LargestPiece, Session, format_answer, parse_command, run

PROGRAM = [sys.executable, "-m", "cornerwise.gtp"]


def test_settings_are_not_passed_over() -> None:
    done = subprocess.run([*PROGRAM, "--level", "7"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "cornerwise.gtp takes no arguments; `cornerwise gtp` does\n"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("name", Command("", "name", ())),
        (" 12  play\tb e10 \r\n", Command("12", "play", ("b", "e10"))),
        ("play b e10 # good", Command("", "play", ("b", "e10"))),
        ("1", Command("", "1", ())),
        ('savesgf "a b.blksgf"', Command("", "savesgf", ("a b.blksgf",))),
        (r'savesgf "a \"b\" \\"', Command("", "savesgf", ('a "b" \\',))),
        ("loadsgf a#1.blksgf", Command("", "loadsgf", ("a#1.blksgf",))),
        ("na\x00me\x07", Command("", "name", ())),
        ("# name", None),
        ("  \t ", None),
        ("\x01", None),
    ],
)
def test_commands(line: str, command: Command | None) -> None:
    assert parse_command(line) == command


def test_answers() -> None:
    assert format_answer("", "") == "= \n\n"
    assert format_answer("4", "a\n\nb\n") == "=4 a\n \nb\n\n"
    assert format_answer("4", "why", ok=False) == "?4 why\n\n"
    assert format_answer("", "\nboard") == "= \nboard\n\n"


def test_run_until_quit_and_until_the_end() -> None:
    out = io.StringIO()
    assert run(io.StringIO("1 name\n\n# hello\n2 quit\n3 name\n"), out) == 0
    assert out.getvalue() == "=1 Cornerwise\n\n=2 \n\n"
    out = io.StringIO()
    assert run(io.StringIO("name"), out) == 0
    assert out.getvalue() == "= Cornerwise\n\n"


words = st.sampled_from([*Session().commands, "b", "w", "e10", "j5", "Blokus", "7", '"', "#"])


@given(st.lists(words | st.text(max_size=4), max_size=6).map(" ".join))
def test_any_line(line: str) -> None:
    """Every line gets one whole answer, or none if it says nothing."""
    session = Session("Blokus Duo", LargestPiece(seed=1))
    for name in ("savesgf", "loadsgf"):
        session.commands.pop(name)  # nothing on this machine is to be touched
    answer = session.answer(line)
    assert (answer == "") == (parse_command(line) is None)
    if answer:
        assert answer[0] in "=?"
        assert answer.endswith("\n\n")
        assert answer.count("\n\n") == 1


def test_the_program() -> None:
    given_bytes = b"1 set_game Blokus Duo\n2 play b e10\n\xff\xfe\n3 genmove b\n4 final_score"
    done = subprocess.run(PROGRAM, input=given_bytes, capture_output=True, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    answers = done.stdout.decode().split("\n\n")
    assert [answer[:2] for answer in answers] == ["=1", "=2", "? ", "?3", "=4", ""]


def test_a_reader_who_leaves() -> None:
    process = subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(b"list_commands\n" * 100)
    process.stdin.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0
