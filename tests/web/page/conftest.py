"""A server, the system's Chromium, and visitors."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.running import ROOT
from tests.web.conftest import PLENTY
from tests.web.fork_server import ForkServer
from tests.web.page.browsing import Visitor, chromium, visiting
from tests.web.server_process import TIMEOUT, Served

TOOLS = ROOT / "build" / "page"
AXE = TOOLS / "node_modules" / "axe-core" / "axe.min.js"


# Not for longer than a module: as long as Playwright is open, its loop runs in this thread, and no other can.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    with chromium() as launched:
        yield launched


@pytest.fixture(scope="session")
def site(home: ForkServer, new_database: Callable[[str], str]) -> Iterator[Served]:
    """A server for all these tests."""
    served = Served(home, new_database("sqlite"), *PLENTY, "--limit=analyses=100")
    yield served
    served.close()


@pytest.fixture
def visit(browser: Browser, site: Served) -> Iterator[Callable[..., Visitor]]:
    """Send a visitor to a page of the server."""
    with ExitStack() as stack:

        def send(path: str = "/", **options: Any) -> Visitor:
            visitor = stack.enter_context(visiting(browser, site.address, **options))
            visitor.open(path)
            return visitor

        yield send


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, fetched once."""
    npm = shutil.which("npm")
    if not AXE.exists():
        if npm is None:
            pytest.skip("there is no npm to fetch axe-core with: install it (Debian: apt-get install npm)")
        fetch = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(TOOLS), "axe-core@4"]
        subprocess.run(fetch, check=True, timeout=TIMEOUT)
    return AXE.read_text(encoding="utf-8")
