"""The figures of a study in plain words."""

from __future__ import annotations

import re
from typing import NamedTuple

from boardwright.arena.statistics import score_interval
from boardwright.study.balance.balance import Balance
from boardwright.study.balance.sample import Ending, Results, Sample, Spread
from boardwright.study.report.plots import percent

SLIGHT, LARGE = 0.05, 0.15
"""The distance of the points per game from one half for a slight, and for a large, advantage."""

VAGUE = 0.2
"""An interval wider than this is inconclusive."""

DRAWISH = 0.5
OFTEN_REPEATS = 0.1
EARLY, LATE = 0.5, 0.85
"""A game decided before the first share of its length drags on; after the second, it is open to the end."""

NOISY = 3
"""More lead changes per game suggest that the player cannot tell who leads."""

SKILLED, UNSKILLED = 0.75, 0.6
PLAYER = re.compile(r"\w+:\w")


class KeyFigure(NamedTuple):
    """A figure that a designer wants to know first: a word or a number, then a sentence."""

    about: str
    figure: str
    sentence: str


def key_figures(balance: Balance) -> list[KeyFigure]:
    """Return the figures that a designer wants to know first."""
    sample = balance.player
    if not sample.games:
        return []
    found = [_advantage(balance), _length(sample), _choice(sample), _draws(sample)]
    if sample.lead is not None and sample.lead.won:
        found.append(_decision(sample))
    if balance.skill is not None and balance.skill.games:
        found.append(_skill(balance))
    return found


def advantage_words(results: Results, side: str) -> str:
    """Describe the advantage of moving first, as far as the games show it.

    >>> advantage_words(Results(57, 0, 43), "white")
    'white may have an advantage, but 100 games do not prove it'
    >>> advantage_words(Results(120, 10, 70), "white")
    'white, who moves first, has a clear advantage'
    """
    points = results.points
    if points.low <= 0.5 <= points.high:
        if points.high - points.low > VAGUE:
            return f"{results.games} games are too few to tell whether moving first helps"
        if abs(points.share - 0.5) < SLIGHT:
            return "no advantage for either side can be seen"
        leader = f"{side} may have an advantage" if points.share > 0.5 else f"{side} may be at a disadvantage"
        return f"{leader}, but {results.games} games do not prove it"
    size = "a slight" if abs(points.share - 0.5) < SLIGHT else "a large"
    if SLIGHT <= abs(points.share - 0.5) < LARGE:
        size = "a clear"
    kind = "advantage" if points.share > 0.5 else "disadvantage"
    return f"{side}, who moves first, has {size} {kind}"


def ending_words(ending: Ending, sides: tuple[str, str]) -> str:
    """Return a way in which games end: the winner and the termination.

    >>> from boardwright.game import Termination
    >>> from boardwright.study.balance.sample import Share
    >>> ending_words(Ending(Termination.NO_MOVES, 1, Share.of(1, 2), 7, ("stuck",)), ("red", "blue"))
    'blue wins: no moves'
    """
    result = "draw" if ending.winner is None else f"{sides[ending.winner]} wins"
    return f"{result}: {ending.termination.value.replace('_', ' ')}"


def spread_words(spread: Spread, noun: str) -> str:
    """
    >>> spread_words(Spread.of([10, 20, 30, 40, 50]), "moves")
    'half of the games take 20 to 40 moves; the shortest took 10, the longest 50'
    """
    return (
        f"half of the games take {_middle_half(spread)} {noun}; "
        f"the shortest took {spread.least}, the longest {spread.most}"
    )


def capital(sentence: str) -> str:
    """Capitalise a sentence, unless it begins with the specification of a player, and end it with a full stop.

    >>> capital("white wins"), capital("mcts:visits=9 wins"), capital("unused: a1, …")
    ('White wins.', 'mcts:visits=9 wins.', 'Unused: a1, …')
    """
    start = sentence[:1] if PLAYER.match(sentence) else sentence[:1].upper()
    return f"{start}{sentence[1:]}{'' if sentence.endswith('…') else '.'}"


def _middle_half(spread: Spread) -> str:
    lower, upper = round(spread.lower), round(spread.upper)
    return str(lower) if lower == upper else f"{lower} to {upper}"


def _advantage(balance: Balance) -> KeyFigure:
    results = balance.player.results
    points = results.points
    sentence = (
        f"{advantage_words(results, balance.game.sides[0])} (95% interval: {points.low:.0%} to {points.high:.0%})"
    )
    return KeyFigure(f"{balance.game.sides[0]}'s share of the points", f"{points.share:.0%}", capital(sentence))


def _length(sample: Sample) -> KeyFigure:
    return KeyFigure(
        "moves in a typical game", f"{sample.lengths.median:g}", capital(spread_words(sample.lengths, "moves"))
    )


def _choice(sample: Sample) -> KeyFigure:
    choices = sample.choices
    sentence = f"half of all positions offer {_middle_half(choices)}, none more than {choices.most}"
    return KeyFigure("legal moves to choose from", f"{choices.mean:.0f}", capital(sentence))


def _draws(sample: Sample) -> KeyFigure:
    drawn, games = sample.results.drawn, sample.games
    history, repeating = sample.draws_by_history, sample.repeating
    sentence = f"{history.number} of {games} games end by repetition or for lack of progress"
    if repeating.share > OFTEN_REPEATS:
        sentence += f"; in {percent(repeating.share)} some position comes twice"
    if drawn > DRAWISH * games:
        sentence += ": good players seldom find a winner"
    return KeyFigure("games drawn", percent(drawn / games), capital(sentence))


def _decision(sample: Sample) -> KeyFigure:
    lead = sample.lead
    assert lead is not None
    sentence = f"the lead changes {lead.mean_changes:.1f} times a game; "
    sentence += f"{lead.comebacks} of {lead.won} winners came from behind"
    if lead.mean_changes > NOISY:
        sentence += "; this many changes suggest a player too weak to judge: try a stronger one"
    elif lead.decided_share < EARLY:
        sentence += "; much is played after the outcome is clear"
    elif lead.decided_share > LATE:
        sentence += "; games stay open almost to the end"
    return KeyFigure("of the game gone when it is decided", f"{lead.decided_share:.0%}", capital(sentence))


def _skill(balance: Balance) -> KeyFigure:
    result = balance.skill
    assert result is not None
    low, high = score_interval(result.pairs)
    sentence = (
        "thinking pays"
        if low > UNSKILLED
        else "thinking more helps, but there are too few games to tell how much"
        if low > 0.5 and high > SKILLED
        else "thinking more helps, but not much"
        if low > 0.5
        else "whether thinking pays is open"
    )
    if low > SKILLED:
        sentence = "a game of skill: thinking pays"
    sentence = f"{sentence} ({result.players[0]} against {result.players[1]}, 95% interval: {low:.0%} to {high:.0%})"
    return KeyFigure("of the points by thinking ten times more", f"{result.score:.0%}", capital(sentence))
