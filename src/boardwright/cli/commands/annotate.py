"""``boardwright annotate``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO

from boardwright import __version__
from boardwright.annotate import PAGE_END, Judged, annotated, game_part, judge, page_start
from boardwright.arguments import add_hash, add_limits, add_threads
from boardwright.cli.inputs import output
from boardwright.cli.pages import page_file, show_page
from boardwright.cli.recorded import Recorded, add_number, add_output, add_rules
from boardwright.cli.terminal import bar
from boardwright.engine.players import DEFAULT_TIME, Limits, best_player
from boardwright.engine.search import DEFAULT_HASH
from boardwright.game import BoardwrightError
from boardwright.records.files import Kept
from boardwright.records.tag_format import TagFormat, tag_format_of
from boardwright.records.tree import NotedGame, noted_game
from boardwright.records.writer import write_game

ABOUT = "games with the engine's remarks: what each move is worth, what was better; as a record and as a page"
COMMAND_FOLLOWS = False


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of games: .txt, .json, .jsonl, .pdn")
    add_number(parser, "all")
    add_limits(parser)
    add_threads(parser, 1)
    add_hash(parser, DEFAULT_HASH)
    add_output(parser)
    parser.add_argument("--html", metavar="FILE", help="a page with boards and the graph of the chances, too")
    parser.add_argument("--open", action="store_true", help="show the page in the browser")
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    if options.open and options.html is None:
        raise BoardwrightError("there is no page to show: expected --html FILE with --open")
    file = None if options.html is None else page_file(options.html)
    games = Recorded([options.file], options)
    chosen: Iterable[Kept] = games if options.game is None else [games.number(options.game)]
    with ExitStack() as stack:
        stream = stack.enter_context(output(options.output))
        page = None if file is None else stack.enter_context(_page(file, Path(options.file).name))
        for number, kept in enumerate(chosen, 1):
            noted, judged = _annotated(kept, options, number)
            write_game(noted, stream)
            stream.flush()
            if page is not None:
                page.write(game_part(noted, judged, number))
    if file is not None:
        print(f"the page is {file}", file=sys.stderr)
        if options.open:
            show_page(file)
    return games.status


@contextmanager
def _page(file: Path, title: str) -> Iterator[TextIO]:
    """The page, to which games are added; it is whole even where not all of them came to it."""
    with file.open("w", encoding="utf-8") as page:
        page.write(page_start(f"{title}, annotated"))
        try:
            yield page
        finally:
            page.write(PAGE_END)


def _annotated(kept: Kept, options: argparse.Namespace, number: int) -> tuple[NotedGame[Any, Any], list[Judged[Any]]]:
    match = kept.match
    limits = Limits(options.time, options.depth, options.nodes) or Limits(DEFAULT_TIME)
    # Each game has a fresh player, so that it is judged the same whatever was before it.
    player = best_player(match.game, threads=options.threads, hash_mb=options.hash)
    player.limits = limits
    with bar(len(match.moves)) as advance:
        judged = judge(match, player, on_move=lambda done: advance(done, f"game {number}"))
    tags = {**kept.tags, "Annotator": f"boardwright {__version__}, {_told(limits)} a move"}
    return annotated(noted_game(_format_of(kept), match, tags), judged), judged


def _told(limits: Limits) -> str:
    amounts = {"seconds": limits.time, "moves deep": limits.depth, "nodes": limits.nodes}
    return ", ".join(f"{round(amount, 3)} {unit}" for unit, amount in amounts.items() if amount is not None)


def _format_of(kept: Kept) -> TagFormat[Any, Any]:
    """The format of the game that has comments and variations."""
    form = tag_format_of(kept.match.game)
    if form is None:
        raise BoardwrightError(f"{kept.match.game.full_name} has no format with room for remarks")
    return form
