"""The page: its head, the main figures, a section for each question, and the method."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from boardwright.arena.openings import CANDIDATES, DEFAULT_PLIES, NEARLY
from boardwright.game import AnyGame
from boardwright.registry import file_of
from boardwright.render import position_svg
from boardwright.render.markup import escaped
from boardwright.render.picture import paints_of
from boardwright.study.balance.balance import Balance
from boardwright.study.balance.sample import ENOUGH
from boardwright.study.report.sections import SECTIONS
from boardwright.study.report.words import KeyFigure, key_figures
from boardwright.version import __version__

NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""Inline SVG needs no namespace."""

RIMS = {"white": "#8d8473", "black": "#7d828e"}
"""Pieces as light or as dark as the page need an outline that is visible on both."""

GENERATOR = '<meta name="generator" content="Boardwright '
PAGE_END = "</main>\n</body>\n</html>\n"
HEAD = 1000
"""How many characters of a page include its generator tag."""


def balance_page(balance: Balance) -> str:
    """Return the report as HTML, without scripts or external resources.

    >>> from boardwright.study.balance import study_balance
    >>> page = balance_page(study_balance("turm", player="random", games=2, jobs=0))
    >>> page.startswith("<!DOCTYPE html>"), "<script" in page
    (True, False)
    """
    start = page_start(f"{balance.game.title}: balance report", side_style(balance.game.sides))
    sections = [section for make in SECTIONS if (section := make(balance))] if balance.player.games else []
    body = [_head(balance), _key_figures(key_figures(balance)), *sections, _method(balance)]
    return f"{start}{''.join(body)}{PAGE_END}"


def page_start(title: str, style: str = "") -> str:
    """Return the beginning of a page up to its content, with additional style; ``PAGE_END`` ends it."""
    common = Path(__file__).with_name("report.css").read_text(encoding="utf-8")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'{GENERATOR}{escaped(__version__)}">\n<title>{escaped(title)}</title>\n'
        f"<style>\n{common}{style}</style>\n</head>\n<body>\n<main>\n"
    )


def side_style(sides: tuple[str, str]) -> str:
    """Return the colours of the two sides, those of their pieces."""
    rules = []
    for number, (name, paint) in enumerate(zip(sides, paints_of(sides), strict=True)):
        rim = RIMS.get(name, paint.edge)
        rules.append(f".side{number} {{ fill: {paint.face}; stroke: {rim}; stroke-width: 1; }}")
        rules.append(f".on-side{number} {{ fill: {paint.mark}; font-weight: 600; }}")
    return "\n".join(rules) + "\n"


def is_page(text: str) -> bool:
    """Whether a text begins as the pages made here.

    >>> is_page("<!DOCTYPE html>"), is_page(f"<!DOCTYPE html>{GENERATOR}0.1.0")
    (False, True)
    """
    return GENERATOR in text[:HEAD]


def _head(balance: Balance) -> str:
    game, player, random = balance.game, balance.player, balance.random
    picture = position_svg(game, game.start(), title=f"{game.title}, start")
    name = game.title if len(game.variants) == 1 else f"{game.title}, {game.variant}"
    played = f"{player.games} games of <code>{escaped(player.player)}</code> against itself"
    beside = f", beside them {random.games} games of random moves" if random.games else ""
    lines = [
        f"<h1>{escaped(name)}: is it balanced?</h1>",
        f"<p>{played}{beside}. {escaped(game.sides[0].capitalize())} moves first.</p>",
        '<p class="muted">Good play shows what the rules lead to, random moves what they allow. Each share comes '
        "with its 95% interval: were the study made again and again, such intervals would hold the true share 19 "
        "times out of 20.</p>",
    ]
    if not balance.complete:
        lines.append('<p class="warning">The study was interrupted: these are the games played until then.</p>')
    if not balance.in_time:
        lines.append('<p class="warning">The time was too short for all games: these are the games until then.</p>')
    if balance.crashes or player.failures:
        lost = len(balance.crashes) + len(player.failures)
        lines.append(f'<p class="warning">{lost} games failed and are left out.</p>')
    return f"<header><div>{''.join(lines)}</div>{picture.replace(NAMESPACE, '')}</header>\n"


def _key_figures(figures: Sequence[KeyFigure]) -> str:
    cards = [
        f"<li><b>{escaped(each.figure)}</b><span>{escaped(each.about)}</span><p>{escaped(each.sentence)}</p></li>"
        for each in figures
    ]
    return f'<ul class="figures">\n{chr(10).join(cards)}\n</ul>\n' if cards else ""


def _name(game: AnyGame) -> str:
    """Return a game as typed on the command line: its name, or its file."""
    file = file_of(game)
    return game.full_name if file is None else Path(file).name


def _method(balance: Balance) -> str:
    player = balance.player
    paragraphs = [
        f"<b>Openings.</b> {len(player.straight)} of the player's games are its own from the first move on, "
        f"{len(player.opened)} begin with up to {DEFAULT_PLIES} varied moves: each is any of the best "
        f"{CANDIDATES} that cost at most {NEARLY:.0%} of the chance to win. They are not chosen for even chances, so "
        "that an advantage of the first move is not evened out. A player that always plays the same game from the "
        f"start plays it once. {player.distinct} of {player.games} games differ in some move.",
        "<b>Intervals</b> are Wilson's, at 95%; a draw counts half a point. Means by move number are shown while at "
        f"least {ENOUGH:.0%} of the games go on.",
        "<b>Chances</b> are the player's own, before each move the mean of what each side said last. A weak player "
        "judges poorly, and all of this says how such a player plays the game, not what perfect play would give.",
        f"<b>Again.</b> <code>boardwright balance {escaped(_name(balance.game))} --player "
        f"{escaped(player.player)} --games {player.games} --seed {balance.seed}</code>",
    ]
    return f"<section><h2>How it was measured</h2>{''.join(f'<p>{line}</p>' for line in paragraphs)}</section>\n"
