"""First load of the page on a slow phone: ``python -m bench.page_load [URL ...]``.

Chromium with an empty cache loads each page through an emulated connection of 1.6 Mbit/s with 150 ms of latency, on a
processor that is slowed down four times. Counted are the requests and the bytes on the wire, headers included, until
nothing more is loaded. The page is usable at the first idle moment after the controls that people want first are there,
and complete at the first one after the last picture of the lobby, or the pieces on a board.
Several URLs are measured in turn, so that two versions of the server can be compared in one run; without one, the
server of this checkout is measured.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench.load import served
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from boardwright.cli.options import Parser, whole_number
from boardwright.cli.program import run

MEGABIT = 1_000_000 / 8
LATENCY, BANDWIDTH, SLOWDOWN = 150, 1.6 * MEGABIT, 4
"""Milliseconds, bytes per second, and how many times slower the processor is."""
PAGES = {
    "/": (".game button.primary", ".games:not(:has(.cover:empty))"),
    "/analyse/cabeza": ("svg[role=grid] [role=gridcell]", "svg[role=grid] .pieces > *"),
    "/rules/turm": (".rules h1", ".rules h1"),
}
"""The pages, what must be there to use them, and what to see them whole."""
PHONE = ViewportSize(width=390, height=844)
TIMEOUT = 60_000

WATCH = """(selectors) => {
    window.times = [];
    selectors.forEach((selector, place) => {
        const watcher = new MutationObserver(() => {
            if (!document.querySelector(selector)) return;
            watcher.disconnect();
            // After the next frame, with all that is drawn in it, and the tasks that wait for the processor.
            requestAnimationFrame(() => setTimeout(() => (times[place] = performance.now() / 1000)));
        });
        watcher.observe(document, {childList: true, subtree: true});
    });
}"""


class Load(NamedTuple):
    """One load of a page."""

    requests: int
    size: float
    usable: float
    complete: float


def load(browser: Browser, address: str, path: str) -> Load:
    """Load a page with an empty cache."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=2)
    try:
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.add_init_script(f"({WATCH})({json.dumps(PAGES[path])})")
        devtools, sizes = context.new_cdp_session(page), list[float]()
        devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        devtools.send("Network.enable")
        throughput = {"downloadThroughput": BANDWIDTH, "uploadThroughput": BANDWIDTH}
        devtools.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY, **throughput})
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
        page.goto(address + path, wait_until="commit")
        page.wait_for_function("() => times[0] && times[1]")
        page.wait_for_load_state("networkidle")
        return Load(len(sizes), sum(sizes), *page.evaluate("() => times"))
    finally:
        context.close()


def programs() -> Iterator[str]:
    """The browsers of this system that can be measured."""
    yield from filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))


def in_words(seconds: list[float]) -> str:
    """The median, and the worst."""
    return f"{median(seconds):.2f} ({max(seconds):.2f})"


def main(arguments: list[str]) -> int:
    """Print the figures of each page."""
    parser = Parser(prog="python -m bench.page_load", description="first load of the page on a slow phone")
    parser.add_argument("urls", nargs="*", metavar="URL", help="a running server (default: one of this checkout)")
    parser.add_argument("--runs", type=whole_number(1), default=5, help="loads of each page (default: 5)")
    options = parser.parse_args(arguments)
    program = next(programs(), None)
    if program is None:
        parser.error("there is no Chromium: install it (Debian: apt-get install chromium)")
    with ExitStack() as stack:
        urls = [url.rstrip("/") for url in options.urls]
        if not urls:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            urls = [stack.enter_context(served(f"sqlite:///{folder / 'matches.db'}"))[1]]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        stack.callback(browser.close)
        loads: dict[tuple[str, str], list[Load]] = {(path, url): [] for path in PAGES for url in urls}
        for _ in range(options.runs):
            for path, url in loads:
                loads[path, url].append(load(browser, url, path))
    print("median (worst) of the times in seconds")
    print(f"{'page':<18} {'server':<24} {'requests':>8} {'kB':>6} {'usable':>12} {'complete':>12}")
    for (path, url), measured in loads.items():
        usable, complete = (in_words([each[place] for each in measured]) for place in (2, 3))
        last = measured[-1]
        print(f"{path:<18} {url:<24} {last.requests:>8} {last.size / 1000:>6.1f} {usable:>12} {complete:>12}")
    return 0


if __name__ == "__main__":
    run(main)
