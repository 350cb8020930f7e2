"""The examples of docs/engine.md run; its tables name what there is."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

from cornerwise import Engine, Limits
from cornerwise.engine import Reasons
from cornerwise.engine.levels import HIGHEST, LOWEST

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "engine.md").read_text("utf-8")


def test_the_examples_run() -> None:
    names: dict[str, Any] = {}
    for example in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(example, names)
    assert names["game"].is_over
    assert names["found"].best.move.size == 5


def test_every_limit_reason_and_method_is_there() -> None:
    for field in (*fields(Limits), *fields(Reasons)):
        assert f"`{field.name}`" in PAGE, field.name
    for name in vars(Engine):
        if not name.startswith("_") and name not in ("begin", "think", "search_on", "search_for"):
            assert re.search(rf"\b{name}\b", PAGE), name


def test_every_level_was_measured() -> None:
    page = (DOCS / "strength.md").read_text("utf-8")
    for number in range(LOWEST, HIGHEST):
        assert re.search(rf"^\| {number} ", page, re.MULTILINE), number
