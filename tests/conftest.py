"""Settings for every test: hypothesis without deadlines (machines differ) and reproducible."""

import asyncio
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "cornerwise",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cornerwise")

# A shell starts what runs in its background deaf to Ctrl-C, and programs that tests start would
# inherit it; some tests send Ctrl-C to such programs.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Doctests are looked for in src; here only test files are collected."""
    is_test = collection_path.name.startswith("test_")
    return True if collection_path.suffix == ".py" and not is_test else None


LONG = (
    *("test_kill.py", "test_games.py", "test_faults.py", "test_deploy.py", "test_sanitized.py"),
    *("test_cluster.py", "test_units.py", "test_survival_kill.py", "test_smoke.py"),
)
"""Files of few tests that take minutes: begun last, they would keep one worker waiting alone."""
BROWSER = 10
"""What a test with a browser takes, in tests without."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files first, then those with most to do (workers take whole files, in this order)."""
    work: Counter[Path] = Counter()
    for item in items:
        work[item.path] += BROWSER if "browser" in getattr(item, "fixturenames", ()) else 1
    items.sort(key=lambda item: (item.path.name not in LONG, -work[item.path]))


_run = asyncio.run


def _run_apart(main: Any, **settings: Any) -> Any:
    """`asyncio.run`, in a thread of its own where a loop is running already.

    Playwright keeps one running in the main thread of a worker that has opened a browser, and
    the tests of other parts come to the same worker.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _run(main, **settings)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_run, main, **settings).result()


asyncio.run = _run_apart
