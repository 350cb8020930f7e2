"""docs/puzzles.md is right: its examples run, and every puzzle and option stands in it."""

import re
from pathlib import Path

import pytest

from cornerwise.cli.main import build_parser
from cornerwise.puzzles import PUZZLES, figures

PAGE = (Path(__file__).parents[2] / "docs/puzzles.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_run(example: str) -> None:
    assert "assert" in example
    exec(example, {})


def test_every_puzzle_stands_in_the_page() -> None:
    for name in PUZZLES:
        suffix = name.removeprefix("eighty-four")
        assert f"`{name}`" in PAGE or f"`{suffix}`" in PAGE, name
    assert f"{len(figures())} figures" in PAGE


def test_every_option_of_solve_stands_in_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["solve", "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help", "--output"}
    assert len(options) >= 9
    for option in options:
        assert option in PAGE, option
