"""docs/security.md walks through the whole of ASVS level 1, and names tests that exist."""

import ast
import re
from pathlib import Path

from cornerwise.server.routes import ROUTES
from cornerwise.server.settings import Settings
from server.devices import running
from server.table import Clock

ROOT = Path(__file__).parents[2]
LEVEL_1 = """
1.2: 1 2 3 4 5; 1.3: 1 2; 1.5: 1; 2.1: 1; 2.2: 1 2; 2.3: 1; 3.2: 1 2; 3.3: 1; 3.4: 1 2;
3.5: 1 2 3; 4.1: 1; 4.4: 1; 5.2: 1 2; 5.3: 1 2; 6.1: 1; 6.2: 1 2 3 4 5 6 7 8; 6.3: 1 2;
6.4: 1 2; 7.2: 1 2 3 4; 7.4: 1 2; 8.1: 1; 8.2: 1 2; 8.3: 1; 9.1: 1 2 3; 9.2: 1;
10.4: 1 2 3 4 5; 11.3: 1 2; 11.4: 1; 12.1: 1; 12.2: 1 2; 13.4: 1; 14.2: 1; 14.3: 1;
15.1: 1; 15.2: 1; 15.3: 1
"""
"""Section and numbers of the requirements, from OWASP ASVS 5.0.0."""


def requirements() -> list[str]:
    found = []
    for part in LEVEL_1.replace("\n", " ").split(";"):
        section, numbers = part.split(":")
        found += [f"V{section.strip()}.{number}" for number in numbers.split()]
    return found


def page() -> str:
    return (ROOT / "docs" / "security.md").read_text("utf-8")


def test_the_walk_is_complete() -> None:
    assert len(requirements()) == 70
    walked = re.findall(r"^\| (V[\d.]+) \|", page(), re.MULTILINE)
    assert walked == requirements()


def test_every_test_it_names_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", page()))
    code = "".join(path.read_text("utf-8") for path in (ROOT / "tests").glob("**/test_*.py"))
    assert len(named) > 50
    assert {name for name in named if f"def {name}(" not in code} == set()


def test_every_point_has_a_test_or_a_reason() -> None:
    for line in page().splitlines():
        if line.startswith("| V"):
            how = line.split("|")[3]
            assert re.search(r"`test_|none|operator|above|make audit", how), line
            assert ("✓" not in how) or re.search(r"`test_|above", how), line


def test_no_code_is_made_from_text() -> None:
    """The server's own files call nothing that runs text, starts a shell or loads objects."""
    banned = {"eval", "exec", "compile", "__import__"}
    modules = {"pickle", "marshal", "shelve", "xml", "yaml"}
    for path in (ROOT / "src" / "cornerwise" / "server").glob("**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in banned, path
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [getattr(node, "module", None) or "", *(a.name for a in node.names)]
                assert not {name.split(".")[0] for name in names} & modules, path
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("system", "popen", "create_subprocess_shell"), path


def test_password_fields_are_made_for_managers() -> None:
    """Masked, known to password managers, and free to paste into."""
    pages = [path.read_text("utf-8") for path in (ROOT / "web" / "src").glob("**/*.svelte")]
    fields = [
        tag for text in pages for tag in re.findall(r"<input\b[^>]*>", text) if "password" in tag
    ]
    assert len(fields) >= 4
    for tag in fields:
        assert 'type="password"' in tag
        assert re.search(r"autocomplete=.*(current|new)-password", tag, re.DOTALL), tag
    assert not [text for text in pages if "onpaste" in text]


def test_answers_about_people_are_not_kept(tmp_path: Path) -> None:
    with running(Settings(data=tmp_path, workers=1, eager=False), Clock()) as club:
        ada = club.device()
        ada.sign_up("Ada")
        for route in ROUTES:
            if route.access == "account" and route.method == "GET":
                answer = ada.get(route.path)
                assert answer.status_code == 200
                assert answer.headers["cache-control"] == "no-store"
        assert ada.get("/api/me").headers["cache-control"] == "no-store"
        assert ada.get("/api/games").headers["cache-control"] == "no-store"
