"""The system's Chromium: no browser is downloaded."""

import shutil

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first of these that there is. The shell has the same engine without the windows of a desktop,
which no test sees and which take half the time."""
MISSING = f"there is no Chromium: install the Debian package {BROWSERS[0]} to run this"


def find_browser() -> str | None:
    """The path of the browser, if there is one."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def need_browser() -> str:
    """The same for a script, which ends where there is none."""
    path = find_browser()
    if path is None:
        raise SystemExit(MISSING)
    return path
