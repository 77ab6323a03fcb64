"""``boardwright annotate``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import tee
from pathlib import Path
from typing import Any, TextIO

from boardwright.cli.html_output import page_file, show_page
from boardwright.cli.inputs import output
from boardwright.cli.json_output import json_text
from boardwright.cli.options import add_hash, add_jobs, add_json, add_limits, add_ray, add_threads, limits_of
from boardwright.cli.record_options import Recorded, add_number, add_output, add_rules
from boardwright.cli.terminal import bar
from boardwright.engine.limits import Limits
from boardwright.engine.result import value_json
from boardwright.engine.search import DEFAULT_HASH
from boardwright.errors import BoardwrightError
from boardwright.executors import open_executor
from boardwright.records.files import StoredGame
from boardwright.records.record_format import TagFormat
from boardwright.records.tagged_record import tag_format_of
from boardwright.records.tree import annotated_game
from boardwright.records.writer import write_game
from boardwright.study.annotate import (
    PAGE_END,
    MoveAnalysis,
    SideSummary,
    accuracy_text,
    analyse_game,
    analysis_job,
    analysis_player,
    annotated,
    game_part,
    page_start,
    summaries,
)
from boardwright.study.annotate.analysis import BLUNDER, INACCURACY, MISTAKE
from boardwright.version import __version__

ABOUT = "annotate games with the engine: scores, mistakes and better moves, as a record or an HTML page"

FAULT_FIELDS = {INACCURACY: "inaccuracies", MISTAKE: "mistakes", BLUNDER: "blunders"}


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="record file: .txt, .json, .jsonl or .pdn")
    add_number(parser, "all")
    add_limits(parser)
    add_threads(parser, 1)
    workers = parser.add_mutually_exclusive_group()
    add_jobs(workers, "games", 1)
    add_ray(workers)
    add_hash(parser, DEFAULT_HASH)
    add_output(parser)
    add_json(parser)
    parser.add_argument("--html", metavar="FILE", help="also write an HTML page with boards and an evaluation graph")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    add_rules(parser)


def run(options: argparse.Namespace) -> int:
    if options.open and options.html is None:
        raise BoardwrightError("there is no page to show: expected --html FILE with --open")
    file = None if options.html is None else page_file(options.html)
    games = Recorded([options.file], options)
    chosen: Iterable[StoredGame] = games if options.game is None else [games.number(options.game).stored]
    with ExitStack() as stack:
        stream = stack.enter_context(output(options.output))
        page = None if file is None else stack.enter_context(_page(file, Path(options.file).name))
        limits = limits_of(options)
        tag = f"boardwright {__version__}, {limits} per move"
        for number, (stored, analysis) in enumerate(_analysed(chosen, limits, options), 1):
            sides = summaries(stored.played, analysis)
            tags = {**stored.tags, "Annotator": tag, "Accuracy": accuracy_text(stored.played.game, sides)}
            noted = annotated(annotated_game(_format_of(stored), stored.played, tags), analysis)
            if options.json:
                stream.write(json_text(_data(stored, tags, analysis, sides)) + "\n")
            else:
                write_game(noted, stream)
            stream.flush()
            if page is not None:
                page.write(game_part(noted, analysis, number))
    if file is not None:
        print(f"page written to {file}", file=sys.stderr)
        if options.open:
            show_page(file)
    return games.status


@contextmanager
def _page(file: Path, title: str) -> Iterator[TextIO]:
    """Open the page, to which games are added; it is complete HTML even if an error ends the run."""
    with file.open("w", encoding="utf-8") as page:
        page.write(page_start(f"{title}, annotated"))
        try:
            yield page
        finally:
            page.write(PAGE_END)


def _analysed(
    games: Iterable[StoredGame], limits: Limits, options: argparse.Namespace
) -> Iterator[tuple[StoredGame, list[MoveAnalysis[Any]]]]:
    """Yield the games with their evaluations: one by one in this process, or in parallel in others."""
    if options.jobs == 1 and options.ray is None:
        for number, stored in enumerate(games, 1):
            yield stored, _analyse(stored, limits, options, f"game {number}")
        return
    ours, given = tee(games)
    jobs = (
        analysis_job(f"game {number}", stored.played, limits, threads=options.threads, hash_mb=options.hash)
        for number, stored in enumerate(given, 1)
    )
    with open_executor(options.jobs, options.ray) as executor:
        yield from zip(ours, executor.map(jobs), strict=True)


def _analyse(stored: StoredGame, limits: Limits, options: argparse.Namespace, title: str) -> list[MoveAnalysis[Any]]:
    played = stored.played
    with bar(len(played.moves)) as advance:
        player = analysis_player(played, limits, options.threads, options.hash)
        return analyse_game(played, player, on_move=lambda done: advance(done, title))


def _data(
    stored: StoredGame, tags: dict[str, str], analysis: list[MoveAnalysis[Any]], sides: Sequence[SideSummary]
) -> dict[str, object]:
    """Return a game and the scores of its positions, from the view of the side that moves first."""
    played, game = stored.played, stored.played.game
    return {
        "game": game.full_name,
        "tags": tags,
        "start": {
            "position": game.format_position(played.positions[0]),
            **value_json(analysis[0].win_probability, analysis[0].score),
        },
        "moves": [
            {
                "move": game.format_move(before, move),
                "position": game.format_position(after),
                **value_json(verdict.win_probability, verdict.score),
                "loss": round(verdict.loss, 4),
                "nag": verdict.nag,
                "best": verdict.best.to_json(game),
            }
            for move, before, after, verdict in zip(
                played.moves, played.positions, played.positions[1:], analysis[1:], strict=False
            )
        ],
        "sides": [
            {
                "side": name,
                "accuracy": None if side.accuracy is None else round(side.accuracy, 4),
                **{field: side.faults[nag] for nag, field in FAULT_FIELDS.items()},
            }
            for name, side in zip(game.sides, sides, strict=True)
        ],
        "outcome": game.format_outcome(played.outcome),
    }


def _format_of(stored: StoredGame) -> TagFormat[Any, Any]:
    """Return the game's record format with comments and variations."""
    form = tag_format_of(stored.played.game)
    if form is None:
        raise BoardwrightError(f"{stored.played.game.full_name} has no record format with annotations")
    return form
