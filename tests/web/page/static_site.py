"""A site of static files, served as ``python -m http.server`` does, and games against its engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from playwright.sync_api import Page, expect
from tests.web.page.browsing import Visitor, chromium, visiting

from boardwright.engine import Engine
from boardwright.engine.search import nodes_for
from boardwright.game import AnyGame
from boardwright.played_game import AnyPlayedGame, PlayedGame
from boardwright.web.serialisation import move_json
from boardwright.web.site.writer import write_site

READY = 180_000
"""How long Python may take to start, and the engine to move, in milliseconds: shared machines are slow at times."""
NODES = 5000
LONGEST = 300
"""The number of moves of the player after which a game would have ended."""
STORED = """async (id) => {
    const main = document.querySelector('script[src$="/main.js"]').src;
    const database = await import(new URL("./game_database.js", main));
    return (await database.get(id))?.json ?? null;
}"""


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files without writing about it."""

    def log_message(self, *_: object) -> None:
        """Write nothing."""


class StaticSite:
    """A web server for a folder; it can be switched off and on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        """Serve the folder, again at the same address."""
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(QuietHandler, directory=self.folder))
        self.port = self.server.server_port
        self.address = f"http://127.0.0.1:{self.port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Serve nothing any more."""
        self.server.shutdown()
        self.server.server_close()


def wait_until_kept(page: Page) -> None:
    """Wait until all files are kept for use without a network."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=READY)


def begin(visitor: Visitor, game: str, position: str, *, level: int = 1) -> str:
    """Play on from a position, against a level of the engine; return the id of the game."""
    visitor.page.goto(f"/#/analyse/{game}?position={position}")
    visitor.button("Play from here").click(timeout=READY)
    form = visitor.page.locator("dialog[open]")
    form.get_by_text("The engine", exact=True).click()
    form.get_by_label("Strength").fill(str(level))
    form.get_by_text("(moves first)").click()
    form.get_by_role("button", name="Start game").click()
    visitor.page.wait_for_function("() => location.hash.startsWith('#/play/')", timeout=READY)
    visitor.board.get_by_role("gridcell").first.wait_for(state="attached", timeout=READY)
    return visitor.page.url.split("/")[-1]


def stored(visitor: Visitor, game: AnyGame, match: str) -> AnyPlayedGame:
    """Return a game as the browser keeps it."""
    record = json.loads(visitor.page.evaluate(STORED, match))
    played: AnyPlayedGame = PlayedGame(game, game.parse_position(record["row"]["start"]))
    for move in record["moves"]:
        played.play_text(move["text"])
    assert (record["row"]["reason"] is None) == (played.outcome is None), record
    return played


def wait_for_turn(visitor: Visitor, game: AnyGame, match: str, moves: int) -> AnyPlayedGame:
    """Wait until the engine has answered a move, and perhaps several times; return the game."""
    for _ in range(READY // 50):
        played = stored(visitor, game, match)
        if len(played.moves) > moves and (played.outcome is not None or played.side_to_move == 0):
            return played
        visitor.page.wait_for_timeout(50)
    raise AssertionError("the engine does not move")


def play_to_the_end(visitor: Visitor, game: AnyGame, match: str) -> AnyPlayedGame:
    """Let a good player's moves be made by clicking until the game is over."""
    engine = Engine(game)
    played = stored(visitor, game, match)
    for _ in range(LONGEST):
        best = engine.search(played.position, nodes=nodes_for(game, NODES), history=played.positions[:-1]).move
        visitor.expect_moves(len(played.moves))
        visitor.play(json.loads(move_json(game, played.position, best)), visitor.press)
        played = wait_for_turn(visitor, game, match, len(played.moves))
        visitor.expect_moves(len(played.moves))
        if played.outcome is not None:
            expect(visitor.page.locator(".reason")).to_have_text(game.format_outcome(played.outcome))
            return played
    raise AssertionError("the game does not end")


def play_with_and_without_network(game: AnyGame, files: Sequence[str] = ()) -> list[str]:
    """Play a game in a new site, and after its server has ended another one; return how they ended."""
    with TemporaryDirectory() as name, chromium() as browser:
        write_site(Path(name), files)
        site = StaticSite(Path(name))
        start = game.format_position(game.start())
        with visiting(browser, site.address) as visitor:
            first = play_to_the_end(visitor, game, begin(visitor, game.full_name, start))
            wait_until_kept(visitor.page)
            site.stop()
            visitor.context.set_offline(True)
            visitor.page.goto("about:blank")
            second = play_to_the_end(visitor, game, begin(visitor, game.full_name, start))
        return [game.format_outcome(played.outcome) for played in (first, second)]
