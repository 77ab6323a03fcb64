"""Options, running score and result tables of the arena commands."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from math import inf, isfinite

from boardwright.arena.matches import play_match
from boardwright.arena.openings import DEFAULT_PLIES
from boardwright.arena.play import MARGIN
from boardwright.arena.results import MatchResult, PlayerStats
from boardwright.arena.sprt import Sprt
from boardwright.arena.statistics import EloEstimate, mean_score
from boardwright.cli.inputs import SOME_BAD
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
from boardwright.cli.terminal import bar
from boardwright.engine.limits import DEFAULT_TIME, Limits
from boardwright.engine.time_control import TimeControl
from boardwright.executors.executor import Executor
from boardwright.texts import counted, share_text

MAX_PLIES = 1000
MAX_WARNINGS = 5
PAIR_POINTS = ("0", "½", "1", "1½", "2")
PLAYERS = (
    "engine, baseline, mcts or random, with limits after a colon (engine:time=0.1, engine:tc=60+0.6, "
    "mcts:visits=1000), "
    "level:1 to level:10, ugi:COMMAND (a program that speaks the UGI protocol), "
    "or a program that speaks another protocol (see boardwright protocol)"
)


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
    add_number(
        parser,
        "--openings",
        whole_number(0, MAX_PLIES),
        DEFAULT_PLIES,
        "start each game after this number of random plies, rounded up to a full turn",
        "PLIES",
    )
    add_seed(parser)
    workers = parser.add_mutually_exclusive_group()
    add_jobs(workers, "games")
    add_ray(workers)
    add_saving(parser)
    add_json(parser)


def play_contest(
    options: argparse.Namespace,
    players: tuple[str, str],
    executor: Executor,
    stop: Callable[[], bool],
    *,
    sprt: Sprt | None = None,
    title: str = "",
) -> MatchResult:
    """Play a match with the given options; a terminal shows a progress bar and the running score."""
    pairs = (options.games + 1) // 2
    with bar(2 * pairs) as advance:
        advance(0, f"{title}openings")
        return play_match(
            options.game,
            players,
            games=options.games,
            limits=Limits(options.time, tc=options.tc) or None,
            margin=options.margin,
            sprt=sprt,
            seed=options.seed,
            executor=executor,
            opening_plies=options.openings,
            save=options.save,
            on_pair=lambda result: advance(result.games, f"{title}{_running(result)}"),
            stop=stop,
        )


def status_of(*results: MatchResult) -> int | None:
    """Return the exit status and print failures on standard error."""
    for result in results:
        warn([*result.failures, *result.crashes])
    if not all(result.complete for result in results):
        return interrupted()
    return SOME_BAD if any(result.crashes for result in results) else None


def warn(failures: Sequence[str]) -> None:
    """Print failures on standard error: the first few and the last, which may have ended the match."""
    for failure in failures[:MAX_WARNINGS]:
        print(f"warning: {failure}", file=sys.stderr)
    if len(failures) > MAX_WARNINGS:
        print(f"warning: and {len(failures) - MAX_WARNINGS} more, the last one: {failures[-1]}", file=sys.stderr)


def _running(result: MatchResult) -> str:
    test = "" if result.sprt is None else f"  LLR {result.sprt.log_ratio(result.evidence):.2f}"
    return f"+{result.won} ={result.drawn} -{result.lost}  {result.score:.1%}{test}"


def elo_text(estimate: EloEstimate) -> str:
    """Format an Elo estimate with its confidence interval.

    >>> elo_text(EloEstimate(12.4, -3.2, 28.1)), elo_text(EloEstimate(inf, 190.0, inf))
    ('+12 (95%: -3 to +28)', 'above +190 (95%)')
    """
    elo, low, high = estimate
    if low == -inf and high == inf:
        return "unknown"
    if not isfinite(elo):
        return f"above {low:+.0f} (95%)" if elo > 0 else f"below {high:+.0f} (95%)"
    return f"{elo:+.0f} (95%: {low:+.0f} to {high:+.0f})"


def sprt_text(result: MatchResult, test: Sprt) -> str:
    """Return the state of the sequential test as text."""
    low, high = test.bounds
    claims = {"elo0": f"{test.elo0:+g} Elo is accepted", "elo1": f"{test.elo1:+g} Elo is accepted", None: "open"}
    ratio = f"log likelihood ratio {test.log_ratio(result.evidence):.2f} within {low:.2f} to {high:.2f}"
    return f"{claims[result.verdict]} ({test.elo0:+g} against {test.elo1:+g} {test.model} Elo; {ratio})"


def match_lines(result: MatchResult) -> list[str]:
    """Return the result of a match as lines of text."""
    games = result.games
    if not games:
        return ["no pair was finished"]
    first, second = result.players
    rows = [
        ("games", f"{result.games} of {result.game}, {first} against {second}"),
        ("score", f"{_score_text(result)}won {result.won}, drawn {result.drawn}, lost {result.lost}"),
        ("pairs", ", ".join(f"{n} x {points}" for n, points in zip(result.pairs, PAIR_POINTS, strict=True))),
    ]
    if result.absences:
        rows.append(("not counted", f"{counted(result.absences, 'pair')}: a player failed before its first move"))
    if any(result.evidence):
        rows.append(("Elo", elo_text(result.elo)))
        rows.append(("nElo", elo_text(result.normalized_elo)))
        rows.append(("superiority", f"{result.superiority:.1%} likely"))
    else:
        rows.append(("Elo", "unknown: players failed in every pair"))
    if result.sprt is not None:
        rows.append(("test", sprt_text(result, result.sprt)))
    rows.append(("won by", ", ".join(f"{side} {n}" for side, n in result.sides.items() if side != "draw")))
    rows.append(("limits", _both_limits(result)))
    rows.append(("time margin", f"{result.margin:g} s"))
    rows.append(("plies", f"{result.plies / games:.1f}, from {result.shortest} to {result.longest}"))
    rows += [("lost pairs", str(len(result.crashes)))] if result.crashes else []
    lines = [f"{name:<11}  {value}" for name, value in rows]
    lines += ["", *aligned([FIGURES, *map(_figures, result.players, result.figures)]), ""]
    endings = sorted(result.endings.items(), key=lambda ending: (-ending[1], ending[0]))
    lines += aligned([(ending, share_text(n, games)) for ending, n in endings])
    return [*lines, *saved_lines(result)]


def saved_lines(*results: MatchResult) -> list[str]:
    """Return where the records were saved, as lines of text."""
    paths = [path for result in results for path in result.saved]
    return ["", *(f"saved in {path}" for path in paths)] if paths else []


FIGURES = ("player", "moves", "depth", "nodes per move", "seconds per move", "longest", "forfeits", "on time")


def _figures(player: str, figures: PlayerStats) -> tuple[str, ...]:
    return (
        player,
        str(figures.moves),
        f"{figures.a_move(figures.depth):.1f}",
        f"{figures.a_move(figures.nodes):,.0f}",
        f"{figures.a_move(figures.seconds):.4f}",
        f"{figures.longest:.3f}",
        str(figures.forfeits),
        str(figures.time_losses),
    )


def _both_limits(result: MatchResult) -> str:
    first, second = (str(limits) if limits.tc else f"{limits} per move" for limits in result.limits)
    return f"{first} each" if first == second else f"{first}, against {second}"


def _score_text(result: MatchResult) -> str:
    return f"{result.score:.1%}, " if any(result.pairs) else ""


def gauntlet_lines(results: list[MatchResult]) -> list[str]:
    """Return the results of a gauntlet as lines of text."""
    rows = [("against", "games", "won", "drawn", "lost", "score", "Elo", "superiority", "depth", "its depth")]
    for result in results:
        depth, its = (f"{figures.a_move(figures.depth):.1f}" for figures in result.figures)
        likely = f"{result.superiority:.1%}" if any(result.evidence) else ""
        rows.append((result.players[1], *_score_cells([result]), elo_text(result.elo), likely, depth, its))
    if len(results) > 1:
        rows.append(("all", *_score_cells(results), "", "", "", ""))
    return [f"{results[0].players[0]}, {results[0].game}", "", *aligned(rows), *saved_lines(*results)]


def _score_cells(results: list[MatchResult]) -> tuple[str, str, str, str, str]:
    won, drawn, lost = (sum(getattr(result, name) for result in results) for name in ("won", "drawn", "lost"))
    pairs = [sum(counts) for counts in zip(*(result.pairs for result in results), strict=True)]
    return str(won + drawn + lost), str(won), str(drawn), str(lost), f"{mean_score(pairs):.1%}" if any(pairs) else ""


def aligned(rows: Sequence[tuple[str, ...]], *, texts: bool = False) -> list[str]:
    """Format rows as a table: the first column is left-aligned, the others right-aligned unless ``texts``.

    >>> aligned([("a", "100"), ("bcd", "7")])
    ['a    100', 'bcd    7']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if at and not texts else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
