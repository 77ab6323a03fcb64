"""Frames of the page's animations in 3-D: ``python -m bench.page_frames [URL]``.

Chromium, without a graphics card, plays a game forward move by move. Measured are the times from frame to frame, and
what a frame takes for scripts, styles and layout, as it is and on a processor slowed down four times. Without a URL,
the server of this checkout is measured.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from bench.load import served
from bench.page_load import TIMEOUT, programs
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from boardwright import find_game
from boardwright.cli.options import Parser, whole_number
from boardwright.cli.program import run
from boardwright.explore import random_game

GAMES = ("cabeza", "turm:centre", "draughts")
SLOWDOWNS = (1, 4)
WORK = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
DESKTOP = ViewportSize(width=1280, height=800)

PLAY = """async (count) => {
    const deltas = [];
    const shown = () => document.querySelectorAll('.ply[aria-current]').length
        && [...document.querySelectorAll('.ply')].findIndex((each) => each.ariaCurrent) + 1;
    let last = performance.now(), isRunning = true;
    const note = (now) => {
        deltas.push(now - last);
        last = now;
        if (isRunning) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    const next = document.querySelector('[aria-label="Move forward"]');
    for (let ply = 1; ply <= count; ply += 1) {
        next.click();
        while (shown() < ply) await new Promise(requestAnimationFrame);
    }
    isRunning = false;
    return deltas;
}"""


def play(browser: Browser, address: str, name: str, plies: int, slowdown: int) -> tuple[list[float], float]:
    """The milliseconds between the frames of a random game, and the work of each on average."""
    texts = random_game(find_game(name), Random(0), plies=plies).move_texts()
    context = browser.new_context(viewport=DESKTOP)
    try:
        page = context.new_page()
        page.set_default_timeout(TIMEOUT)
        game = name.partition(":")[0]
        page.add_init_script(f"localStorage.setItem('boardwright.looks', '{{\"solid\": {{\"{game}\": true}}}}')")
        page.goto(f"{address}/analyse/{name}#moves={'+'.join(texts)}")
        page.locator(".ply").nth(len(texts) - 1).wait_for()
        page.keyboard.press("Home")
        page.locator(".ply[aria-current]").wait_for(state="detached")
        devtools = context.new_cdp_session(page)
        devtools.send("Performance.enable")
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})

        def work() -> float:
            metrics = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
            return float(sum(metrics[each] for each in WORK))

        before = work()
        deltas: list[float] = page.evaluate(PLAY, len(texts))
        return deltas, (work() - before) * 1000 / len(deltas)
    finally:
        context.close()


def main(arguments: list[str]) -> int:
    """Print the figures of each game."""
    parser = Parser(prog="python -m bench.page_frames", description="frames of the page's animations in 3-D")
    parser.add_argument("urls", nargs="*", metavar="URL", help="a running server (default: one of this checkout)")
    parser.add_argument("--plies", type=whole_number(1), default=12, help="moves of each game (default: 12)")
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
        print("milliseconds")
        print(f"{'game':<12} {'server':<24} {'slowed':>6} {'frames':>6} {'median':>7} {'p95':>6} {'work':>6}")
        for name in GAMES:
            for slowdown in SLOWDOWNS:
                for url in urls:
                    deltas, work = play(browser, url, name, options.plies, slowdown)
                    p95 = sorted(deltas)[int(0.95 * len(deltas))]
                    figures = f"{len(deltas):>6} {median(deltas):>7.1f} {p95:>6.1f} {work:>6.2f}"
                    print(f"{name:<12} {url:<24} {slowdown:>5}x {figures}", flush=True)
    return 0


if __name__ == "__main__":
    run(main)
