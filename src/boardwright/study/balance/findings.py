"""Weaknesses of a game that a study can show: forced wins, moves that do not matter, pieces and squares without use.

Each is reported only if the games prove it: by a proof, by an interval that excludes the harmless case, or by enough
games without a single exception. docs/balance.md defines them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp, log

from boardwright.arena.results import MatchResult
from boardwright.game import AnyGame, Termination
from boardwright.study.balance.balance import Balance, Finding, Severity
from boardwright.study.balance.game_statistics import CAPTURE
from boardwright.study.balance.sample import Sample, Share
from boardwright.study.balance.skill import pooled_score
from boardwright.study.balance.values import EQUAL, GOOD, MoveValue

ENOUGH_GAMES = 10
"""Fewer games say nothing about what never happens."""

UNFAIR, VERY_UNFAIR = 0.6, 0.75
"""The points per game of a side from which its advantage is a finding, and a serious one."""

DRAWISH = 0.5
"""The share of drawn games from which the game is drawish."""

ENDLESS = 0.1
"""The share of games without an end from which it is a finding."""

SKILFUL = 0.55
"""The score of players that think more which a game in which thinking pays exceeds."""

IDLE = 0.5
"""The share of positions in which all moves are equally good from which it is a finding."""

FORCED = 0.5
"""The share of moves without a choice from which it is a finding."""

DECIDED_EARLY = 0.5
"""The share of a game after which it should still be open."""

DOMINANT = 0.5
"""The share of games that begin with the same move from which it dominates."""

DOMINANT_BY = 0.15
"""How much better than all others, in win probability, a first move is that dominates."""

FEW_FIRST_MOVES = 3
"""With fewer first moves than this, none can dominate."""

SELDOM = 0.05
"""The share of games in which a useful kind of piece moves."""

SHOWN = 12
"""The number of squares that are named."""


def find_weaknesses(balance: Balance) -> list[Finding]:
    """Return the findings, the most serious first; none if the games show none."""
    if not balance.player.games:
        return []
    found = [finding for find in WEAKNESSES for finding in find(balance)]
    return sorted(found, key=lambda finding: list(Severity).index(finding.severity))


def forced_result(balance: Balance) -> Iterator[Finding]:
    """A win by force from the start."""
    win = balance.forced
    if win is not None:
        sentence = f"{balance.game.sides[win.side]} wins by force within {win.plies} moves"
        yield Finding("forced_win", Severity.SERIOUS, sentence, f"proven: {' '.join(win.line)}")


def unfair_start(balance: Balance) -> Iterator[Finding]:
    """An advantage of one side that the games prove."""
    sides, points = balance.game.sides, balance.player.results.points
    for side, (share, low, high) in enumerate(
        ((points.share, points.low, points.high), (1 - points.share, 1 - points.high, 1 - points.low))
    ):
        if low > UNFAIR - 0.1 and share > UNFAIR and low > 0.5:
            severity = Severity.SERIOUS if low > VERY_UNFAIR else Severity.WARNING
            sentence = f"{sides[side]}, who moves {('first', 'second')[side]}, wins most of the games"
            games = f"{points.total} games of {balance.player.player}"
            evidence = f"{share:.0%} of the points in {games}, 95%: {low:.0%} to {high:.0%}"
            yield Finding("unfair_start", severity, sentence, evidence)


def drawishness(balance: Balance) -> Iterator[Finding]:
    """Most games are drawn."""
    drawn = balance.player.drawn
    if drawn.low > DRAWISH:
        yield Finding("drawish", Severity.WARNING, "most games are drawn", _share_words(drawn, "games"))


def endless_games(balance: Balance) -> Iterator[Finding]:
    """Games that only a limit ends."""
    games = balance.player.statistics
    endless = Share.of(sum(game.termination is Termination.MOVE_LIMIT for game in games), len(games))
    if endless.low > ENDLESS:
        yield Finding("endless", Severity.WARNING, "many games do not end", _share_words(endless, "games"))


def thinking_does_not_pay(balance: Balance) -> Iterator[Finding]:
    """The player scores no better against random moves and against one that thinks ten times less."""
    matches = _weak_opponents(balance)
    pooled = pooled_score(matches)
    if pooled is not None and pooled[2] < SKILFUL + GOOD:
        score, low, high = pooled
        names = " and ".join(match.players[1] for match in matches)
        games = sum(match.games for match in matches)
        evidence = (
            f"{balance.player.player} scores {score:.0%} against {names} in {games} games, 95%: {low:.0%} to {high:.0%}"
        )
        yield Finding("no_skill", Severity.SERIOUS, "thinking does not pay: the moves hardly matter", evidence)


def _weak_opponents(balance: Balance) -> list[MatchResult]:
    return [match for match in (balance.against_random, balance.skill) if match is not None]


def idle_choices(balance: Balance) -> Iterator[Finding]:
    """Positions in which all moves are equally good, too often; not if players that think more score better."""
    choices, pooled = balance.choices, pooled_score(_weak_opponents(balance))
    if choices is None or pooled is None or pooled[1] > SKILFUL:
        return
    idle = Share.of(choices.idle, choices.positions)
    if idle.low > IDLE:
        evidence = (
            f"{_share_words(idle, 'positions')}, within {EQUAL:.0%} of the chance to win; such as {choices.example}"
        )
        yield Finding("idle_choices", Severity.WARNING, "in most positions all moves are equally good", evidence)


def forced_moves(balance: Balance) -> Iterator[Finding]:
    """Positions with a single legal move, too often."""
    forced = balance.player.forced
    if balance.player.games >= ENOUGH_GAMES and forced.low > FORCED:
        yield Finding("forced_moves", Severity.WARNING, "most moves are forced", _share_words(forced, "moves"))


def early_decisions(balance: Balance) -> Iterator[Finding]:
    """Games that are decided long before their end."""
    lead = balance.player.lead
    if lead is not None and lead.won >= ENOUGH_GAMES and lead.decided_share < DECIDED_EARLY:
        evidence = f"the median of {lead.won} won games is decided after {lead.decided_share:.0%} of its moves"
        yield Finding("early_decision", Severity.NOTICE, "games go on long after they are decided", evidence)


def one_opening(balance: Balance) -> Iterator[Finding]:
    """A first move that dominates all others: by its value, or for a player without values by how often it is played.

    A player with values varies little, and begins with the same move though others are as good.
    """
    counts = balance.player.first_moves
    if balance.choices is not None:
        yield from _best_opening(balance.choices.first)
        return
    possible = max((game.choices[0] for game in balance.player.straight if game.choices), default=0)
    if counts.total() < ENOUGH_GAMES or possible < FEW_FIRST_MOVES:
        return
    move, number = counts.most_common(1)[0]
    share = Share.of(number, counts.total())
    if share.low > DOMINANT:
        in_effect = f"in effect {variety(list(counts.values())):.1f} first moves of {possible}"
        evidence = f"{_share_words(share, 'games')}; {in_effect}"
        yield Finding("one_opening", Severity.NOTICE, f"nearly all games begin with {move}", evidence)


def _best_opening(first: Sequence[MoveValue]) -> Iterator[Finding]:
    if len(first) >= FEW_FIRST_MOVES and first[0].win_probability - first[1].win_probability > DOMINANT_BY:
        best, second = first[:2]
        evidence = (
            f"{best.move} wins {best.win_probability:.0%}, the next best, {second.move}, {second.win_probability:.0%}"
        )
        yield Finding("one_opening", Severity.NOTICE, f"{best.move} is by far the best first move", evidence)


def variety(counts: Sequence[int]) -> float:
    """Return the effective number of choices: the exponential of the entropy of their shares.

    >>> round(variety([5, 5]), 2), round(variety([9, 1]), 2), variety([7])
    (2.0, 1.38, 1.0)
    """
    total = sum(counts)
    return exp(-sum(count / total * log(count / total) for count in counts if count))


def idle_pieces(balance: Balance) -> Iterator[Finding]:
    """Kinds of pieces that are never seen, never move, or hardly do anything."""
    samples = _played(balance)
    games = sum(sample.games for sample in samples)
    if games < ENOUGH_GAMES:
        return
    seen = frozenset[str]().union(*(game.kinds for sample in samples for game in sample.statistics))
    within = f"in {games} games, of which {balance.random.games} of random moves"
    if unseen := [kind for kind in balance.game.kinds if kind not in seen | _kinds_of_variants(balance.game)]:
        sentence = f"no {' and no '.join(unseen)} ever appears"
        yield Finding("unseen_kind", Severity.WARNING, sentence, within)
    captures = any(stage == CAPTURE for sample in samples for stage, _, _ in sample.activity.happened)
    for kind in (kind for kind in balance.game.kinds if kind in seen):
        uses = [use for sample in samples for use in sample.uses if use.kind == kind]
        moves, fights = sum(use.moves for use in uses), sum(use.took + use.taken for use in uses)
        happened = any(each == kind for sample in samples for _, _, each in sample.activity.happened)
        if not moves and not happened:
            yield Finding("idle_kind", Severity.WARNING, f"no {kind} ever moves, nor is one taken", within)
        elif not moves and not fights:
            yield Finding("idle_kind", Severity.NOTICE, f"no {kind} ever moves", within)
        elif captures and not fights and (seldom := _moves_in(balance.player, kind)).high < SELDOM:
            evidence = f"it moves in {_share_words(seldom, 'games')}, takes nothing and is never taken"
            yield Finding("useless_kind", Severity.NOTICE, f"the {kind} hardly does anything", evidence)


def _kinds_of_variants(game: AnyGame) -> frozenset[str]:
    """Return the kinds of pieces at the start of all variants, which declare their kinds together."""
    variants = [type(game)(name) for name in game.variants]
    return frozenset(piece.kind for each in variants for piece in each.view(each.start()).pieces)


def _moves_in(sample: Sample, kind: str) -> Share:
    """Return the games in which a kind of piece moves."""
    games = sample.statistics
    return Share.of(sum(any(kind == own for _, own in game.activity.moved) for game in games), len(games))


def unused_squares(balance: Balance) -> Iterator[Finding]:
    """Squares on which no piece ever stands."""
    samples = _played(balance)
    games = sum(sample.games for sample in samples)
    unused = [name for name in balance.player.unused_squares if all(name in each.unused_squares for each in samples)]
    if games >= ENOUGH_GAMES and unused:
        named = ", ".join(unused[:SHOWN]) + (", …" if len(unused) > SHOWN else "")
        total = len(balance.player.start.board.squares)
        sentence = f"{len(unused)} of {total} squares are never used: {named}"
        evidence = f"in {games} games, of which {balance.random.games} of random moves"
        yield Finding("unused_squares", Severity.NOTICE, sentence, evidence)


WEAKNESSES: Sequence[Callable[[Balance], Iterator[Finding]]] = (
    forced_result,
    unfair_start,
    thinking_does_not_pay,
    idle_choices,
    drawishness,
    endless_games,
    forced_moves,
    idle_pieces,
    unused_squares,
    one_opening,
    early_decisions,
)


def _played(balance: Balance) -> list[Sample]:
    return [sample for sample in balance.samples if sample.games]


def _share_words(share: Share, noun: str) -> str:
    return f"{share.number} of {share.total} {noun} ({share.share:.0%}, 95%: {share.low:.0%} to {share.high:.0%})"
