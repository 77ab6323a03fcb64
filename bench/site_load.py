"""Visits of a site without a server: ``python -m bench.site_load``.

A site with all games is written, and served as ``python -m http.server`` serves it. Chromium visits it for the first
time, with an empty cache; later, when all files are kept; and without a network. Counted are the bytes of the files
that were sent; the seconds until a board is there, and until a move can be played, which needs Python and the rules;
and the processor's seconds of all processes of the browser until then, which matter less how busy the machine is.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import Any, NamedTuple

from bench.page_load import programs
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from boardwright.cli.options import Parser, whole_number
from boardwright.cli.program import run
from boardwright.web.site.writer import write_site

ADDRESS = "/#/analyse/turm"
BOARD = "svg[role=grid] .pieces > *"
TIMEOUT = 300_000
MEGABYTE = 1_000_000
COMPILED = "async () => (await (await caches.open('boardwright python')).keys()).length == 2"
"""Whether the compiled modules are kept."""
POLL = 200
"""Milliseconds between two looks."""
ASK = """async () => {
    const main = document.querySelector('script[src$="/main.js"]').src;
    const {position} = await import(new URL("./api.js", main));
    return (await position({game: "turm", moves: ["D5-D6-1"]})).to_move;
}"""
"""A request that needs the rules."""


class CountingHandler(SimpleHTTPRequestHandler):
    """Serves files, and counts their bytes."""

    sent = 0

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        content = source.read()
        CountingHandler.sent += len(content)
        outputfile.write(content)

    def log_message(self, *_: object) -> None:
        """Write nothing."""


class Visit(NamedTuple):
    """The megabytes sent; the seconds until a board is there and until a move can be played, and the processor's."""

    size: float
    board: float
    playable: float
    processor: float


def processor_seconds(browser: Browser) -> float:
    """Return the processor's seconds of all processes of a browser."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return float(sum(process["cpuTime"] for process in processes))


def visit(browser: Browser, page: Page, address: str) -> Visit:
    """Open a board, and ask what needs the rules."""
    CountingHandler.sent = 0
    before, began = processor_seconds(browser), perf_counter()
    page.goto("about:blank")
    page.goto(address + ADDRESS, wait_until="commit")
    page.wait_for_selector(BOARD)
    board = perf_counter() - began
    assert page.evaluate(ASK) == 1
    playable = perf_counter() - began
    return Visit(CountingHandler.sent / MEGABYTE, board, playable, processor_seconds(browser) - before)


def visits(browser: Browser, folder: Path) -> dict[str, Visit]:
    """Visit a site for the first time, later, and without a network."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(CountingHandler, directory=folder))
    Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    context: BrowserContext = browser.new_context()
    context.set_default_timeout(TIMEOUT)
    try:
        page = context.new_page()
        found = {"first": visit(browser, page, address)}
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        while not page.evaluate(COMPILED):
            page.wait_for_timeout(POLL)
        found["first, with all that is kept"] = found["first"]._replace(size=CountingHandler.sent / MEGABYTE)
        found["later"] = visit(browser, page, address)
    finally:
        server.shutdown()
        server.server_close()
    context.set_offline(True)
    found["without a network"] = visit(browser, page, address)
    context.close()
    return found


def main(arguments: list[str]) -> int:
    """Print the figures of each visit."""
    parser = Parser(prog="python -m bench.site_load", description="visits of a site without a server")
    parser.add_argument("--runs", type=whole_number(1), default=3, help="browsers with an empty cache (default: 3)")
    options = parser.parse_args(arguments)
    program = next(programs(), None)
    if program is None:
        parser.error("there is no Chromium: install it (Debian: apt-get install chromium)")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        write_site(folder)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        stack.callback(browser.close)
        measured = [visits(browser, folder) for _ in range(options.runs)]
    print("median and, for seconds, the best in parentheses")
    print(f"{'visit':<30} {'MB':>6} {'board, s':>14} {'playable, s':>14} {'processor, s':>14}")
    for name in measured[0]:
        sizes, *times = zip(*(each[name] for each in measured), strict=True)
        shown = (f"{median(seconds):.1f} ({min(seconds):.1f})" for seconds in times)
        print(f"{name:<30} {median(sizes):>6.1f} {' '.join(f'{each:>14}' for each in shown)}")
    return 0


if __name__ == "__main__":
    run(main)
