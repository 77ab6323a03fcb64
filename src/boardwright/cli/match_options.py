"""Options of the arena commands, and the run of a contest with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from boardwright.arena.adjudication import MOST_MOVES, Adjudication, DrawRule, ResignRule
from boardwright.arena.opening_files import OpeningFile
from boardwright.arena.openings import DEFAULT_PLIES
from boardwright.arena.play import MARGIN
from boardwright.arena.sprt import Sprt
from boardwright.arena.standings import Schedule, TournamentResult
from boardwright.arena.tournament import ContestFiles, ContestSettings, play_tournament
from boardwright.cli.contest_display import contest_display
from boardwright.cli.contest_tables import tournament_lines
from boardwright.cli.inputs import SOME_BAD
from boardwright.cli.json_output import print_json
from boardwright.cli.options import (
    add_count,
    add_game,
    add_jobs,
    add_json,
    add_number,
    add_ray,
    add_saving,
    add_seed,
    argument,
    seconds,
    seconds_or_zero,
    whole_number,
)
from boardwright.cli.program import interrupted
from boardwright.cli.terminal import interruption
from boardwright.engine.limits import DEFAULT_TIME, Limits
from boardwright.engine.time_control import TimeControl
from boardwright.executors import open_executor

MAX_PLIES = 1000
MAX_WARNINGS = 5
PLAYERS = (
    "engine, baseline, mcts or random, with limits after a colon (engine:time=0.1, engine:tc=60+0.6, "
    "mcts:visits=1000), "
    "level:1 to level:10, ugi:COMMAND (a program that speaks the UGI protocol), "
    "or a program that speaks another protocol (see boardwright protocol)"
)

NAMED_PLAYERS = f"{PLAYERS}; NAME=PLAYER gives it a name for tables and records, such as new=engine:nodes=2000"


def add_contest(parser: argparse.ArgumentParser) -> None:
    """Add GAME and the options of a match."""
    add_game(parser)
    add_count(
        parser, "--games", "games, rounded up to an even number: each opening is played twice, with sides swapped"
    )
    times = parser.add_mutually_exclusive_group()
    times.add_argument(
        "--tc",
        type=argument(TimeControl.parse),
        metavar="TC",
        help="time control for players without limits of their own, [MOVES/][MINUTES:]SECONDS[+INCREMENT]: "
        "60+0.6 is a minute for the game and 0.6 seconds more after each move, 40/60 a minute for every 40 moves",
    )
    times.add_argument(
        "--time",
        type=seconds,
        metavar="S",
        help="seconds per move for players without limits of their own "
        f"(default: the other player's time, or {DEFAULT_TIME:g})",
    )
    add_number(
        parser,
        "--margin",
        seconds_or_zero,
        MARGIN,
        "a player that exceeds its time for a move, or that of its clock, by more than S seconds loses",
        "S",
    )
    chosen = parser.add_mutually_exclusive_group()
    add_number(
        chosen,
        "--openings",
        whole_number(0, MAX_PLIES),
        DEFAULT_PLIES,
        "start each game after this number of random plies, rounded up to a full turn",
        "PLIES",
    )
    chosen.add_argument(
        "--opening-file",
        type=argument(OpeningFile.parse),
        metavar="FILE",
        help="start the games with the openings of a file: positions, one per line, or recorded games (text, PDN or "
        "JSON); FILE,order=random,plies=8,start=1,balance=0.1 shuffles them, plays the first moves of each game, "
        "begins with an opening by its number, and leaves out those that are not balanced",
    )
    add_seed(parser)
    parser.add_argument(
        "--draw",
        type=argument(DrawRule.parse),
        metavar="RULE",
        help="movenumber=40,movecount=8,score=10: after move 40, adjudicate a game as a draw once the scores of both "
        "players were within 10 hundredths of 0 for 8 moves each",
    )
    parser.add_argument(
        "--resign",
        type=argument(ResignRule.parse),
        metavar="RULE",
        help="movecount=3,score=600: adjudicate a game as lost for a player whose own score was -600 hundredths or "
        "worse for 3 moves in a row; with ,twosided only if the other player's was 600 or better as often",
    )
    parser.add_argument(
        "--max-moves",
        type=whole_number(1, MOST_MOVES),
        metavar="N",
        help="adjudicate a game as a draw after N moves of each side",
    )
    workers = parser.add_mutually_exclusive_group()
    add_jobs(workers, "games", alias="--concurrency")
    add_ray(workers)
    parser.add_argument("--pin", action="store_true", help="run each of the games in parallel on a core of its own")
    add_saving(parser).add_argument(
        "--output",
        metavar="FILE",
        help="save all games in one new file instead; its ending selects the format (.txt, .pdn or .jsonl)",
    )
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="keep the state of the contest in FILE: after an interruption the same command continues from it",
    )
    parser.add_argument("--quiet", action="store_true", help="print the final result only")
    add_json(parser)


def play_contest(options: argparse.Namespace, schedule: Schedule, *, sprt: Sprt | None = None) -> TournamentResult:
    """Play the contest of the options, and show on standard error how it stands."""
    settings = ContestSettings(
        options.games,
        Limits(options.time, tc=options.tc) or None,
        options.margin,
        options.seed,
        options.openings,
        options.opening_file,
        Adjudication(options.draw, options.resign, options.max_moves),
    )
    is_quiet = options.quiet or (options.json and not sys.stderr.isatty())
    with (
        open_executor(options.jobs, options.ray, pin=options.pin) as place,
        interruption() as stop,
        contest_display(settings.pairs, is_quiet=is_quiet) as watcher,
    ):
        return play_tournament(
            options.game,
            options.players,
            schedule=schedule,
            settings=settings,
            sprt=sprt,
            files=ContestFiles(options.save, options.output, options.resume),
            watcher=watcher,
            executor=place,
            stop=stop,
        )


def print_tournament(options: argparse.Namespace, schedule: Schedule) -> int | None:
    """Play a tournament of the options, print its result, and return the exit status."""
    result = play_contest(options, schedule)
    if options.json:
        print_json(result.summary())
    else:
        print("\n".join(tournament_lines(result)))
    return status_of(result, options.resume)


def status_of(result: TournamentResult, state: str | None) -> int | None:
    """Return the exit status and print failures on standard error; a contest with a ``state`` can continue."""
    warnings = []
    for match in result.matches:
        of_whom = f"{match.players[0]} - {match.players[1]}: " if len(result.matches) > 1 else ""
        warnings += [f"{of_whom}{text}" for text in (*match.failures, *match.crashes)]
    warn([*warnings, *(crash for crash in result.crashes if crash not in warnings)])
    if not result.complete:
        if state is not None:
            print(f"the same command continues from {state}", file=sys.stderr)
        return interrupted()
    return SOME_BAD if any(match.crashes for match in result.matches) else None


def warn(failures: Sequence[str]) -> None:
    """Print failures on standard error: the first few and the last, which may have ended the match."""
    for failure in failures[:MAX_WARNINGS]:
        print(f"warning: {failure}", file=sys.stderr)
    if len(failures) > MAX_WARNINGS:
        print(f"warning: and {len(failures) - MAX_WARNINGS} more, the last one: {failures[-1]}", file=sys.stderr)
