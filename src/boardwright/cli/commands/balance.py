"""``boardwright balance``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from boardwright.arena.statistics import score_interval
from boardwright.cli.html_output import page_file, show_page
from boardwright.cli.inputs import SOME_BAD, write_file
from boardwright.cli.json_output import error_data, print_json
from boardwright.cli.match_options import PLAYERS, aligned, warn
from boardwright.cli.options import add_game, add_jobs, add_json, add_ray, add_seed, whole_number
from boardwright.cli.program import interrupted
from boardwright.cli.terminal import bar, interruption, share_text
from boardwright.errors import BoardwrightError
from boardwright.executors import open_executor
from boardwright.game import AnyGame
from boardwright.registry import find_game
from boardwright.study.balance import Balance, Sample, all_games, default_games, default_player, study_balance
from boardwright.study.report import balance_page
from boardwright.study.report.plots import percent

ABOUT = "measure the balance and character of a game: a table, and an HTML page with plots"


def declare(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--games",
        type=whole_number(2),
        metavar="N",
        help="number of games (default: 300; 20 without a core); in addition, as many "
        "random games and half as many games against a weaker player are played",
    )
    parser.add_argument(
        "--player",
        metavar="SPEC",
        help=f"the player for both sides (default: engine:nodes=2000; mcts:visits=25 without a core): {PLAYERS}",
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
    game = find_game(options.game)
    file = _page_file(options, game)
    balance = _run_study(options, game)
    if not balance.games:
        if options.json:
            print_json(error_data("no game was finished"))
        return _status(balance)
    if options.json:
        print_json(balance.summary())
    else:
        print("\n".join(balance_lines(balance)))
    if file is not None:
        write_file(str(file), balance_page(balance), replace=True)
        print(f"page written to {file}", file=sys.stderr if options.json else sys.stdout)
        if options.open:
            show_page(file)
    return _status(balance)


def _page_file(options: argparse.Namespace, game: AnyGame) -> Path | None:
    """Return the path of the page; raise before the first game if it cannot be written."""
    if options.html is None and (options.no_html or (options.json and not options.open)):
        if options.open:
            raise BoardwrightError("there is no page to show: expected --open or --no-html, not both")
        return None
    name = options.html or f"{game.full_name.replace(':', '-')}-balance.html"
    return page_file(name)


def _run_study(options: argparse.Namespace, game: AnyGame) -> Balance:
    player = options.player or default_player(game)
    games = options.games or default_games(game)
    with (
        open_executor(options.jobs, options.ray) as executor,
        interruption() as stop,
        bar(all_games(player, games)) as advance,
    ):
        advance(0, player)
        return study_balance(
            game,
            player=player,
            games=games,
            seed=options.seed,
            executor=executor,
            on_progress=lambda done, balance: advance(done, _running(balance)),
            stop=stop,
        )


def _running(balance: Balance) -> str:
    """Return the title of the progress bar: the players and the running score."""
    if balance.skill is not None:
        return f"{' - '.join(balance.skill.players)}  {balance.skill.score:.0%}"
    sample = balance.random if balance.random.games else balance.player
    return f"{sample.player}  {'+{} ={} -{}'.format(*sample.results)}"


def _status(balance: Balance) -> int | None:
    """Return the exit status and print failures on standard error."""
    failures = [*balance.player.failures, *balance.crashes]
    warn(failures)
    if not balance.complete:
        return interrupted()
    return SOME_BAD if failures else None


def balance_lines(balance: Balance) -> list[str]:
    """Return the report as lines of text."""
    samples = [sample for sample in balance.samples if sample.games]
    head = (f"balance of {balance.game.full_name}", *(sample.player for sample in samples))
    columns = [_figures(sample) for sample in samples]
    rows = [head, *((name, *(column[name] for column in columns)) for name in (columns[0] if columns else ()))]
    lines = [*aligned(rows), *_skill_lines(balance)]
    for sample in samples:
        endings = [(ending.text, share_text(int(ending.share.number), sample.games)) for ending in sample.endings]
        lines += ["", f"how games of {sample.player} end", *aligned(endings)]
    for sample in samples:
        lines += ["", f"what the pieces of {sample.player} do in a game", *_piece_lines(sample)]
    return lines


def _figures(sample: Sample) -> dict[str, str]:
    """Return the rows of the table for one player."""
    first, second = sample.game.sides
    results, points, lead = sample.results, sample.results.points, sample.lead
    lengths, choices = sample.lengths, sample.choices
    return {
        "games": f"{sample.games}",
        "different games": f"{sample.distinct}",
        f"{first} wins": share_text(results.won, sample.games),
        "drawn": share_text(results.drawn, sample.games),
        f"{second} wins": share_text(results.lost, sample.games),
        f"points of {first}": f"{points.share:.1%}",
        "95% interval": f"{points.low:.1%} to {points.high:.1%}",
        "moves, median": f"{lengths.median:g}",
        "moves, middle half": f"{lengths.lower:.0f} to {lengths.upper:.0f}",
        "moves, shortest and longest": f"{lengths.least}, {lengths.most}",
        "legal moves, mean": f"{choices.mean:.1f}",
        "legal moves, least and most": f"{choices.least}, {choices.most}",
        "draws by history": share_text(int(sample.draws_by_history.number), sample.games),
        "games with a repeated position": share_text(int(sample.repeating.number), sample.games),
        "lead changes a game": "-" if lead is None else f"{lead.mean_changes:.2f}",
        "won from behind": "-" if lead is None else share_text(lead.comebacks, lead.won),
        "decided after, median": "-" if lead is None else f"{lead.decided_share:.0%} of the game",
        "squares never visited": f"{len(sample.untouched_squares)}",
    }


def _skill_lines(balance: Balance) -> list[str]:
    result = balance.skill
    if result is None or not result.games:
        return []
    low, high = score_interval(result.pairs)
    score = f"{result.score:.1%} (95%: {low:.1%} to {high:.1%})"
    return ["", f"skill: {result.players[0]} scores {score} against {result.players[1]} in {result.games} games"]


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
