"""A server, the system's Chromium, and visitors."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.web.page.browsing import Visitor, visiting
from tests.web.served import Served, sqlite_url

PLENTY = [f"--limit={name}=1000000" for name in ("requests", "messages", "sockets", "matches", "analyses")]
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("there is no Chromium: install it (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=list(QUIETLY))
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all these tests."""
    served = Served(sqlite_url(tmp_path_factory.mktemp("page")), *PLENTY, "--processes=2")
    yield served
    served.kill()


@pytest.fixture
def visit(browser: Browser, site: Served) -> Iterator[Callable[..., Visitor]]:
    """Send a visitor to a page of the server."""
    with ExitStack() as stack:

        def send(path: str = "/", **options: Any) -> Visitor:
            visitor = stack.enter_context(visiting(browser, site.address, **options))
            visitor.open(path)
            return visitor

        yield send
