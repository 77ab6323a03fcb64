"""The page that compares games: one table, and the same small plots for each, on the same scales."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from boardwright.render import position_svg
from boardwright.render.markup import escaped
from boardwright.study.balance.balance import Balance
from boardwright.study.report.figures import balance_figures
from boardwright.study.report.page import NAMESPACE, PAGE_END, page_start, side_style
from boardwright.study.report.parts import figure, section, table
from boardwright.study.report.plots import Curve, Estimate, curves, estimates, histogram, reach, stacked
from boardwright.study.report.sections import (
    PLAYER,
    SIDES,
    bins_of,
    findings_list,
    result_parts,
    side_legend,
    step_words,
)

FIRST, SECOND = "first side", "second side"


def comparison_page(balances: Sequence[Balance]) -> str:
    """Return the page as HTML, without scripts or external resources; every study has games.

    >>> from boardwright.study.balance import study_balance
    >>> studies = [study_balance(game, player="random", games=2, jobs=0) for game in ("turm:centre", "turm:castle")]
    >>> page = comparison_page(studies)
    >>> page.startswith("<!DOCTYPE html>"), page.count("How long is a game?"), "<script" in page
    (True, 1, False)
    """
    names = names_of(balances)
    title = " and ".join(dict.fromkeys(balance.game.title for balance in balances))
    start = page_start(f"{title}: comparison", side_style(balances[0].game.sides))
    what = "variants" if len({balance.game.name for balance in balances}) == 1 else "games"
    head = f"<header><div><h1>{escaped(title)}: {len(balances)} {what} compared</h1>{_about(balances)}</div></header>\n"
    pictures = "".join(
        f"<div><h3>{escaped(name)}</h3>{_start_picture(balance)}</div>"
        for name, balance in zip(names, balances, strict=True)
    )
    sections = [make(list(zip(names, balances, strict=True))) for make in SECTIONS]
    return f'{start}{head}<div class="variants">{pictures}</div>{"".join(sections)}{PAGE_END}'


Named = Sequence[tuple[str, Balance]]
"""The studies with the names under which they are shown."""


def names_of(balances: Sequence[Balance]) -> list[str]:
    """Return names that tell studies apart: the variants of one game, or the games, with a number where they agree."""
    games = [balance.game for balance in balances]
    full = [game.full_name for game in games]
    names = [game.variant for game in games] if len({game.name for game in games}) == 1 else full
    if len(set(names)) == len(names):
        return names
    return [f"{name} ({number})" for number, name in enumerate(full, 1)]


def _start_picture(balance: Balance) -> str:
    game = balance.game
    return position_svg(game, game.start(), title=f"{game.full_name}, start").replace(NAMESPACE, "")


def _about(balances: Sequence[Balance]) -> str:
    players = dict.fromkeys(f"<code>{escaped(balance.player.player)}</code>" for balance in balances)
    games = [balance.player.games for balance in balances]
    number = f"{min(games)}" if min(games) == max(games) else f"{min(games)} to {max(games)}"
    note = "Plots of the same kind have the same scales. Shares come with their 95% intervals."
    lines = [
        f"<p>{number} games of {' or '.join(players)} against itself for each.</p>",
        f'<p class="muted">{note}</p>',
    ]
    if not all(balance.complete and balance.in_time for balance in balances):
        lines.append('<p class="warning">Not all games could be played: these are the games until then.</p>')
    return "".join(lines)


def _table(named: Named) -> str:
    columns = [balance_figures(balance) for _, balance in named]
    rows = [(name, *(column[name] for column in columns)) for name in columns[0]]
    return section("In figures", "", "", table(("", *(name for name, _ in named)), rows))


def _weaknesses(named: Named) -> str:
    lists = _multiples(
        figure(name, findings_list(balance.findings) or '<p class="muted">nothing</p>', "") for name, balance in named
    )
    return section("What stands out?", "", "Weaknesses of the rules that the games, or a proof, show.", lists)


def _who_wins(named: Named) -> str:
    rows = [
        Estimate(name, points.share, points.low, points.high, PLAYER)
        for name, balance in named
        for points in (balance.player.results.points,)
    ]
    bars = [(name, result_parts(balance.player.results, (FIRST, SECOND), SIDES)) for name, balance in named]
    plots = _multiples(
        (
            estimates(rows, "points a game of the first side", worse=f"{SECOND} better", better=f"{FIRST} better"),
            side_legend((FIRST, SECOND)) + stacked(bars, "results"),
        )
    )
    return section(
        "Who wins?", "", "The points a game of the side that moves first: a win counts one, a draw half.", plots
    )


def _skill(named: Named) -> str:
    curves_of = [
        (name, [Estimate(step_words(step), step.score, step.low, step.high, PLAYER) for step in balance.steps])
        for name, balance in named
        if balance.steps
    ]
    if not curves_of:
        return ""
    plots = _multiples(
        figure(name, estimates(rows, f"skill curve, {name}", worse="no gain", better="thinking more wins"), "")
        for name, rows in curves_of
    )
    return section("How deep is it?", "", "Each player against the next weaker one: what more thinking gains.", plots)


def _lengths(named: Named) -> str:
    lengths = [[game.length for game in balance.player.statistics] for _, balance in named]
    bins = [bins_of(values, *lengths) for values in lengths]
    most = max(place.number for places in bins for place in places)
    plots = _multiples(
        figure(
            name,
            histogram(
                places,
                f"lengths of games, {name}",
                across="moves",
                colour=PLAYER,
                marked=(median, f"median {median:g}"),
                most=most,
            ),
            "",
        )
        for (name, balance), places in zip(named, bins, strict=True)
        for median in (balance.player.lengths.median,)
    )
    return section("How long is a game?", "", "The number of moves from the start to the end.", plots)


def _choice(named: Named) -> str:
    series = [
        Curve(name, PLAYER, [(row.ply, row.lower, row.mean, row.upper) for row in balance.player.choices_by_ply])
        for name, balance in named
    ]
    most = reach(series)
    plots = _multiples(
        figure(
            curve.label,
            curves(
                [curve],
                f"legal moves, {curve.label}",
                across="move of the game",
                up="legal moves",
                whole=True,
                most=most,
            ),
            "",
        )
        for curve in series
    )
    return section("How much choice is there?", "", "Legal moves: the mean, and the middle half of the games.", plots)


def _decided(named: Named) -> str:
    courses = [
        (name, Curve("winner's chance", PLAYER, lead.course))
        for name, balance in named
        if (lead := balance.player.lead) is not None and lead.won
    ]
    if not courses:
        return ""
    across = "share of the game"
    plots = _multiples(
        figure(
            name,
            curves([curve], f"winner's chances, {name}", across=across, up="chance to win", shares=True),
            "",
        )
        for name, curve in courses
    )
    return section("When is it decided?", "", "The winner's chances as the game goes on: the median game.", plots)


SECTIONS: Sequence[Callable[[Named], str]] = (_table, _weaknesses, _who_wins, _skill, _lengths, _choice, _decided)


def _multiples(contents: Iterable[str]) -> str:
    """Put small plots side by side."""
    return f'<div class="multiples">{"".join(f"<div>{content}</div>" for content in contents)}</div>'
