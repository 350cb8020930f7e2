"""A server, a browser, and pages that must not complain."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from web.browser import MISSING, find_browser
from web.server import ServerProcess

STATIC = Path(__file__).parents[2] / "src" / "cornerwise" / "server" / "static"
PATIENCE = 45_000
"""Milliseconds to wait for what must come; other tests share the machine."""


NewPage = Callable[..., Page]
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """The system's Chromium."""
    path = find_browser()
    if path is None:
        # Where everything must be checked, a missing browser is a fault.
        stop = pytest.fail if os.environ.get("CI") else pytest.skip
        stop(MISSING)
    return {"executable_path": path}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that do not kill it."""
    if not (STATIC / "index.html").exists():
        pytest.fail("the pages are not built: make web")
    process = ServerProcess(tmp_path_factory.mktemp("server") / "data")
    process.start()
    yield process
    process.kill()


@pytest.fixture
def complaints() -> list[str]:
    """What pages wrote to their console, or asked of other hosts; empty at the end of a test."""
    return []


@pytest.fixture
def new_page(browser: Browser, server: ServerProcess, complaints: list[str]) -> Iterator[NewPage]:
    """Pages of different people: each has its own cookies, size, language."""
    contexts: list[BrowserContext] = []

    def make(address: str = "", **options: Any) -> Page:
        chosen: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-US"}
        context = browser.new_context(base_url=address or server.address, **chosen | options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        watch(page, address or server.address, complaints)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints


def watch(page: Page, address: str, complaints: list[str]) -> None:
    """Note errors, refused content and requests that leave the server."""
    page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
    page.on(
        "console",
        lambda message: (
            complaints.append(f"console: {message.text}") if message.type == "error" else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((address, "data:", "blob:"))
            else complaints.append(f"left the server: {request.url}")
        ),
    )


PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}, "has_touch": True}
