"""One idea, kept: nothing outside the catalogue decides by a variant's name (see architecture).

The order of the layers is import-linter's business (`make check`); here is what it cannot see.
"""

import ast
import re
from pathlib import Path

import pytest

from cornerwise.rules import VARIANTS

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "cornerwise"
MAY_KNOW_NATIVE = {"play", "engine", "puzzles"}
WORDS = {*VARIANTS, "classic", "duo", "junior", "trigon"}
QUOTED = re.compile(rf"[\"'`]({'|'.join(sorted(WORDS))})[\"'`]")


def python_files() -> list[Path]:
    rules = SOURCE / "rules"
    return sorted(path for path in SOURCE.rglob("*.py") if rules not in path.parents)


def decisions(tree: ast.AST) -> list[tuple[int, str]]:
    """Places where a variant's name is compared, matched, looked up or used as a key."""
    found = []
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            parts = list(node.keys)
        elif isinstance(node, ast.Subscript):
            parts = [node.slice]
        elif isinstance(node, ast.MatchValue):
            parts = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            method = node.func.attr
            parts = list(node.args) if method in ("startswith", "endswith", "get") else []
        for part in parts:
            for inner in ast.walk(part) if part else []:
                if isinstance(inner, ast.Constant) and inner.value in WORDS:
                    found.append((inner.lineno, str(inner.value)))
    return found


def test_decisions_are_seen() -> None:
    code = "x = name == 'duo'; y = {'trigon': 1}; z = name.startswith('classic'); Game('junior')"
    assert [word for _, word in decisions(ast.parse(code))] == ["duo", "trigon", "classic"]


@pytest.mark.parametrize("path", python_files(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_python_does_not_decide_by_name(path: Path) -> None:
    assert decisions(ast.parse(path.read_text())) == []


def test_the_core_names_no_variant() -> None:
    for path in [*ROOT.glob("native/**/*.cpp"), *ROOT.glob("native/**/*.h")]:
        assert not QUOTED.search(path.read_text()), path


def test_the_pages_name_no_variant() -> None:
    pages = [p for ending in ("ts", "svelte") for p in ROOT.glob(f"web/src/**/*.{ending}")]
    assert pages
    for path in pages:
        if not path.name.endswith(".test.ts"):
            assert not QUOTED.search(path.read_text()), path


@pytest.mark.parametrize("path", python_files(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_only_some_layers_know_the_native_core(path: Path) -> None:
    """import-linter reads Python files only, so it does not see the extension module."""
    layer = path.relative_to(SOURCE).parts[0]
    imported = {
        node.module or ""
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom)
    }
    assert "cornerwise._native" not in imported or layer in MAY_KNOW_NATIVE
