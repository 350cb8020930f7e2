"""docs/arena.md says everything, and its Python runs."""

import re
from pathlib import Path

import pytest

from cornerwise.arena import SEATINGS
from cornerwise.cli.main import build_parser

PAGE = Path(__file__).parents[2] / "docs" / "arena.md"


def options() -> list[str]:
    parser = build_parser()
    (commands,) = (action.choices for action in parser._actions if action.dest == "==SUPPRESS==")
    assert isinstance(commands, dict)
    arena = commands["arena"]
    return [name for action in arena._actions for name in action.option_strings]


def test_every_option_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    elsewhere = {"-h", "--help", "--contact", "--bonus"}
    assert [name for name in options() if name not in elsewhere and name not in text] == []
    assert all(f"`{kind}`" in text for kind in SEATINGS)


def test_the_pages_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    exec(compile(code, str(PAGE), "exec"), {"__name__": "example"})
    assert "Trigon for three, contact alternate: 12 games" in capsys.readouterr().out
