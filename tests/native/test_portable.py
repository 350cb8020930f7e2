"""What is shipped runs on every machine of its kind: no instructions of the builder's own."""

from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_flag_of_the_building_machine() -> None:
    for path in (ROOT / "CMakeLists.txt", ROOT / "pyproject.toml", ROOT / "Makefile"):
        text = path.read_text()
        assert "-march=native" not in text
        assert "-mtune=native" not in text
