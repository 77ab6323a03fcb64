"""How a contest stands while it is played: a live display on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from boardwright.arena.pairs import GameProgress, PairReport
from boardwright.arena.results import MatchResult
from boardwright.arena.standings import Schedule, TournamentResult
from boardwright.arena.tournament import NOBODY, Watcher
from boardwright.cli.contest_tables import PAIR_POINTS
from boardwright.cli.tables import elo_text, rating_cells
from boardwright.texts import counted

if TYPE_CHECKING:
    from rich.console import Console, Group, RenderableType

LINE_INTERVAL = 30.0
"""How often a line is printed where there is no terminal, in seconds."""
REDRAWS = 4
"""How often the display is drawn, per second."""
MOST_ROWS = 12
"""The largest number of players and of games under way that are shown."""


@contextmanager
def contest_display(pairs: int, *, is_quiet: bool) -> Iterator[Watcher]:
    """Yield the watcher that shows a contest, with this number of pairs in each match, on standard error."""
    if is_quiet:
        yield NOBODY
        return
    if sys.stderr.isatty():
        try:
            from rich.console import Console
        except ImportError:
            pass
        else:
            with _LiveDisplay(pairs, Console(stderr=True)).shown() as watcher:
                yield watcher
            return
    yield Watcher(on_pair=_Lines(pairs).add)


def status_text(result: TournamentResult, pairs: int) -> str:
    """Return how a contest stands, as one line.

    >>> match = MatchResult("turm:centre", ("engine", "random"), pairs=[0, 1, 2, 0, 7], won=16, drawn=1, lost=3)
    >>> status_text(TournamentResult(match.game, ["engine", "random"], Schedule.MATCH, [(0, 1)], [match]), 50)
    '20 of 100 games: won 16, drawn 1, lost 3, 82.5%, Elo +269 (95%: +75 to +464)'
    """
    total = 2 * pairs * len(result.matches)
    head = f"{result.games} of {total} games"
    if result.schedule == Schedule.MATCH:
        (match,) = result.matches
        texts = [f"won {match.won}, drawn {match.drawn}, lost {match.lost}", f"{match.score:.1%}"]
        texts.append(f"Elo {elo_text(match.elo)}")
        if match.sprt is not None:
            texts.append(_ratio_text(match))
        return f"{head}: {', '.join(texts)}"
    best = enumerate(result.standings()[:3], 1)
    return f"{head}: {', '.join(f'{rank}. {line.name} {rating_cells(line.elo)[0]}'.rstrip() for rank, line in best)}"


def _ratio_text(match: MatchResult) -> str:
    assert match.sprt is not None
    low, high = match.sprt.bounds
    return f"LLR {match.sprt.log_ratio(match.evidence):.2f} ({low:.2f} to {high:.2f})"


class _Lines:
    """Prints how the contest stands, but not often."""

    def __init__(self, pairs: int) -> None:
        self.pairs = pairs
        self.printed = monotonic()

    def add(self, result: TournamentResult) -> None:
        if monotonic() - self.printed >= LINE_INTERVAL:
            self.printed = monotonic()
            print(status_text(result, self.pairs), file=sys.stderr, flush=True)


class _LiveDisplay:
    """The state of a contest on a terminal: progress, score or table, and the games under way."""

    def __init__(self, pairs: int, console: Console) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self.pairs = pairs
        self.console = console
        self.games: dict[tuple[int, int], GameProgress] = {}
        self.result: TournamentResult | None = None
        self.title: RenderableType = ""
        self.summary: RenderableType = "choosing the openings"
        self.progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games, for"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=console,
        )
        self.task = self.progress.add_task("", total=None)

    @contextmanager
    def shown(self) -> Iterator[Watcher]:
        from rich.live import Live

        with Live(console=self.console, refresh_per_second=REDRAWS, transient=True, get_renderable=self.drawn):
            yield Watcher(
                on_start=self.start, on_pair=self.add_pair, on_progress=self.add_game, on_finished=self.end_pair
            )

    def start(self, result: TournamentResult) -> None:
        self.progress.update(self.task, total=2 * self.pairs * len(result.matches))
        is_match = result.schedule == Schedule.MATCH
        who = " against ".join(result.players) if is_match else counted(len(result.players), "player")
        self.title = _plain(f"{result.game}, {who}", "bold")

    def add_game(self, game: GameProgress) -> None:
        self.games[game.match, game.number] = game

    def end_pair(self, pair: PairReport) -> None:
        self.games.pop((pair.match, pair.number), None)

    def add_pair(self, result: TournamentResult) -> None:
        # Everything is computed here: the thread that draws must not see a result that is being changed.
        self.progress.update(self.task, completed=result.games)
        is_match = result.schedule == Schedule.MATCH
        self.summary = _match_table(result.matches[0]) if is_match else _standing_table(result)

    def drawn(self) -> Group:
        from rich.console import Group

        games = sorted(self.games.copy().values(), key=lambda game: (game.number, game.match))
        return Group(self.title, self.progress, self.summary, "", _games_table(games))


def _match_table(match: MatchResult) -> RenderableType:
    from rich.table import Table

    table = Table.grid(padding=(0, 2))
    rows = [
        ("score", f"{match.score:.1%}, won {match.won}, drawn {match.drawn}, lost {match.lost}"),
        ("pairs", ", ".join(f"{n} x {points}" for n, points in zip(match.pairs, PAIR_POINTS, strict=True))),
        ("Elo", f"{elo_text(match.elo)}, nElo {elo_text(match.normalized_elo)}"),
        ("superiority", f"{match.superiority:.1%} likely"),
    ]
    if match.sprt is not None:
        rows.append(("test", _ratio_text(match)))
    forfeits = [figures.forfeits for figures in match.figures]
    if any(forfeits):
        counts = (f"{player} {n}" for player, n in zip(match.players, forfeits, strict=True))
        rows.append(("forfeits", ", ".join(counts)))
    for name, text in rows:
        table.add_row(_plain(name, "dim"), _plain(text))
    return table


def _standing_table(result: TournamentResult) -> RenderableType:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("rank", justify="right")
    table.add_column("player")
    for name in ("Elo", "95%", "games", "points", "forfeits"):
        table.add_column(name, justify="right")
    standings = result.standings()
    for rank, line in enumerate(standings[:MOST_ROWS], 1):
        cells = *rating_cells(line.elo), str(line.games), f"{line.points:g}"
        table.add_row(str(rank), _plain(line.name), *cells, str(line.figures.forfeits))
    if len(standings) > MOST_ROWS:
        table.add_row("", _plain(f"and {counted(len(standings) - MOST_ROWS, 'player')} more", "dim"))
    return table


def _games_table(games: list[GameProgress]) -> RenderableType:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("game", justify="right")
    table.add_column("moves first")
    table.add_column("score", justify="right")
    table.add_column("second")
    table.add_column("score", justify="right")
    table.add_column("plies", justify="right")
    for game in games[:MOST_ROWS]:
        first, second = (_plain(name) for name in game.names)
        own, other = ("" if score is None else f"{score:+.2f}" for score in game.scores)
        table.add_row(f"{game.number + 1}.{game.first + 1}", first, own, second, other, str(game.plies))
    return table


def _plain(text: str, style: str = "") -> RenderableType:
    """Return text without markup: the command of a player may hold brackets."""
    from rich.text import Text

    return Text(text, style=style, overflow="ellipsis", no_wrap=True)
