"""The pages' own tests and types, and what they compare with."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"


def run(*command: str) -> None:
    """Run a tool of the pages with the node that is there (the venv's comes first)."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    npx = shutil.which("npx", path=path)
    if npx is None or not (WEB / "node_modules").exists():
        pytest.fail("the pages' tools are not installed: make web")
    done = subprocess.run(
        [npx, "--no-install", *command],
        cwd=WEB,
        env={**os.environ, "PATH": path, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_pure_functions() -> None:
    """Vitest: legality against the library, geometry, logs, both catalogues of words."""
    run("vitest", "run")


def test_types() -> None:
    """Every component and module type-checks, without a warning."""
    run("svelte-check", "--fail-on-warnings", "--tsconfig", "./tsconfig.json")


def test_fixtures_are_what_the_server_says() -> None:
    """The files that Vitest reads are up to date with the rules."""
    tool = [sys.executable, str(ROOT / "tools" / "web_fixtures.py"), "--check"]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_lock_file_has_no_addresses() -> None:
    """A lock file must work with any registry."""
    text = (WEB / "package-lock.json").read_text()
    assert '"resolved"' not in text
    assert '"integrity"' in text


def test_no_game_is_named_in_the_pages() -> None:
    """What a game is comes from the server; the pages know no variant by name."""
    from cornerwise.rules import VARIANTS

    names = {f'"{name}"' for name in VARIANTS} | {f"'{name}'" for name in VARIANTS}
    for path in (*WEB.glob("src/**/*.ts"), *WEB.glob("src/**/*.svelte")):
        text = path.read_text()
        assert not [name for name in names if name in text], path
