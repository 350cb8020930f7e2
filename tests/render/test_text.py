"""Positions in characters, and what terminals can show."""

import io
import re
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise import render
from cornerwise.render.terminal import paint
from cornerwise.render.text import letters

ESCAPE = re.compile("\x1b\\[[0-9;]*m")


def small_game():
    game = cw.Game("duo")
    game.play("e10,f10,e11")
    game.play("j5,j4")
    return game


def test_squares():
    lines = str(small_game()).splitlines()
    assert lines[3] == "11 . . . . P . . . . . . . . ."
    assert lines[4] == "10 . . . . P P . . . . . . . ."
    assert lines[9:11] == [
        " 5 . . . . . . . . . o . . . .",
        " 4 . . . . . . . . . o . . . .",
    ]
    assert lines[-1] == "   a b c d e f g h i j k l m n"


def test_triangles_keep_the_shape_of_the_board():
    lines = str(cw.Game("trigon")).splitlines()
    assert lines[0] == "18         ..................."
    assert lines[8] == "10 " + "." * 35
    assert lines[3] == "15      ............+............"
    assert lines[-2:] == ["   abcdefghijklmnopqrstuvwxyzaaaaaaaaa", " " * 29 + "abcdefghi"]


def test_without_coordinates_and_starts():
    lines = render.text(cw.Game("duo"), coordinates=False, starts=False).splitlines()
    assert lines == [" ".join("." * 14)] * 14


@pytest.mark.parametrize("depth", ["16", "256", "24bit"])
@pytest.mark.parametrize("palette", ["usual", "safe"])
@pytest.mark.parametrize("unicode", [True, False])
def test_colors_change_nothing_but_signs(depth, palette, unicode):
    picture = render.text(small_game(), color=depth, palette=palette, unicode=unicode)
    plain = ESCAPE.sub("", picture)
    assert len(plain.splitlines()) == 15
    assert all(len(line) <= 31 for line in plain.splitlines())
    assert picture.count("\x1b[0m") == 14 * 14
    assert plain.isascii() != unicode


def test_an_unknown_depth_is_refused():
    with pytest.raises(ValueError, match="none, 16, 256, 24bit"):
        render.text(cw.Game("duo"), color="many")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("env", "depth"),
    [
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "24bit"),
        ({"TERM": "xterm"}, "16"),
        ({"TERM": "dumb"}, "none"),
        ({}, "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "none"),
    ],
)
def test_what_a_terminal_says_about_its_colors(env, depth):
    assert render.color_depth(Terminal(), env) == depth


def test_a_pipe_has_no_colors_unless_they_are_forced():
    assert render.color_depth(io.StringIO(), {"TERM": "xterm-256color"}) == "none"
    assert render.color_depth(io.StringIO(), {"FORCE_COLOR": "1"}) == "256"


def test_what_a_stream_can_write():
    assert render.speaks_unicode(io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    assert not render.speaks_unicode(io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))


def test_sixteen_colors_are_the_nearest():
    assert paint("x", "16", ink="#dc4b3e", ground="#3b76e1") == "\x1b[31;44mx\x1b[0m"


def test_grays_come_from_the_gray_ramp():
    assert paint("x", "256", ink="#2b303a").startswith("\x1b[38;5;23")


def test_letters_are_never_shared():
    assert len(set(letters(["blue", "blue-green", "bold", "b"]))) == 4


def test_the_examples_of_the_page_run(capsys):
    page = (Path(__file__).parents[2] / "docs" / "pictures.md").read_text()
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block, names)
    assert capsys.readouterr().out.strip() in page
    assert names["loops"] == [[(4, 9), (6, 9), (6, 10), (5, 10), (5, 11), (4, 11)]]
