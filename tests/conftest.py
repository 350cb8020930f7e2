"""Settings for every test: hypothesis without deadlines (machines differ) and reproducible."""

from pathlib import Path

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cornerwise",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cornerwise")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Doctests are looked for in src; here only test files are collected."""
    is_test = collection_path.name.startswith("test_")
    return True if collection_path.suffix == ".py" and not is_test else None
