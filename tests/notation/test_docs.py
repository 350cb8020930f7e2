"""What docs/records.md shows is true."""

import re
from pathlib import Path

import pytest

from cornerwise.notation import read_record, sgf
from cornerwise.notation.blksgf import _HEAD
from cornerwise.notation.replay import MAX_SETUPS

PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text("utf-8")
EXAMPLES = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)


def test_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = [code for language, code in EXAMPLES if language == "python"]
    assert found
    for code in found:
        exec(code, {})


def test_the_records() -> None:
    found = [text for language, text in EXAMPLES if text.startswith(("(;", "{"))]
    assert len(found) == 2
    for text in found:
        assert read_record(text).game().history


def test_properties_and_limits_are_documented() -> None:
    for name in (*_HEAD, "CWRESIGN"):
        assert name in PAGE
    assert f"{sgf.MAX_PARTS:,} nodes" in PAGE
    assert f"{sgf.MAX_BYTES // 2**20} MB" in PAGE
    assert f"{MAX_SETUPS:,} setups" in PAGE
