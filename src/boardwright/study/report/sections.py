"""The sections of the page, one for each question of a designer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import ceil

from boardwright.arena.results import MatchResult
from boardwright.arena.statistics import score_interval
from boardwright.render.markup import escaped
from boardwright.study.balance.balance import Balance, Finding
from boardwright.study.balance.lead import BEHIND, DECIDED, LEADS, TENTHS
from boardwright.study.balance.sample import Ending, Results, Sample, Share, Use, results_of
from boardwright.study.balance.skill import SkillStep
from boardwright.study.balance.values import EQUAL, GOOD
from boardwright.study.report.boards import heat_map, heat_scale
from boardwright.study.report.parts import beside, details, figure, headed, legend, section, swatch, table
from boardwright.study.report.plots import (
    Bin,
    Curve,
    Estimate,
    Part,
    curves,
    estimates,
    histogram,
    meter,
    percent,
    stacked,
)
from boardwright.study.report.words import NOISY, advantage_words, capital, ending_words, spread_words
from boardwright.texts import counted
from boardwright.views import Side

PLAYER, RANDOM, DRAW = "player", "random", "draw"
SIDES = ("side0", "side1")
MAX_BINS = 24
BEST_FIRST_MOVES = 8
SELDOM, HUNDRED = 0.5, 100
"""Below this count per game, figures are given per hundred games."""


def who_wins(balance: Balance) -> str:
    """The advantage of moving first."""
    sides, player = balance.game.sides, balance.player
    samples = _samples(balance)
    rows = [_points(sample.results.points, sample.player, colour) for sample, colour in samples]
    if player.straight and player.opened and len(player.straight) > 1:
        rows[1:1] = [
            _points(results_of(player.straight).points, "straight from the start", PLAYER),
            _points(results_of(player.opened).points, "from varied openings", PLAYER),
        ]
    bars = [(sample.player, result_parts(sample.results, sides, SIDES)) for sample, _ in samples]
    words = capital(advantage_words(player.results, sides[0]))
    explanation = (
        f"The points a game of {sides[0]}, who moves first: a win counts one, a draw half. At 50% both sides have the "
        "same chances; an interval that crosses the dashed line leaves open who is better off."
    )
    plots = beside(
        estimates(rows, "points a game of the first side", worse=f"{sides[1]} better", better=f"{sides[0]} better"),
        side_legend(sides) + stacked(bars, "results"),
    )
    return section("Who wins?", words, explanation, plots)


def how_skilled(balance: Balance) -> str:
    """The player's score against a weaker version of itself."""
    result = balance.skill
    if result is None or not result.games:
        return ""
    stronger = result.players[0]
    matches = [match for match in (balance.against_random, result) if match is not None and match.games]
    rows = [_match_estimate(match) for match in matches]
    bars = [(f"against {match.players[1]}", _match_parts(match)) for match in matches]
    explanation = (
        f"{result.games} games between the player and one that thinks ten times less, and as many against random "
        "moves, every opening with both sides. Where skill decides, the one that thinks more gets nearly all the "
        "points; where luck, symmetry or a narrow choice decides, about half. Draws between unequal players keep it "
        "near half too."
    )
    colours = legend((PLAYER, stronger), (DRAW, "draw"), (RANDOM, "the other"))
    plots = beside(
        estimates(rows, "points of the stronger player", worse="skill does not help", better="skill decides"),
        colours + stacked(bars, "results"),
    )
    return section(
        "Is it a game of skill?", f"The player that thinks more scores {result.score:.0%}.", explanation, plots
    )


def _match_estimate(match: MatchResult) -> Estimate:
    low, high = score_interval(match.pairs) if any(match.pairs) else (0.0, 1.0)
    return Estimate(f"against {match.players[1]}", match.score, low, high, PLAYER)


def _match_parts(match: MatchResult) -> list[Part]:
    return result_parts(Results(match.won, match.drawn, match.lost), match.players, (PLAYER, RANDOM))


def skill_curve(balance: Balance) -> str:
    """What each doubling of the player's limit gains."""
    steps = balance.steps
    if not steps:
        return ""
    rows = [Estimate(step_words(step), step.score, step.low, step.high, PLAYER) for step in steps]
    explanation = (
        "Each player against the next weaker one, whose limit is half as large, or which looks one ply less deep. A "
        "game that rewards thinking does so again and again; where the curve falls to 50%, more thinking finds nothing "
        "more. Few games give wide intervals."
    )
    last = steps[-1]
    words = f"The last step, to {last.stronger}, scores {last.score:.0%} against {last.weaker}."
    title = "points of the stronger player of each step"
    return section(
        "How deep is it?", words, explanation, estimates(rows, title, worse="no gain", better="thinking more wins")
    )


def step_words(step: SkillStep) -> str:
    """Return the label of a step: both players, without what they share.

    >>> step_words(SkillStep("engine:nodes=500", "engine:nodes=250", 4, 0.5, 0.2, 0.8))
    'nodes=500 against 250'
    """
    stronger, _, rest = step.stronger.partition(":")
    name, _, value = rest.rpartition("=")
    weaker = step.weaker.removeprefix(f"{stronger}:").removeprefix(f"{name}=")
    return f"{f'{name}={value}' if name else step.stronger} against {weaker}"


def what_stands_out(balance: Balance) -> str:
    """The weaknesses that the study has found."""
    found = balance.findings
    explanation = (
        "What the games or a proof show to be weak: forced wins, sides, pieces, squares and moves that do not matter. "
        "Nothing is listed that the games leave open."
    )
    words = f"{counted(len(found), 'finding')}." if found else "No weakness was found."
    return section("What stands out?", words, explanation, findings_list(found))


def findings_list(found: Sequence[Finding]) -> str:
    """Return findings as a list."""
    items = (
        f'<li class="{finding.severity}"><span class="severity">{finding.severity}</span>'
        f'<b>{escaped(capital(finding.sentence))}</b><p class="muted">{escaped(capital(finding.evidence))}</p></li>'
        for finding in found
    )
    return f'<ul class="findings">{"".join(items)}</ul>' if found else ""


def how_first_moves_differ(balance: Balance) -> str:
    """The values of the first moves, and how often all moves are equally good."""
    choices = balance.choices
    if choices is None:
        return ""
    rows = [(value.move, percent(value.win_probability)) for value in choices.first[:BEST_FIRST_MOVES]]
    words = f"{choices.good_first_moves} of {len(choices.first)} first moves are within {GOOD:.0%} of the best."
    explanation = (
        f"The chances to win after each first move, as {balance.player.player} sees them. Of {choices.positions} "
        f"positions from the first halves of the games, in {choices.idle} all moves are equally good to it, within "
        f"{EQUAL:.0%}."
    )
    title = f"the best of {len(choices.first)} first moves" if len(choices.first) > len(rows) else "first moves"
    return section("Do the moves differ?", words, explanation, figure(title, table(("move", "wins"), rows), ""))


def how_long(balance: Balance) -> str:
    """The lengths of games."""
    sample = balance.player
    explanation = (
        "The number of moves from the start to the end; the line is the median, half of the games are shorter."
    )
    if sample.turns != sample.lengths:
        turns = sample.turns
        explanation += (
            f" A turn may have several moves: in turns, half of the games of {sample.player} take {turns.lower:.0f} to "
            f"{turns.upper:.0f}, the median is {turns.median:g}."
        )
    plots = [
        headed(
            sample,
            histogram(
                bins_of([game.length for game in sample.statistics]),
                f"lengths of games, {sample.player}",
                across="moves",
                colour=colour,
                marked=(sample.lengths.median, f"median {sample.lengths.median:g}"),
            ),
            f"mean {sample.lengths.mean:.1f}; {spread_words(sample.lengths, 'moves')}",
        )
        for sample, colour in _samples(balance)
    ]
    return section("How long is a game?", capital(spread_words(sample.lengths, "moves")), explanation, beside(*plots))


def how_much_choice(balance: Balance) -> str:
    """The number of legal moves over the course of a game."""
    plots = [
        headed(
            sample,
            curves(
                [Curve(sample.player, colour, [(row.ply, row.lower, row.mean, row.upper) for row in rows])],
                f"legal moves by move of the game, {sample.player}",
                across="move of the game",
                up="legal moves",
                whole=True,
            ),
            f"mean {choices.mean:.1f}, median {choices.median:g}, from {choices.least} to {choices.most}",
        )
        for sample, colour in _samples(balance)
        for rows, choices in ((sample.choices_by_ply, sample.choices),)
    ]
    explanation = (
        "The branching factor: how many legal moves the side to move has. The line is the mean at each move of the "
        "game, the band the middle half of the games. A line that falls tells of a game that narrows, a least of 1 of "
        "forced moves."
    )
    spread = balance.player.choices
    words = f"{spread.mean:.1f} legal moves on average, {spread.least} at the least, {spread.most} at the most."
    return section("How much choice is there?", words, explanation, beside(*plots))


def how_games_end(balance: Balance) -> str:
    """The reasons of game ends, and the effect of repetition."""
    explanation = (
        "Each way a game can end, with examples of the game's own words, its share of the games, the 95% interval as a "
        "thin line, and the median length of such games. Draws by history are those that no position shows by itself: "
        "repetition, a lack of progress or another count of moves."
    )
    lists = []
    for sample, _ in _samples(balance):
        items = "".join(_ending(ending, sample.game.sides) for ending in sample.endings)
        history, repeating = sample.draws_by_history, sample.repeating
        note = (
            f"draws by history {percent(history.share)} ({history.number} games); "
            f"some position comes twice or more in {percent(repeating.share)} ({repeating.number} games)"
        )
        lists.append(headed(sample, f'<ul class="endings">{items}</ul>', note))
    first = balance.player.endings[0]
    words = f"{percent(first.share.share)} of the games end so: {ending_words(first, balance.game.sides)}."
    return section("How do games end?", words, explanation, side_legend(balance.game.sides) + beside(*lists))


def _ending(ending: Ending, sides: tuple[str, str]) -> str:
    share = ending.share
    colour = DRAW if ending.winner is None else SIDES[ending.winner]
    figures = f"{percent(share.share)} · {share.number} games · {ending.median:g} moves"
    bar = meter(share.share, share.low, share.high, colour)
    reasons = escaped("; ".join(ending.reasons))
    words = f"<span><b>{escaped(ending_words(ending, sides))}</b> ({reasons})</span>"
    return f"<li><div>{words}<span>{figures}</span></div>{bar}</li>"


def when_decided(balance: Balance) -> str:
    """The lead, how often it changes, and when games are decided."""
    lead = balance.player.lead
    if lead is None or not lead.won:
        return ""
    course = Curve("winner's chance", PLAYER, lead.course)
    bins = [Bin(10 * tenth, 10 * (tenth + 1), count) for tenth, count in enumerate(lead.decided)]
    last = f"{TENTHS * 9}% or more"
    plots = beside(
        figure(
            "The winner's chances as the game goes on",
            curves([course], "winner's chances", across="share of the game", up="chance to win", shares=True),
            "the median game and the middle half of them",
        ),
        figure(
            "When games are decided",
            histogram(bins, "when games are decided", across="% of the game gone", colour=PLAYER),
            f"{lead.won} won games; {lead.decided[-1]} of them with {last} of the moves gone",
        ),
    )
    changes = [
        (f"{times} times" if times != 1 else "once", f"{games}", percent(games / lead.games))
        for times, games in sorted(lead.changes.items())
    ]
    explanation = (
        f"From the chances that the player itself sees, the mean of what both sides said last. A side leads from "
        f"{LEADS:.0%} on, and the lead changes when the other leads next. A game is decided when the winner's "
        f"chance stays at {DECIDED:.0%} or more; a winner that once had {BEHIND:.0%} or less came from behind."
    )
    words = (
        f"The median game is decided at move {lead.decided_ply:g}, {lead.decided_share:.0%} of it gone; the lead "
        f"changes {lead.mean_changes:.2f} times a game; {lead.comebacks} of {lead.won} winners "
        f"({percent(lead.comebacks / lead.won)}) came from behind."
    )
    if lead.mean_changes > NOISY:
        words += " This many changes suggest a player too weak to judge rather than a game that keeps turning."
    changed = details("How often the lead changed", table(("lead changed", "games", "share"), changes))
    return section("When is it decided?", words, explanation, plots + changed)


def what_pieces_do(balance: Balance) -> str:
    """How often each kind of piece moves, captures and is captured, and other events."""
    sample = balance.player
    if not sample.uses:
        return ""
    explanation = (
        "For each kind of piece of each side: how many begin the game, its share of the side's moves, in how many "
        "games it moves at all, and how many pieces it takes and loses in a game. A kind that hardly moves may be "
        "one that the game could do without, or one that works by standing where it is."
    )
    tables = headed(sample, _uses(sample) + _events(sample), "")
    if balance.random.games:
        tables += details("The same of random moves", _uses(balance.random) + _events(balance.random))
    moves: Counter[str] = Counter()
    for use in sample.uses:
        moves[use.kind] += use.moves
    (most, count), total = moves.most_common(1)[0], max(moves.total(), 1)
    least = min(moves, key=lambda kind: moves[kind])
    words = f"The {most} makes {percent(count / total)} of all moves"
    words += f", the {least} {percent(moves[least] / total)}." if least != most else "."
    return section("What do the pieces do?", words, explanation, tables)


def _uses(sample: Sample) -> str:
    by_side = Counter[Side]()
    for use in sample.uses:
        by_side[use.side] += use.moves
    rows = [_use(use, by_side[use.side], sample) for use in sample.uses]
    return table(("piece", "at start", "of its side's moves", "games it moves", "takes", "is taken"), rows, markup=True)


def _use(use: Use, moves: int, sample: Sample) -> tuple[str, ...]:
    share = use.moves / moves if moves else 0.0
    games = max(sample.games, 1)
    return (
        f"{swatch(SIDES[use.side])}{escaped(sample.game.sides[use.side])} {escaped(use.kind)}",
        str(use.at_start),
        f"{percent(share)}{meter(share, 0, 0, SIDES[use.side])}",
        percent(use.games / games),
        f"{use.took / games:.2f}",
        f"{use.taken / games:.2f}",
    )


def _events(sample: Sample) -> str:
    if not sample.events:
        return ""
    games = max(sample.games, 1)
    rows = [
        (f"{sample.game.sides[event.side]} {event.kind}: {event.stage}", f"{event.times / games:.2f}", str(event.games))
        for event in sample.events
    ]
    return "<br>" + table(("what else happens", "a game", "games with it"), rows)


def where_pieces_go(balance: Balance) -> str:
    """Maps of the board."""
    sample, sides = balance.player, balance.game.sides
    board = sample.start.board
    if not board.squares or not sample.games:
        return ""
    maps = _maps(sample, sample.activity.arrivals, "arrivals", ("all pieces", *sides))
    explanation = (
        "How often in a game a piece comes to each square, a piece on several squares counted on each. Squares that "
        "are crossed out were never gone to: board that could be spared, or holds pieces that stay at home."
    )
    untouched = sample.untouched_squares
    words = f"{len(untouched)} of {len(board.squares)} squares were never gone to"
    words += f", {len(sample.unused_squares)} never stood on." if untouched else ": all of the board is used."
    if sample.activity.losses:
        losses = _maps(sample, sample.activity.losses, "losses", ("all losses", *(f"{side} loses" for side in sides)))
        maps += f"<h3>Where pieces are taken</h3>{losses}"
    if balance.random.games:
        by_chance = _maps(balance.random, balance.random.activity.arrivals, "arrivals", ("all pieces", *sides))
        maps += details("The same map of random moves", by_chance)
    return section("Where do pieces go?", words, explanation, maps)


def _maps(sample: Sample, counts: Counter[tuple[Side, str]], noun: str, titles: Sequence[str]) -> str:
    """The maps for both sides together and for each, with a common shading."""
    board = sample.start.board
    unit = f"{noun} a game"
    owners: tuple[tuple[Side, ...], ...] = ((0, 1), (0,), (1,))
    games = max(sample.games, 1)
    amounts = [
        {square.name: sum(counts[side, square.name] for side in own) / games for square in board.squares}
        for own in owners
    ]
    most = max(max(shown.values()) for shown in amounts)
    if most < SELDOM:
        amounts = [{name: HUNDRED * amount for name, amount in shown.items()} for shown in amounts]
        most, unit = HUNDRED * most, f"{noun} in {HUNDRED} games"
    drawn = [
        figure(title, heat_map(board, shown, most, f"{title}: {unit}", unit), "")
        for title, shown in zip(titles, amounts, strict=True)
    ]
    return f'{heat_scale(most, unit)}<div class="maps">{"".join(drawn)}</div>'


SECTIONS: Sequence[Callable[[Balance], str]] = (
    what_stands_out,
    who_wins,
    how_skilled,
    skill_curve,
    how_first_moves_differ,
    how_long,
    how_much_choice,
    how_games_end,
    when_decided,
    what_pieces_do,
    where_pieces_go,
)


def _samples(balance: Balance) -> list[tuple[Sample, str]]:
    """The samples that have games, with their colours."""
    both = zip(balance.samples, (PLAYER, RANDOM), strict=True)
    return [(sample, colour) for sample, colour in both if sample.games]


def result_parts(results: Results, names: tuple[str, str], colours: tuple[str, str]) -> list[Part]:
    """Return the parts of a bar of results."""
    labels = (f"{names[0]} wins", "draw", f"{names[1]} wins")
    return [Part(*part) for part in zip(results, labels, (colours[0], DRAW, colours[1]), strict=True)]


def side_legend(sides: tuple[str, str]) -> str:
    """Return the legend of the colours of wins and draws."""
    return legend((SIDES[0], f"{sides[0]} wins"), (DRAW, "draw"), (SIDES[1], f"{sides[1]} wins"))


def _points(points: Share, label: str, colour: str) -> Estimate:
    return Estimate(label, points.share, points.low, points.high, colour)


def bins_of(values: Sequence[int], *others: Sequence[int]) -> list[Bin]:
    """Count the values in a few bars of equal width, which also hold those of others.

    >>> [tuple(place) for place in bins_of([3, 4, 4, 6])]
    [(3, 4, 1), (4, 5, 2), (5, 6, 0), (6, 7, 1)]
    >>> [tuple(place) for place in bins_of([3], [4, 4])]
    [(3, 4, 1), (4, 5, 0)]
    """
    least, most = min(map(min, (values, *others))), max(map(max, (values, *others)))
    width = next(size for size in _widths() if ceil((most - least + 1) / size) <= MAX_BINS)
    first = least // width * width
    counts = Counter((value - first) // width for value in values)
    return [
        Bin(first + number * width, first + (number + 1) * width, counts[number])
        for number in range((most - first) // width + 1)
    ]


def _widths() -> Iterable[int]:
    size = 1
    while True:
        yield from (size, 2 * size, 5 * size)
        size *= 10
