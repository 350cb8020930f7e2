"""Importing is quick, with the game in it, because nothing heavy is loaded before it is needed."""

import subprocess
import sys

HEAVY = ["PIL", "resvg_py", "sqlalchemy", "starlette", "torch", "onnxruntime", "ortools", "asyncio"]


def test_import_time() -> None:
    """Best of five in a fresh interpreter, in processor time: under 0.3 s."""
    script = (
        "import time; begin = time.process_time(); import cornerwise; cornerwise.Game;"
        "print(time.process_time() - begin)"
    )
    runs = [subprocess.check_output([sys.executable, "-c", script], text=True) for _ in range(5)]
    assert min(float(run) for run in runs) < 0.3


def test_nothing_heavy_is_imported() -> None:
    script = "import sys, cornerwise; cornerwise.Game; print(' '.join(sys.modules))"
    loaded = subprocess.check_output([sys.executable, "-c", script], text=True).split()
    assert [name for name in HEAVY if name in loaded] == []


def test_parts_are_there_without_being_imported() -> None:
    script = "import cornerwise as c; print(c.engine.Engine is c.Engine, c.play.Game is c.Game)"
    said = subprocess.check_output([sys.executable, "-c", script], text=True)
    assert said.split() == ["True", "True"]
