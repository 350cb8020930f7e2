"""The documentation is right: its examples run, and what there is stands in it."""

import doctest
import json
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

import cornerwise as cw
from cornerwise.rules import VARIANTS, Variant, catalogue
from cornerwise.server.settings import Settings
from oracle.conformance import check_conformance

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)


def test_the_ten_lines_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    example = blocks("README.md", "python")[0]
    lines = [line for line in example.splitlines() if line.strip()]
    assert len(lines) <= 10
    names: dict[str, object] = {"random": Random(1)}
    exec(example.replace("import random\n", ""), names)
    printed = capsys.readouterr().out
    game = names["game"]
    assert isinstance(game, cw.Game)
    assert game.is_over
    assert str(dict(zip(game.variant.colors, game.scores, strict=True))) in printed
    assert f"winners: {game.result.winners}" in printed


@pytest.mark.parametrize("document", ["README.md", "docs/tables.md"])
def test_sessions_in_the_pages(document: str) -> None:
    session = "\n".join(blocks(document, "pycon"))
    test = doctest.DocTestParser().get_doctest(session, {"cw": cw}, document, document, 0)
    flags = doctest.IGNORE_EXCEPTION_DETAIL
    result = doctest.DocTestRunner(optionflags=flags).run(test)
    assert result.attempted > 2
    assert result.failed == 0


def test_a_variant_in_a_dozen_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of CONTRIBUTING.md, added while we run, is a game like all others."""
    example = blocks("CONTRIBUTING.md", "python")[0]
    assert len(example.splitlines()) <= 13
    mini = eval(example, vars(catalogue))
    assert isinstance(mini, Variant)
    monkeypatch.setitem(VARIANTS, mini.name, mini)
    game = check_conformance(mini)
    assert cw.Game("mini", start="any").variant.start == "any"
    assert "<svg" in game.svg()
    assert len(game.text().splitlines()) > 8


@pytest.mark.parametrize("document", ["README.md", "docs/rules.md"])
def test_every_variant_is_in(document: str) -> None:
    text = (ROOT / document).read_text()
    assert [name for name in VARIANTS if f"`{name}`" not in text] == []


def test_every_option_is_in_the_rules() -> None:
    text = (ROOT / "docs/rules.md").read_text()
    for variant in VARIANTS.values():
        for value in (*variant.choices["start"], *variant.contacts):
            assert re.search(rf"[`\"]{value}[`\"]", text), value


def test_every_rule_that_an_error_cites_is_in_the_rules() -> None:
    text = (ROOT / "docs/rules.md").read_text()
    code = "".join(path.read_text() for path in (ROOT / "src/cornerwise/play").glob("*.py"))
    cited = set(re.findall(r'"R(\d)\.(\d)"', code))
    assert cited
    for chapter, number in cited:
        section = text.split(f"## R{chapter} ")[1].split("\n## ")[0]
        assert re.search(rf"^{number}\. ", section, re.MULTILINE), f"R{chapter}.{number}"


def commands() -> list[str]:
    shown = subprocess.check_output([sys.executable, "-m", "cornerwise", "--help"], text=True)
    return re.findall(r"^    ([a-z]+) {2,}", shown, re.MULTILINE)


def test_every_command_is_in_its_page_and_in_the_readme() -> None:
    page, readme = (ROOT / "docs/cli.md").read_text(), (ROOT / "README.md").read_text()
    assert len(commands()) > 5
    for command in commands():
        assert f"cornerwise {command}" in page
        assert f"`{command}`" in readme


def test_every_setting_of_the_server_is_in_its_page() -> None:
    page = (ROOT / "docs/operations.md").read_text()
    not_for_people = {"eager", "message_rate", "message_burst"}
    for field in fields(Settings):
        if field.name not in not_for_people:
            assert f"`CORNERWISE_{field.name.upper()}`" in page


def test_computers_are_rated_by_the_matches_of_their_page() -> None:
    page = (ROOT / "docs/strength.md").read_text()
    head, _, *rows = page.split("| level | against | Duo |")[1].split("\n\n")[0].splitlines()
    titles = ["Duo", *head.strip(" |").split(" | ")]
    data = json.loads((ROOT / "src/cornerwise/server/ranking/data/computers.json").read_text())
    names = {variant.title["en"]: name for name, variant in VARIANTS.items()}
    for number, _, *cells in (row.strip("| ").split(" | ") for row in rows[1:]):
        for title, cell in zip(titles, cells, strict=True):
            percent, games = re.match(r"(\d+)% \([^)]*\)(?:, (\d+) games)?$", cell).groups()
            expected = [int(percent) / 100, int(games or 240)]
            assert data["matches"][names[title]][number] == expected, (title, number)


def test_every_verb_of_make_explains_itself() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    for verb in phony.group(1).split():
        assert re.search(rf"^{verb}:.*## \w", makefile, re.MULTILINE), verb


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", document.read_text()):
        if "://" not in target:
            assert (document.parent / target).exists(), target


def anchors(page: Path) -> set[str]:
    """Where links into a page can lead: its headings, as GitHub spells them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_links_lead_to_headings(document: Path) -> None:
    for file, anchor in re.findall(r"\]\(([\w./-]*)#([^)\s]+)\)", document.read_text()):
        page = document.parent / file if file else document
        assert anchor in anchors(page), f"{page.name}#{anchor}"


@pytest.mark.parametrize("document", PAGES, ids=lambda path: path.name)
def test_lines_are_wrapped(document: Path) -> None:
    """At about 120 characters; tables, code, headings and long links cannot be."""
    text = re.sub(r"^ *```.*?^ *```", "", document.read_text(), flags=re.DOTALL | re.MULTILINE)
    long = [line for line in text.splitlines() if len(line) > 125]
    assert [line for line in long if not line.startswith(("|", "#")) and "](" not in line] == []


def test_every_decision_is_in_the_list_above_them() -> None:
    page = ROOT / "docs/decisions.md"
    index = page.read_text().split("\n## ")[0]
    dated = {anchor for anchor in anchors(page) if anchor.startswith("20")}
    assert dated - set(re.findall(r"\(#([^)]+)\)", index)) == set()


def test_every_page_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    missing = [page.name for page in ROOT.glob("docs/*.md") if f"docs/{page.name}" not in readme]
    assert missing == []


def test_the_version_is_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == cw.__version__


def test_the_lock_file_has_every_requirement() -> None:
    """And no address to download from."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lock = (ROOT / "requirements.txt").read_text()
    wanted = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        wanted += extra
    names = {re.split(r"[\[<>=;~! ]", requirement)[0].lower() for requirement in wanted}
    locked = set(re.findall(r"^([a-z0-9._-]+)==", lock, re.MULTILINE))
    assert {name.replace("_", "-") for name in names} - locked == set(), "run `make lock`"
    assert "://" not in lock
