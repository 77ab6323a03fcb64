"""``boardwright balance``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from boardwright.cli.html_output import page_file, show_page
from boardwright.cli.inputs import SOME_BAD, write_file
from boardwright.cli.json_output import error_data, print_json
from boardwright.cli.match_options import PLAYERS, warn
from boardwright.cli.options import add_jobs, add_json, add_number, add_ray, add_seed, seconds, whole_number
from boardwright.cli.program import interrupted
from boardwright.cli.tables import aligned
from boardwright.cli.terminal import bar, interruption
from boardwright.errors import BoardwrightError, print_warning
from boardwright.executors import open_executor
from boardwright.game import AnyGame
from boardwright.registry import file_of, find_game
from boardwright.study.balance import Balance, Sample, all_games, default_games, default_player, study_balance
from boardwright.study.balance.skill import STEPS, SkillStep
from boardwright.study.report import balance_page, comparison_page
from boardwright.study.report.comparison import names_of
from boardwright.study.report.figures import balance_figures, sample_figures
from boardwright.study.report.plots import percent
from boardwright.study.report.words import ending_words
from boardwright.texts import share_text

ABOUT = "measure the balance and character of a game, or compare several: a table, and an HTML page with plots"
ALL = "all"
MOST_STEPS = 10


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games_compared",
        metavar="GAME",
        nargs="+",
        help="name, NAME:VARIANT, or path of a Python file that defines a game; several are compared",
    )
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAMES",
        help="variants of the game to compare, separated by commas, or all",
    )
    parser.add_argument(
        "--games",
        type=whole_number(2),
        metavar="N",
        help="number of games of each (default: 300; 20 without a core); in addition, as many "
        "random games, half as many each against random moves and a weaker player, and a quarter for each step of the "
        "skill curve",
    )
    parser.add_argument(
        "--time", type=seconds, metavar="S", help="time limit for all in seconds; then there may be fewer games"
    )
    add_number(parser, "--steps", whole_number(0, MOST_STEPS), STEPS, "doublings of the limit in the skill curve")
    parser.add_argument(
        "--player",
        metavar="SPEC",
        help=f"the player for both sides (default: engine:nodes=2000; engine:nodes=100 without a core): {PLAYERS}",
    )
    add_seed(parser)
    workers = parser.add_mutually_exclusive_group()
    add_jobs(workers, "games")
    add_ray(workers)
    add_json(parser)
    page = parser.add_mutually_exclusive_group()
    page.add_argument(
        "--html",
        metavar="FILE",
        help="file for the page (default: ./GAME-balance.html; none with --json); "
        "only an earlier page of this command is overwritten",
    )
    page.add_argument("--no-html", action="store_true", help="do not write a page")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(options: argparse.Namespace) -> int | None:
    games = _games(options)
    file = _page_file(options, games)
    balances = _run_studies(options, games)
    # A single study may show random games alone, where no game of the player has ended in time; a comparison may not.
    finished = [balance for balance in balances if (balance.games if len(games) == 1 else balance.player.games)]
    if not finished:
        if options.json:
            print_json(error_data("no game was finished"))
        return _status(balances)
    if options.json:
        for balance in finished:
            print_json(balance.summary())
    else:
        print("\n".join(balance_lines(finished[0]) if len(games) == 1 else comparison_lines(finished)))
    if file is not None and finished[0].player.games:
        page = balance_page(finished[0]) if len(games) == 1 else comparison_page(finished)
        write_file(str(file), page, replace=True)
        print(f"page written to {file}", file=sys.stderr if options.json else sys.stdout)
        if options.open:
            show_page(file)
    return _status(balances)


def _games(options: argparse.Namespace) -> list[AnyGame]:
    """Return the games to study: those that are named, or variants of the only one."""
    games = [find_game(name) for name in options.games_compared]
    names = [name.strip() for part in options.variant for name in part.split(",")]
    if names:
        if len(games) > 1:
            raise BoardwrightError("--variant is for one game: expected either several games or --variant")
        (game,) = games
        games = [type(game)(name) for name in (game.variants if names == [ALL] else names)]
    repeated = [number for number, game in enumerate(games) if _key(game) in map(_key, games[:number])]
    if repeated:
        raise BoardwrightError(f"{games[repeated[0]].full_name} is named twice: expected each game once")
    return games


def _key(game: AnyGame) -> str:
    return file_of(game) or game.full_name


def _page_file(options: argparse.Namespace, games: Sequence[AnyGame]) -> Path | None:
    """Return the path of the page; raise before the first game if it cannot be written."""
    if options.html is None and (options.no_html or (options.json and not options.open)):
        if options.open:
            raise BoardwrightError("there is no page to show: expected --open or --no-html, not both")
        return None
    name = games[0].full_name if len(games) == 1 else "-".join(dict.fromkeys(game.name for game in games))
    return page_file(options.html or f"{name.replace(':', '-')}-{'balance' if len(games) == 1 else 'comparison'}.html")


def _run_studies(options: argparse.Namespace, games: Sequence[AnyGame]) -> list[Balance]:
    """Study the games one after the other, until the user interrupts."""
    plans = [(game, options.player or default_player(game), options.games or default_games(game)) for game in games]
    total = sum(all_games(player, number, options.steps) for _, player, number in plans)
    balances: list[Balance] = []
    with open_executor(options.jobs, options.ray) as executor, interruption() as stop, bar(total) as advance:
        done = 0
        for game, player, number in plans:
            if stop():
                break
            advance(done, player)

            def show(played: int, balance: Balance, before: int = done) -> None:
                advance(before + played, _running(balance))

            balance = study_balance(
                game,
                player=player,
                games=number,
                steps=options.steps,
                time=options.time and options.time / len(games),
                seed=options.seed,
                executor=executor,
                on_progress=show,
                stop=stop,
            )
            done += balance.games
            balances.append(balance)
    return balances


def _running(balance: Balance) -> str:
    """Return the title of the progress bar: the players and the running score."""
    if balance.matches:
        match = balance.curve[-1] if balance.curve else balance.matches[0]
        return f"{' - '.join(match.players)}  {match.score:.0%}"
    sample = balance.random if balance.random.games else balance.player
    return f"{sample.player}  {'+{} ={} -{}'.format(*sample.results)}"


def _status(balances: Sequence[Balance]) -> int | None:
    """Return the exit status and print failures on standard error."""
    failures = [each for balance in balances for each in (*balance.player.failures, *balance.crashes)]
    warn(failures)
    for balance in balances:
        if not balance.in_time and not balance.player.games:
            player = balance.player.player
            print_warning(
                f"no game of {balance.game.full_name} between players {player} ended within the time: "
                "expected more --time, or a faster --player"
            )
    late = [balance.game.full_name for balance in balances if not balance.in_time and balance.player.games]
    if late:
        print_warning(f"the time was too short for all games of {', '.join(late)}: there are fewer")
    if not all(balance.complete for balance in balances):
        return interrupted()
    return SOME_BAD if failures else None


def balance_lines(balance: Balance) -> list[str]:
    """Return the report as lines of text."""
    samples, sides = [sample for sample in balance.samples if sample.games], balance.game.sides
    columns = [sample_figures(sample) for sample in samples]
    head = (f"balance of {balance.game.full_name}", *(sample.player for sample in samples))
    lines = [*_table(head, columns), *_skill_lines(balance)]
    for sample in samples:
        endings = [
            (ending_words(ending, sides), share_text(int(ending.share.number), sample.games), "; ".join(ending.reasons))
            for ending in sample.endings
        ]
        lines += ["", f"how games of {sample.player} end", *aligned(endings, texts=True)]
    for sample in samples:
        lines += ["", f"what the pieces of {sample.player} do in a game", *_piece_lines(sample)]
    return [*lines, "", *finding_lines(balance)]


def comparison_lines(balances: Sequence[Balance]) -> list[str]:
    """Return the comparison as lines of text: one table, then the findings of each game."""
    names = names_of(balances)
    lines = _table(("", *names), [balance_figures(balance) for balance in balances])
    for name, balance in zip(names, balances, strict=True):
        lines += ["", f"{name}, {balance.player.player}", *finding_lines(balance)]
    return lines


def finding_lines(balance: Balance) -> list[str]:
    """Return the findings, each with its evidence."""
    if not balance.findings:
        return ["no weakness was found"]
    return [f"{each.severity}: {each.sentence} ({each.evidence})" for each in balance.findings]


def _table(head: Sequence[str], columns: Sequence[Mapping[str, str]]) -> list[str]:
    return aligned([tuple(head), *((name, *(column[name] for column in columns)) for name in columns[0])])


def _skill_lines(balance: Balance) -> list[str]:
    steps = [SkillStep.of(match) for match in balance.matches if match.games]
    if not steps:
        return []
    rows = [
        (step.stronger, step.weaker, f"{step.score:.1%}", f"{step.low:.1%} to {step.high:.1%}", f"{step.games}")
        for step in steps
    ]
    return ["", *aligned([("player", "against", "scores", "95% interval", "games"), *rows], texts=True)]


def _piece_lines(sample: Sample) -> list[str]:
    games, sides = max(sample.games, 1), sample.game.sides
    rows: list[tuple[str, ...]] = [("piece", "at start", "moves", "games it moves", "takes", "is taken")]
    rows += (
        (
            f"{sides[use.side]} {use.kind}",
            str(use.at_start),
            f"{use.moves / games:.1f}",
            percent(use.games / games),
            f"{use.took / games:.2f}",
            f"{use.taken / games:.2f}",
        )
        for use in sample.uses
    )
    happened = [
        f"{sides[event.side]} {event.kind}, {event.stage}: {event.times / games:.2f} a game" for event in sample.events
    ]
    return [*aligned(rows), *happened]
